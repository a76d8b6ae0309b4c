# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A copy of a corpus that can be changed."""
import json
import os
import shutil


def copy_corpus(root, target):
    """Copies what the bindings are compiled from, with a database for the copy; returns failures."""
    for part in ('mlir/lib/Bindings', 'mlir/include', 'generated', 'nanobind'):
        if os.path.isdir(os.path.join(root, part)):
            shutil.copytree(os.path.join(root, part), os.path.join(target, part), symlinks=True)
    os.makedirs(os.path.join(target, 'build'))
    with open(os.path.join(root, 'build/compile_commands.json'), encoding='utf-8') as f:
        commands = json.load(f)

    def move(value):
        if isinstance(value, list):
            return [move(v) for v in value]
        return value.replace(root, target)
    with open(os.path.join(target, 'build/compile_commands.json'), 'w', encoding='utf-8') as f:
        json.dump([{k: move(v) for k, v in command.items()} for command in commands], f, indent=1)
    return [f"the compilation database names {c['file']}, which is not below {root}"
            for c in commands if not move(c['file']).startswith(target + os.sep)][:1]
