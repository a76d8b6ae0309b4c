#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares models/mlir-c.json with the mlir-c headers of the corpora.

    model_headers_test.py CORPUS_DIR [--model=FILE]     CORPUS_DIR/mlir-19, CORPUS_DIR/mlir-23, ...
    model_headers_test.py --self-test                   shows on a small corpus that each check can fail

One check for each function that takes callbacks (the model has it, with the same parameters
and fields) and one for each modelled function (the headers of exactly the releases between
`since` and `until` declare it). Exit status: 0 all passed, 1 some failed, 77 no corpora.
"""
import copy
import os
import re
import sys
import tempfile

from support import run_on_headers


# --- Headers -----------------------------------------------------------------

def strip_comments(text):
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"'
    return re.sub(pattern, lambda m: m.group(0) if m.group(0)[0] == '"' else ' ', text, flags=re.S)


def strip_preprocessor(text):
    text = text.replace('\\\n', ' ')
    return re.sub(r'^[ \t]*#[^\n]*', '', text, flags=re.M)


def split_top(text, separator):
    """Splits at a separator outside of parentheses, brackets and braces."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        if c in '([{':
            depth += 1
        elif c in ')]}':
            depth -= 1
        elif c == separator and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return parts


def drop_bodies(text):
    """Replaces the bodies of inline functions by semicolons."""
    out, depth = [], 0
    for c in text:
        if c == '{':
            if depth == 0:
                out.append(';')
            depth += 1
        elif c == '}':
            depth = max(0, depth - 1)
        elif depth == 0:
            out.append(c)
    return ''.join(out)


class Headers:
    """What the mlir-c headers of one release declare."""

    def __init__(self, root):
        self.pointers = set()  # names of function pointer types
        self.structs = {}      # struct name -> [(field declaration)]
        self.functions = {}    # function name -> [parameter declaration]
        texts = []
        for folder, folders, files in os.walk(root):
            folders.sort()
            for name in sorted(files):
                if name.endswith('.h'):
                    with open(os.path.join(folder, name), encoding='utf-8') as f:
                        texts.append(f.read())
        # A semicolon, so that nothing runs over the border of two files.
        self.parse(';\n'.join(strip_preprocessor(strip_comments(t)) for t in texts))

    def parse(self, text):
        text = re.sub(r'extern\s+"C"\s*\{', ';', text)
        struct = r'(?:typedef\s+)?struct\s*(\w+)?\s*\{([^{}]*)\}\s*(\w+)?\s*;'
        for m in re.finditer(struct, text):
            for name in (m.group(1), m.group(3)):
                if name:
                    self.structs[name] = [f.strip() for f in m.group(2).split(';') if f.strip()]
        text = drop_bodies(re.sub(struct, ';', text))
        for statement in split_top(text, ';'):
            statement = ' '.join(statement.split())
            m = re.match(r'typedef\b.*?\(\s*\*\s*(\w+)\s*\)\s*\(', statement)
            if m:
                self.pointers.add(m.group(1))
                continue
            m = re.match(r'typedef\s+(?:struct\s+)?(\w+)\s+(\w+)$', statement)
            if m and m.group(1) in self.structs:
                self.structs[m.group(2)] = self.structs[m.group(1)]
            elif m and m.group(1) in self.pointers:
                self.pointers.add(m.group(2))
            m = re.search(r'\b(mlir[A-Z]\w*)\s*\((.*)\)[^()]*$', statement)
            if m and not statement.startswith(('typedef', '#')):
                self.functions[m.group(1)] = [p.strip() for p in split_top(m.group(2), ',')]

    def type_of(self, declaration):
        words = [w for w in re.findall(r'\w+', declaration) if w not in ('const', 'struct', 'volatile')]
        return words[0] if words else ''

    def is_pointer(self, declaration):
        return bool(re.search(r'\(\s*\*', declaration)) or self.type_of(declaration) in self.pointers

    def fields(self, struct, seen=()):
        """Names of the struct's fields that are function pointers."""
        names = []
        for field in self.structs[struct]:
            m = re.search(r'\(\s*\*\s*(\w+)\s*\)', field)
            if m:
                names.append(m.group(1))
            elif self.type_of(field) in self.pointers:
                names.append(re.findall(r'\w+', field)[-1])
            else:
                inner = self.type_of(field)
                if inner in self.structs and inner not in seen:
                    outer = re.findall(r'\w+', field)[-1]
                    names += [f'{outer}.{n}' for n in self.fields(inner, seen + (struct,))]
        return names

    def callbacks(self, function):
        """{(parameter, field or None)} of all that can be called back."""
        found = set()
        for i, parameter in enumerate(self.functions[function]):
            if self.is_pointer(parameter):
                found.add((i, None))
            elif self.type_of(parameter) in self.structs:
                found |= {(i, f) for f in self.fields(self.type_of(parameter))}
        return found


