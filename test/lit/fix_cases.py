#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fixes copies of the labelled cases, and checks what goes for every fix.

usage: fix_cases.py GIL_AUDIT [FILE...]

Without FILE all of cases/*.cpp; check_cases.py says how a case is written. In a
copy, gil-audit --fix is run twice. Then

  * each finding has a fix or the reason why it has none;
  * the file compiles, and the second run finds what the first could not fix,
    nothing else, and changes no byte;
  * what changed lies in definitions with an expected finding (but for added
    includes), and in no function that is called good....

Exit status: 0 all right; 1 not; 77 (only for a single FILE) it cannot be run
here, for want of headers.
"""
import difflib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from check_cases import CASES, CannotRun, EXPECT, flags, header

GOOD = re.compile(r"\b(good\w*)\(")
CLANG = next((c for c in ("clang++-22", "clang++", "c++") if shutil.which(c)), None)


def definitions(lines):
    """[(first, last)]: what ends with a closing brace in the first column."""
    found, first = [], 0
    for number, line in enumerate(lines):
        if re.match(r"(namespace\b|} // namespace|#|extern \"C\")", line):
            first = number + 1
        elif line.startswith("}"):
            found.append((first, number))
            first = number + 1
    return found


def changed(before, after):
    """Lines of the text before that a fix changes, or inserts right before."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal" or all(line.startswith("#include") for line in after[j1:j2]) and i1 == i2:
            continue
        yield from range(i1, max(i2, i1 + 1))


def trespasses(name, before, after):
    """Edits where the case expects no finding."""
    before, after = before.splitlines(), after.splitlines()
    parts = definitions(before)
    for line in changed(before, after):
        part = next(((a, b) for a, b in parts if a <= line <= b), None)
        text = before[part[0]:part[1] + 1] if part else []
        if not any(EXPECT.search(t) for t in text):
            yield f"{name}:{line + 1}: changed, though nothing is expected there"
        elif not before[line].startswith(" ") and GOOD.search(before[line]):
            yield f"{name}:{line + 1}: a good function is changed"


def about(finding):
    """What is the same before and after fixes elsewhere."""
    return " ".join(finding.get(key) or "-" for key in
                    ("rule", "severity", "function", "api", "kind"))


class Trial:
    """A copy of a case, with a compilation database of its own."""

    def __init__(self, binary, case, fields, folder):
        self.file = folder / case.name
        self.name = case.name
        self.flags = flags(fields)
        shutil.copy(case, folder)
        for other in [*case.parent.glob("*.h"), *case.parent.glob("*.json")]:
            shutil.copy(other, folder)
        (folder / "compile_commands.json").write_text(json.dumps([{
            "directory": str(folder), "file": str(self.file),
            "arguments": ["clang++", *self.flags, "-c", str(self.file)]}]))
        self.command = [binary, "--fix", "-p", str(folder), f"--root={folder}",
                        "--no-cache", "--format=json",
                        *fields.get("options", "").split()]
        if "model" in fields:
            self.command.append(f"--model={folder / fields['model']}")

    def run(self):
        """(findings, text afterwards)"""
        done = subprocess.run(self.command, capture_output=True, text=True,
                              check=False)
        try:
            return json.loads(done.stdout)["findings"], self.file.read_text()
        except ValueError:
            raise RuntimeError(f"exit status {done.returncode}: "
                               f"{done.stderr.strip()[:500]}") from None

    def problems(self):
        before = self.file.read_text()
        first, once = self.run()
        second, twice = self.run()
        left = sorted(about(f) for f in first if "fixes" not in f)
        still = sorted(map(about, second))
        for f in first:
            if "fixes" not in f and not f.get("no_fix_reason"):
                yield f"{self.name}:{f['line']}: neither a fix nor a reason"
        if left != still:
            yield f"{self.name}: left {left}, but a second audit finds {still}"
        if once != twice:
            yield f"{self.name}: the second --fix changes the file"
        done = subprocess.run([CLANG, *self.flags, "-w", "-fsyntax-only",
                               str(self.file)], capture_output=True, text=True,
                              check=False)
        if done.returncode:
            yield f"{self.name}: does not compile: {done.stderr[:500]}"
        yield from trespasses(self.name, before, once)


def check(binary, case):
    with tempfile.TemporaryDirectory() as scratch:
        try:
            trial = Trial(binary, case, header(case.read_text()), Path(scratch).resolve())
            return list(trial.problems())
        except RuntimeError as reason:
            return [f"{case.name}: {reason}"]


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__.strip())
    binary, cases = sys.argv[1], [Path(a).resolve() for a in sys.argv[2:]]
    failed = False
    for case in cases or sorted(CASES.glob("*.cpp")):
        try:
            problems = check(binary, case)
            failed |= bool(problems)
            print("\n  ".join([("not ok " if problems else "ok     ") + case.name,
                               *problems]), flush=True)
        except CannotRun as reason:
            print(f"not run {case.name}: {reason}")
            if len(cases) == 1:
                sys.exit(77)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
