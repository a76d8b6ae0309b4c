# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""edit.py FILE OLD NEW: replaces OLD, which has to be there, by NEW; '|' in NEW
is a new line."""
import sys
from pathlib import Path

file, old, new = Path(sys.argv[1]), sys.argv[2], sys.argv[3].replace("|", "\n")
text = file.read_text(encoding="utf-8")
if old not in text:
    sys.exit(f"{file}: no {old!r}")
file.write_text(text.replace(old, new, 1), encoding="utf-8")
