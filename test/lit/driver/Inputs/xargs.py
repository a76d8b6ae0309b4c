# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""xargs.py FILE COMMAND...: runs the command with the text of FILE in place of
the word %, else as its last word."""
import subprocess
import sys

text = open(sys.argv[1], encoding="utf-8").read().strip()
command = sys.argv[2:]
command = [text if w == "%" else w for w in command] if "%" in command \
    else command + [text]
sys.exit(subprocess.run(command, check=False).returncode)
