# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""interrupt.py SIGNAL FOLDER: sends the signal to a run with two workers, which
parse for minutes. Fails if the run does not end by the signal, a worker is left,
or a file: in the temporary folder, or of the output."""
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path


def children(pid):
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(p) for p in text.split()]


def alive(pid):
    try:
        # A zombie of another parent counts as gone.
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def wait_for(condition, what):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    sys.exit(f"{what}: not within a minute")


def main():
    number = getattr(signal, sys.argv[1])
    folder = Path(sys.argv[2])
    temporary, out = folder / "tmp", folder / "out"
    for made in (temporary, out):
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir()
    run = subprocess.Popen(
        ["gil-audit", "-p", folder, f"--root={folder}", "-j2",
         "-o", out / "report"],
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: len(children(run.pid)) == 2, "two workers")
    workers = children(run.pid)
    run.send_signal(number)
    stdout, stderr = run.communicate(timeout=60)
    if run.returncode != -number:
        sys.exit(f"ended with {run.returncode}, want {-number}: {stderr}")
    wait_for(lambda: not any(map(alive, workers)), "the workers' end")
    left = [*temporary.iterdir(), *out.iterdir()]
    if left or stdout or "interrupted" not in stderr:
        sys.exit(f"left: {left}; said: {stdout!r}, {stderr!r}")


if __name__ == "__main__":
    main()
