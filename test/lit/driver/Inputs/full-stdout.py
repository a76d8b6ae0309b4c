# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""full-stdout.py COMMAND...: runs the command with standard output on a full
disk; fails unless it says so and ends with status 2."""
import subprocess
import sys

with open("/dev/full", "wb") as full:
    done = subprocess.run(sys.argv[1:], check=False, stdout=full,
                          stderr=subprocess.PIPE, text=True)
want = "gil-audit: error: cannot write standard output: No space left on device"
if done.returncode != 2 or want not in done.stderr:
    sys.exit(f"status {done.returncode}, said {done.stderr!r}")
