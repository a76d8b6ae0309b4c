#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the inventory's callbacks with a list made from the headers and a text search.

    inventory_test.py BIN CORPUS_DIR [--results=DIR]   audits CORPUS_DIR/mlir-23 and mlir-19 (--results: once a binary)
    inventory_test.py CORPUS_DIR --json FILE...        checks saved reports, named ...23... and ...19...
    inventory_test.py --self-test                      shows on small sources that each check can fail

The list: the mlir-c headers say which functions take function pointers or structs of them; the text of the audited files and of
the headers they include says where these are called and which of the pointers are given (not nullptr). Nothing of it comes
from the auditor, but for the names that the model gives to the pointers (kinds). Exit status: 0 all passed, 1 some failed, 77 no corpora.
"""
import collections
import copy
import json
import os
import re
import sys
import tempfile

from model_headers_test import Headers, split_top
from support import RELEASES, SKIPPED, Report, audit_once, corpus, missing, options, saved_json

HERE = os.path.dirname(os.path.abspath(__file__))


# --- The independent list ----------------------------------------------------

def blank(text):
    """The text without comments and string contents, every line and column where it was."""
    def spaces(m):
        return re.sub(r'[^\n]', ' ', m.group(0))
    pattern = r'R"(\w*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*(?:.|\n)*?\*/'
    return re.sub(pattern, spaces, text)


def audited_files(root):
    """The files of the compilation database, and the headers below the root that they include, through any depth."""
    with open(os.path.join(root, 'build/compile_commands.json'), encoding='utf-8') as f:
        commands = json.load(f)
    found, queue = set(), [os.path.relpath(os.path.join(c['directory'], c['file']), root) for c in commands]
    while queue:
        file = queue.pop()
        if file in found or not os.path.exists(os.path.join(root, file)):
            continue
        found.add(file)
        with open(os.path.join(root, file), encoding='utf-8', errors='replace') as f:
            names = re.findall(r'^\s*#\s*include\s*"([^"]+)"', f.read(), flags=re.M)
        for name in names:
            queue += [os.path.normpath(os.path.join(folder, name)) for folder in (os.path.dirname(file), 'mlir/include')]
    # MLIR's own code is not bindings: only what the bindings' folders hold.
    return sorted(f for f in found if '/Bindings/' in f)


def arguments_at(text, opening):
    """The texts of a call's arguments; the opening parenthesis is at the index."""
    depth, i = 0, opening
    while i < len(text):
        if text[i] in '([{':
            depth += 1
        elif text[i] in ')]}':
            depth -= 1
            if depth == 0:
                break
        i += 1
    return [a.strip() for a in split_top(text[opening + 1:i], ',')]


def given_fields(text, call, variable):
    """{field: given} of the struct of callbacks that is filled before the call."""
    declarations = [m.end() for m in re.finditer(rf'\w[\w:]*\s+{variable}\s*(?:;|=|\{{)', text[:call])]
    start = declarations[-1] if declarations else 0
    fields = {}
    for m in re.finditer(rf'\b{variable}\s*\.\s*(\w+)\s*=\s*(nullptr\b|NULL\b)?', text[start:call]):
        # Given on some path is given.
        fields[m.group(1)] = fields.get(m.group(1), False) or not m.group(2)
    return fields


class Call:
    def __init__(self, file, line, api, callbacks):
        self.file, self.line, self.api, self.callbacks = file, line, api, callbacks  # callbacks: {(parameter, field or None)}


def search(texts, headers):
    """The calls, in the texts {file: text}, of functions that take callbacks."""
    taking = {name: headers.callbacks(name) for name in headers.functions if headers.callbacks(name)}
    calls = []
    for file, text in sorted(texts.items()):
        text = blank(text)
        for m in re.finditer(r'\b(mlir[A-Z]\w*)\s*\(', text):
            if m.group(1) not in taking:
                continue
            arguments = arguments_at(text, m.end() - 1)
            given = set()
            for parameter, field in taking[m.group(1)]:
                argument = arguments[parameter] if parameter < len(arguments) else ''
                if field is None:
                    if argument not in ('', 'nullptr', 'NULL', '0'):
                        given.add((parameter, None))
                elif re.fullmatch(r'\w+', argument):
                    fields = given_fields(text, m.start(), argument)
                    if fields.get(field.split('.')[0]):
                        given.add((parameter, field))
                else:
                    given.add((parameter, field))
            calls.append(Call(file, text.count('\n', 0, m.start()) + 1, m.group(1), given))
    return calls


