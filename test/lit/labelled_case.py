# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit test formats: source files whose findings a script compares."""
import os
import subprocess
import sys

import lit.formats
import lit.Test

HERE = os.path.dirname(os.path.abspath(__file__))


def run(script, test, case):
    """What check_cases.py and fix_cases.py have in common; 77: not here."""
    done = subprocess.run(
        [sys.executable, os.path.join(HERE, script), test.config.gil_audit, case],
        capture_output=True, text=True, env=test.config.environment, check=False)
    text = done.stdout + done.stderr
    if done.returncode == 77:
        return lit.Test.UNSUPPORTED, text
    return (lit.Test.FAIL if done.returncode else lit.Test.PASS), text


class LabelledCase(lit.formats.FileBasedTest):
    """Fails on missing and surplus findings."""

    def execute(self, test, lit_config):
        return run("check_cases.py", test, test.getSourcePath())


class FixedCase(lit.formats.FileBasedTest):
    """The cases of cases/, as tests of a folder that has none itself."""

    def getTestsInDirectory(self, testSuite, path_in_suite, litConfig, localConfig):
        for name in sorted(os.listdir(os.path.join(HERE, "cases"))):
            if name.endswith(".cpp"):
                yield lit.Test.Test(testSuite, path_in_suite + (name,), localConfig)

    def execute(self, test, lit_config):
        case = os.path.join(HERE, "cases", test.path_in_suite[-1])
        return run("fix_cases.py", test, case)
