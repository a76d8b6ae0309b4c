# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""facts.py OPTION...: extracts all files of ./compile_commands.json, with . as
root, into the folder facts/."""
import json
import subprocess
import sys
from pathlib import Path

for number, entry in enumerate(json.loads(Path("compile_commands.json").read_text())):
    subprocess.run(
        ["gil-audit", "extract", "-p", ".", "--root=.", *sys.argv[1:],
         entry["file"], "-o", f"facts/{number}.facts"], check=True)