# --- The comparison ----------------------------------------------------------

def kinds_of(call, model, release):
    claims = model['functions'].get(call.api, {}).get('callbacks', [])
    names = {(c['param'], c.get('field')): c['kind'] for c in claims if c.get('since', 0) <= release <= c.get('until', 10 ** 6)}
    return {names.get(c, f'parameter {c[0]}' + (f', field {c[1]}' if c[1] else '')) for c in call.callbacks}


def compare(report, release, calls, rows, model):
    report.check(calls, f'{release}: the text search finds no call')
    wanted, seen = collections.defaultdict(list), collections.defaultdict(list)
    for call in calls:
        if call.callbacks:
            wanted[call.file, call.api].append(call)
    for row in rows:
        seen[row['file'], row['api']].append(row)
    for key in sorted(set(wanted) | set(seen)):
        lines = sorted(c.line for c in wanted[key])
        told = sorted({r['line'] for r in seen[key]})
        name = f'{release}: {os.path.basename(key[0])}: {key[1]}'
        if not report.check(len(set(lines)) == len(told),
                            f'{name}: {len(set(lines))} call sites in the text, {len(told)} in the inventory (lines {lines} and {told})'):
            continue
        # As many: the one after the other, so that a call site may lie some lines off (macros).
        for call, line in zip(sorted(wanted[key], key=lambda c: c.line), told):
            kinds = kinds_of(call, model, release)
            listed = {r['kind'] for r in seen[key] if r['line'] == line}
            for kind in sorted(kinds | listed):
                report.check(kind in listed, f'{name}: line {call.line}: a {kind} callback is given, but not listed')
                report.check(kind in kinds, f'{name}: line {line}: a {kind} callback is listed, but the text gives none')


def read_texts(root):
    texts = {}
    for file in audited_files(root):
        with open(os.path.join(root, file), encoding='utf-8') as f:
            texts[file] = f.read()
    return texts


# --- Self-test ---------------------------------------------------------------

HEADER = '''
typedef void (*MlirText)(const char *, void *);
MLIR_CAPI_EXPORTED void mlirPrint(MlirThing thing, MlirText callback, void *userData);
MLIR_CAPI_EXPORTED void mlirAttach(MlirThing thing, MlirText handler, void *userData, void (*deleteIt)(void *));
typedef struct { void (*construct)(void *); void (*run)(void *); void *userData; } MlirHooks;
MLIR_CAPI_EXPORTED void mlirHook(MlirThing thing, MlirHooks hooks);
MLIR_CAPI_EXPORTED void mlirPlain(MlirThing thing);
'''
SOURCE = '''#include "a.h"
// mlirPrint(a, b, c) in a comment
void f(MlirThing t) {
  mlirPrint(t, accumulator.getCallback(), &x);
  mlirPrint(t,
            [](const char *s, void *d) { g(s, "mlirPrint(", d); }, nullptr);
  mlirAttach(t, handler, this, /*deleteIt=*/nullptr);
  MlirHooks hooks;
  hooks.construct = nullptr;
  hooks.run = [](void *d) { mlirPlain(d); };
  hooks.userData = nullptr;
  mlirHook(t, hooks);
  puts(R"(mlirPrint(a, b))");
}
'''
INCLUDED = 'inline void g(MlirThing t) { mlirAttach(t, h, 0, d); }\n'
MODEL = {'functions': {
    'mlirPrint': {'callbacks': [{'param': 1, 'kind': 'text'}]},
    'mlirAttach': {'callbacks': [{'param': 1, 'kind': 'handler'}, {'param': 3, 'kind': 'delete'}]},
    'mlirHook': {'callbacks': [{'param': 1, 'field': 'construct', 'kind': 'construct'}, {'param': 1, 'field': 'run', 'kind': 'run'}]}}}
A, H = 'mlir/lib/Bindings/Python/a.cpp', 'mlir/include/mlir/Bindings/Python/a.h'
GOOD = [(A, 4, 'text', 'mlirPrint'), (A, 5, 'text', 'mlirPrint'), (A, 7, 'handler', 'mlirAttach'), (A, 12, 'run', 'mlirHook'),
        (H, 1, 'handler', 'mlirAttach'), (H, 1, 'delete', 'mlirAttach')]


