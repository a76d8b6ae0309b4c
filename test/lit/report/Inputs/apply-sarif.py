# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""apply-sarif.py LOG: applies every fix of a SARIF log, as a program would that
knows nothing but the standard: lines and UTF-16 columns of the decoded text."""
import json
import sys
from urllib.parse import unquote, urlparse


def offset(text, line, column):
    """Of a place in UTF-16 units, in a text of UTF-16 code units."""
    start = 0
    for _ in range(line - 1):
        start = text.index("\n".encode("utf-16-le"), start) + 2
        while start % 2:
            start = text.index("\n".encode("utf-16-le"), start) + 2
    return start + 2 * (column - 1)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        run = json.load(file)["runs"][0]
    root = unquote(urlparse(run["originalUriBaseIds"]["SRCROOT"]["uri"]).path)
    changes = {}
    for result in run["results"]:
        for fix in result.get("fixes", []):
            for change in fix["artifactChanges"]:
                uri = change["artifactLocation"]["uri"]
                changes.setdefault(root + unquote(uri), []).extend(
                    change["replacements"])
    for name, replacements in changes.items():
        with open(name, encoding="utf-8-sig", newline="") as file:
            text = file.read().encode("utf-16-le")
        edits = []
        for r in replacements:
            d = r["deletedRegion"]
            edits.append((offset(text, d["startLine"], d["startColumn"]),
                          offset(text, d["endLine"], d["endColumn"]),
                          r["insertedContent"]["text"]))
        for start, end, inserted in sorted(edits, reverse=True):
            text = text[:start] + inserted.encode("utf-16-le") + text[end:]
        with open(name, "rb") as file:
            mark = file.read(3) == b"\xef\xbb\xbf"
        with open(name, "w", encoding="utf-8-sig" if mark else "utf-8",
                  newline="") as file:
            file.write(text.decode("utf-16-le"))


main()
