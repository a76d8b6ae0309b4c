# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wrong-facts.py GOOD FILE: makes the facts of GOOD wrong in many ways, one
after the other, and analyses FILE. Each must be refused with one clear message
and status 2; none may end in any other way."""
import json
import subprocess
import sys

GOOD = json.load(open(sys.argv[1], encoding="utf-8"))


def cases():
    yield []
    yield 7
    yield {}
    yield {"schema": GOOD["schema"]}
    yield {**GOOD, "schema": 2}
    yield {**GOOD, "strings": "x"}
    yield {**GOOD, "strings": [1]}
    yield {**GOOD, "strings": []}
    yield {**GOOD, "data": {}}
    yield {**GOOD, "data": ["x"]}
    yield {**GOOD, "data": [0.5]}
    yield {**GOOD, "data": [None]}
    yield {**GOOD, "data": GOOD["data"] + [0]}
    yield {**GOOD, "more": 1}
    for at in range(len(GOOD["data"])):
        yield {**GOOD, "data": GOOD["data"][:at]}
        data = list(GOOD["data"])
        data[at] = 1 << 62  # No index, length or enumeration is as large.
        yield {**GOOD, "data": data}


for case in cases():
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        json.dump(case, out, separators=(",", ":"))
    done = subprocess.run(["gil-audit", "analyze", sys.argv[2]], check=False,
                          capture_output=True, text=True)
    if done.returncode != 2 or done.stdout or "malformed facts" not in done.stderr \
            or done.stderr.count("\n") != 1:
        sys.exit(f"status {done.returncode}: {done.stdout}{done.stderr}"
                 f"{json.dumps(case)[:300]}")
