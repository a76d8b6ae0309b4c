# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wanted.py FOUND SOURCE...: each line with "// ... WANT kind: reason" (or "-": not
suppressed) has what FOUND, made by suppressed.py, says, and there is no other."""
import re
import sys

found = {}
with open(sys.argv[1], encoding="utf-8") as file:
    for line in file:
        place, what = line.rstrip("\n").split(" ", 1)
        found[place] = what
problems = 0
for source in sys.argv[2:]:
    with open(source, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if want := re.search(r"WANT (.*)$", line):
                got = found.pop(f"{source}:{number}", "nothing")
                if not got.startswith(want[1]):
                    print(f"{source}:{number}: got {got!r}, want {want[1]!r}")
                    problems += 1
for place, what in found.items():
    if what != "-":
        print(f"{place}: {what} was not expected")
        problems += 1
sys.exit(problems != 0)
