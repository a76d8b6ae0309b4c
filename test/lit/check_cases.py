#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs gil-audit on labelled cases: what each line deserves stands on the line.

usage: check_cases.py GIL_AUDIT [FILE...]

Without FILE all of cases/*.cpp. In a case:

  // shape: what it is about
  // flags: pybind11 | nanobind | capi     default: capi (Python.h alone)
  // needs: mlir-19                        headers of Debian's libmlir-19-dev
  // model: pool.model.json                API model beside the case
  // options: --closed-world               for gil-audit

  call();    // expect: gil-lock-order
  call();    // expect: gil-lock-order warning      the severity; default: error
  object o;  // expect: callback-without-gil (a)    lines with the same letter
  }          // expect: callback-without-gil (a)    are one: either will do

A finding that is missing and one that is not expected both fail. A file named
FN_* or FP_* pins what the tool gets wrong today: its expectations are those of
the tool, not of docs/limits.md, and it says so.

Exit status: 0 all right; 1 not; 77 (only for a single FILE) it cannot be run
here, for want of headers.
"""
import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

CASES = Path(__file__).resolve().parent / "cases"
HEADER = re.compile(r"// (shape|flags|needs|model|options): (.*)")
EXPECT = re.compile(r"// expect: ([a-z-]+)( warning| note)?(?: \((\w+)\))?")
DEFAULT_SEVERITY = {"unmodelled-callback": "warning", "redundant-guard": "note"}
MLIR = Path(os.environ.get("MLIR_INCLUDE", "/usr/lib/llvm-19/include"))
PYBIND11 = Path(os.environ.get("PYBIND11_INCLUDE", "/usr/include"))
CORPUS = Path(os.environ.get("GIL_AUDIT_CORPUS", "/nonexistent"))
NANOBIND = CORPUS / "mlir-23/nanobind/usr/share/nanobind/include"


class CannotRun(Exception):
    pass


def header(text):
    return dict(m.groups() for m in map(HEADER.match, text.splitlines()) if m)


def expectations(text):
    """[(rule, severity, {line...})]: one finding at one of the lines."""
    found, lettered = [], {}
    for number, line in enumerate(text.splitlines(), 1):
        for rule, severity, letter in EXPECT.findall(line):
            severity = severity.strip() or DEFAULT_SEVERITY.get(rule, "error")
            key = (rule, letter) if letter else (rule, number, len(found))
            if key not in lettered:
                lettered[key] = set()
                found.append((rule, severity, lettered[key]))
            lettered[key].add(number)
    return found


def flags(fields):
    folders = [sysconfig.get_paths()["include"]]
    binding = fields.get("flags", "capi")
    if binding == "pybind11":
        if not (PYBIND11 / "pybind11/pybind11.h").is_file():
            raise CannotRun("pybind11 is not in " + str(PYBIND11))
        if str(PYBIND11) != "/usr/include":
            folders.append(str(PYBIND11))
    elif binding == "nanobind":
        if not NANOBIND.is_dir():
            raise CannotRun("nanobind is not there (set GIL_AUDIT_CORPUS)")
        folders.append(str(NANOBIND))
    if fields.get("needs") == "mlir-19":
        if not (MLIR / "mlir-c/IR.h").is_file():
            raise CannotRun("mlir-c is not in " + str(MLIR))
        folders.append(str(MLIR))
    return ["-std=c++17", "-fexceptions", "-Wall"] + [
        x for folder in folders for x in ("-isystem", folder)]


def audit(binary, case, fields):
    """[(rule, severity, line)] of one run; a string if it went wrong."""
    options = fields.get("options", "").split()
    if "model" in fields:
        options.append(f"--model={case.parent / fields['model']}")
    with tempfile.TemporaryDirectory() as scratch:
        database = [{"directory": str(case.parent), "file": str(case),
                     "arguments": ["clang++", *flags(fields), "-c", str(case)]}]
        Path(scratch, "compile_commands.json").write_text(json.dumps(database))
        run = subprocess.run(
            [binary, "-p", scratch, f"--root={case.parent}", "--format=json",
             *options, str(case)],
            capture_output=True, text=True, check=False)
    try:
        findings = json.loads(run.stdout)["findings"]
    except ValueError:
        return f"exit status {run.returncode}: {run.stderr.strip()[:500]}"
    loud = any(f["severity"] != "note" for f in findings)
    if run.returncode != (1 if loud else 0):
        return f"exit status {run.returncode} with {len(findings)} findings"
    return [(f["rule"], f["severity"], f["line"]) for f in findings]


def check(binary, case):
    """What is wrong, line by line; empty if nothing is."""
    text = case.read_text()
    fields = header(text)
    if "shape" not in fields:
        return ["the case has no shape"]
    found = audit(binary, case, fields)
    if isinstance(found, str):
        return [found]
    problems = []
    for rule, severity, lines in expectations(text):
        hit = next((f for f in found
                    if f[:2] == (rule, severity) and f[2] in lines), None)
        if hit:
            found.remove(hit)
        else:
            problems.append(f"{case.name}:{min(lines)}: missed: {rule} ({severity})")
    for rule, severity, line in found:
        problems.append(f"{case.name}:{line}: surplus: {rule} ({severity})")
    return problems


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__.strip())
    binary, cases = sys.argv[1], [Path(a).resolve() for a in sys.argv[2:]]
    counts = {"ok": 0, "not ok": 0, "not run": 0}
    for case in cases or sorted(CASES.glob("*.cpp")):
        try:
            problems = check(binary, case)
            counts["not ok" if problems else "ok"] += 1
            print("\n  ".join(
                [("not ok " if problems else "ok     ") + case.name, *problems]))
        except CannotRun as reason:
            counts["not run"] += 1
            print(f"not run {case.name}: {reason}")
            if len(cases) == 1:
                sys.exit(77)
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    sys.exit(1 if counts["not ok"] else 0)


if __name__ == "__main__":
    main()
