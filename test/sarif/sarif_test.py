#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Validates SARIF logs with @microsoft/sarif-multitool: the rules of SARIF and
those of GitHub's code scanning find no error.

usage: sarif_test.py BINARY SOURCE_DIR WORK_DIR

Exit status: 77 (skipped) if npm or node is not there.
"""
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

SKIPPED = 77
# Warnings that have their reason.
ACCEPTED = {
    "SARIF2005",  # informationUri: the project has no page of its own.
}


def run(command, statuses=(0,), **options):
    done = subprocess.run([str(word) for word in command], check=False,
                          capture_output=True, text=True, **options)
    if done.returncode not in statuses:
        sys.exit(f"status {done.returncode}: {command}\n{done.stdout}{done.stderr}")
    return done.stdout


def validator(source, work):
    """The program, installed once for each version of the lock file."""
    lock = (source / "test/sarif/package-lock.json").read_text(encoding="utf-8")
    stamp = work / "installed"
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != lock:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(source / "test/sarif" / name, work)
        run(["npm", "ci", "--no-audit", "--no-fund"], cwd=work)
        stamp.write_text(lock, encoding="utf-8")
    program = Path(run(["node", "-p", "require('@microsoft/sarif-multitool')"],
                       cwd=work).strip().strip('"'))
    program.chmod(0o755)  # npm may have been told to run no install scripts.
    return program


def make_project(source, folder):
    """The project of the fix tests, and a file that cannot be audited, one with
    letters beyond ASCII, one that is not UTF-8."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source / "test/lit/fix/Inputs/project", folder)
    shutil.copy(source / "test/unit/Extract/Inputs/mock.h", folder)
    for name in ("pool.h", "pool.model.json"):
        shutil.copy(source / "test/lit/cases" / name, folder)
    (folder / ".git").mkdir()
    (folder / "broken.cpp").write_text("#include <none.h>\n", encoding="utf-8")
    text = ('#include "pool.h"\n#include <Python.h>\n'
            'static void tâsk(void *user) { /* 🐍 ü */ PyRun_SimpleString("x"); }\n'
            'void start() { poolSubmit(tâsk, nullptr); }\n')
    (folder / "lettérs 1.cpp").write_text(text, encoding="utf-8")
    (folder / "latin1.cpp").write_bytes(
        text.replace("tâsk", "task").replace("🐍", "").encode("latin-1"))


def make_logs(binary, source, folder):
    make_project(source, folder / "project")
    tool = [binary, "--no-cache", "--format=sarif"]
    project = folder / "project"
    include = sysconfig.get_paths()["include"]
    model = f"--model={project / 'pool.model.json'}"
    logs = []

    def log(name, *arguments, statuses=(1,), **options):
        logs.append(folder / (name + ".sarif"))
        run([*tool, "-o", logs[-1], *arguments], statuses, **options)

    log("fixes", "-p", project, f"--root={project}",
        f"--model={project / 'pool.json'}", "--fix-preview")
    log("broken", "broken.cpp", "--", statuses=(3,), cwd=project)
    log("letters", model, "lettérs 1.cpp", "--", f"-isystem{include}",
        cwd=project)
    log("latin1", model, "latin1.cpp", "--", f"-isystem{include}", cwd=project)
    log("nothing", "--closed-world", "apart.cpp", "--", statuses=(0,),
        cwd=project)
    examples = source / "examples"
    run([sys.executable, examples / "make-compile-commands", folder / "db"])
    log("examples", "-p", folder / "db", "--pedantic", f"--root={examples}",
        f"--model={examples / 'sensor.model.json'}")
    return logs


def main():
    binary, source, work = (Path(word).resolve() for word in sys.argv[1:])
    for program in ("npm", "node"):
        if not shutil.which(program):
            print(f"skipped: {program} is not installed (Debian: nodejs, npm)")
            return SKIPPED
    work.mkdir(parents=True, exist_ok=True)
    program = validator(source, work)
    logs = make_logs(binary, source, work)
    # Runs without ICU, which not every Debian has.
    environment = {**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    said = run([program, "validate", *logs, "--rule-kind", "Sarif;Ghas",
                "--level", "Error;Warning"], (0, 1), env=environment)
    bad = [line for line in said.splitlines()
           if ": error " in line or
           (": warning " in line and not any(f" {rule}:" in line for rule in ACCEPTED))]
    print("\n".join(bad))
    print(f"{len(logs)} logs, {len(bad)} problems")
    if f"{len(logs)} files scanned" not in said:
        print(said)
        return 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
