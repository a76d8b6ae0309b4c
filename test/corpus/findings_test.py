#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Audits the real bindings and compares with what reading them has found.

    findings_test.py BIN CORPUS_DIR [--results=DIR]   audits CORPUS_DIR/mlir-23 and mlir-19 (--results: once a binary)
    findings_test.py CORPUS_DIR --json FILE...        checks saved reports, named ...23... and ...19...
    findings_test.py --self-test                      shows on doctored reports that each check can fail

expected-23.json and expected-19.json are docs/audit-of-mlir.md in a form that a program reads. An entry is anchored on rule,
severity, file, function (leading namespaces may be left out) and API function or kind of callback, never on a line; `at` is
text of the statement where the finding has to sit (default: the API function's name), `why` the story in the docs.
Exit status: 0 all passed, 1 some failed, 77 no corpora.
"""
import copy
import json
import os
import re
import sys

from support import RELEASES, SKIPPED, Audit, Report, audit_once, corpus, missing, options, same_function, saved_json

HERE = os.path.dirname(os.path.abspath(__file__))
P = 'mlir/lib/Bindings/Python/'
TWO_SIDED = ('callback-without-gil', 'gil-held-across-wait', 'gil-lock-order')
CALLBACK, WAIT, LOCK = TWO_SIDED

# Issue A, "On the real bindings it must show": name, releases, rule, severity, function, API function or kind.
REQUIRED = [
    ('dynamic-trait verifiers, in their shared helper', (23,), CALLBACK, 'error', 'verifyTraitByMethod', 'dynamic-op-trait-verify'),
    ('attached diagnostic handler', RELEASES, CALLBACK, 'error', 'lambda in PyMlirContext::attachDiagnosticHandler', 'diagnostic-handler'),
    ('error-capture handler', RELEASES, CALLBACK, 'error', 'PyMlirContext::ErrorCapture::handler', 'diagnostic-handler'),
    ('memory-effects getEffects', (23,), CALLBACK, 'error', 'lambda in PyMemoryEffectsOpInterface::attach', 'memory-effects-get-effects'),
    ('string accumulator', RELEASES, CALLBACK, 'error', 'lambda in PyPrintAccumulator::getCallback', 'string-callback'),
    ('passes', (23,), CALLBACK, 'error', 'lambda in populatePassManagerSubmodule', 'pass-run'),
    ('patterns', (23,), CALLBACK, 'error', 'lambda in PyRewritePatternSet::add', 'rewrite-pattern-match-and-rewrite'),
    ('conversion patterns', (23,), CALLBACK, 'warning', 'lambda in PyRewritePatternSet::addConversion', 'conversion-pattern-match-and-rewrite'),
    ('type conversions', (23,), CALLBACK, 'warning', 'lambda in PyTypeConverter::addConversion', 'type-converter-conversion'),
    ('PDL rewrite functions', (23,), CALLBACK, 'warning', 'lambda in PyPDLPatternModule::registerRewriteFunction', 'pdl-rewrite'),
    ('PDL constraint functions', (23,), CALLBACK, 'warning', 'lambda in PyPDLPatternModule::registerConstraintFunction', 'pdl-constraint'),
    ('transform interface: apply', (23,), CALLBACK, 'error', 'lambda in PyTransformOpInterface::attach', 'transform-op-apply'),
    ('transform interface: patterns', (23,), CALLBACK, 'error', 'lambda in PyPatternDescriptorOpInterface::attach', 'transform-populate-patterns'),
    ('verify', RELEASES, WAIT, 'error', 'PyOperationBase::verify', 'mlirOperationVerify'),
    ('print with flags', RELEASES, WAIT, 'error', 'PyOperationBase::print', 'mlirOperationPrintWithFlags'),
    ('AsmState of a value', RELEASES, WAIT, 'error', 'PyAsmState::PyAsmState', 'mlirAsmStateCreateForValue'),
    ('AsmState of an operation', RELEASES, WAIT, 'error', 'PyAsmState::PyAsmState', 'mlirAsmStateCreateForOperation'),
    ('module dump', RELEASES, WAIT, 'error', 'lambda in populateIRCore', 'mlirOperationDump'),
    ('block __str__', RELEASES, WAIT, 'error', 'lambda in populateIRCore', 'mlirBlockPrint'),
    ('value __str__', RELEASES, WAIT, 'error', 'lambda in populateIRCore', 'mlirValuePrint'),
    ('concrete value __str__', (23,), WAIT, 'error', 'lambda in PyConcreteValue::bind', 'mlirValuePrint'),
    ('value dump', RELEASES, WAIT, 'error', 'lambda in populateIRCore', 'mlirValueDump'),
    ('value get_name', RELEASES, WAIT, 'error', 'lambda in populateIRCore', 'mlirAsmStateCreateForValue'),
    ('pass manager run', RELEASES, WAIT, 'error', 'lambda in populatePassManagerSubmodule', 'mlirPassManagerRunOnOp'),
    ('module parse', RELEASES, WAIT, 'error', 'lambda in populateIRCore', 'mlirModuleCreateParse'),
    ('module parse of a file', (23,), WAIT, 'error', 'lambda in populateIRCore', 'mlirModuleCreateParseFromFile'),
    ('operation parse', RELEASES, WAIT, 'error', 'PyOperation::parse', 'mlirOperationCreateParse'),
    ('emit_error', RELEASES, LOCK, 'error', 'lambda in populateIRCore', 'mlirEmitError'),
    ('attach', RELEASES, LOCK, 'error', 'PyMlirContext::attachDiagnosticHandler', 'mlirContextAttachDiagnosticHandler'),
    ('detach', RELEASES, LOCK, 'error', 'PyDiagnosticHandler::detach', 'mlirContextDetachDiagnosticHandler'),
    ("error capture's constructor", RELEASES, LOCK, 'error', 'ErrorCapture::ErrorCapture', 'mlirContextAttachDiagnosticHandler'),
    ("error capture's destructor", RELEASES, LOCK, 'error', 'ErrorCapture::~ErrorCapture', 'mlirContextDetachDiagnosticHandler'),
    ('type parse, a failing path', RELEASES, LOCK, 'warning', 'lambda in populateIRCore', 'mlirTypeParseGet'),
    ('attribute parse, a failing path', RELEASES, LOCK, 'warning', 'lambda in populateIRCore', 'mlirAttributeParseGet'),
    ('checked scalable vector type', (23,), LOCK, 'warning', 'PyVectorType::getChecked', 'mlirVectorTypeGetScalableChecked'),
    ('checked vector type', (23,), LOCK, 'warning', 'PyVectorType::getChecked', 'mlirVectorTypeGetChecked'),
    ('checked scalable vector type', (19,), LOCK, 'warning', 'PyVectorType::get', 'mlirVectorTypeGetScalableChecked'),
    ('checked vector type', (19,), LOCK, 'warning', 'PyVectorType::get', 'mlirVectorTypeGetChecked'),
    ('checked ranked tensor type', RELEASES, LOCK, 'warning', 'lambda in PyRankedTensorType::bindDerived', 'mlirRankedTensorTypeGetChecked'),
    ('checked unranked tensor type', RELEASES, LOCK, 'warning', 'lambda in PyUnrankedTensorType::bindDerived', 'mlirUnrankedTensorTypeGetChecked'),
    ('checked memref type', RELEASES, LOCK, 'warning', 'lambda in PyMemRefType::bindDerived', 'mlirMemRefTypeGetChecked'),
    ('checked unranked memref type', RELEASES, LOCK, 'warning', 'lambda in PyUnrankedMemRefType::bindDerived', 'mlirUnrankedMemRefTypeGetChecked'),
    ('checked float attribute', RELEASES, LOCK, 'warning', 'lambda in PyFloatAttribute::bindDerived', 'mlirFloatAttrDoubleGetChecked'),
]

# "Silent": name, releases, worst severity allowed (None: no finding), API functions, kinds of callback, functions.
SILENT = [
    ('file writer callback', RELEASES, None, [], [], ['PyFileAccumulator']),
    ('str(type), str(attribute) and other printing that verifies nothing', RELEASES, None,
     ['mlirTypePrint', 'mlirAttributePrint', 'mlirLocationPrint', 'mlirAffineExprPrint', 'mlirAffineMapPrint', 'mlirIntegerSetPrint',
      'mlirPrintPassPipeline', 'mlirValuePrintAsOperand', 'mlirDiagnosticPrint'], [], []),
    ('Operation.create that does not fail', RELEASES, 'warning', ['mlirOperationCreate'], [], []),
    ('bytecode', RELEASES, None, ['mlirOperationWriteBytecode'], [], []),
    ('bytecode of a version that is supported', RELEASES, 'warning', ['mlirOperationWriteBytecodeWithConfig'], [], []),
    ('print with a state', (23,), None, ['mlirOperationPrintWithState'], [], []),
    ('clone, move, erase and other plain calls', RELEASES, None,
     ['mlirOperationClone', 'mlirOperationDestroy', 'mlirOperationMoveAfter', 'mlirOperationRemoveFromParent', 'mlirOperationGetContext',
      'mlirLocationUnknownGet', 'mlirStringAttrGet', 'mlirIntegerTypeGet', 'mlirModuleCreateEmpty', 'mlirBlockCreate'], [], []),
    ('walks', RELEASES, None, ['mlirOperationWalk', 'mlirSymbolTableWalkSymbolTables'], ['walk-callback', 'symbol-table-walk'], []),
    ('parsing of pipelines', RELEASES, None, ['mlirParsePassPipeline', 'mlirOpPassManagerAddPipeline'], [], []),
    ('teardown and joins of an idle pool', RELEASES, None,
     ['mlirContextDestroy', 'mlirContextEnableMultithreading', 'mlirPassManagerDestroy'], [], []),
    ('lists of payload', (23,), None,
     ['mlirTransformStateForEachPayloadOp', 'mlirTransformStateForEachPayloadValue', 'mlirTransformStateForEachParam'],
     ['transform-payload-collect'], []),
    ('patterns on the caller', (23,), None, ['mlirApplyPatternsAndFoldGreedilyWithOp', 'mlirWalkAndApplyPatterns'], [], []),
    ('handlers without Python', RELEASES, None, [], ['affine-map-collect'], ['CollectDiagnosticsToStringScope::handler']),
    ('clone of a pass that throws', (23,), None, [], ['pass-clone', 'pass-construct', 'pass-destruct'], []),
    ('fallback models that are never constructed', (23,), None, [], ['interface-model-construct', 'interface-model-destruct'], []),
    ('deleter of lent buffers', RELEASES, None, ['mlirUnmanagedDenseResourceElementsAttrGet'], ['blob-deleter'], []),
]

# Rows of inventory.callbacks: name, releases, file, API function, kind, acquires (None: any), start of the verdict. One row must be so.
# Where `all`, all rows of that API function and kind.
ROWS = [
    ('the attached handler acquires late', RELEASES, 'IRCore.cpp', 'mlirContextAttachDiagnosticHandler', 'diagnostic-handler', 'late', 'crash', 'one'),
    ('the capture does not acquire', (23,), 'IRCore.h', 'mlirContextAttachDiagnosticHandler', 'diagnostic-handler', 'no', 'crash', 'all'),
    ('the capture does not acquire', (19,), 'IRModule.h', 'mlirContextAttachDiagnosticHandler', 'diagnostic-handler', 'no', 'crash', 'all'),
    ('the file writer acquires', RELEASES, 'IRCore.cpp', 'mlirOperationPrintWithFlags', 'string-callback', 'yes', 'safe', 'one'),
    ('trait verifiers do not acquire', (23,), 'IRCore.cpp', 'mlirDynamicOpTraitCreate', 'dynamic-op-trait-verify', 'no', 'crash', 'all'),
    ('getEffects does not acquire', (23,), 'IRInterfaces.cpp', 'mlirMemoryEffectsOpInterfaceAttachFallbackModel', 'memory-effects-get-effects',
     'no', 'crash', 'all'),
    ('the sink of a block needs the GIL once the call releases', RELEASES, 'IRCore.cpp', 'mlirBlockPrint', 'string-callback', 'no', 'crash, once', 'all'),
    ('the sink of a type keeps the GIL', RELEASES, 'IRCore.cpp', 'mlirTypePrint', 'string-callback', None, 'safe', 'all'),
    ('the sink of an attribute keeps the GIL', RELEASES, 'IRCore.cpp', 'mlirAttributePrint', 'string-callback', None, 'safe', 'all'),
    ('the sink of an affine map keeps the GIL', RELEASES, 'IRAffine.cpp', 'mlirAffineMapPrint', 'string-callback', None, 'safe', 'all'),
    ('the sink of a pipeline keeps the GIL', RELEASES, 'Pass.cpp', 'mlirPrintPassPipeline', 'string-callback', None, 'safe', 'all'),
    ('the walk keeps the GIL', RELEASES, 'IRCore.cpp', 'mlirOperationWalk', 'walk-callback', None, 'safe', 'one'),
    ('the walk over symbol tables keeps the GIL', RELEASES, 'IRCore.cpp', 'mlirSymbolTableWalkSymbolTables', 'symbol-table-walk', None, 'safe', 'all'),
    ('the collector of affine maps is native', RELEASES, 'IRAffine.cpp', 'mlirAffineMapCompressUnusedSymbols', 'affine-map-collect', 'no', 'native', 'all'),
]


def subject(finding):
    return finding.get('api') or finding.get('kind') or ''


def spell(finding):
    return f"{finding['severity']} {finding['rule']} in {finding['function']} ({os.path.basename(finding['file'])}): {subject(finding)}"


def place(finding):
    return f"{os.path.basename(finding['file'])}:{finding['line']}"


class Sources:
    """The texts of a corpus."""

    def __init__(self, root):
        self.root, self.files = root, {}

    def lines(self, file):
        if file not in self.files:
            path = os.path.join(self.root, file)
            if os.path.exists(path):
                with open(path, encoding='utf-8') as f:
                    self.files[file] = f.read().split('\n')
            else:
                self.files[file] = []
        return self.files[file]

    def statement(self, file, line):
        """The line and what belongs to the same statement, roughly."""
        lines = self.lines(file)
        if not 0 < line <= len(lines):
            return ''

        def ends(text):
            text = text.strip()
            return not text or text.startswith('//') or text.endswith((';', '{', '}', ':'))
        first = last = line - 1
        while first > 0 and not ends(lines[first - 1]):
            first -= 1
        while last + 1 < len(lines) and not ends(lines[last]):
            last += 1
        return ' '.join(' '.join(lines[first:last + 1]).split())

    def mentions(self, word):
        """Whether the bindings' sources mention the word."""
        if not self.files.get(None):
            texts = []
            for folder in (P, 'mlir/include/mlir/Bindings/Python/'):
                for name in sorted(os.listdir(os.path.join(self.root, folder))):
                    if name.endswith(('.cpp', '.h')):
                        texts.append('\n'.join(self.lines(folder + name)))
            self.files[None] = '\n'.join(texts)
        return re.search(rf'\b{word}\b', self.files[None])


# --- The checks --------------------------------------------------------------

def check_expected(report, release, findings, expected, sources):
    """Each expected finding is there, at the right statement, and no other."""
    left = [entry['count'] for entry in expected]

    def fits(finding, entry):
        return (all(finding[k] == entry[k] for k in ('rule', 'severity', 'file')) and finding.get('api') == entry.get('api')
                and (entry.get('api') or finding.get('kind') == entry.get('kind')) and same_function(finding['function'], entry['function']))

    def sits(finding, entry):
        return entry.get('at', entry.get('api', '')) in sources.statement(finding['file'], finding['line'])

    matches = []
    for finding in findings:
        candidates = [i for i, entry in enumerate(expected) if fits(finding, entry)]
        right = [i for i in candidates if sits(finding, expected[i])]
        matches.append((finding, candidates, right))
    # Those that sit right first, so that a misplaced finding does not take their entry.
    for finding, candidates, right in sorted(matches, key=lambda m: not m[2]):
        open_entries = [i for i in right or candidates if left[i]]
        if not open_entries:
            what = 'one too many' if candidates else 'surplus'
            report.fail(f'{release}: {what}: {spell(finding)}, at {place(finding)}')
            continue
        entry = expected[open_entries[0]]
        left[open_entries[0]] -= 1
        if not right:
            report.fail(f"{release}: misplaced: {spell(finding)}, at {place(finding)}: want the statement with '{entry.get('at', entry.get('api'))}', "
                        f"is '{sources.statement(finding['file'], finding['line'])[:100]}'")
    for entry, count in zip(expected, left):
        more = f" ({entry['count'] - count} of {entry['count']} are there)" if entry['count'] > 1 else ''
        report.check(not count, f"{release}: missing: {spell(entry)}{more}, {entry.get('why', '')}")


def check_required(report, release, findings):
    for name, releases, rule, severity, function, what in REQUIRED:
        if release in releases:
            found = [f for f in findings if f['rule'] == rule and f['severity'] == severity and subject(f) == what
                     and same_function(f['function'], function)]
            report.check(found, f'{release}: required by the issue: {name}: no {severity} {rule} for {what} in {function}')


def check_silent(report, release, findings, model, sources):
    for name, releases, worst, apis, kinds, functions in SILENT:
        if release not in releases:
            continue
        loud = [f for f in findings if (f.get('api') in apis or (f['rule'] == CALLBACK and f.get('kind') in kinds)
                                        or any(part in f['function'] for part in functions))
                and not (worst == 'warning' and f['severity'] == 'warning')]
        report.check(not loud, f'{release}: must be silent: {name}: ' + '; '.join(f'{spell(f)}, at {place(f)}' for f in loud))
        for word in apis + [part.split('::')[0] for part in functions]:
            if not sources.mentions(word):
                report.fail(f'{release}: must be silent: {name}: no binding mentions {word}, so that its silence says nothing')
    for f in findings:
        if f.get('api'):
            claims = model['functions'].get(f['api'], {})
            report.check(claims.get('waits') or claims.get('locks') or claims.get('invokes'),
                         f'{release}: {spell(f)}, at {place(f)}: the model has no claim that could be its reason')


def check_witness(report, release, findings):
    for f in findings:
        if f['rule'] not in TWO_SIDED:
            continue
        roles = {step['role'] for step in f['witness']}
        where = f'{release}: {spell(f)}, at {place(f)}: the witness'
        report.check(len(roles) >= 3, f'{where} has only the roles {sorted(roles)}')
        report.check('cost' in roles, f'{where} does not say what the guard costs')
        report.check('operation' in roles, f'{where} does not show the operation that needs the GIL')
        # What makes a thread end is in no model.
        if not f['function'].startswith('destruction of'):
            report.check(roles & {'model', 'lock'}, f'{where} has no claim of the model')
        if f['rule'] != CALLBACK:
            report.check({'entry', 'registration'} <= roles, f'{where} does not say where Python enters and who registers: {sorted(roles)}')
        if f['rule'] == WAIT:
            report.check({'model', 'lock'} <= roles, f'{where} does not tell both stories, the wait and the lock: {sorted(roles)}')
        if f['rule'] == LOCK:
            report.check('lock' in roles, f'{where} does not name the lock: {sorted(roles)}')
        for step in f['witness']:
            if step['role'] in ('model', 'lock') and '(model:' not in step['message']:
                report.fail(f"{where} has a claim without evidence: {step['message']}")


def check_form(report, release, result, sources):
    """Groups, fingerprints, positions; findings and inventory agree."""
    findings = result['findings']
    groups = [g['id'] for g in result['groups']]
    report.check(len(groups) == len(set(groups)), f'{release}: two groups have one name: {sorted(groups)}')
    for f in findings:
        report.check(f['group'] in groups, f"{release}: {spell(f)}, at {place(f)}: there is no group '{f['group']}'")
    for g in result['groups']:
        report.check(g['story'].strip() and any(f['group'] == g['id'] for f in findings), f"{release}: group '{g['id']}' has no story or no place")
    prints = {}
    for f in findings:
        other = prints.setdefault(f['fingerprint'], f)
        report.check(other is f, f"{release}: one fingerprint for {place(other)} and {place(f)}: {f['fingerprint']}")
    places = {}
    for f in findings:
        if f.get('api'):
            other = places.setdefault((f['file'], f['line'], f['column'], f['api']), f)
            report.check(other is f, f"{release}: two findings for one call of {f['api']} at {place(f)}: {other['rule']} and {f['rule']}")
        report.check(f['severity'] in ('error', 'warning') and f['basis'] in ('registered', 'assumed'),
                     f"{release}: {spell(f)}: basis '{f['basis']}'")
        for step in [f] + f['witness']:
            if step['file']:
                report.check(0 < step['line'] <= len(sources.lines(step['file'])),
                             f"{release}: {spell(f)}: {step['file']}:{step['line']} is no line of the corpus")
    calls = {(c['file'], c['line'], c['api']) for c in result['inventory']['calls'] if not c['verdict'].startswith('safe')}
    told = {(f['file'], f['line'], f['api']) for f in findings if f['rule'] in (WAIT, LOCK)}
    for file, line, api in sorted(calls ^ told):
        report.fail(f"{release}: {os.path.basename(file)}:{line}: {api}: " +
                    ('not safe in the inventory, but no finding' if (file, line, api) in calls else 'a finding, but safe in the inventory, or not there'))


def check_rows(report, release, rows):
    for name, releases, file, api, kind, acquires, verdict, how in ROWS:
        if release not in releases:
            continue
        mine = [r for r in rows if os.path.basename(r['file']) == file and r['api'] == api and r['kind'] == kind]
        good = [r for r in mine if acquires in (None, r['acquires']) and r['verdict'].startswith(verdict)]
        seen = '; '.join(sorted({f"line {r['line']}: acquires {r['acquires']}, {r['verdict'][:60]}" for r in mine if r not in good}))
        report.check(good and (how == 'one' or len(good) == len(mine)), f'{release}: inventory: {name}: {file}, {api}: ' + (seen or 'no row'))


def check_audit(report, release, audit, expected, model, sources):
    result = audit.report
    if not report.check(result is not None, f'{release}: no JSON; exit status {audit.status}: {audit.message[-300:]}'):
        return
    if audit.status is not None:
        report.check(audit.status == 1, f'{release}: exit status {audit.status}, want 1: {audit.message[-300:]}')
    report.check(result['schema'] == 'gil-audit/1', f"{release}: schema {result['schema']}")
    coverage = result['coverage']
    report.check(coverage['translation_units'] == expected['translation_units'],
                 f"{release}: {coverage['translation_units']} translation units, want {expected['translation_units']}")
    for entry in coverage['not_audited']:
        report.fail(f"{release}: not audited: {entry['file']}: {entry['error']}")
    if coverage['not_audited']:
        report.fail(f"{release}: findings are not compared, because {len(coverage['not_audited'])} translation units were not audited")
        return
    findings = result['findings']
    check_expected(report, release, findings, expected['findings'], sources)
    check_required(report, release, findings)
    check_silent(report, release, findings, model, sources)
    check_witness(report, release, findings)
    check_form(report, release, result, sources)
    check_rows(report, release, result['inventory']['callbacks'])


def load(name):
    with open(os.path.join(HERE, name), encoding='utf-8') as f:
        return json.load(f)


# --- Self-test ---------------------------------------------------------------

class Invented(Sources):
    """Sources in which every statement holds what is expected of it."""

    def __init__(self):
        super().__init__('')
        self.texts = {}

    def lines(self, file):
        return [''] * 10000

    def statement(self, file, line):
        return self.texts.get((file, line), '')

    def mentions(self, word):
        return word != 'PyNobody'


def invent(expected, sources):
    """A report that has just what is expected."""
    findings, rows, calls = [], [], []
    for entry in expected['findings']:
        for _ in range(entry['count']):
            line = len(findings) + 1
            sources.texts[entry['file'], line] = entry.get('at', entry.get('api'))
            f = {k: entry[k] for k in ('rule', 'severity', 'file', 'function', 'api', 'kind') if k in entry}
            f.update(line=line, column=1, message='', fingerprint=str(line), group='g', basis='registered', witness=[
                {'role': role, 'file': '', 'line': 0, 'column': 0, 'message': '(model: x)'}
                for role in ('entry', 'call', 'model', 'lock', 'registration', 'operation', 'cost')])
            findings.append(f)
            if 'api' in f:
                calls.append({'file': f['file'], 'line': line, 'api': f['api'], 'state': 'held', 'verdict': 'deadlock'})
    for _, releases, file, api, kind, acquires, verdict, _ in ROWS:
        if expected['release'] in releases:
            rows.append({'file': file, 'line': 1, 'kind': kind, 'api': api, 'acquires': acquires or 'no', 'verdict': verdict})
    return {'schema': 'gil-audit/1', 'findings': findings, 'groups': [{'id': 'g', 'story': 's'}],
            'inventory': {'callbacks': rows, 'bindings': [], 'calls': calls},
            'coverage': {'translation_units': expected['translation_units'], 'not_audited': [], 'unresolved': []}}


def doctored(good):
    """(what was done, the doctored report, exit status, what a failure must say)"""
    def edit(change, status=1):
        result = copy.deepcopy(good)
        change(result)
        return result, status

    def of(result, api):
        return next(f for f in result['findings'] if f.get('api') == api)

    def surplus(api, severity='error'):
        def change(result):
            f = copy.deepcopy(of(result, 'mlirOperationVerify'))
            f.update(api=api, severity=severity, fingerprint='new')
            result['findings'].append(f)
        return change

    yield 'a finding left out', *edit(lambda r: r['findings'].remove(of(r, 'mlirBlockPrint'))), 'missing: error gil-held-across-wait'
    yield 'a required finding left out', *edit(lambda r: r['findings'].remove(of(r, 'mlirEmitError'))), 'required by the issue: emit_error'
    yield 'a finding too many', *edit(surplus('mlirOperationVerify')), 'one too many'
    yield 'a finding nobody has read', *edit(surplus('mlirOperationClone')), 'surplus'
    yield 'a call that must be silent', *edit(surplus('mlirTypePrint')), 'must be silent: str(type)'
    yield 'Operation.create as an error', *edit(lambda r: of(r, 'mlirOperationCreate').update(severity='error')), 'must be silent: Operation.create'
    yield 'a call the model knows nothing of', *edit(surplus('mlirOperationClone')), 'no claim'
    yield 'the file writer', *edit(lambda r: r['findings'][-2].update(function='lambda in PyFileAccumulator::getCallback')), 'file writer'
    yield 'another severity', *edit(lambda r: of(r, 'mlirOperationVerify').update(severity='warning')), 'surplus: warning'
    yield 'another function', *edit(lambda r: of(r, 'mlirOperationVerify').update(function='PyOperation::verify')), 'missing: error'
    yield 'another file', *edit(lambda r: of(r, 'mlirOperationVerify').update(file=P + 'Pass.cpp')), 'missing: error'
    yield 'another statement', *edit(lambda r: of(r, 'mlirOperationVerify').update(line=9999)), 'misplaced'
    yield 'a thin witness', *edit(lambda r: r['findings'][0].update(witness=r['findings'][0]['witness'][:2])), 'only the roles'
    yield 'a witness without cost', *edit(lambda r: r['findings'][0]['witness'].pop()), 'what the guard costs'
    yield 'a wait without the lock', *edit(lambda r: of(r, 'mlirOperationVerify')['witness'].pop(3)), 'both stories'
    yield 'a claim without evidence', *edit(lambda r: r['findings'][0]['witness'][2].update(message='x')), 'without evidence'
    yield 'a group that is not there', *edit(lambda r: r['findings'][0].update(group='h')), "no group 'h'"
    yield 'a group without places', *edit(lambda r: r['groups'].append({'id': 'h', 'story': 's'})), "'h' has no story"
    yield 'a fingerprint twice', *edit(lambda r: r['findings'][0].update(fingerprint='2')), 'one fingerprint'
    yield 'two rules at one call', *edit(lambda r: r['findings'].append(dict(of(r, 'mlirOperationVerify'), rule=LOCK))), 'two findings for one call'
    yield 'an inventory that disagrees', *edit(lambda r: r['inventory']['calls'].pop()), 'a finding, but safe'
    yield 'a handler that acquires in time', *edit(lambda r: r['inventory']['callbacks'][0].update(acquires='yes')), 'acquires late'
    yield 'a row left out', *edit(lambda r: r['inventory']['callbacks'].pop()), 'no row'
    yield 'a unit too few', *edit(lambda r: r['coverage'].update(translation_units=3)), '3 translation units'
    yield 'a unit not audited', *edit(lambda r: r['coverage']['not_audited'].append({'file': 'a', 'error': 'b'})), 'not audited: a'
    yield 'exit status 0', *edit(lambda r: None, 0), 'exit status 0'
    yield 'no JSON', None, 3, 'no JSON'


def self_test():
    report = Report()
    model = load('../../models/mlir-c.json')
    for release in RELEASES:
        expected, sources = load(f'expected-{release}.json'), Invented()
        good = invent(expected, sources)

        def failures(result, status):
            inner = Report(quiet=True)
            check_audit(inner, release, Audit(result, status), expected, model, sources)
            return inner.failures
        found = failures(good, 1)
        report.check(not found, f'{release}: the good report passes: {found[:3]}')
        for what, result, status, message in doctored(good):
            found = failures(result, status)
            report.check(any(message in f for f in found), f"{release}: {what}: no failure says '{message}': {found[:3]}")
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
    report, model = Report(), load('../../models/mlir-c.json')
    for release in RELEASES:
        if saved and release not in saved:
            continue
        audit = saved.get(release) or audit_once(positional[0], directory, release, named.get('results', [None])[0])
        check_audit(report, release, audit, load(f'expected-{release}.json'), model, Sources(corpus(directory, release)))
        if audit.report:
            print(f"{release}: {len(audit.report['findings'])} findings, {len(audit.report['coverage']['unresolved'])} unresolved")
    return report.status()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
