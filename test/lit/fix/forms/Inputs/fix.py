# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fixes a copy of a test, checks what goes for every fix, and runs FileCheck.

usage: fix.py fixed|refused SOURCE SCRATCH [--prefix=PREFIX] [OPTION...]

fixed:    --fix leaves no finding; the file compiles; a second run finds nothing
          and changes no byte. FileCheck reads the fixed text, lines exact.
refused:  --fix changes no byte, and every finding says why. FileCheck reads
          the report.

The tests are written for pybind11; where nanobind is at hand, all happens with
it too, in a copy that says nb where the test says py. Not in the copy are
lines for lit and FileCheck, "//" alone and "//#" comments. "STYLE: ..." is the
.clang-format; without it there is none ("DisableFormat" only stops the search
in the folders above).

Environment: FLAGS_pybind11, FLAGS_nanobind.
"""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

INPUTS = Path(__file__).resolve().parent
NOT_COPIED = re.compile(rb" *//#| *// *[A-Z]+(-[A-Z]+)*:| *//$|// SPDX")
STYLE = re.compile(rb"// STYLE: (.*)")
NANOBIND = [(b"pybind11/pybind11.h", b"nanobind/nanobind.h"),
            (b"PYBIND11_MODULE", b"NB_MODULE"), (b"pybind11", b"nanobind"),
            (b"py::", b"nb::"), (b" py ", b" nb ")]


def fail(what, *texts):
    print("fix.py: " + what, *texts, sep="\n", file=sys.stderr)
    sys.exit(1)


def run(command, stdin=None):
    done = subprocess.run(command, input=stdin, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode()


def replaced(text, pairs):
    for old, new in pairs:
        text = text.replace(old, new)
    return text


class Trial:
    """A copy of the test in a folder of its own."""

    def __init__(self, source, folder, library, options):
        self.nanobind = library == "nanobind"
        self.flags = os.environ["FLAGS_" + library].split()
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in ("work.h", "work.model.json"):
            shutil.copy(INPUTS / name, folder)
        whole = source.read_bytes()
        style = STYLE.search(whole)
        (folder / ".clang-format").write_bytes(
            style.group(1) if style else b"DisableFormat: true")
        self.text = b"".join(line for line in whole.splitlines(True)
                             if not NOT_COPIED.match(line)).lstrip()
        if self.nanobind:
            self.text = replaced(self.text, NANOBIND)
        self.file = folder / source.name
        self.file.write_bytes(self.text)
        (folder / "compile_commands.json").write_text(json.dumps([{
            "directory": str(folder), "file": str(self.file),
            "arguments": ["c++", *self.flags, "-c", str(self.file)]}]))
        self.tool = ["gil-audit", "--fix", "-p", str(folder),
                     f"--root={folder}", f"--model={folder}/work.model.json",
                     *options]

    def fixed(self):
        status, log = run(self.tool)
        if status != 0:
            fail(f"--fix: exit status {status}, want 0", log)
        fixed = self.file.read_bytes()
        status, log = run(self.tool)
        if status != 0 or "nothing found" not in log:
            fail(f"the second run: exit status {status}", log, fixed.decode())
        if self.file.read_bytes() != fixed:
            fail("the second run changes the file", fixed.decode(),
                 self.file.read_bytes().decode())
        status, log = run(["clang", *self.flags, "-fsyntax-only", str(self.file)])
        if status != 0:
            fail("the fixed file does not compile", log, fixed.decode())
        if self.nanobind:
            fixed = replaced(fixed, [pair[::-1] for pair in NANOBIND])
        return fixed

    def refused(self):
        status, log = run(self.tool)
        if self.file.read_bytes() != self.text:
            fail("the file is changed", self.file.read_bytes().decode())
        if status != 1:
            fail(f"--fix: exit status {status}, want 1", log)
        findings = len(re.findall(r"(?m): (?:error|warning): .*\]$", log))
        if log.count("note: no fix: ") < findings:
            fail("not every finding says why it has no fix", log)
        return log.encode()


def main():
    want, source, scratch, *options = sys.argv[1:]
    prefix = "CHECK"
    if options and options[0].startswith("--prefix="):
        prefix = options.pop(0).split("=")[1]
    exact = ["--strict-whitespace", "--match-full-lines"]
    for library in ("pybind11", "nanobind"):
        if "FLAGS_" + library not in os.environ:
            continue
        trial = Trial(Path(source), Path(scratch, library), library, options)
        text = getattr(trial, want)()
        Path(f"{scratch}.{library}").write_bytes(text)
        status, log = run(["FileCheck", source, "--check-prefix=" + prefix,
                           *(exact if want == "fixed" else [])], text)
        if status != 0:
            fail("with " + library, log, text.decode())


if __name__ == "__main__":
    main()
