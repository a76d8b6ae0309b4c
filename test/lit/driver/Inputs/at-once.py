# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""at-once.py COMMAND...: starts it four times; fails unless all print the same and none prints a warning."""
import subprocess
import sys

runs = [subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)]
results = [(*r.communicate(), r.returncode) for r in runs]
if len(set(results)) != 1 or "warning" in results[0][1]:
    sys.exit("\n----\n".join(map(str, results)))
