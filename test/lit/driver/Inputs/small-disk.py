# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""small-disk.py BYTES COMMAND...: runs the command so that no file can become
larger, as on a disk that is full."""
import resource
import signal
import subprocess
import sys


def limit():
    size = int(sys.argv[1])
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


sys.exit(subprocess.run(sys.argv[2:], check=False, preexec_fn=limit,
                        restore_signals=False).returncode)
