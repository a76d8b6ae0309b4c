# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes one fault in three encodings: utf8.cpp, latin1.cpp and bom.cpp, which
has a byte order mark in the line of the fault and wants -include all.h."""
from pathlib import Path

HEAD = '#include <Python.h>\n#include "pool.h"\n'
TAIL = 'void start() { poolSubmit(task, nullptr); }\n'


def task(comment):
    return f'static void task(void *) {{ /* {comment} */ PyRun_SimpleString("x"); }}\n'


Path("utf8.cpp").write_text(HEAD + task("🐍ü") + TAIL, encoding="utf-8")
Path("latin1.cpp").write_bytes((HEAD + task("ü") + TAIL).encode("latin-1"))
Path("all.h").write_text(HEAD, encoding="utf-8")
Path("bom.cpp").write_bytes(b"\xef\xbb\xbf" + (task("a") + TAIL).encode("utf-8"))
