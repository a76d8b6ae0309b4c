# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What stands on a page of the documentation and wants to be true: its commands,
what it shows, its fenced examples. Whatever nobody takes is a failure."""
import re
from dataclasses import dataclass

# A span of two words or more that begins with one of these is a command.
PROGRAMS = re.compile(r"(gil-audit|clang-tidy(-\d+)?|cmake|ctest|cpack|jq|git|"
                      r"(\./)?(scripts|bench)/[\w-]+)$")


class Wrong(Exception):
    pass


def check(condition, what, text=""):
    if not condition:
        raise Wrong(f"not so: {what}\n{text}")


@dataclass
class Fence:
    language: str
    text: str


def split(text):
    """The fences of a page, and its text without them."""
    fences = [Fence(language, body) for language, body in re.findall(
        r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]
    return fences, re.sub(r"^```.*?^```$", "", text,
                          flags=re.DOTALL | re.MULTILINE)


def without_comment(line):
    return re.sub(r"\s{2,}# .*", "", line).strip()


def block_lines(text):
    """Lines of indented blocks; one that goes on (\\) is one."""
    joined = re.sub(r" *\\\n +", " ", text)
    return [without_comment(line)
            for line in re.findall(r"^ {4,}\S.*$", joined, re.MULTILINE)]


def spans(text):
    """Commands in the text. A span may go over the end of a line."""
    text = re.sub(r"^ {4,}\S.*$", "", text, flags=re.MULTILINE)
    for paragraph in re.split(r"\n\s*\n", text):
        for span in re.findall(r"`([^`]+)`", paragraph):
            words = span.split()
            if len(words) > 1 and PROGRAMS.match(words[0]):
                yield " ".join(words)


def fence_commands(fence):
    """Steps of a CI service; in a fence without a language, programs."""
    if fence.language == "yaml":
        steps = re.findall(r"^ *- (run: )?(.*)$", fence.text, re.MULTILINE)
        return [step for run, step in steps
                if run or PROGRAMS.match(step.split()[0])]
    if fence.language in ("", "sh", "bash", "console"):
        lines = map(without_comment, fence.text.splitlines())
        return [line for line in lines if PROGRAMS.match(line.split(" ")[0])]
    return []


class Page:
    """Takes note of what a story has taken of a page."""

    def __init__(self, name, text):
        self.name = name
        self.fences, rest = split(text)
        self.lines = dict.fromkeys(block_lines(rest))
        self.lines.update(dict.fromkeys(spans(rest)))
        self.examples = []
        for fence in self.fences:
            commands = fence_commands(fence)
            self.lines.update(dict.fromkeys(commands))
            if not commands:
                self.examples.append(fence)
        self.untaken = set(self.lines)
        self.untaken_examples = list(self.examples)

    def line(self, line):
        """Takes a line that has to be on the page as it stands here."""
        check(line in self.lines, f"{self.name} has this line: {line}")
        self.untaken.discard(line)
        return line

    def shown(self, *starts):
        """Takes the lines that begin so, one for each of starts."""
        found = []
        for start in starts:
            lines = [line for line in self.lines if line.startswith(start)]
            check(len(lines) == 1, f"{self.name}: one line begins '{start}'",
                  "\n".join(lines))
            found.append(self.line(lines[0]))
        return found

    def example(self, language):
        """Takes the next fence of that language that has no commands."""
        for fence in self.untaken_examples:
            if fence.language == language:
                self.untaken_examples.remove(fence)
                return fence.text
        raise Wrong(f"{self.name}: no (further) example in '{language}'")

    def rest(self):
        """What nobody has taken."""
        return [line for line in self.lines if line in self.untaken] + [
            f"```{fence.language}\n{fence.text}```"
            for fence in self.untaken_examples]


SELF_TEST = """\
Text, `gil-audit of a
span`, `gil-audit` and `no command`.

    gil-audit block        # comment
    output: of it
    goes \\
      on

1. In a list:

        make it

```yaml
steps:
  - run: anything at all
  - uses: something
script:
  - gil-audit script
```
```
{"json": 1}
```
```
gil-audit fence   # comment
```
"""


def self_test():
    """That nothing is overlooked, since what is not found needs no story."""
    page = Page("self-test", SELF_TEST)
    want = ["gil-audit of a span", "gil-audit block", "output: of it",
            "goes on", "make it", "anything at all", "gil-audit script",
            "gil-audit fence"]
    check(sorted(page.lines) == sorted(want), f"all are found: {page.lines}")
    check(page.rest()[-1] == '```\n{"json": 1}\n```', "an example is left")
    for line in want:
        page.line(line)
    page.example("")
    check(not page.rest(), f"all are taken: {page.rest()}")
    for wrong in (lambda: page.line("gil-audit"), lambda: page.example("")):
        try:
            wrong()
        except Wrong:
            continue
        raise Wrong("what is not on the page cannot be taken")
