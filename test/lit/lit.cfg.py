# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit configuration: tests of the whole program.

  gil-audit       the program under test
  %python         a Python 3 interpreter
  %pybind11       flags for Python.h and pybind11
  %capi           flags for Python.h alone
  %nanobind       flags for Python.h and nanobind         (feature nanobind)
  %mlir19         flags for mlir-c of Debian's LLVM 19    (feature mlir-19)
  %mlir23         flags for mlir-c of the LLVM 23 corpus  (feature mlir-23)
  %schema         SCHEMA FILE...: whether JSON fits; nothing if there is no
                  python3-jsonschema                      (feature jsonschema)
  %json_python    a Python 3 interpreter that has it      (feature jsonschema)

The headers of nanobind and of LLVM 23 come with test/corpus/fetch-corpus. A
test that needs a feature which is not there is counted as unsupported.
"""
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import lit.formats

config.name = "gil-audit"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = str(Path(__file__).parent)
config.test_exec_root = config.build_dir + "/test/lit"

python = "-isystem " + sysconfig.get_paths()["include"]
corpus = Path(config.corpus)
nanobind = corpus / "mlir-23/nanobind/usr/share/nanobind/include"
mlir19 = Path("/usr/lib/llvm-19/include")
mlir23 = corpus / "mlir-23"
base = "-std=c++17 -fexceptions -Wall "

config.substitutions += [
    ("%python", sys.executable),
    ("%capi", base + python),
    ("%pybind11", base + python),  # Debian has it in /usr/include.
    ("%nanobind", f"{base}{python} -isystem {nanobind}"),
    ("%mlir19", f"-isystem {mlir19}"),
    ("%mlir23", f"-isystem {mlir23}/mlir/include -isystem {mlir23}/generated"),
]
for feature, file in [
    ("pybind11", Path("/usr/include/pybind11/pybind11.h")),
    ("nanobind", nanobind / "nanobind/nanobind.h"),
    ("mlir-19", mlir19 / "mlir-c/IR.h"),
    ("mlir-23", mlir23 / "mlir/include/mlir-c/IR.h"),
]:
    if file.is_file():
        config.available_features.add(feature)

# The python that runs this may not be the one that Debian's packages are for.
for python3 in (sys.executable, "/usr/bin/python3"):
    if Path(python3).is_file() and not subprocess.run(
            [python3, "-c", "import jsonschema"], check=False,
            capture_output=True).returncode:
        checker = Path(__file__).parents[1] / "check_schema.py"
        config.substitutions.append(("%schema", f"{python3} {checker}"))
        config.substitutions.append(("%json_python", python3))
        config.available_features.add("jsonschema")
        break
else:
    lit_config.note("no python3-jsonschema: JSON is not checked against schemas")
    config.substitutions.append(("%schema", "true"))

# Shadow memory and a limit on memory do not go together.
if "-fsanitize=" in config.cxx_flags:
    config.available_features.add("sanitizer")

config.environment["PATH"] = os.pathsep.join(
    [str(Path(config.gil_audit).parent), config.llvm_tools_dir, os.environ["PATH"]])
config.environment["GIL_AUDIT_CORPUS"] = str(corpus)

# Not the user's cache, and none of an earlier run.
cache = Path(config.test_exec_root) / "cache"
shutil.rmtree(cache, ignore_errors=True)
config.environment["XDG_CACHE_HOME"] = str(cache)

# clang-tidy of the module's release, or None. Debian's knows nothing of the
# sanitizers that a module may be built with.
config.clang_tidy = shutil.which("clang-tidy-" + config.llvm_release)
if config.clang_tidy and "sanitizer" in config.available_features:
    runtime = subprocess.run(
        ["clang-" + config.llvm_release, f"-print-file-name=libclang_rt.asan-{os.uname().machine}.so"],
        capture_output=True, text=True, check=True).stdout.strip()
    wrapper = Path(config.test_exec_root, "clang-tidy")
    wrapper.write_text(f'#!/bin/sh\nLD_PRELOAD={runtime} exec {config.clang_tidy} "$@"\n')
    wrapper.chmod(0o755)
    config.clang_tidy = str(wrapper)
