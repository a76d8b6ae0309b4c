#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Skipping the bodies of library functions must not change a report: not a finding, not a row of the inventory.

    bodies_test.py BIN CORPUS_DIR [--results=DIR]   audits both corpora with and without --parse-all-bodies (--results: the latter once a binary)
    bodies_test.py --self-test                      shows that the comparison can fail

Exit status: 0 all passed, 1 some failed, 77 no corpora.
"""
import copy
import os
import sys

from support import Audit, Report, audit, audit_once, run_main


def rows(report):
    """{what: rows as text} of all lists of a report."""
    lists = {'findings': report['findings'], 'unresolved': report['coverage'].get('unresolved', []),
             'not audited': report['coverage']['not_audited']}
    lists.update({f'inventory of {name}': part for name, part in report['inventory'].items()})
    return {name: [str(sorted(row.items())) for row in part] for name, part in lists.items()}


def check(report, release, skipped, parsed):
    for name, a in (('skipped', skipped), ('parsed', parsed)):
        if not report.check(a.report is not None, f'{release}, bodies {name}: no JSON; exit status {a.status}: {a.message[-300:]}'):
            return
        report.check(a.report['findings'], f'{release}, bodies {name}: no findings')
    left, right = rows(skipped.report), rows(parsed.report)
    for name in left:
        for row in set(left[name]) - set(right[name]):
            report.fail(f'{release}, {name}: only where bodies are skipped: {row[:300]}')
        for row in set(right[name]) - set(left[name]):
            report.fail(f'{release}, {name}: only where they are parsed: {row[:300]}')
    report.check(skipped.report == parsed.report, f'{release}: the reports differ')


def self_test():
    report = Report()
    good = {'findings': [{'line': 1}], 'coverage': {'not_audited': []}, 'inventory': {'calls': [{'line': 2}]}}

    def failures(change):
        other = copy.deepcopy(good)
        change(other)
        inner = Report(quiet=True)
        check(inner, 23, Audit(good, 1), Audit(other, 1))
        return inner.failures
    report.check(not failures(lambda r: None), 'equal reports pass')
    for what, change, message in (
            ('a finding more', lambda r: r['findings'].append({'line': 3}), 'only where they are parsed'),
            ('a finding less', lambda r: r['findings'].clear(), 'no findings'),
            ('another row', lambda r: r['inventory']['calls'][0].update(line=4), 'inventory of calls: only where bodies are skipped'),
            ('something else', lambda r: r.update(groups=[1]), 'the reports differ')):
        found = failures(change)
        report.check(any(message in f for f in found), f"{what}: no failure says '{message}': {found}")
    return report.status()


def check_release(report, binary, release, root, results=None):
    check(report, release, audit_once(binary, os.path.dirname(root), release, results), audit(binary, root, '--parse-all-bodies'))


if __name__ == '__main__':
    sys.exit(run_main(sys.argv[1:], __doc__, self_test, check_release))
