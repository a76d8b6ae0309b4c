# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""escapes.py yes|no FILE: fails unless the file has, or has not, colours."""
import re
import sys

# The progress line has an escape of its own, which is no colour.
found = re.search(rb"\x1b\[[0-9;]*m", open(sys.argv[2], "rb").read())
if bool(found) != (sys.argv[1] == "yes"):
    sys.exit(f"colours: {bool(found)}, want {sys.argv[1]}")