def self_test():
    report = Report()
    with tempfile.TemporaryDirectory() as root:
        for file, text in ((A, SOURCE.replace('"a.h"', '"mlir/Bindings/Python/a.h"')), (H, INCLUDED), ('mlir/include/mlir-c/A.h', HEADER),
                           ('mlir/lib/Bindings/Python/unused.h', 'mlirPrint(a, b, c);')):
            os.makedirs(os.path.dirname(os.path.join(root, file)), exist_ok=True)
            with open(os.path.join(root, file), 'w', encoding='utf-8') as f:
                f.write(text)
        os.makedirs(os.path.join(root, 'build'))
        with open(os.path.join(root, 'build/compile_commands.json'), 'w', encoding='utf-8') as f:
            json.dump([{'directory': os.path.join(root, os.path.dirname(A)), 'file': 'a.cpp'}], f)
        texts = read_texts(root)
        report.check(sorted(texts) == sorted((A, H)), f'the audited files: {sorted(texts)}')
        calls = search(texts, Headers(os.path.join(root, 'mlir/include/mlir-c')))
    report.check([(c.file, c.line, c.api) for c in calls if c.file == A] == [(A, 4, 'mlirPrint'), (A, 5, 'mlirPrint'), (A, 7, 'mlirAttach'), (A, 12, 'mlirHook')],
                 f'the text search: {[(c.file, c.line, c.api) for c in calls]}')

    def failures(rows, change=lambda calls: None):
        inner, mine = Report(quiet=True), copy.deepcopy(calls)
        change(mine)
        compare(inner, 23, mine, [dict(zip(('file', 'line', 'kind', 'api'), r)) for r in rows], MODEL)
        return inner.failures
    report.check(not failures(GOOD), f'the good rows pass: {failures(GOOD)}')
    report.check(not failures(GOOD + GOOD[:1]), 'several rows for one call pass')
    for what, rows, message in (
            ('a call left out', GOOD[1:], '2 call sites in the text, 1 in the inventory'),
            ('a file left out', GOOD[:4], '1 call sites in the text, 0 in the inventory'),
            ('a call that is not there', GOOD + [(A, 2, 'text', 'mlirPrint')], '2 call sites in the text, 3 in the inventory'),
            ('another file', GOOD[1:] + [('b.cpp', 4, 'text', 'mlirPrint')], '0 call sites in the text, 1 in the inventory'),
            ('a field left out', GOOD[:3] + [(A, 12, 'construct', 'mlirHook')] + GOOD[4:], 'a run callback is given, but not listed'),
            ('a null pointer listed', GOOD + [(A, 7, 'delete', 'mlirAttach')], 'a delete callback is listed, but the text gives none'),
            ('one of two pointers left out', GOOD[:5], 'a delete callback is given, but not listed')):
        found = failures(rows)
        report.check(any(message in f for f in found), f"{what}: no failure says '{message}': {found}")
    report.check(any('finds no call' in f for f in failures([], lambda c: c.clear())), 'an empty search fails')
    return report.status()


def main(arguments):
    positional, named = options(arguments)
    if 'self-test' in named:
        return self_test()
    saved = saved_json(named)
    if len(positional) != (1 if saved else 2):
        print(__doc__)
        return 2
    directory = positional[-1]
    message = missing(directory, tuple(saved) or RELEASES)
    if message:
        print(message)
        return SKIPPED
    with open(os.path.join(HERE, '../../models/mlir-c.json'), encoding='utf-8') as f:
        model = json.load(f)
    report = Report()
    for release in RELEASES:
        if saved and release not in saved:
            continue
        audit = saved.get(release) or audit_once(positional[0], directory, release, named.get('results', [None])[0])
        if not report.check(audit.report is not None, f'{release}: no JSON; exit status {audit.status}: {audit.message[-300:]}'):
            continue
        lost = audit.report['coverage']['not_audited']
        if not report.check(not lost, f'{release}: {len(lost)} translation units were not audited: {lost[:1]}'):
            continue
        root = corpus(directory, release)
        texts = read_texts(root)
        calls = search(texts, Headers(os.path.join(root, 'mlir/include/mlir-c')))
        compare(report, release, calls, audit.report['inventory']['callbacks'], model)
        print(f"{release}: {len(calls)} calls with callbacks in the text of {len(texts)} files, {len(audit.report['inventory']['callbacks'])} rows in the inventory")
    return report.status()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
