#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/fixes-of-mlir.md: what gil-audit changes in MLIR's bindings, hunk by hunk, with reasons.

    fixes_page.py BIN CORPUS_DIR > docs/fixes-of-mlir.md    tries the fixes on a copy of CORPUS_DIR/mlir-23, and writes the page
    fixes_page.py --json FILE CORPUS_DIR > docs/fixes-of-mlir.md    likewise from a saved report of such a copy

fixes_test.py compares the page with what the tool does.
"""
import collections
import json
import os
import re
import sys
import tempfile

from copies import copy_corpus
from support import corpus, options, run, same_function

RELEASE = 23
# MLIR's own, which lies outside of the corpus.
CLANG_FORMAT = 'BasedOnStyle: LLVM\nAlwaysBreakTemplateDeclarations: Yes\n'
CALLBACK, WAIT, LOCK = 'callback-without-gil', 'gil-held-across-wait', 'gil-lock-order'

# What the public repair (LLVM pull request 215848) repairs: name, releases, rule, function, API function or kind.
PLACES = [
    ('verify', (23, 19), WAIT, 'PyOperationBase::verify', 'mlirOperationVerify'),
    ('print with flags', (23, 19), WAIT, 'PyOperationBase::print', 'mlirOperationPrintWithFlags'),
    ('AsmState of a value', (23, 19), WAIT, 'PyAsmState::PyAsmState', 'mlirAsmStateCreateForValue'),
    ('AsmState of an operation', (23, 19), WAIT, 'PyAsmState::PyAsmState', 'mlirAsmStateCreateForOperation'),
    ('module dump', (23, 19), WAIT, 'lambda in populateIRCore', 'mlirOperationDump'),
    ('block __str__', (23, 19), WAIT, 'lambda in populateIRCore', 'mlirBlockPrint'),
    ('value __str__', (23, 19), WAIT, 'lambda in populateIRCore', 'mlirValuePrint'),
    ('concrete value __str__', (23,), WAIT, 'lambda in PyConcreteValue::bind', 'mlirValuePrint'),
    ('value dump', (23, 19), WAIT, 'lambda in populateIRCore', 'mlirValueDump'),
    ('value get_name', (23, 19), WAIT, 'lambda in populateIRCore', 'mlirAsmStateCreateForValue'),
    ('dynamic-trait verifiers', (23,), CALLBACK, 'verifyTraitByMethod', 'dynamic-op-trait-verify'),
    ('attached diagnostic handler', (23, 19), CALLBACK, 'lambda in PyMlirContext::attachDiagnosticHandler', 'diagnostic-handler'),
    ('error-capture handler', (23, 19), CALLBACK, 'PyMlirContext::ErrorCapture::handler', 'diagnostic-handler'),
    ('memory-effects getEffects', (23,), CALLBACK, 'lambda in PyMemoryEffectsOpInterface::attach', 'memory-effects-get-effects'),
    ('string accumulator', (23, 19), CALLBACK, 'lambda in PyPrintAccumulator::getCallback', 'string-callback'),
]

# docs/audit-of-mlir.md: what was seen at run time; the rest was only read. Rank, what to say, {API function or kind: function or None}.
EVIDENCE = [
    (1, 'seen to hang', {
        'mlirOperationVerify': None, 'mlirOperationPrintWithFlags': None, 'mlirAsmStateCreateForValue': None,
        'mlirAsmStateCreateForOperation': None, 'mlirModuleCreateParse': None, 'mlirPassManagerRunOnOp': None,
        'mlirContextAttachDiagnosticHandler': 'PyMlirContext::ErrorCapture::ErrorCapture',
        'mlirContextDetachDiagnosticHandler': 'PyMlirContext::ErrorCapture::~ErrorCapture', 'mlirEmitError': None}),
    (1, 'seen to hang', {'mlirContextAttachDiagnosticHandler': 'PyMlirContext::attachDiagnosticHandler',
                         'mlirContextDetachDiagnosticHandler': 'PyDiagnosticHandler::detach'}),
    (1, 'seen to crash', {'diagnostic-handler': None}),
    (1, 'seen to crash (upstream, issue 215781)', {'dynamic-op-trait-verify': None}),
    (2, 'seen to hang when it fails', {f'mlir{t}GetChecked': None for t in (
        'VectorTypeScalable', 'VectorType', 'RankedTensorType', 'UnrankedTensorType', 'MemRefType', 'UnrankedMemRefType', 'FloatAttrDouble')} |
        {'mlirVectorTypeGetScalableChecked': None}),
    (3, 'the same code as one seen to hang', {
        'mlirContextAttachDiagnosticHandler': 'CollectDiagnosticsToStringScope::CollectDiagnosticsToStringScope',
        'mlirContextDetachDiagnosticHandler': 'CollectDiagnosticsToStringScope::~CollectDiagnosticsToStringScope'}),
]


def about(finding):
    """The API function that a call is of; for a callback its kind."""
    return finding.get('kind') if finding['rule'] == CALLBACK else finding.get('api')


def places(findings, release):
    """[(name, findings there)] of the public repair, in its order."""
    return [(name, [f for f in findings if f['rule'] == rule and about(f) == what and same_function(f['function'], function)])
            for name, releases, rule, function, what in PLACES if release in releases]


def evidence(finding):
    for rank, words, where in EVIDENCE:
        what = about(finding)
        if what in where and (where[what] is None or same_function(finding['function'], where[what])):
            return rank, words
    return (4, 'only read') if finding['severity'] == 'error' else (5, 'only read; a failing path, or a callback that such a path runs')


Hunk = collections.namedtuple('Hunk', 'file start length text')


def hunks(diff):
    """Of a unified diff: file, first line and number of lines as it was, text."""
    result, file, lines = [], None, []
    for line in diff.splitlines(keepends=True) + ['--- a/\n']:
        if re.match(r'--- a/|@@ ', line) and lines:
            m = re.match(r'@@ -(\d+)(?:,(\d+))?', lines[0])
            result.append(Hunk(file, int(m[1]), int(m[2] or 1), ''.join(lines)))
            lines = []
        if line.startswith('--- a/'):
            file = line[len('--- a/'):].strip()
        elif line.startswith('@@ '):
            lines = [line]
        elif lines:
            lines.append(line)
    return result


def edited_lines(finding, offsets):
    """{(file, line)} that the finding's edits touch; offsets: file -> offsets of its lines."""
    touched = set()
    for edit in finding['fixes']['edits']:
        starts = offsets(edit['file'])
        first = sum(1 for s in starts if s <= edit['offset'])
        last = sum(1 for s in starts if s < edit['offset'] + max(edit['length'], 1))
        touched |= {(edit['file'], line) for line in range(first, last + 1)}
    return touched


