#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every command of README.md and docs/, and holds what these pages show
against what comes. A command that no story (docs/stories.py) runs, and that is
not in ELSEWHERE, is a failure; so is an option that no program has, or a file
that is not there.

usage: docs_test.py CMAKE BUILD_DIR SOURCE_DIR CXX_COMPILER LLVM_RELEASE
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "docs"))
from page import Page, Wrong, check, self_test  # noqa: E402
from project import Project, Setup  # noqa: E402
from stories import STORIES  # noqa: E402

# Commands that are not run here: page, command, and the file that runs it or
# that says how it is run.
BUILDS = "scripts/build"  # What the tests run on was built so.
ELSEWHERE = [
    ("README.md", "./scripts/demo", "test/install_test.py"),  # Its audit.
    ("README.md", "./scripts/test", ".ci/run"),
    ("README.md", "cmake --preset dev && cmake --build --preset dev", BUILDS),
    ("README.md", "cmake --preset release && cmake --build --preset release",
     BUILDS),
    ("README.md", "(cd build/release && cpack -G DEB)", "test/package_test.py"),
    ("README.md", "scripts/fuzz SECONDS", "scripts/fuzz"),  # Builds anew.
    ("docs/audit-of-mlir.md",
     "gil-audit -p CORPUS/mlir-23/build --root CORPUS/mlir-23",
     "test/corpus/findings_test.py"),
    ("docs/audit-of-mlir.md",
     "gil-audit -p CORPUS/mlir-19/build --root CORPUS/mlir-19",
     "test/corpus/findings_test.py"),
    ("docs/fixes-of-mlir.md",
     "gil-audit -p COPY/build --root COPY --fix-preview",
     "test/corpus/fixes_test.py"),
    # Measurements: they want a release build and an idle machine.
    ("docs/performance.md",
     "cmake --preset release && cmake --build --preset release", BUILDS),
    ("docs/performance.md",
     "bench/run build/release/tools/gil-audit/gil-audit build/corpus",
     "bench/run"),
    ("docs/performance.md",
     "bench/scale build/release/tools/gil-audit/gil-audit "
     "build/corpus/mlir-23 --units=500,5000", "bench/scale"),
    ("docs/performance.md",
     "bench/reports build/release/tools/gil-audit/gil-audit", "bench/reports"),
]

# Pages that a program writes, and the test that it is what stands there: their
# examples are not looked at.
WRITTEN = {"docs/fixes-of-mlir.md": "test/corpus/fixes_test.py"}

# Options of other programs, and a command that tells of them.
OTHER_OPTIONS = {
    "--preset": "cmake --help", "--build": "cmake --help",
    "--install": "cmake --help", "--target": "cmake --build",
    "--prefix": "cmake --install", "--cached": "git diff-index -h",
    "--units": "cat bench/scale", "--checks": "clang-tidy-22 --help",
    "--enable-check-profile": "clang-tidy-22 --help",
    "--header-filter": "clang-tidy-22 --help",
    "--warnings-as-errors": "clang-tidy-22 --help",
}


def elsewhere(page, source):
    """Takes the commands of the list; one that is not on the page fails."""
    for name, command, file in ELSEWHERE:
        if name == page.name:
            check(command in page.untaken or command not in page.lines,
                  f"{name}: {command} is not run here")
            page.line(command)
            program = command.split()[0]
            for path in [file, program] if "/" in program else [file]:
                check((source / path).is_file(), f"{path} is there")
    if page.name in WRITTEN:
        check((source / WRITTEN[page.name]).is_file(), WRITTEN[page.name])
        page.untaken_examples.clear()


