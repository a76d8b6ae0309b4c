# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""in-change.py REPORT: which findings of a JSON report lie in the change, why,
and what the change is."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
for f in report["findings"]:
    why = [f"{s['file']}:{s['line']}" for s in f["witness"] if s["role"] == "change"]
    print(f["file"], f["function"], "in" if f["in_change"] else "out", *why)
print(json.dumps(report["change"]))