# --- The checks --------------------------------------------------------------

def valid(entry, release):
    return entry.get('since', 0) <= release <= entry.get('until', 10 ** 6)


def spell(callback):
    return f'parameter {callback[0]}' + (f', field {callback[1]}' if callback[1] else '')


def check(model, corpora):
    """Returns (number of checks passed, [failure])."""
    passed, failures = 0, []
    functions = model['functions']

    def report(problems):
        nonlocal passed
        if problems:
            failures.extend(problems)
        else:
            passed += 1

    for release, headers in sorted(corpora.items()):
        for name in sorted(headers.functions):
            real = headers.callbacks(name)
            entry = functions.get(name)
            claims = [c for c in entry.get('callbacks', []) if valid(entry, release) and valid(c, release)] if entry else []
            claimed = {(c['param'], c.get('field')) for c in claims}
            if not real and not claimed:
                continue
            problems = []
            if entry is None:
                problems.append(f'{name}: takes callbacks in {release}, but is not modelled')
            else:
                problems += [f'{name}: {spell(c)} is a callback in {release}, but not in the model' for c in sorted(real - claimed, key=str)]
                problems += [f'{name}: {spell(c)} is a callback in the model, but not in {release}' for c in sorted(claimed - real, key=str)]
            report(problems)

    for name, entry in sorted(functions.items()):
        declared = [r for r in sorted(corpora) if name in corpora[r].functions]
        problems = []
        if not declared:
            problems.append(f'{name}: modelled, but no release declares it')
        else:
            problems += [f'{name}: declared in {r}, which is outside of its since and until' for r in declared if not valid(entry, r)]
            problems += [f'{name}: not declared in {r}, which is between its since and until'
                         for r in sorted(corpora) if valid(entry, r) and r not in declared]
            kinds = [c['kind'] for c in entry.get('callbacks', []) + entry.get('invokes', [])]
            kinds += [k for lock in entry.get('locks', []) for k in lock['while-calling']]
            problems += [f'{name}: unknown kind {k}' for k in kinds if k not in model['kinds']]
        report(problems)
    return passed, failures


def load_corpora(directory):
    corpora = {}
    for name in sorted(os.listdir(directory)) if os.path.isdir(directory) else []:
        m = re.fullmatch(r'mlir-(\d+)', name)
        headers = os.path.join(directory, name, 'mlir/include/mlir-c')
        if m and os.path.isdir(headers):
            corpora[int(m.group(1))] = Headers(headers)
    return corpora


# --- Self-test ---------------------------------------------------------------