def judge(name, setup, folder, subcommands):
    """The faults of a page, in words."""
    page = Page(name, (setup.source / name).read_text(encoding="utf-8"))
    try:
        for number, story in enumerate(STORIES.get(name, [])):
            story(Project(setup, page, folder / f"{Path(name).stem}-{number}"))
        elsewhere(page, setup.source)
    except Wrong as wrong:
        return [f"{name}: {wrong}"]
    except Exception:  # Such as JSON that is none: the other pages go on.
        return [f"{name}: {traceback.format_exc()}"]
    return [f"{name}: nothing runs or checks this:\n    {line}"
            for line in page.rest()
            # A subcommand that is only named.
            if line not in {f"gil-audit {name}" for name in subcommands}]


def judge_options(pages, help_text, setup):
    """Options that a page names and no program has."""
    known = set(re.findall(r"^  (--[\w-]+)", help_text, re.MULTILINE))
    check(len(known) > 40, "the options of gil-audit are found", help_text)
    faults, others = [], set()
    for name in pages:
        text = (setup.source / name).read_text(encoding="utf-8")
        text = re.sub(r"^```(diff|cpp)\n.*?^```$", "", text,
                      flags=re.DOTALL | re.MULTILINE)
        for option in set(re.findall(r"(?<![\w-])--[a-z][\w-]*", text)) - known:
            others.add(option)
            if option not in OTHER_OPTIONS:
                faults.append(f"{name}: no program has the option {option}")
    faults += [f"OTHER_OPTIONS: no page names {option}"
               for option in OTHER_OPTIONS if option not in others]
    for option, command in OTHER_OPTIONS.items():
        if command.startswith("clang-tidy") and not setup.tidy:
            continue
        done = subprocess.run(command.split(), cwd=setup.source, check=False,
                              capture_output=True, text=True)
        if option not in done.stdout + done.stderr:
            faults.append(f"OTHER_OPTIONS: {command} does not tell of {option}")
    return faults


def judge_names(name, source):
    """Files of the project and pinned tests that a page names."""
    text = (source / name).read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    files = re.findall(r"`(?:\./)?((?:scripts|bench|test|examples|include/gil-audit)"
                       r"/[\w./-]*)`", text)
    folder = Path(name).parent
    files += [folder / link for link in
              re.findall(r"\]\((?!https?:)([^)#]+)", text)]
    faults = [f"{name}: there is no {file}" for file in files
              if not (source / file).exists()]
    for pinned in re.findall(r"`(F[NP]_\w+)`", text):
        if not list((source / "test/lit").rglob(pinned + ".*")):
            faults.append(f"{name}: there is no test {pinned}")
    return faults


def find_tidy(prefix, release):
    """Whether the clang-tidy of the pages can load the module."""
    there = (release == "22" and shutil.which("clang-tidy-22") and
             (prefix / "lib/gil-audit/libGilAuditTidyModule.so").is_file())
    if not there:
        print("note: no clang-tidy-22 with the module; its commands are not run")
    return there


def main():
    cmake, build, source, compiler, release = sys.argv[1:]
    source = Path(source).resolve()
    self_test()
    pages = ["README.md", *sorted(f"docs/{f.name}"
                                  for f in (source / "docs").glob("*.md"))]
    stale = [name for name, *_ in ELSEWHERE if name not in pages]
    stale += [name for name in [*STORIES, *WRITTEN] if name not in pages]
    check(not stale, f"these pages are there: {stale}")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        prefix = folder / "prefix"
        subprocess.run([cmake, "--install", build, "--prefix", prefix],
                       check=True, stdout=subprocess.DEVNULL)
        setup = Setup(source, Path(build), prefix, shutil.which(compiler),
                      find_tidy(prefix, release))
        help_text = subprocess.run([prefix / "bin/gil-audit", "--help"],
                                   check=True, capture_output=True,
                                   text=True).stdout
        subcommands = re.findall(r"^  ([a-z-]+) ", help_text, re.MULTILINE)
        faults = judge_options(pages, help_text, setup)
        for name in pages:
            faults += judge_names(name, source)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for found in pool.map(
                    lambda name: judge(name, setup, folder, subcommands), pages):
                faults += found
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    try:
        main()
    except Wrong as wrong:
        sys.exit(str(wrong))