def line_offsets(root):
    cache = {}

    def offsets(file):
        if file not in cache:
            with open(os.path.join(root, file), 'rb') as f:
                cache[file], at = [], 0
                for line in f:
                    cache[file].append(at)
                    at += len(line)
        return cache[file]
    return offsets


GUARD = re.compile(r'gil_scoped_(release|acquire)\b')


def counts(diffs):
    """(new guards, moved guards, changed lines) of hunks; a line that is replaced counts once."""
    new = moved = changed = 0
    for text in diffs:
        plus = [line[1:] for line in text.splitlines() if line.startswith('+') and not line.startswith('+++')]
        minus = [line[1:] for line in text.splitlines() if line.startswith('-') and not line.startswith('---')]
        added, removed = sum(bool(GUARD.search(x)) for x in plus), sum(bool(GUARD.search(x)) for x in minus)
        new += added - removed
        moved += removed
        changed += changed_lines(plus, minus)
    return new, moved, changed


def changed_lines(plus, minus):
    """Lines added or rewritten, other than by indentation."""
    left = collections.Counter(line.strip() for line in minus)
    same = 0
    for line in plus:
        if left[line.strip()] > 0:
            left[line.strip()] -= 1
            same += 1
    return max(len(plus), len(minus)) - same


def short(function):
    return re.sub(r'\b(mlir::|python::|MLIR_BINDINGS_PYTHON_DOMAIN::)+', '', function).replace("'", '')


