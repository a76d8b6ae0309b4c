#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes HTML reports and opens them in a browser.

usage: browser_test.py GIL_AUDIT UNIT_TEST_OF_REPORTS WORK_DIR CORPUS_DIR

The reports: of a small case, of a file in which there is nothing, of MLIR 23's own bindings (where
the corpus is there), and one of 5,000 findings. Screenshots are left in WORK_DIR/screenshots.
Exit status 77, with a message, where Chromium, Node.js or playwright-core is not to be had.
"""
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).resolve().parent


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def program(*names):
    found = next(filter(None, map(shutil.which, names)), None)
    return found or skip(f"there is no {names[0]} (Debian: {names[0]})")


def playwright(work):
    """The folder of node_modules; npm fills it once."""
    wanted = (HERE / "package-lock.json").read_bytes()
    mark = work / "package-lock.json"
    if not (work / "node_modules/playwright-core").is_dir() or mark.read_bytes() != wanted:
        shutil.copy(HERE / "package.json", work)
        shutil.copy(HERE / "package-lock.json", mark)
        done = subprocess.run([program("npm"), "ci", "--no-audit", "--no-fund"], cwd=work, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            skip("npm could not install playwright-core:\n" + done.stderr)
    return work


def audit(tool, report, *args):
    command = [tool, "--format=html", "--no-cache", "--quiet", "-o", report, *args]
    done = subprocess.run(list(map(str, command)), check=False, capture_output=True, text=True, errors="replace")
    if done.returncode not in (0, 1):
        sys.exit(f"status {done.returncode}: {command}\n{done.stdout}{done.stderr}")
    return report


def reports(tool, unit_test, work, corpus):
    flags = ["--", "-std=c++17", "-isystem", sysconfig.get_paths()["include"]]
    cases = HERE.parent / "lit/html/Inputs"
    made = [
        audit(tool, work / "case.html", "--fix-preview", f"--root={cases}", f"--model={HERE.parent / 'lit/cases/pool.model.json'}",
              cases / "case.cpp", *flags),
        audit(tool, work / "empty.html", f"--root={cases}", cases / "empty.cpp", *flags),
    ]
    mlir = Path(corpus, "mlir-23")
    if (mlir / "build/compile_commands.json").is_file():
        made.append(audit(tool, work / "mlir-23.html", "-p", mlir / "build", f"--root={mlir}"))
    large = work / "large.html"
    subprocess.run([unit_test, "--gtest_filter=Html.FiveThousandFindings", "--gtest_brief=1"], check=True,
                   env={**os.environ, "GIL_AUDIT_LARGE_REPORT": str(large)})
    return made + [large]


def main():
    tool, unit_test, work, corpus = sys.argv[1:]
    work = Path(work)
    chromium, node = program("chromium", "chromium-browser"), program("node", "nodejs")
    folder = playwright(work)
    shots = work / "screenshots"
    shutil.rmtree(shots, ignore_errors=True)
    shots.mkdir()
    made = reports(tool, unit_test, work, corpus)
    return subprocess.run([node, HERE / "report_test.mjs", chromium, folder, shots, *made], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
