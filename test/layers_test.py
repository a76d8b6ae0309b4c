#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks who includes whom: the stages' borders (docs: README, architecture).

usage: layers_test.py [SOURCE_FOLDER]

Each folder of lib/ may include its own headers and the public headers of the
folders below; Clang's headers only where a TU is parsed or edited. Each source
file names its licence.
"""
import re
import sys
from pathlib import Path

# Public header -> the folder of lib/ that implements it.
OWNER = {
    "Baseline.h": "Gate",
    "CompileCommand.h": "Extract", "Driver.h": "Driver", "Extract.h": "Extract",
    "Edit.h": "Edit", "Facts.h": "Facts", "Finding.h": "Finding",
    "Fix.h": "Fix", "GilState.h": "Facts",
    "FactsHead.h": "Facts", "Inputs.h": "Facts", "InternedString.h": "Facts", "JsonReader.h": "Facts", "JsonTree.h": "Facts", "Model.h": "Model", "NearestName.h": "Facts",
    "Program.h": "Program", "Proof.h": "Proof", "PythonApi.h": "Model",
    "Report.h": "Report",
    "Rule.h": "Rules", "RuleInfo.h": "Finding", "Solution.h": "Program",
    "InternedString.h": "Facts",
}
# Folder -> the folders it may include from, beside itself and Facts.
MAY_INCLUDE = {
    "Facts": set(),
    "Model": set(),
    "Extract": {"Model"},
    "Program": {"Model"},
    "Rules": {"Program", "Model", "Finding"},
    "Fix": {"Program", "Finding", "Edit"},
    "Edit": {"Finding"},
    "Proof": {"Extract", "Program", "Rules", "Fix", "Edit"},
    "Gate": {"Finding"},
    "Report": {"Finding"},
    "Driver": None,  # Everything.
    "tools": None,
}
MAY_INCLUDE_CLANG = {"Extract", "Edit", "Proof", "tools"}
INCLUDE = re.compile(r'\s*#\s*include\s*["<]([^">]+)[">]')


def folder_of(path, root):
    parts = path.relative_to(root).parts
    if parts[0] == "lib":
        return parts[1]
    return OWNER.get(path.name, "?") if parts[0] == "include" else parts[0]


def problems_of(path, root):
    text = path.read_text(encoding="utf-8")
    folder, name = folder_of(path, root), path.relative_to(root)
    if "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception" not in text:
        yield f"{name}: names no licence"
    if folder not in MAY_INCLUDE and folder != "Finding":
        yield f"{name}: '{folder}' is not in the table of {Path(__file__).name}"
        return
    allowed = MAY_INCLUDE.get(folder, set())
    for header in filter(None, map(INCLUDE.match, text.splitlines())):
        header = header[1]
        if header.startswith(("clang/", "clang-tidy/")) and folder not in MAY_INCLUDE_CLANG:
            yield f"{name}: includes {header}"
        if not header.startswith("gil-audit/") or allowed is None:
            continue
        owner = OWNER.get(header[len("gil-audit/"):], "?")
        if owner not in allowed | {folder, "Facts"}:
            yield f"{name}: includes {header} of {owner}"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1])
    files = sorted(p for top in ("include", "lib", "tools")
                   for p in (root / top).rglob("*") if p.suffix in (".h", ".cpp"))
    problems = [p for file in files for p in problems_of(file, root)]
    print("\n".join(problems + [f"{len(files)} files, {len(problems)} problems"]))
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
