#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The obvious repair by hand, which hangs in a new place: the audit must still see it.

    cycle_c_test.py BIN CORPUS_DIR     patches a copy of CORPUS_DIR/mlir-23 and audits it
    cycle_c_test.py --json FILE        checks a saved report of such a copy
    cycle_c_test.py --self-test        shows that the patch and the checks can fail

With the GIL released around mlirOperationVerify alone and acquired in the error capture's handler, two threads that verify
invalid IR hang (seen): one emits under the engine's mutex and wants the GIL, the other holds the GIL and wants the mutex
in the capture's constructor or destructor. Exit status: 0 all passed, 1 some failed, 77 no corpus.
"""
import json
import os
import sys
import tempfile

from copies import copy_corpus
from support import SKIPPED, Audit, Report, corpus, missing, options, run, same_function

RELEASE = 23
CORE = 'mlir/lib/Bindings/Python/IRCore.cpp'
CAPTURE = 'mlir/include/mlir/Bindings/Python/IRCore.h'
# Enough to see the captures, the calls under them and those that run passes.
UNITS = ('IRCore', 'IRAttributes', 'IRTypes', 'MainModule', 'Pass')

PATCH = [
    (CORE, '''\
  if (!mlirOperationVerify(op.get()))
    throw MLIRError("Verification failed", errors.take());
''', '''\
  bool valid;
  MlirOperation operation = op.get();
  {
    nb::gil_scoped_release release;
    valid = mlirOperationVerify(operation);
  }
  if (!valid)
    throw MLIRError("Verification failed", errors.take());
'''),
    (CORE, '''\
MlirLogicalResult PyMlirContext::ErrorCapture::handler(MlirDiagnostic diag,
                                                       void *userData) {
''', '''\
MlirLogicalResult PyMlirContext::ErrorCapture::handler(MlirDiagnostic diag,
                                                       void *userData) {
  nb::gil_scoped_acquire acquire;
'''),
]

# What cycle C needs, and the rest of the unrepaired: rule, severity, file, function, API function or kind.
REPORTED = [
    ('gil-lock-order', 'error', CAPTURE, 'ErrorCapture::ErrorCapture', 'mlirContextAttachDiagnosticHandler'),
    ('gil-lock-order', 'error', CAPTURE, 'ErrorCapture::~ErrorCapture', 'mlirContextDetachDiagnosticHandler'),
    ('gil-lock-order', 'error', CORE, 'PyMlirContext::attachDiagnosticHandler', 'mlirContextAttachDiagnosticHandler'),
    ('gil-lock-order', 'error', CORE, 'PyDiagnosticHandler::detach', 'mlirContextDetachDiagnosticHandler'),
    ('gil-lock-order', 'error', CORE, 'lambda in populateIRCore', 'mlirEmitError'),
    ('gil-lock-order', 'warning', CORE, 'lambda in populateIRCore', 'mlirTypeParseGet'),
    ('gil-lock-order', 'warning', CORE, 'lambda in populateIRCore', 'mlirAttributeParseGet'),
    ('gil-lock-order', 'warning', 'mlir/lib/Bindings/Python/IRTypes.cpp', 'PyVectorType::getChecked', 'mlirVectorTypeGetChecked'),
    ('gil-lock-order', 'warning', 'mlir/lib/Bindings/Python/IRAttributes.cpp', 'lambda in PyFloatAttribute::bindDerived', 'mlirFloatAttrDoubleGetChecked'),
    ('gil-held-across-wait', 'error', CORE, 'PyOperationBase::print', 'mlirOperationPrintWithFlags'),
    ('gil-held-across-wait', 'error', CORE, 'lambda in populateIRCore', 'mlirModuleCreateParse'),
    ('gil-held-across-wait', 'error', 'mlir/lib/Bindings/Python/Pass.cpp', 'lambda in populatePassManagerSubmodule', 'mlirPassManagerRunOnOp'),
    ('callback-without-gil', 'error', CORE, 'lambda in PyMlirContext::attachDiagnosticHandler', 'diagnostic-handler'),
    ('callback-without-gil', 'error', CORE, 'verifyTraitByMethod', 'dynamic-op-trait-verify'),
]


def apply(texts, patch=None):
    """Failures; texts {file: text} are changed."""
    failures = []
    for file, old, new in patch or PATCH:
        count = texts[file].count(old)
        if count == 1:
            texts[file] = texts[file].replace(old, new)
        else:
            failures.append(f"the patch does not apply: {file} has '{old.strip().splitlines()[0]} ...' {count} times, not once")
    return failures


def copy_bindings(root, target):
    """Copies what the bindings are compiled from; patches it; returns failures."""
    failures = copy_corpus(root, target)
    if failures:
        return failures
    texts = {}
    for file in {file for file, _, _ in PATCH}:
        with open(os.path.join(target, file), encoding='utf-8') as f:
            texts[file] = f.read()
    failures = apply(texts)
    for file, text in texts.items():
        with open(os.path.join(target, file), 'w', encoding='utf-8') as f:
            f.write(text)
    return failures


def place(f):
    return f"{f['severity']} {f['rule']} at {os.path.basename(f['file'])}:{f['line']}: {f['message'][:120]}"


def check(report, audit):
    result = audit.report
    if not report.check(result is not None, f'no JSON; exit status {audit.status}: {audit.message[-300:]}'):
        return
    if audit.status is not None:
        report.check(audit.status == 1, f'exit status {audit.status}, want 1: {audit.message[-300:]}')
    for entry in result['coverage']['not_audited']:
        report.fail(f"not audited: {entry['file']}: {entry['error']}")
    findings = result['findings']
    for rule, severity, file, function, what in REPORTED:
        report.check(any((f['rule'], f['severity'], f['file'], f.get('api') or f.get('kind')) == (rule, severity, file, what)
                         and same_function(f['function'], function) for f in findings),
                     f'no longer reported: {severity} {rule} for {what} in {function} ({os.path.basename(file)})')
    for f in findings:
        if f.get('api') == 'mlirOperationVerify' or same_function(f['function'], 'PyOperationBase::verify'):
            report.fail(f'verify is repaired, but: {place(f)}')
        elif same_function(f['function'], 'PyMlirContext::ErrorCapture::handler'):
            report.fail(f"the capture's handler is repaired, but: {place(f)}")
        elif f['rule'] in ('python-without-gil', 'unbalanced-gil'):
            report.fail(f'the repair touches no Python, but: {place(f)}')
    calls = [c for c in result['inventory']['calls'] if c['api'] == 'mlirOperationVerify']
    report.check(len(calls) == 1 and calls[0]['state'] == 'released' and calls[0]['verdict'].startswith('safe'),
                 f'inventory: verify: want one call, released and safe, got {calls}')
    rows = [r for r in result['inventory']['callbacks'] if r['file'] == CAPTURE and r['kind'] == 'diagnostic-handler']
    report.check(len(rows) == 1 and rows[0]['acquires'] == 'yes' and rows[0]['verdict'].startswith('safe'),
                 f"inventory: the capture's handler: want one row that acquires and is safe, got {rows}")


# --- Self-test ---------------------------------------------------------------

def self_test():
    report = Report()
    original = {CORE: 'void f() {\n' + ''.join(old for _, old, _ in PATCH) + '}\n'}
    texts = dict(original)
    report.check(not apply(texts) and 'gil_scoped_release' in texts[CORE], 'the patch applies')
    report.check(len(apply(texts)) == 1, 'verify is not patched twice')
    report.check(len(apply({CORE: original[CORE].replace('op.get()', 'op')})) == 1, 'a patch that does not apply fails')
    report.check(len(apply({CORE: original[CORE] * 2})) == 2, 'an ambiguous patch fails')

    def result():
        findings = [{'rule': rule, 'severity': severity, 'file': file, 'line': 1, 'message': '', 'function': function,
                     'api' if what.startswith('mlir') else 'kind': what} for rule, severity, file, function, what in REPORTED]
        return {'findings': findings, 'coverage': {'not_audited': []}, 'inventory': {
            'calls': [{'api': 'mlirOperationVerify', 'state': 'released', 'verdict': 'safe'}],
            'callbacks': [{'file': CAPTURE, 'kind': 'diagnostic-handler', 'acquires': 'yes', 'verdict': 'safe'}]}}

    def failures(change=lambda r: None, status=1):
        inner, doctored = Report(quiet=True), result()
        change(doctored)
        check(inner, Audit(doctored, status))
        return inner.failures

    def more(**fields):
        return lambda r: r['findings'].append(dict(r['findings'][0], **fields))
    report.check(not failures(), f'the good report passes: {failures()}')
    for i, entry in enumerate(REPORTED):
        report.check(any('no longer reported' in f for f in failures(lambda r, i=i: r['findings'].pop(i))), f'{entry[3]} left out is found')
    for what, change, status, message in (
            ('verify still reported', more(api='mlirOperationVerify', function='PyOperationBase::verify'), 1, 'verify is repaired'),
            ('the handler still reported', more(function='mlir::PyMlirContext::ErrorCapture::handler'), 1, "handler is repaired"),
            ('Python in the region', more(rule='python-without-gil', function='f'), 1, 'touches no Python'),
            ('verify held in the inventory', lambda r: r['inventory']['calls'][0].update(state='held'), 1, 'inventory: verify'),
            ('a handler that does not acquire', lambda r: r['inventory']['callbacks'][0].update(acquires='no'), 1, 'inventory: the capture'),
            ('a unit not audited', lambda r: r['coverage']['not_audited'].append({'file': 'a', 'error': 'b'}), 1, 'not audited: a'),
            ('exit status 0', lambda r: None, 0, 'exit status 0')):
        found = failures(change, status)
        report.check(any(message in f for f in found), f"{what}: no failure says '{message}': {found}")
    return report.status()


def main(arguments):
    positional, named = options(arguments)
    if 'self-test' in named:
        return self_test()
    report = Report()
    if 'json' in named:
        with open(named['json'][0], encoding='utf-8') as f:
            check(report, Audit(json.load(f)))
        return report.status()
    if len(positional) != 2:
        print(__doc__)
        return 2
    message = missing(positional[1], (RELEASE,))
    if message:
        print(message)
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix='gil-audit-cycle-c-') as target:
        target = os.path.realpath(target)
        failures = copy_bindings(corpus(positional[1], RELEASE), target)
        for failure in failures:
            report.fail(failure)
        if not failures:
            folder = os.path.join(target, 'mlir/lib/Bindings/Python')
            status, out, err = run(positional[0], ['-p', os.path.join(target, 'build'), '--root', target, '--format=json', '--no-cache'] +
                                   [os.path.join(folder, unit + '.cpp') for unit in UNITS])
            try:
                result = json.loads(out)
            except ValueError:
                result = None
            check(report, Audit(result, status, err.decode(errors='replace')))
    return report.status()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