def reason(finding):
    what, function = about(finding), short(finding['function'])
    words = evidence(finding)[1]
    if finding['rule'] == WAIT:
        text = f'`{what}` may wait for threads that run Python-backed callbacks'
    elif finding['rule'] == LOCK:
        text = f'`{what}` takes a lock under which Python-backed callbacks run'
        text += '' if finding['severity'] == 'error' else ', when it fails'
    else:
        text = f'a `{what}` callback touches Python, and may be entered without the GIL'
    cost = ', '.join(costs(finding))
    return f"`{function}`: {text}; {words}{'; a guard ' if cost else ''}{cost}."


def costs(finding):
    """How often the guard is paid for."""
    return [re.sub(r".* costs (once per .*?)( of (it|'.*'))?$", r'\1', w['message']) for w in finding['witness'] if w['role'] == 'cost']


HEAD = """\
<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->
# What gil-audit changes in MLIR's Python bindings

The fixes for the bindings of LLVM 23.1.1, as `--fix` writes them below MLIR's own `.clang-format`. Why each finding is true is in
[audit-of-mlir.md](audit-of-mlir.md). Before it prints a fix, the tool has parsed and audited all translation units with all
fixes in place: everything compiles, these findings are gone, none is new. This page is written by `test/corpus/fixes_page.py`;
`test/corpus/fixes_test.py` holds it and the tool together. Do not edit it.

Each guard was also taken out by itself (`bench/removal`): the audit reports exactly that site again, for all 65, and its fix puts the guard back, for
all 16 that were tried. `--fix-preview`, proof included, took 130 s of processor time, an audit 40 s and Clang's `-fsyntax-only` of the
same units 77 s (`bench/fixes`, on a busy machine).

```
gil-audit -p COPY/build --root COPY --fix-preview     # a copy of the corpus with MLIR's .clang-format at its root
```
"""

PUBLIC = """\
## The places of the public repair

LLVM pull request 215848, "[MLIR][Python] Fix GIL handling in verification and printing", open when this was written, repairs these
{count}. Its diff was not to be had for this page, only its text. That says which entry points release (verify; printing and
`AsmState`) and which callbacks acquire: one guard a place is the least. So only this side is counted. A line that was only indented does
not count; `moved` is a guard that was there, too late, and is widened.

The pull request's discussion ends with another form for the text sink: its callback collects a `std::string` and touches no Python, and
the Python object is made, or written to, once the GIL is back. That is better than the acquire below, which costs once a
printed chunk, and no guard can do it; audit-of-mlir.md, story 6, comes to the same end.
"""

EXPOSED = """\
## What the releases expose

The GIL was the lock of MLIR's IR. Where a call below runs without it,

* another Python thread may change the same IR meanwhile: verifying, printing or running a pass on a module that another thread edits is a
  crash. It has to be documented, or locked for each context;
* a capture receives what other threads emit, because handlers belong to the context: an error of thread A may be raised in thread B;
* `op.get()` and the like, where an argument of the call, look at the `valid` flag of a Python object after the GIL is gone, as another thread may clear it.

And no guard keeps C++ exceptions of a Python callback from leaving it on a worker thread (audit-of-mlir.md, story 4).
"""


