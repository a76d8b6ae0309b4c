# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""suppressed.py REPORT: for each finding that is not about a comment its place and
what suppresses it."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
for f in report["findings"]:
    if f["rule"].endswith("-suppression"):
        continue
    s = f.get("suppressed")
    print(f"{f['file']}:{f['line']}", f"{s['kind']}: {s['reason']}" if s else "-")
