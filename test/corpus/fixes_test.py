#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fixes the real bindings, on copies, and checks what came out.

    fixes_test.py BIN CORPUS_DIR [--releases=23,19] [--keep=DIR]   --keep leaves the fixed copies and their reports
    fixes_test.py --self-test                                      shows on doctored results that each check can fail

For each release one run writes the files, the YAML and the report. Then: clang-apply-replacements turns the YAML into the same
bytes; the touched lines are as clang-format wants them; all units compile; a second --fix finds nothing that was fixed and nothing
new, and changes no byte. Of what docs/audit-of-mlir.md calls true nine tenths are fixed, the rest say why not; the places of the public repair
are among them; docs/fixes-of-mlir.md is what the tool does. Exit status: 0 all passed, 1 some failed, 77 no corpora.
"""
import concurrent.futures
import copy
import difflib
import json
import os
import shutil
import subprocess
import sys
import tempfile

import fixes_page
from fixes_page import about, copy_with_style, places
from support import RELEASES, SKIPPED, Report, corpus, missing, options, run, same_function

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.normpath(os.path.join(HERE, '../../docs/fixes-of-mlir.md'))
FOLDERS = ('mlir/lib/Bindings', 'mlir/include/mlir/Bindings')

# Arguments that touch Python, which have to be computed before the release: release, file, text that a line before the guard has.
HOISTED = [
    (23, 'mlir/lib/Bindings/Python/IRCore.cpp', 'toMlirStringRef(moduleAsm);'),
    (23, 'mlir/lib/Bindings/Python/IRInterfaces.cpp', '= location.resolve();'),
    (19, 'mlir/lib/Bindings/Python/IRInterfaces.cpp', '= location.resolve();'),
]


def sources(root):
    """{file: bytes} of everything that a fix may change."""
    texts = {}
    for folder in FOLDERS:
        for path, _, names in os.walk(os.path.join(root, folder)):
            for name in names:
                with open(os.path.join(path, name), 'rb') as f:
                    texts[os.path.relpath(os.path.join(path, name), root)] = f.read()
    return texts


def differences(before, after):
    return sorted(f for f in before.keys() | after.keys() if before.get(f) != after.get(f))


def touched(before, after):
    """[(first, last)]: lines of the text that are not in the text before."""
    matcher = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    return [(j1 + 1, j2) for tag, _, _, j1, j2 in matcher.get_opcodes() if tag != 'equal' and j2 > j1]


def place(f):
    return f"{f['severity']} {f['rule']} at {os.path.basename(f['file'])}:{f['line']} in {f['function']}"


def load(path):
    with open(path, encoding='utf-8') as f:
        return json.load(f)


def expected_true(release):
    """What docs/audit-of-mlir.md calls true: story 7 is doubtful in 23."""
    entries = load(os.path.join(HERE, f'expected-{release}.json'))['findings']
    return [e for e in entries if not (release == 23 and e['why'].startswith('story 7'))]


def is_entry(f, entry):
    return (f['rule'], f['severity'], f['file'], about(f)) == (entry['rule'], entry['severity'], entry['file'], entry.get('api') or entry.get('kind')) \
        and same_function(f['function'], entry['function'])


# --- Checks ------------------------------------------------------------------

def check_plan(report, release, result, entries):
    """Enough is fixed, the rest says why not, closures are whole."""
    findings = result['findings']
    true = sum(e['count'] for e in entries)
    fixed = sum(min(e['count'], sum('fixes' in f for f in findings if is_entry(f, e))) for e in entries)
    report.check(fixed >= 0.9 * true, f'{release}: {fixed} of {true} true findings are fixed, want nine tenths')
    if not report.quiet:
        print(f'{release}: {fixed} of {true} true findings are fixed', flush=True)
    for f in findings:
        report.check('fixes' in f or f.get('no_fix_reason'), f'{release}: neither a fix nor a reason: {place(f)}')
    for name, there in places(findings, release):
        report.check(there and all('fixes' in f for f in there), f'{release}: the public repair has it, this has not: {name}')
    fixes = {f['fingerprint']: f['fixes']['closure'] for f in findings if 'fixes' in f}
    closures = {c['id']: c for c in result['closures']}
    for fingerprint, closure in fixes.items():
        known = closures.get(closure, {})
        report.check('diff' in known and fingerprint in known['findings'], f'{release}: {fingerprint} has a fix, but is not in closure {closure}')
    for c in result['closures']:
        report.check('refused' in c or all(f in fixes for f in c['findings']), f"{release}: closure {c['id']} is not whole")


def check_same(report, what, wanted, texts):
    for file in differences(wanted, texts):
        report.fail(f'{what}: other bytes than --fix: {file}')
    report.check(not differences(wanted, texts), what)


def check_second(report, release, first, second, changed):
    """The second report has what the first one could not fix, and no more."""
    if not report.check(second is not None, f'{release}: the second run prints no JSON'):
        return
    for entry in second['coverage']['not_audited']:
        report.fail(f"{release}: not audited after the fixes: {entry['file']}: {entry['error']}")
    left = {f['fingerprint'] for f in first['findings'] if 'fixes' not in f}
    for f in second['findings']:
        report.check(f['fingerprint'] in left, f'{release}: found after the fixes: {place(f)}')
        report.check('fixes' not in f, f'{release}: there is another fix after the fixes: {place(f)}')
    for file in changed:
        report.fail(f'{release}: a second --fix changes {file}')


def check_hoisted(report, release, after, wanted):
    for r, file, text in wanted:
        if r != release:
            continue
        lines = after.get(file, b'').decode().splitlines()
        report.check(any(text in line and any('gil_scoped_release' in later for later in lines[i + 1:i + 6]) for i, line in enumerate(lines)),
                     f"{release}: not computed before the release: '{text}' in {file}")


def format_failures(root, before, after, program='clang-format-22'):
    failures = []
    for file in differences(before, after):
        ranges = touched(before[file].decode(), after[file].decode())
        done = subprocess.run([program, *[f'--lines={a}:{b}' for a, b in ranges], os.path.join(root, file)], stdout=subprocess.PIPE, check=True)
        for line in difflib.unified_diff(after[file].decode().splitlines(), done.stdout.decode().splitlines(), lineterm='', n=0):
            if line.startswith('-') and not line.startswith('---'):
                failures.append(f'{file}: not as clang-format has it: {line[1:].strip()}')
    return failures


def compile_failures(root, jobs, program='clang++-22', files=None):
    commands = [c for c in load(os.path.join(root, 'build/compile_commands.json')) if files is None or c['file'] in files]

    def one(command):
        words = command['arguments'][1:]
        at = words.index('-o') if '-o' in words else len(words)
        done = subprocess.run([program, *words[:at], *words[at + 2:], '-fsyntax-only', '-w'], cwd=command['directory'],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        return '' if done.returncode == 0 else f"{command['file']} does not compile: {done.stderr[:300]}"
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return [m for m in pool.map(one, commands) if m]


# --- Running -----------------------------------------------------------------

def fix(binary, root, folder, yaml=None):
    """(exit status, report or None, what it said)"""
    saved = os.path.join(folder, 'report.json')
    if os.path.exists(saved):
        os.remove(saved)
    status, _, err = run(binary, ['-p', os.path.join(root, 'build'), '--root', root, '--cache-dir=' + os.path.join(folder, 'cache'),
                                  '--format=json', '-o', saved, '--fix'] + ([f'--export-fixes={yaml}'] if yaml else []))
    try:
        return status, load(saved), err.decode(errors='replace')
    except (OSError, ValueError):
        return status, None, err.decode(errors='replace')


def write(root, texts):
    for file, text in texts.items():
        with open(os.path.join(root, file), 'wb') as f:
            f.write(text)


def check_release(report, binary, source, release, folder):
    root = os.path.join(folder, 'copy')
    for failure in copy_with_style(source, root):
        report.fail(failure)
    before, yaml = sources(root), os.path.join(folder, 'yaml', 'fixes.yaml')
    os.makedirs(os.path.dirname(yaml))
    status, first, message = fix(binary, root, folder, yaml)
    if not report.check(first is not None and status in (0, 1), f'{release}: exit status {status}: {message[-300:]}'):
        return
    shutil.copy(os.path.join(folder, 'report.json'), os.path.join(folder, 'first.json'))
    after = sources(root)
    report.check(differences(before, after), f'{release}: --fix changes nothing: {message[-300:]}')
    check_plan(report, release, first, expected_true(release))
    check_hoisted(report, release, after, HOISTED)
    for failure in format_failures(root, before, after):
        report.fail(f'{release}: {failure}')
    for version in (22, 19):
        program = shutil.which(f'clang-apply-replacements-{version}')
        if program:
            write(root, before)
            done = subprocess.run([program, os.path.dirname(yaml)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            report.check(done.returncode == 0, f'{release}: clang-apply-replacements-{version}: {done.stdout[-300:]}')
            check_same(report, f'{release}: clang-apply-replacements-{version}', after, sources(root))
    write(root, after)
    failures = compile_failures(root, os.cpu_count() or 1)
    for failure in failures:
        report.fail(f'{release}: {failure}')
    report.check(not failures, 'units that compile')
    check_second(report, release, first, fix(binary, root, folder)[1], differences(after, sources(root)))
    if release == fixes_page.RELEASE:
        write(root, before)
        page = fixes_page.page(first, root)
        with open(PAGE, encoding='utf-8') as f:
            report.check(f.read() == page, f'{PAGE} is not what the tool does now; write it anew with test/corpus/fixes_page.py')
        write(root, after)


# --- Self-test ---------------------------------------------------------------

def self_test():
    report = Report()

    def finding(rule, function, what, **more):
        return {'rule': rule, 'severity': 'error', 'file': 'a.cpp', 'line': 1, 'function': function, 'fingerprint': f'{function} {what}',
                'kind' if rule == fixes_page.CALLBACK else 'api': what, 'fixes': {'closure': 'c', 'edits': [], 'diff': ''}, **more}
    findings = [finding(rule, function, what) for _, releases, rule, function, what in fixes_page.PLACES if 23 in releases]
    good = {'findings': findings, 'coverage': {'not_audited': []},
            'closures': [{'id': 'c', 'findings': [f['fingerprint'] for f in findings], 'diff': ''}]}
    entries = [{'rule': f['rule'], 'severity': 'error', 'file': 'a.cpp', 'function': f['function'], 'api': about(f), 'count': 1, 'why': ''} for f in findings]

    def failures(check, *arguments):
        inner = Report(quiet=True)
        check(inner, *arguments)
        return inner.failures

    def plan(change):
        result = copy.deepcopy(good)
        change(result)
        return failures(check_plan, 23, result, entries)

    def unfix(result, count=1, reason='r'):
        for f in result['findings'][:count]:
            del f['fixes']
            f['no_fix_reason'] = reason
    none = {'findings': [], 'coverage': {'not_audited': []}}
    guard = {'a.cpp': b'x = f(y);\n{\n  nb::gil_scoped_release r;\n'}
    for what, found, message in (
            ('the good plan', plan(lambda r: None), None),
            ('too little fixed', plan(lambda r: unfix(r, 4)), 'want nine tenths'),
            ('no reason', plan(lambda r: unfix(r, reason='')), 'neither a fix nor a reason'),
            ('a place of the public repair', plan(unfix), 'the public repair has it, this has not: verify'),
            ('a place that is not found', plan(lambda r: r['findings'].pop()), 'this has not: string accumulator'),
            ('a torn closure', plan(unfix), 'is not whole'),
            ('an unknown closure', plan(lambda r: r['findings'][0]['fixes'].update(closure='d')), 'is not in closure d'),
            ('the same bytes', failures(check_same, 'x', {'a': b'1'}, {'a': b'1'}), None),
            ('other bytes', failures(check_same, 'x', {'a': b'1'}, {'a': b'2'}), 'other bytes than --fix: a'),
            ('a quiet second run', failures(check_second, 23, good, none, []), None),
            ('a finding that is still there', failures(check_second, 23, good, {**none, 'findings': findings[:1]}, []), 'found after the fixes'),
            ('a unit that does not compile', failures(check_second, 23, good, {**none, 'coverage': {'not_audited': [{'file': 'a', 'error': 'b'}]}}, []), 'not audited after'),
            ('a second run that changes a file', failures(check_second, 23, good, none, ['a']), 'a second --fix changes a'),
            ('no second report', failures(check_second, 23, good, None, []), 'prints no JSON'),
            ('a hoisted argument', failures(check_hoisted, 23, guard, [(23, 'a.cpp', 'f(y);')]), None),
            ('an argument that is not hoisted', failures(check_hoisted, 23, guard, [(23, 'a.cpp', 'f(z);')]), 'not computed before')):
        report.check(any(message in f for f in found) if message else not found, f"{what}: want '{message}', got {found}")
    report.check(touched('a\nb\nc\n', 'a\nx\ny\nc\n') == [(2, 3)], 'touched lines')
    with tempfile.TemporaryDirectory() as root:
        ugly = {'a.cpp': b'int a;\nint   b;\n'}
        write(root, ugly)
        if shutil.which('clang-format-22'):
            report.check(format_failures(root, {'a.cpp': b'int a;\n'}, ugly), 'an ugly line is found')
            report.check(not format_failures(root, {'a.cpp': b'int   b;\n'}, ugly), 'an ugly line that was there is not')
        os.makedirs(os.path.join(root, 'build'))
        with open(os.path.join(root, 'build/compile_commands.json'), 'w', encoding='utf-8') as f:
            json.dump([{'directory': root, 'file': 'a.cpp', 'arguments': ['c++', '-c', 'a.cpp', '-o', 'a.o']}], f)
        write(root, {'a.cpp': b'int a = b;\n'})
        report.check(compile_failures(root, 1), 'a unit that does not compile is found')
        write(root, {'a.cpp': b'int a;\n'})
        report.check(not compile_failures(root, 1), 'a unit that compiles')
    return report.status()


def main(arguments):
    positional, named = options(arguments)
    if 'self-test' in named:
        return self_test()
    releases = [int(r) for r in named['releases'][0].split(',')] if 'releases' in named else RELEASES
    if len(positional) != 2:
        print(__doc__)
        return 2
    message = missing(positional[1], releases)
    if message:
        print(message)
        return SKIPPED
    report = Report()
    for release in releases:
        with tempfile.TemporaryDirectory(prefix=f'gil-audit-fixes-{release}-') as folder:
            folder = os.path.realpath(folder)
            if 'keep' in named:
                folder = os.path.join(os.path.realpath(named['keep'][0]), str(release))
                os.makedirs(folder)
            check_release(report, positional[0], corpus(positional[1], release), release, folder)
    return report.status()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