def page(report, root, release=RELEASE):
    """The page; the root has the files as they were before the fixes."""
    findings = [f for f in report['findings'] if 'fixes' in f]
    offsets = line_offsets(root)
    lines = {f['fingerprint']: edited_lines(f, offsets) for f in findings}
    out = [HEAD]
    table(out, report, findings)
    out.append(EXPOSED)
    out.append(PUBLIC.format(count={15: 'fifteen'}.get(len(places(findings, release)), len(places(findings, release)))))
    out.append('| place | guards | moved | changed lines |\n| --- | --- | --- | --- |')
    total = [0, 0, 0]
    for name, there in places(findings, release):
        row = counts(h.text for f in there for h in hunks(f['fixes']['diff']))
        total = [a + b for a, b in zip(total, row)]
        out.append(f'| {name} | {row[0]} | {row[1]} | {row[2]} |')
    out.append(f'| all | {total[0]} | {total[1]} | {total[2]} |\n')

    order = {}
    for i, (_, there) in enumerate(places(findings, release)):
        order |= {f['fingerprint']: (0, i) for f in there}
    for f in findings:
        order.setdefault(f['fingerprint'], (evidence(f)[0], 0))
    for closure in report['closures']:
        if 'diff' not in closure:
            continue
        out.append(f"## Closure `{closure['id']}`: {len(closure['findings'])} findings, all or none\n")
        of_closure = [f for f in findings if f['fixes']['closure'] == closure['id']]
        rows = []
        for h in hunks(closure['diff']):
            there = [f for f in of_closure if any(file == h.file and h.start <= line < h.start + h.length for file, line in lines[f['fingerprint']])]
            # An include serves all guards of its file: only the hunks that hold them say why.
            own = [f for f in there if f['file'] == h.file and h.start <= f['line'] < h.start + h.length] or there
            own.sort(key=lambda f: order[f['fingerprint']])
            rows.append((order[own[0]['fingerprint']] if own else (9, 0), h.file, h.start, h, own, '#include' in h.text and own and not GUARD.search(h.text)))
        titles = {0: 'The places of the public repair', 1: 'Seen to hang or crash at run time', 2: 'Seen to hang, when it fails',
                  3: 'The same code as one that was seen', 4: 'Only read: errors', 5: 'Only read: warnings', 9: 'Others'}
        last = None
        for rank, _, _, h, own, include in sorted(rows, key=lambda r: r[:3]):
            if rank[0] != last:
                out.append(f'### {titles[rank[0]]}\n')
                last = rank[0]
            for f in own[:1] if include else own:
                out.append(f"* {'Declares the guards of this file.' if include else reason(f)}")
            out.append(f"\n`{h.file}`\n\n```diff\n{h.text.rstrip()}\n```\n")
    refused(out, report)
    return '\n'.join(out).rstrip() + '\n'


def table(out, report, findings):
    closures = [c for c in report['closures'] if 'diff' in c]
    out.append(f"{len(findings)} of {len(report['findings'])} findings are fixed, by {sum(c['releases'] for c in closures)} releases, "
               f"{sum(c['acquires'] for c in closures)} acquires and {sum(c['call_guards'] for c in closures)} call guards that are new, "
               f"and {sum(c['moved'] for c in closures)} that is widened.\n")
    out.append('| rule | findings | fixed | guards cost |\n| --- | --- | --- | --- |')
    for rule in sorted({f['rule'] for f in report['findings']}):
        of_rule = [f for f in findings if f['rule'] == rule]
        units = collections.Counter(unit for f in of_rule for unit in costs(f))
        cost = ', '.join(f'{n} {unit}' for unit, n in sorted(units.items()))
        out.append(f"| `{rule}` | {sum(f['rule'] == rule for f in report['findings'])} | {len(of_rule)} | {cost or '-'} |")
    out.append('')


def refused(out, report):
    left = [f for f in report['findings'] if 'fixes' not in f]
    if left:
        out.append('## Not fixed\n')
    for f in left:
        out.append(f"* `{f['file']}`, {short(f['function'])}: {f.get('no_fix_reason', 'no reason is given')}.")


def copy_with_style(root, target):
    failures = copy_corpus(root, target)
    with open(os.path.join(target, '.clang-format'), 'w', encoding='utf-8') as f:
        f.write(CLANG_FORMAT)
    return failures


def main(arguments):
    positional, named = options(arguments)
    with tempfile.TemporaryDirectory(prefix='gil-audit-fixes-page-') as target:
        target = os.path.realpath(target)
        if 'json' in named and len(positional) == 1:
            root = corpus(positional[0], RELEASE)
            with open(named['json'][0], encoding='utf-8') as f:
                report = json.load(f)
        elif len(positional) == 2:
            root = target
            failures = copy_with_style(corpus(positional[1], RELEASE), target)
            saved = os.path.join(target, 'report.json')
            status, _, err = run(positional[0], ['-p', os.path.join(root, 'build'), '--root', root, '--format=json', '--no-cache', '--fix-preview', '-o', saved])
            if failures or status != 1:
                sys.exit(f"{failures} exit status {status}: {err.decode(errors='replace')}")
            with open(saved, encoding='utf-8') as f:
                report = json.load(f)
        else:
            print(__doc__)
            return 2
        sys.stdout.write(page(report, root))
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
