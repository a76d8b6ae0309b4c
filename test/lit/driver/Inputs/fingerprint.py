# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fingerprint.py BASELINE WORD: the fingerprint of the first entry with WORD."""
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    line = next(line for line in file if sys.argv[2] in line)
print(line.split(": ")[1].split()[1])
