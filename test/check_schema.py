#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks JSON files against a published schema, more strictly than it is meant:
what the schema does not know is an error, too, so that no field of a report goes
undocumented.

usage: check_schema.py SCHEMA FILE...

Needs Debian's python3-jsonschema. Exit status: 0 all fit, 1 not.
"""
import json
import sys

import jsonschema


def close(schema):
    """Every object has the properties that are listed, and no others."""
    if isinstance(schema, dict):
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
        for part in schema.values():
            close(part)
    elif isinstance(schema, list):
        for part in schema:
            close(part)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    close(schema)
    validator = jsonschema.Draft202012Validator(schema)
    problems = 0
    for name in sys.argv[2:]:
        with open(name, encoding="utf-8") as file:
            document = json.load(file)
        for error in validator.iter_errors(document):
            place = "/".join(map(str, error.absolute_path))
            print(f"{name}: /{place}: {error.message[:300]}")
            problems += 1
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
