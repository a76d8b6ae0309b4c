# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the matrix of an HTML report, a binding a line: "name: state kind, state kind".

Reads it with Python's own parser, so that what is no markup to this test is none to a browser.
"""
import sys
from html.parser import HTMLParser


class Words(HTMLParser):
    """Of <section class=b>: its <h3><code>, and of each <li> its <b> and first <code>."""

    def __init__(self):
        super().__init__()
        self.rows, self.into, self.inside, self.part = [], None, False, None

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "section":
            self.inside = attrs.get("class") == "b"
            if self.inside:
                self.rows.append(["", []])
        elif self.inside and tag in ("h3", "li"):
            self.part = tag
            if tag == "li":
                self.rows[-1][1].append(["", ""])
        elif self.inside and self.part == "h3" and tag == "code" and not self.rows[-1][0]:
            self.into = "name"
        elif self.inside and self.part == "li" and tag == "b" and not self.rows[-1][1][-1][0]:
            self.into = 0
        elif self.inside and self.part == "li" and tag == "code" and not self.rows[-1][1][-1][1]:
            self.into = 1

    def handle_endtag(self, tag):
        self.into = None

    def handle_data(self, data):
        if self.into == "name":
            self.rows[-1][0] += data
        elif self.into is not None:
            self.rows[-1][1][-1][self.into] += data


words = Words()
with open(sys.argv[1], encoding="utf-8") as page:
    words.feed(page.read())
for name, cells in words.rows:
    print(f"{name}: {', '.join(' '.join(c) for c in cells)}")
