# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""page.py PAGE: runs the commands of a page, those in its YAML too, in the current
folder, and prints the exit status of each."""
import re
import subprocess
import sys
from pathlib import Path

text = Path(sys.argv[1]).read_text(encoding="utf-8")
commands = re.findall(r"^ +(?:- run: |- )?(gil-audit -.*)$", text, re.MULTILINE)
for command in dict.fromkeys(commands):
    done = subprocess.run(["sh", "-c", command], check=False, capture_output=True)
    print(done.returncode, command)
    if done.returncode > 1:
        print(done.stderr.decode())
