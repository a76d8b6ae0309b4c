# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""changed.py FILE LINE: a diff in which this line of FILE is new."""
import sys
from pathlib import Path

name, line = sys.argv[1], int(sys.argv[2])
text = Path(name).read_text().splitlines()[line - 1]
print(f"--- a/{name}\n+++ b/{name}\n@@ -{line - 1},0 +{line} @@\n+{text}")
