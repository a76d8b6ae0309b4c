# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""terminal.py COMMAND...: runs the command on a terminal of its own and prints
what a person would have seen. Its status is not passed on."""
import os
import pty
import sys

child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm"
    os.execvp(sys.argv[1], sys.argv[1:])
seen = b""
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:  # Linux says so at the end.
        break
    if not part:
        break
    seen += part
os.waitpid(child, 0)
sys.stdout.buffer.write(seen.replace(b"\r\n", b"\n"))
