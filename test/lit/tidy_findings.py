# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Findings of gil-audit and of its clang-tidy module, in one form:
[(rule, file:line:column, message, [(file:line:column, note)])], sorted."""
import os
import re

LINE = re.compile(r"(\S.*?):(\d+):(\d+): (warning|error|note): (.*)")
CHECK = re.compile(r" \[gil-audit-([a-z-]+)\]$")
# Notes that go with fixes; a plain run of gil-audit plans none.
OF_FIXES = ("its fix comes with the finding here", "while the GIL is released,")


def of_report(report, root, files=None):
    """As the module has them to say them about a unit that reads files (real
    paths; None: all). The root is a real path."""
    def place(of):
        return f"{os.path.join(root, of['file'])}:{of['line']}:{of['column']}"

    def read(of):
        return files is None or os.path.join(root, of["file"]) in files

    def note(finding, step):
        if not step.get("file"):
            return place(finding), step["message"]
        if read(step):
            return place(step), step["message"]
        return place(finding), (f"{step['file']}:{step['line']}:{step['column']}: "
                                f"{step['message']}")
    return sorted((f["rule"], place(f), f["message"],
                   [note(f, step) for step in f["witness"]])
                  for f in report["findings"] if not f.get("suppressed") and read(f))


def of_output(text, folder="/"):
    """What clang-tidy printed; folder: where the unit is compiled."""
    found = []
    for line in text.splitlines():
        if not (m := LINE.match(line)):
            continue
        path, row, column, kind, message = m.groups()
        where = f"{os.path.realpath(os.path.join(folder, path))}:{row}:{column}"
        if kind != "note":
            rule = CHECK.search(message)
            found.append((rule and rule[1], where, CHECK.sub("", message), []))
        elif found and not message.startswith(OF_FIXES):
            found[-1][3].append((where, message))
    return sorted(found, key=str)


def differences(want, found):
    """A line for each finding that only one of them has."""
    return [f"{what}: {f}" for what, ones, others in
            (("missed", want, found), ("surplus", found, want))
            for f in ones if f not in others]
