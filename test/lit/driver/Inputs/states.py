# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""states.py REPORT: how the findings of a JSON report stand to the baseline."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
for f in report["findings"]:
    print(f["file"], f["rule"], f.get("baseline", "-"))
for f in report["baseline"]["fixed"]:
    print("fixed", f["file"], f["function"])
