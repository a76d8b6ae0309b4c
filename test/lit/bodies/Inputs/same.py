# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same.py SOURCE FLAG...: audits SOURCE twice, the bodies of library functions parsed and skipped. Fails unless both
reports are the same and report exactly the lines that have "// bad" on them."""
import difflib
import json
import subprocess
import sys

source, *flags = sys.argv[1:]


def audit(*options):
    done = subprocess.run(["gil-audit", "--format=json", "--no-cache", *options, source, "--", *flags],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{options}: status {done.returncode}: {done.stderr}")
    return done.stdout


skipped, parsed = audit(), audit("--parse-all-bodies")
failed = ""
if skipped != parsed:
    failed = "\n".join(difflib.unified_diff(parsed.splitlines(), skipped.splitlines(), "all bodies", "skipped", lineterm=""))
with open(source, encoding="utf-8") as f:
    want = [n for n, line in enumerate(f, 1) if "// bad" in line]
for name, report in ("skipped", skipped), ("all bodies", parsed):
    got = sorted({f["line"] for f in json.loads(report)["findings"]})
    if got != want:
        failed += f"\n{name}: findings at lines {got}, want {want}"
if failed:
    sys.exit(failed)
