# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A lit test format: a source file whose findings check_cases.py compares."""
import os
import subprocess
import sys

import lit.formats
import lit.Test


class LabelledCase(lit.formats.FileBasedTest):
    """Fails on missing and surplus findings; 77 means: not here."""

    def execute(self, test, lit_config):
        runner = os.path.join(os.path.dirname(__file__), "check_cases.py")
        run = subprocess.run(
            [sys.executable, runner, test.config.gil_audit, test.getSourcePath()],
            capture_output=True, text=True, env=test.config.environment,
            check=False)
        text = run.stdout + run.stderr
        if run.returncode == 77:
            return lit.Test.UNSUPPORTED, text
        return (lit.Test.FAIL if run.returncode else lit.Test.PASS), text
