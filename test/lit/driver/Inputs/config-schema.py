# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""config-schema.py PROGRAM FOLDER: the JSON Schema of configurations and the
reader accept and refuse the same, as far as shapes go."""
import json
import re
import subprocess
import sys
from pathlib import Path

import jsonschema

DOCS = Path(__file__).parents[4] / "docs"
RIGHT = [
    {}, {"rules": "gil-*"}, {"rules": ["-redundant-guard"]}, {"jobs": 1},
    {"$schema": "x", "schema": "gil-audit-config/1", "world": "closed"},
    {"severities": {"gil-lock-order": "off"}, "api-versions": {"mlir": 23}},
    {"fix-style": "conditional", "fix-condition": "x", "fix-comments": True},
    {"root": ".", "include": [], "exclude": ["a/*"], "cache-dir": "c"},
    {"assume-registered": ["thread-body"], "assume-threading": False},
    {"fix-style": "scoped", "format": "json", "outputs": ["a.json"]},
    {"pedantic": True, "baseline": "b", "models": []},
]
WRONG = [
    [], {"rule": "x"}, {"rules": ""}, {"rules": [1]}, {"jobs": 0}, {"jobs": "1"},
    {"schema": "gil-audit-config/2"}, {"world": "flat"}, {"pedantic": "yes"},
    {"severities": {"gil-lock-order": "fatal"}}, {"severities": ["off"]},
    {"api-versions": {"mlir": "23"}}, {"api-versions": {"mlir": 0}},
    {"fix-style": "conditional"}, {"fix-condition": "x"}, {"fix-style": "odd"},
    {"fix-style": "scoped", "fix-condition": "x"}, {"models": "m.json"},
    {"assume-threading": "on"}, {"baseline": ""}, {"outputs": "a.json"},
]


def reader_takes(program, folder, config):
    file = folder / "config.json"
    file.write_text(json.dumps(config), encoding="utf-8")
    return subprocess.run([program, "check-config", file], check=False,
                          capture_output=True).returncode == 0


def main():
    program, folder = sys.argv[1], Path(sys.argv[2])
    schema = json.loads((DOCS / "schema/config.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    page = (DOCS / "configuration.md").read_text("utf-8")
    examples = [json.loads(t) for t in re.findall(r"```json\n(.*?)```", page, re.S)]
    problems = [] if examples else ["no example in configuration.md"]
    for config, want in [(c, True) for c in RIGHT + examples] + [(c, False) for c in WRONG]:
        by_schema = jsonschema.Draft202012Validator(schema).is_valid(config)
        by_reader = reader_takes(program, folder, config)
        if (by_schema, by_reader) != (want, want):
            problems.append(f"{config}: schema {by_schema}, reader {by_reader}")
    fields = set(schema["properties"]) - {"$schema"}
    problems += [f"configuration.md does not name '{f}'" for f in fields
                 if f"`{f}`" not in page]
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
