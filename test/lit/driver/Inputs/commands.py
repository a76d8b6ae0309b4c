# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""commands.py PAGE: the commands in a page of docs/, a line each."""
import sys
from pathlib import Path

page = Path(__file__).parents[4] / "docs" / sys.argv[1]
for line in page.read_text(encoding="utf-8").splitlines():
    if line.startswith("    gil-audit "):
        print(line.split("#")[0].strip())
