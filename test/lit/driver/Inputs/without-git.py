# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""without-git.py ARGUMENT...: runs gil-audit where there is no git."""
import os
import shutil
import subprocess
import sys

command = [shutil.which("gil-audit")] + sys.argv[1:]
environment = {**os.environ, "PATH": "/nowhere"}
sys.exit(subprocess.run(command, env=environment, check=False).returncode)
