#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The clang-tidy module on the real bindings says and fixes what gil-audit says and fixes there.

    tidy_test.py BIN MODULE CLANG_RELEASE CORPUS_DIR [--releases=23,19] [--no-fix]
    tidy_test.py --self-test                shows on doctored results that each check can fail

run-clang-tidy goes through all units with the facts of all. Of each unit it reports just what gil-audit reports in the files that
the unit reads, notes included; all of it together is gil-audit's report. Where all but one unit is fixed, clang-tidy --fix of that unit leaves the
bytes that gil-audit --fix leaves, and they compile. (All that is wrong at first belongs together: clang-tidy offers no fix then.) That takes as long again; --no-fix does without.
Exit status: 0 all passed, 1 some failed, 77 no corpora or no clang-tidy.
"""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '../lit'))
from copies import copy_corpus  # noqa: E402
from fixes_test import compile_failures, differences, fix, sources, write  # noqa: E402
from support import RELEASES, SKIPPED, Report, corpus, missing, options, run  # noqa: E402
import tidy_findings  # noqa: E402

PROGRESS = re.compile(r'\[ *\d+/\d+\]\[[\d.]+s\] .* (\S+)\n')
FIXED_UNIT = 'mlir/lib/Bindings/Python/IRCore.cpp'


def load(path):
    with open(path, encoding='utf-8') as f:
        return json.load(f)


def units(root):
    """[(directory, file)] of the database."""
    return [(e['directory'], os.path.join(e['directory'], e['file'])) for e in load(os.path.join(root, 'build/compile_commands.json'))]


def depfile(text):
    """The real paths in a depfile."""
    names = text.replace('\\\n', ' ').partition(': ')[2].split()
    return {os.path.realpath(name) for name in names}


def extract(binary, root, folder):
    """Facts of all units in the folder; {file: what it reads}."""
    os.makedirs(os.path.join(folder, 'facts'))

    def one(numbered):
        number, (_, file) = numbered
        deps = os.path.join(folder, f'{number}.d')
        status, _, err = run(binary, ['extract', '-p', os.path.join(root, 'build'), '--root', root, file, '--no-cache', '--depfile=' + deps,
                                      '-o', os.path.join(folder, f'facts/{number}.facts')])
        if status:
            raise SystemExit(f'{file}: exit status {status}: {err.decode()}')
        with open(deps, encoding='utf-8') as f:
            return file, depfile(f.read())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(pool.map(one, enumerate(units(root))))


def sections(text):
    """{file: what clang-tidy printed} of what run-clang-tidy printed."""
    parts = PROGRESS.split(text)
    return dict(zip(parts[1::2], parts[2::2]))


class Tidy:
    def __init__(self, module, clang, folder):
        self.module, self.clang, self.folder = module, clang, folder

    def config(self, root):
        return json.dumps({'Checks': '-*,gil-audit-*', 'HeaderFilterRegex': '.*', 'CheckOptions': {
            'GilAudit.Root': root, 'GilAudit.FactsDir': os.path.join(self.folder, 'facts')}})

    def all(self, root):
        return self.run(f'run-clang-tidy-{self.clang}', '-load', self.module, '-p', os.path.join(root, 'build'), '-config', self.config(root),
                        '-j', str(os.cpu_count()), '-clang-tidy-binary', shutil.which(f'clang-tidy-{self.clang}'))

    def fix(self, root, file):
        return self.run(f'clang-tidy-{self.clang}', '-load', self.module, '-p', os.path.join(root, 'build'), '--config', self.config(root),
                        '--quiet', '--fix', file)

    @staticmethod
    def run(*command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise SystemExit(f'{command[0]}: exit status {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}')
        return done.stdout


# --- Checks ------------------------------------------------------------------

def check_units(report, release, result, root, printed, reads):
    """Each unit says what the report says of its files; together they say all."""
    told = set()
    for directory, file in units(root):
        if not report.check(file in printed, f'{release}: run-clang-tidy passes over {file}'):
            continue
        found = tidy_findings.of_output(printed[file], directory)
        want = tidy_findings.of_report(result, root, reads[file])
        for difference in tidy_findings.differences(want, found):
            report.fail(f'{release}: {os.path.basename(file)}: {difference}')
        report.check(want == found, f'{release}: {os.path.basename(file)}: {len(found)} findings, want {len(want)}')
        told |= {f[:3] for f in found}
    everything = {f[:3] for f in tidy_findings.of_report(result, root)}
    report.check(told == everything, f'{release}: all units together differ from gil-audit in {sorted(told ^ everything)[:3]}')


def check_fix(report, release, before, want, after):
    report.check(differences(before, after), f'{release}: clang-tidy --fix changes nothing')
    for file in differences(want, after):
        report.fail(f'{release}: clang-tidy --fix leaves other bytes than gil-audit --fix: {file}')
    report.check(want == after, f'{release}: clang-tidy --fix')


def fix_unit(report, tools, release, root, folder):
    """All is fixed but one unit, which gil-audit and clang-tidy fix then."""
    unit, start = os.path.join(root, FIXED_UNIT), sources(root)
    fix(tools[0], root, folder)
    write(root, {FIXED_UNIT: start[FIXED_UNIT]})
    before = sources(root)
    shutil.rmtree(os.path.join(folder, 'facts'))
    extract(tools[0], root, folder)
    status, fixed, message = fix(tools[0], root, folder)
    report.check(fixed is not None, f'{release}: gil-audit --fix: exit status {status}: {message[-300:]}')
    want = sources(root)
    write(root, before)
    Tidy(*tools[1:], folder).fix(root, unit)
    check_fix(report, release, before, want, sources(root))
    for failure in compile_failures(root, 1, files=[unit]):
        report.fail(f'{release}: {failure}')


def check_release(report, tools, source, release, folder, fixes=True):
    binary, module, clang = tools
    root = os.path.join(folder, 'copy')
    for failure in copy_corpus(source, root):
        report.fail(failure)
    reads, tidy = extract(binary, root, folder), Tidy(module, clang, folder)
    facts = [os.path.join(folder, 'facts', name) for name in sorted(os.listdir(os.path.join(folder, 'facts')))]
    _, out, _ = run(binary, ['analyze', '--root', root, '--format=json', *facts])
    check_units(report, release, json.loads(out), root, sections(tidy.all(root)), reads)
    if fixes:
        fix_unit(report, tools, release, root, folder)


# --- Self-test ---------------------------------------------------------------

def self_test():
    report = Report()
    finding = {'rule': 'gil-lock-order', 'file': 'a.h', 'line': 1, 'column': 2, 'message': 'm', 'witness': [
        {'file': 'b.cpp', 'line': 3, 'column': 4, 'message': 's'}, {'file': '', 'line': 0, 'column': 0, 'message': 't'}]}
    result = {'findings': [finding]}
    printed = ('/r/a.h:1:2: warning: m [gil-audit-gil-lock-order]\n{step}\n/r/a.h:1:2: note: t\n'
               '/r/a.h:1:2: note: its fix comes with the finding here\n')
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.realpath(folder)
        os.makedirs(os.path.join(root, 'build'))
        with open(os.path.join(root, 'build/compile_commands.json'), 'w', encoding='utf-8') as f:
            json.dump([{'directory': root, 'file': name} for name in ('b.cpp', 'c.cpp', 'd.cpp')], f)
        b, c, d, header = (os.path.join(root, name) for name in ('b.cpp', 'c.cpp', 'd.cpp', 'a.h'))
        reads = {b: {b, header}, c: {c, header}, d: {d}}

        def text(step):
            return printed.format(step=step).replace('/r/', root + '/')
        good = {b: text('b.cpp:3:4: note: s'), c: text('/r/a.h:1:2: note: b.cpp:3:4: s'), d: ''}

        def failures(**change):
            inner = Report(quiet=True)
            check_units(inner, 23, result, root, {**good, **change.get('printed', {})}, reads)
            return inner.failures
        report.check(not failures(), f'the good output passes: {failures()[:2]}')
        for what, change, message in (
                ('a finding is missing', {c: ''}, 'missed'),
                ('a finding too many', {d: good[b]}, 'surplus'),
                ('a note is missing', {b: text('')}, 'missed'),
                ('another rule', {b: good[b].replace('lock-order', 'held')}, 'surplus'),
                ('all are missing', {b: '', c: ''}, 'all units together')):
            found = failures(printed=change)
            report.check(any(message in f for f in found), f"{what}: no failure says '{message}': {found[:2]}")

    for after, fails in ((b'axc', False), (b'abc', True), (b'axxc', True)):
        inner = Report(quiet=True)
        check_fix(inner, 23, {'a.h': b'abc'}, {'a.h': b'axc'}, {'a.h': after})
        report.check(bool(inner.failures) == fails, f'--fix that leaves {after}: {inner.failures}')
    report.check(depfile('x.facts: /a.cpp \\\n  /b.h\n') == {'/a.cpp', '/b.h'}, 'depfile')
    report.check(sections('x\n[ 1/2][0.5s] tidy -p b /a.cpp\none\n\n[ 2/2][1.5s] tidy /b.cpp\n') == {'/a.cpp': 'one\n\n', '/b.cpp': ''}, 'sections')
    return report.status()


def main(arguments):
    positional, named = options(arguments)
    if 'self-test' in named:
        return self_test()
    releases = [int(r) for r in named['releases'][0].split(',')] if 'releases' in named else RELEASES
    if len(positional) != 4:
        print(__doc__)
        return 2
    binary, module, clang, directory = positional
    message = missing(directory, releases)
    if not shutil.which(f'run-clang-tidy-{clang}') or not shutil.which(f'clang-tidy-{clang}'):
        message = f'skipped: there is no clang-tidy-{clang}'
    if message:
        print(message)
        return SKIPPED
    report = Report()
    for release in releases:
        with tempfile.TemporaryDirectory(prefix=f'gil-audit-tidy-{release}-') as folder:
            check_release(report, (binary, os.path.abspath(module), clang), corpus(directory, release), release, os.path.realpath(folder),
                          fixes='no-fix' not in named)
    return report.status()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
