#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds examples/cmake against an installed package: find_package(GilAudit),
gil_audit_target(), and what a build does after each kind of change.

usage: cmake_test.py CMAKE BUILD_DIR SOURCE_DIR CXX_COMPILER
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PYTHON = "/usr/bin/python3"  # The one whose headers are Debian's.


def run(*command, want=0):
    done = subprocess.run([str(word) for word in command], check=False,
                          capture_output=True, text=True)
    text = done.stdout + done.stderr
    if (done.returncode == 0) != (want == 0):
        sys.exit(f"status {done.returncode}: {command}\n{text}")
    return text


class Project:
    def __init__(self, cmake, folder, generator, prefix, compiler):
        self.cmake = cmake
        self.source, self.build = Path(folder, "a project"), Path(folder, "build")
        include = run(PYTHON, "-c", "import sysconfig;"
                      "print(sysconfig.get_paths()['include'])").strip()
        self.arguments = [
            f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}",
            f"-DPython3_EXECUTABLE={PYTHON}", f"-DPython3_INCLUDE_DIR={include}",
            "-DPython3_FIND_STRATEGY=LOCATION", "-G", generator]

    def configure(self, *more):
        run(self.cmake, "-S", self.source, "-B", self.build, *self.arguments,
            *more)

    def audit(self, want=0):
        """What the target prints, and how many units it extracts."""
        text = run(self.cmake, "--build", self.build, "--target", "audit",
                   want=want)
        return text, text.count("Extracting GIL facts of")

    def later(self, name):
        """File times may be of whole seconds, for Make."""
        file = self.source / name
        stamp = max(p.stat().st_mtime for p in self.build.rglob("*")) + 2
        os.utime(file, (stamp, stamp))


def check(condition, what, text):
    if not condition:
        sys.exit(f"not so: {what}\n{text}")


def try_generator(cmake, prefix, source, compiler, generator):
    with tempfile.TemporaryDirectory() as folder:
        p = Project(cmake, folder, generator, prefix, compiler)
        shutil.copytree(Path(source, "examples/cmake"), p.source)
        p.configure()
        text, units = p.audit()
        check(units == 2 and "nothing found in 2 translation units" in text,
              "the first build audits both units", text)
        text, units = p.audit()
        check(units == 0 and "nothing found" not in text,
              "a second build does nothing", text)
        # Only Ninja knows times behind the clock.
        if generator == "Ninja":
            p.later("module.cpp")
            text, units = p.audit()
            check(units == 1, "a changed source is extracted alone", text)
            p.later("ticker.h")
            text, units = p.audit()
            check(units == 2, "a changed header takes its includers", text)
        p.configure("-DTICKER_HOLD_GIL=ON")
        text, units = p.audit(want=1)
        check(units == 2 and "gil-held-across-wait" in text,
              "changed flags are seen, and a finding fails the build", text)
        check("\"version\": \"2.1.0\"" in (p.build / "audit.sarif").read_text(),
              "the report is there although the build fails", text)
        text, units = p.audit(want=1)
        check(units == 0, "a failed audit does not parse again", text)
        lists = p.source / "CMakeLists.txt"
        lists.write_text(lists.read_text().replace(
            "gil_audit_target(ticker ", "gil_audit_target(ticker NO_FAIL "))
        p.configure()
        text, _ = p.audit()
        check("gil-held-across-wait" in text, "NO_FAIL reports all the same",
              text)


def main():
    cmake, build, source, compiler = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        prefix = Path(folder, "prefix")
        run(cmake, "--install", build, "--prefix", prefix)
        for generator, program in [("Ninja", "ninja"),
                                   ("Unix Makefiles", "make")]:
            if shutil.which(program):
                try_generator(cmake, prefix, source, compiler, generator)
            else:
                print(f"note: no {program}; {generator} is left out")


if __name__ == "__main__":
    main()
