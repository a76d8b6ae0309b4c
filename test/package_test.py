#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes Debian's package, installs it below a folder of its own, runs what is
in it, and removes it again.

usage: package_test.py CPACK BUILD_DIR CLANG_TIDY      (see install_test.py)
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from install_test import check_module

INSTALLED = [
    "usr/bin/gil-audit", "usr/share/man/man1/gil-audit.1",
    "usr/share/bash-completion/completions/gil-audit",
    "usr/share/zsh/site-functions/_gil-audit",
    "usr/share/fish/vendor_completions.d/gil-audit.fish",
    "usr/share/gil-audit/models/mlir-c.json",
]


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], check=False,
                          capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"status {done.returncode}: {command}\n{done.stdout}{done.stderr}")
    return done.stdout


def main():
    cpack, build, clang_tidy = sys.argv[1:]
    if not shutil.which("dpkg-shlibdeps") or os.geteuid() != 0:
        print("skipped: needs dpkg-dev and root")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        run(cpack, "-G", "DEB", "-B", folder, cwd=build)
        package, = Path(folder).glob("*.deb")
        depends = run("dpkg-deb", "-f", package, "Depends")
        assert "libclang-common-" in depends and "libclang-cpp" in depends, depends
        root = Path(folder, "root")
        for part in ("var/lib/dpkg/info", "var/lib/dpkg/updates", "usr/share"):
            Path(root, part).mkdir(parents=True)
        for name in ("status", "available"):
            Path(root, "var/lib/dpkg", name).touch()
        dpkg = ["dpkg", f"--root={root}", "--force-depends",
                "--force-script-chrootless", "--log=/dev/null"]
        run(*dpkg, "-i", package)
        missing = [f for f in INSTALLED if not Path(root, f).is_file()]
        assert not missing, missing
        tool = Path(root, "usr/bin/gil-audit")
        assert "resource folder" in run(tool, "--version")
        rules = run(tool, "--list-rules")
        assert "gil-held-across-wait" in rules
        check_module(clang_tidy,
                     Path(root, "usr/lib/gil-audit/libGilAuditTidyModule.so"), rules)
        run(*dpkg, "-P", "gil-audit")
        left = [p for p in root.rglob("*gil-audit*")]
        assert not left, left


if __name__ == "__main__":
    main()
