# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cached.py CACHE WANTED ARGUMENT...: runs gil-audit with a cache and fails unless

  * it parses exactly the files WANTED (names with commas between, or "none"),
  * its report and exit status are those of a run without a cache.
"""
import os
import subprocess
import sys

cache, wanted, *arguments = sys.argv[1:]
command = ["gil-audit", "--format=json"] + arguments


def run(*more):
    done = subprocess.run(command + list(more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


status, report, messages = run("--cache-dir=" + cache, "--timing")
parsed = sorted(os.path.basename(line.split()[-1]) for line in messages.splitlines() if " parsed " in line and line.startswith("timing:") and "units" not in line)
if parsed != sorted(wanted.split(",") if wanted != "none" else []):
    sys.exit(f"parsed {parsed}, want {wanted}\n{messages}")
uncached = run("--no-cache")
if (status, report) != uncached[:2]:
    sys.exit(f"with a cache: status {status}\n{report}\n{messages}\nwithout: status {uncached[0]}\n{uncached[1]}")
