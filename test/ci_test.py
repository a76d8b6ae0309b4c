#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the shell steps of examples/ci and the pre-commit hook in a project: they
pass where nothing is wrong, fail where something is, and leave the reports
behind that the steps after them take.

usage: ci_test.py CMAKE BUILD_DIR SOURCE_DIR CXX_COMPILER
"""
import json
import shlex
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
from pathlib import Path

PYTHON = "/usr/bin/python3"  # Debian's python3-yaml is for this one.


def read_yaml(file):
    text = subprocess.run(
        [PYTHON, "-c", "import json, sys, yaml;"
         "print(json.dumps(yaml.safe_load(open(sys.argv[1])), default=str))",
         str(file)], check=True, capture_output=True, text=True).stdout
    return json.loads(text)


def github_steps(source):
    job = read_yaml(source / "examples/ci/github-actions.yml")["jobs"]["gil-audit"]
    return [s["run"] for s in job["steps"] if "run" in s and s["name"] != "Install"]


def gitlab_steps(source):
    return read_yaml(source / "examples/ci/gitlab-ci.yml")["gil-audit"]["script"]


def hook_steps(source):
    hook, = read_yaml(source / ".pre-commit-hooks.yaml")
    use, = read_yaml(source / "examples/ci/pre-commit-config.yaml")["repos"]
    assert use["hooks"][0]["id"] == hook["id"]
    assert hook["pass_filenames"] is False
    return [gitlab_steps(source)[0],
            hook["entry"] + " " + shlex.join(use["hooks"][0]["args"])]


def c_compiler(compiler):
    """The one that goes with a compiler for C++."""
    for plus, plain in [("clang++", "clang"), ("g++", "gcc"), ("c++", "cc")]:
        if plus in compiler:
            return compiler.replace(plus, plain)
    return compiler


class Service:
    """Runs steps as a CI service does: until one fails."""

    def __init__(self, prefix, source, compiler):
        self.source = source
        self.environment = {
            "PATH": f"{prefix}/bin:/usr/bin:/bin", "HOME": "/nonexistent",
            "CXX": compiler, "CC": c_compiler(compiler),
            "CMAKE_PREFIX_PATH": str(prefix), "LANG": "C.UTF-8"}

    def run(self, steps, folder, fault):
        shutil.copytree(self.source / "examples/cmake", folder)
        if fault:
            lists = folder / "CMakeLists.txt"
            lists.write_text(lists.read_text().replace(
                '(a deadlock)" OFF)', '(a deadlock)" ON)'))
        subprocess.run(["git", "init", "-q", folder], check=True)
        text = ""
        for step in steps:
            done = subprocess.run(["bash", "-eo", "pipefail", "-c", step],
                                  cwd=folder, env=self.environment, check=False,
                                  capture_output=True, text=True)
            text += done.stdout + done.stderr
            if done.returncode:
                return done.returncode, text
        return 0, text


def check(condition, what):
    if not condition:
        sys.exit(f"not so: {what}")


def main():
    cmake, build, source, compiler = sys.argv[1:]
    source = Path(source)
    if subprocess.run([PYTHON, "-c", "import yaml"], check=False,
                      capture_output=True).returncode:
        print("skipped: needs python3-yaml")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as scratch:
        prefix = Path(scratch, "prefix")
        subprocess.run([cmake, "--install", build, "--prefix", prefix],
                       check=True, stdout=subprocess.DEVNULL)
        service = Service(prefix, source, shutil.which(compiler))
        for name, steps in [("github", github_steps(source)),
                            ("gitlab", gitlab_steps(source)),
                            ("hook", hook_steps(source))]:
            good, bad = Path(scratch, name + "-good"), Path(scratch, name + "-bad")
            status, text = service.run(steps, good, fault=False)
            check(status == 0, f"{name}: passes without a fault\n{text}")
            status, text = service.run(steps, bad, fault=True)
            check(status == 1, f"{name}: fails with a fault\n{text}")
            if name == "github":
                check("::error file=thread.cpp,line=" in text,
                      f"an annotation\n{text}")
                log = json.loads((bad / "gil-audit.sarif").read_text())
                check(len(log["runs"][0]["results"]) == 1, "one SARIF result")
            if name == "gitlab":
                quality = json.loads(
                    (bad / "gl-code-quality-report.json").read_text())
                check(len(quality) == 1, "one code quality entry")
                tree = xml.etree.ElementTree.parse(bad / "gil-audit.xml")
                check(list(tree.iter("failure")), "a failure")


if __name__ == "__main__":
    main()
