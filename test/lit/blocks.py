# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the code blocks of a page that a file name introduces.

usage: blocks.py PAGE         `name.cpp`: or `name.cpp`, which ...: and a block
"""
import re
import sys
from pathlib import Path

text = Path(sys.argv[1]).read_text()
for name, block in re.findall(
        r"`([\w.-]+\.(?:c|cpp|h|json))`[^`]*:\n\n```\w+\n(.*?)```", text, re.DOTALL):
    Path(name).write_text(block)