OLD = '''
#ifdef __cplusplus
extern "C" {
#endif
#define NOT_A_FUNCTION(x) \\
  mlirNotThere(x)
typedef void (*MlirText)(const char *, void *);
MLIR_CAPI_EXPORTED void mlirPrint(MlirThing thing, MlirText callback, // a, comment)
                                  void *userData);
static inline bool mlirIsNull(MlirThing thing) { return !thing.ptr; }
MLIR_CAPI_EXPORTED void
mlirAttach(MlirThing thing, void (*deleteIt)(void *, int));
#ifdef __cplusplus
}
#endif
'''
NEW = OLD + '''
struct MlirHooks {
  void (*run)(void *userData);
  MlirText text;
  void *userData;
};
typedef struct MlirHooks MlirHooks;
typedef struct { int x; void (*stop)(void); } MlirStop;
MLIR_CAPI_EXPORTED void mlirHook(MlirThing thing, MlirHooks hooks, const MlirStop *stop);
'''
GOOD = {
    'kinds': {'k': {}},
    'functions': {
        'mlirPrint': {'callbacks': [{'param': 1, 'kind': 'k', 'when': 'during-call'}]},
        'mlirAttach': {'callbacks': [{'param': 1, 'kind': 'k', 'when': 'retained'}]},
        'mlirHook': {'since': 20, 'callbacks': [{'param': 1, 'field': 'run', 'kind': 'k', 'when': 'retained'},
                                                {'param': 1, 'field': 'text', 'kind': 'k', 'when': 'retained'},
                                                {'param': 2, 'field': 'stop', 'kind': 'k', 'when': 'retained'}]},
        'mlirIsNull': {'invokes': [{'kind': 'k', 'on': 'caller'}]},
    },
}


def doctored():
    """(what was done, the doctored model, what the failure must say)"""
    def edit(change):
        model = copy.deepcopy(GOOD)
        change(model['functions'])
        return model
    yield 'a callback function left out', edit(lambda f: f.pop('mlirPrint')), 'not modelled'
    yield 'a parameter off by one', edit(lambda f: f['mlirPrint']['callbacks'][0].update(param=2)), 'parameter 1 is a callback in'
    yield 'a claim too many', edit(lambda f: f['mlirIsNull'].update(callbacks=[{'param': 0, 'kind': 'k'}])), 'but not in 19'
    yield 'a field left out', edit(lambda f: f['mlirHook']['callbacks'].pop(1)), 'field text'
    yield 'a field misspelt', edit(lambda f: f['mlirHook']['callbacks'][2].update(field='halt')), 'field halt'
    yield 'a struct by pointer left out', edit(lambda f: f['mlirHook']['callbacks'].pop(2)), 'field stop'
    yield 'a function nobody declares', edit(lambda f: f.update(mlirNotThere={})), 'no release declares'
    yield 'since too early', edit(lambda f: f['mlirHook'].pop('since')), 'not declared in 19'
    yield 'since too late', edit(lambda f: f['mlirPrint'].update(since=20)), 'outside of its since'
    yield 'until too early', edit(lambda f: f['mlirPrint'].update(until=22)), 'outside of its since'
    yield 'a kind that is not there', edit(lambda f: f['mlirAttach']['callbacks'][0].update(kind='x')), 'unknown kind'


def self_test():
    passed, failed = 0, 0

    def expect(what, ok):
        nonlocal passed, failed
        passed, failed = (passed + 1, failed) if ok else (passed, failed + 1)
        if not ok:
            print(f'FAILED: {what}')

    with tempfile.TemporaryDirectory() as directory:
        for release, text in ((19, OLD), (23, NEW)):
            folder = os.path.join(directory, f'mlir-{release}/mlir/include/mlir-c')
            os.makedirs(folder)
            with open(os.path.join(folder, 'API.h'), 'w', encoding='utf-8') as f:
                f.write(text)
        corpora = load_corpora(directory)
        failures = check(GOOD, corpora)[1]
        expect(f'the good model passes: {failures}', not failures)
        for what, model, message in doctored():
            failures = check(model, corpora)[1]
            expect(f'{what} is found: {failures}', any(message in f for f in failures))
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


def summary(model, corpora):
    taking = {n for h in corpora.values() for n in h.functions if h.callbacks(n)}
    return f'{len(taking)} functions take callbacks, {len(model["functions"])} are modelled'


if __name__ == '__main__':
    sys.exit(run_on_headers(sys.argv[1:], __doc__, self_test, load_corpora, check, summary))
