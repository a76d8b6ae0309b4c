#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installs to a new prefix and uses it from another folder, where this process
may do so with the source tree and the build folder out of sight.

usage: install_test.py CMAKE BUILD_DIR SOURCE_DIR CLANG_TIDY

CLANG_TIDY is the one that the module was built for; "": there is no module.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FILES = [
    "bin/gil-audit", "share/gil-audit/models/mlir-c.json",
    "share/gil-audit/models/std-threads.json",
    "share/gil-audit/schema/gil-audit-1.schema.json",
    "share/gil-audit/schema/model.schema.json",
    "share/gil-audit/examples/wait_deadlock.cpp",
    "share/gil-audit/examples/make-compile-commands",
    "share/doc/gil-audit/README.md", "share/doc/gil-audit/LICENSE",
    "share/doc/gil-audit/docs/models.md",
]


def hiding(folders):
    """A command prefix that makes the folders empty, or nothing."""
    mounts = "; ".join(f"mount -t tmpfs none '{f}'" for f in folders)
    prefix = ["unshare", "-rm", "sh", "-ec", mounts + '; exec "$@"', "sh"]
    works = shutil.which("unshare") and subprocess.run(
        prefix + ["true"], check=False, capture_output=True).returncode == 0
    if not works:
        print("note: no mount namespace; the source tree stays in sight")
    return prefix if works else []


def run(command, want, **options):
    done = subprocess.run(command, check=False, capture_output=True, text=True,
                          **options)
    if done.returncode != want:
        sys.exit(f"status {done.returncode}, want {want}: {command}\n"
                 f"{done.stdout}{done.stderr}")
    return done.stdout


def check_module(clang_tidy, module, list_rules, prefix=()):
    """The module is there, loads, and has a check for each line of list_rules."""
    if not clang_tidy:
        return
    if not shutil.which(clang_tidy):
        print(f"note: no {clang_tidy}; the module is not loaded")
        return
    listed = run([*prefix, clang_tidy, f"-load={module}", "--list-checks",
                  "--checks=-*,gil-audit-*"], 0).split()
    want = {"gil-audit-" + line.split()[0] for line in list_rules.splitlines()}
    found = {word for word in listed if word.startswith("gil-audit-")}
    assert found == want, f"{module}: {found ^ want}"


def main():
    cmake, build, source, clang_tidy = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        prefix = Path(folder, "prefix").resolve()
        run([cmake, "--install", build, "--prefix", prefix], 0)
        missing = [f for f in FILES if not Path(prefix, f).is_file()]
        if missing:
            sys.exit(f"not installed: {missing}")
        # Moved: nothing may know where it was installed.
        moved = prefix.rename(Path(folder, "moved").resolve())
        hide = hiding([build, source]) if not str(moved).startswith(
            (build, source)) else []
        tool = hide + [str(moved / "bin/gil-audit")]
        environment = {**os.environ, "PATH": "/usr/bin:/bin"}

        def use(*args, want=0):
            return run([*tool, *map(str, args)], want, cwd=folder,
                       env=environment)

        assert "resource folder" in use("--version")
        assert "Reported:" in use("explain", "gil-lock-order")
        check_module(clang_tidy, moved / "lib/gil-audit/libGilAuditTidyModule.so",
                     use("--list-rules"), hide)
        examples = moved / "share/gil-audit/examples"
        run([sys.executable, examples / "make-compile-commands",
             Path(folder, "db")], 0)
        report = json.loads(use(
            "-p", "db", f"--root={examples}", "--quiet", "--format=json",
            f"--model={examples / 'sensor.model.json'}", want=1))
        found = {f["file"] for f in report["findings"]}
        assert "wait_deadlock.cpp" in found and "own_library.cpp" in found, found
        assert not report["coverage"]["not_audited"], report["coverage"]


if __name__ == "__main__":
    main()
