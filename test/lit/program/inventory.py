# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Standard input: a report in JSON. Output: a line for each inventory row."""
import json
import sys

inventory = json.load(sys.stdin)["inventory"]
for row in inventory["callbacks"]:
    print("callback", row["line"], row["kind"], row["api"], row["acquires"])
for row in inventory["bindings"]:
    print("binding", row["line"], row["name"], row["form"],
          ",".join(row["reaches"]))
for row in inventory["calls"]:
    print("call", row["line"], row["api"], row["state"])
