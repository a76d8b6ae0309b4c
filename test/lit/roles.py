# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Standard input: a report in JSON. Output: a line for each finding.

    SEVERITY RULE LINE ROLE...       with the roles of its witness, in order
"""
import json
import sys

for f in json.load(sys.stdin)["findings"]:
    roles = " ".join(step["role"] for step in f["witness"])
    print(f["severity"], f["rule"], f["line"], roles)
