#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Same input, same bytes: at any -j, order of files, working directory and state of a cache.

    determinism_test.py BIN CORPUS_DIR    runs on a few files of CORPUS_DIR/mlir-23; on some of mlir-19 two runs
    determinism_test.py --self-test       shows with scripts in place of the binary that each check can fail

Exit status: 0 all passed, 1 some failed, 77 no corpora.
"""
import os
import stat
import sys
import tempfile

from support import RELEASES, Report, run, run_main

FOLDER = 'mlir/lib/Bindings/Python'
# Small ones that share headers, with findings of several groups in two files and more.
FILES = {23: ('DialectLLVM.cpp', 'DialectSMT.cpp', 'Pass.cpp', 'Rewrite.cpp', 'TransformInterpreter.cpp'),
         19: ('DialectLLVM.cpp', 'IRInterfaces.cpp', 'IRTypes.cpp', 'Pass.cpp', 'TransformInterpreter.cpp')}


def runs(files, root, cache, options_of_cache, brief=False):
    """(what, format, arguments, working directory) of each run; the first of a format is what the others have to print.
    Without a format the run is there for what it leaves in the cache."""
    common = ['-p', os.path.join(root, 'build'), '--root', root]
    names = [os.path.join(root, FOLDER, f) for f in files]
    uncached = ['--no-cache'] if '--no-cache' in options_of_cache else []
    relative = [os.path.relpath(os.path.join(root, FOLDER, f), root) for f in files]
    backwards = list(reversed(names))
    yield '-j1', 'json', common + uncached + ['-j', '1'] + names, None
    if brief:
        yield '-j2, the files backwards', 'json', common + uncached + ['-j', '2'] + backwards, None
        return
    yield '-j2', 'json', common + uncached + ['-j', '2'] + names, None
    yield 'the files backwards', 'json', common + uncached + ['-j', '1'] + backwards, None
    yield 'another working directory, relative names', 'json', ['-p', 'build', '--root', '.'] + uncached + ['-j', '2'] + relative, root
    yield '-j1', 'text', common + uncached + ['-j', '1'] + names, None
    yield '-j2, the files backwards, another working directory', 'text', common + uncached + ['-j', '2'] + backwards, '/'
    if '--cache-dir' in options_of_cache:
        yield 'an empty cache', 'json', common + ['--cache-dir=' + cache, '-j', '2'] + names, None
        yield 'a filled cache', 'json', common + ['--cache-dir=' + cache, '-j', '1'] + backwards, None
        yield 'a filled cache', 'text', common + ['--cache-dir=' + cache, '-j', '2'] + names, None
        partly = ['--cache-dir=' + os.path.join(cache, 'partly')]
        yield 'some of the files', None, common + partly + ['-j', '2'] + names[1:3], None
        yield 'a cache of some of the files', 'json', common + partly + ['-j', '2'] + names, None


def first_difference(one, other):
    for i, (a, b) in enumerate(zip(one.split(b'\n') + [b'(end)'], other.split(b'\n') + [b'(end)'])):
        if a != b:
            return f"line {i + 1}: '{a[:160].decode(errors='replace').strip()}' and '{b[:160].decode(errors='replace').strip()}'"
    return 'no difference in lines'


def check(report, binary, release, root, files, brief=False):
    help_text = run(binary, ['--help'])[1].decode(errors='replace')
    options_of_cache = [o for o in ('--no-cache', '--cache-dir') if o in help_text]
    reference = {}
    with tempfile.TemporaryDirectory(prefix='gil-audit-cache-') as cache:
        for what, form, arguments, cwd in runs(files, root, cache, options_of_cache, brief):
            status, out, err = run(binary, arguments + ['--format=' + (form or 'json')], cwd)
            if not form:
                report.check(status in (0, 1), f"{release}, {what}: exit status {status}: {err[-200:].decode(errors='replace')}")
            elif form not in reference:
                reference[form] = (what, status, out, err)
                report.check(status == 1 and out, f"{release}, {form}, {what}: exit status {status}, want 1 and findings: {err[-200:].decode(errors='replace')}")
            else:
                compare(report, f'{release}, {form}', what, (status, out, err), reference[form])


def compare(report, where, what, now, reference):
    first, *wanted = reference
    for stream, is_now, was in zip(('exit status', 'report', 'standard error'), now, wanted):
        difference = f'{was} and {is_now}' if isinstance(was, int) else first_difference(was, is_now)
        report.check(is_now == was, f'{where}: another {stream} with {what} than with {first}: {difference}')


# --- Self-test ---------------------------------------------------------------

PROGRAM = f'#!{sys.executable} -SE' + '''
import os, sys
if '--help' in sys.argv:
    print('--no-cache --cache-dir=DIR')
    sys.exit(0)
files = [a for a in sys.argv[1:] if a.endswith('.cpp')]
jobs = sys.argv[sys.argv.index('-j') + 1]
cache = [a[12:] for a in sys.argv if a.startswith('--cache-dir=')]
for c in cache:
    os.makedirs(c, exist_ok=True)
known = [f for c in cache for f in os.listdir(c) if f.endswith('.cpp')]
filled = bool(known) and len(known) == len(files)
partly = bool(known) and not filled
for f in files if cache else []:
    open(cache[0] + '/' + os.path.basename(f), 'w').close()
names = sorted(os.path.basename(f) for f in files)
status = 1
{fault}
print('\\n'.join(names))
sys.exit(status)
'''
FAULTS = [
    ('nothing', '', None),
    ('the order of files', 'names = [os.path.basename(f) for f in files]', 'files backwards'),
    ('the number of jobs', 'names.append(jobs)', 'with -j2'),
    ('the working directory', 'names.append(os.getcwd())', 'another working directory'),
    ('names as they were given', 'names = sorted(files)', 'relative names'),
    ('a filled cache', 'names = names[1:] if filled else names', 'with a filled cache'),
    ('a cache of some files', 'names = names[1:] if partly else names', 'with a cache of some of the files'),
    ('text alone', "names += [jobs] if '--format=text' in sys.argv else []", ', text: another report'),
    ('standard error', 'print(jobs, file=sys.stderr)', 'another standard error'),
    ('exit status', "status = int(jobs)", 'another exit status'),
    ('no findings', 'status = 0', 'want 1 and findings'),
]


def self_test():
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, 'root', FOLDER))
        for what, fault, message in FAULTS:
            binary = os.path.join(folder, 'binary')
            with open(binary, 'w', encoding='utf-8') as f:
                f.write(PROGRAM.replace('{fault}', fault))
            os.chmod(binary, os.stat(binary).st_mode | stat.S_IXUSR)
            inner = Report(quiet=True)
            check(inner, binary, 23, os.path.join(folder, 'root'), ('a.cpp', 'b.cpp', 'c.cpp', 'd.cpp'))
            if message:
                report.check(any(message in f for f in inner.failures), f"output that depends on {what}: no failure says '{message}': {inner.failures}")
            else:
                report.check(not inner.failures and inner.passed > 10, f'output that depends on {what}: {inner.failures}')
    return report.status()


def check_release(report, binary, release, root):
    check(report, binary, release, root, FILES[release], brief=release != RELEASES[0])


if __name__ == '__main__':
    sys.exit(run_main(sys.argv[1:], __doc__, self_test, check_release))
