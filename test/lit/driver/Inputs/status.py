# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""status.py WANTED COMMAND...: fails unless the command ends with that status.
Its output passes through."""
import subprocess
import sys

got = subprocess.run(sys.argv[2:], check=False).returncode
if got != int(sys.argv[1]):
    sys.exit(f"status {got}, want {sys.argv[1]}: {' '.join(sys.argv[2:])}")
