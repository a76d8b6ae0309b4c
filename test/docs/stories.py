# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the commands of each page are run, and what has to come of them. A story
takes the lines of its page in the page's order, where that matters."""
import json
import re
import shlex
import shutil
import xml.etree.ElementTree
from pathlib import Path

from page import check


def like(line, text):
    """Whether a line of text is one as the page shows, with other numbers and
    up to where the page leaves text out."""
    pattern = re.escape(line.partition("...")[0])
    pattern = re.sub(r"\d+", r"\\d+", pattern)
    pattern = re.sub(r"(unit|file|finding)s\b", r"\1s?", pattern)
    pattern = re.sub(r"\bare\b", "(is|are)", pattern)
    check(re.search("^" + pattern, text, re.MULTILINE), f"like: {line}", text)


def names_of_rules(p):
    return [line.split()[0]
            for line in p.shell("gil-audit --list-rules").out.splitlines()]


def run_tidy(p, command):
    """clang-tidy loads the installed module, if there are both."""
    if not p.setup.tidy:
        p.page.line(command)
        return
    (p.folder / "lib").mkdir(exist_ok=True)
    (p.folder / "lib/gil-audit").symlink_to(p.setup.prefix / "lib/gil-audit")
    p.run(command).says("[gil-audit-callback-without-gil]")


def readme(p):
    witness = " ".join(p.page.shown("IRCore.cpp:1180:8: error: ", "but may wait",
                                    "[gil-audit-gil-held-across-wait]"))
    audit = (p.setup.source / "docs/audit-of-mlir.md").read_text()
    for part in re.findall(r"IRCore.cpp:1180|mlirOperationVerify", witness):
        check(part in audit, f"{part} is in the audit of MLIR")
    p.crash("file.cpp", "lib/Bindings/Python/one.cpp", "lib/Bindings/two.cpp")
    p.database()
    p.run("gil-audit -p build", 1).says("3 errors in 3 translation units")
    p.run("gil-audit -p build lib/Bindings/Python", 1).says(
        "one.cpp:3", "1 error in 1 translation unit").silent("two.cpp")
    p.run("gil-audit file.cpp -- -std=c++17 -I...", 1,
          **{"-I...": "-I" + p.setup.include}).says("file.cpp:3")

    p.run("gil-audit explain gil-lock-order").says("Reported:", "Right:")
    found = json.loads(p.shell("gil-audit -p build --format=json", 1).out)
    p.run("gil-audit explain FINGERPRINT -p build", FINGERPRINT=found[
        "findings"][0]["fingerprint"]).says("file.cpp:3", "basis: ")
    p.write(".gil-audit.json", '{"world": "open"}')
    p.run("gil-audit check-config").says("all right")
    shutil.copy(p.setup.source / "examples/sensor.model.json",
                p.folder / "my.model.json")
    p.run("gil-audit check-model my.model.json").says("sensor")
    p.shell("ln -s build/compile_commands.json .")
    p.run("gil-audit extract file.cpp -o a.facts")
    p.run("gil-audit analyze *.facts", 1).says("file.cpp:3")
    run_tidy(p, "clang-tidy-22 -load=lib/gil-audit/libGilAuditTidyModule.so "
             "--checks='gil-audit-*' -p build file.cpp")
    p.run("gil-audit --help").says("explain RULE|FINGERPRINT", "--list-rules")

    p.shell(f"ln -s {shlex.quote(str(p.setup.build))} build/release")
    p.run("cmake --install build/release --prefix ~/.local")
    for name in ("bin/gil-audit", "share/gil-audit/models/mlir-c.json",
                 "share/gil-audit/schema/config.schema.json",
                 "share/gil-audit/examples/sensor.h",
                 "share/doc/gil-audit/docs/models.md"):
        check((p.home / ".local" / name).is_file(), f"installs {name}")
    presets = p.shell(f"cd {shlex.quote(str(p.setup.source))} && "
                      "cmake --list-presets && cmake --build --list-presets")
    for name in ("dev", "release"):
        check(presets.out.count(f'"{name}"') == 2, f"the preset {name}")


def adopting(p):
    baseline_line, config, fixed_line = p.page.shown(
        "lib/Bindings/Pass.cpp: gil-held", '{"baseline"',
        "lib/Bindings/Pass.cpp: fixed")
    p.crash("a.cpp", "b.cpp")
    p.database()
    p.run("gil-audit -p build --write-baseline=gil-audit.baseline")
    form = r"^\S+\.cpp: \S+ 1:[0-9a-f]{16} [0-9a-f]{16} .+: .+"
    for text in (baseline_line, p.read("gil-audit.baseline")):
        check(re.search(form, text, re.MULTILINE), "a line of a baseline", text)
    p.run("gil-audit -p build", 1)
    p.write(".gil-audit.json", config)
    p.run("gil-audit -p build").says(
        "nothing new in 2 translation units; baseline: 2 unchanged, 0 fixed")
    p.edit("b.cpp", "PyErr_Print()", "std::abort()")
    words = re.search("fixed since the baseline: in ", fixed_line)[0]
    p.run("gil-audit -p build").says(f"b.cpp: {words}")
    p.run("gil-audit -p build --prune-baseline")
    p.run("gil-audit -p build").says("baseline: 1 unchanged, 0 fixed")
    p.edit("b.cpp", "std::abort()", "PyErr_Print()")
    p.run("gil-audit -p build", 1).says(
        "gil-audit: 1 error in 2 translation units; baseline: 1 unchanged")


def cache(p):
    p.crash("a.cpp")
    p.database()
    p.run("gil-audit -p build --no-cache", 1)
    check(not (p.home / ".cache").exists(), "--no-cache keeps nothing")
    p.run("gil-audit -p build --timing", 1).says("parsed " + str(p.folder))
    check(any((p.home / ".cache/gil-audit").iterdir()), "facts are kept")
    p.run("gil-audit -p build", 1)
    p.run("gil-audit -p build --timing", 1).says("0 units parsed").silent(
        "parsed " + str(p.folder))
    p.run("gil-audit -p build --cache-dir=DIR", 1)
    check(any((p.folder / "DIR").iterdir()), "DIR has the facts")


BRANCH = """\
#include <Python.h>
#include <thread>
void start() {
  // start
  std::thread([] {
    PyRun_SimpleString("pass");
  }).detach();
}
// here 1

void between();

// here 2
"""


def changed_lines(p):
    """main has gone on behind the branch, which adds a fault; so does the work
    tree. A finding is told by its line."""
    def see(done, *lines):
        found = re.findall(r"^a\.cpp:(\d+):\d+: error:", done.out, re.MULTILINE)
        check(found == list(map(str, lines)), f"lines {lines}", done.text)
        return done

    def fault(name):
        return f"void {name}() {{ std::thread([] {{ PyErr_Print(); }}).detach(); }}"

    p.write("a.cpp", BRANCH)
    p.database()
    p.shell("git checkout -q -b branch")
    p.edit("a.cpp", "// here 1", fault("one"))
    p.shell("git commit -q -a -m one && git checkout -q main")
    p.edit("a.cpp", "// start", "// begin")
    p.shell("git commit -q -a -m on && git checkout -q branch")
    p.shell("git update-ref refs/remotes/origin/main main")
    p.run("gil-audit -p build --since=HEAD").says("nothing found in the change")
    p.edit("a.cpp", "// here 2", fault("two"))

    head = see(p.run("gil-audit -p build --since=HEAD", 1), 13)
    like(p.page.shown("gil-audit: 1 error in 27")[0], head.text)
    report = json.loads(p.shell(
        "gil-audit -p build --since=HEAD --format=json", 1).out)
    check([f["in_change"] for f in report["findings"]] == [False, False, True],
          "the JSON report has them all")
    see(p.run("gil-audit -p build --since=origin/main", 1), 6, 9, 13)
    see(p.run("gil-audit -p build --since=$(git merge-base origin/main HEAD)",
              1), 9, 13).says("1 finding outside of the change is not shown")
    p.page.line("git merge-base")  # Named once more.
    p.shell("git diff > change.diff")
    see(p.run("gil-audit -p build --diff=change.diff", 1), 13)
    p.shell("gil-audit extract -p build a.cpp -o a.facts")
    see(p.run("gil-audit analyze --diff=change.diff *.facts", 1), 13)
    p.shell("git add a.cpp")
    see(p.run("git diff --cached | gil-audit -p build --diff=-", 1), 13).says(
        "changed by standard input: 1 file,")


def clang_tidy(p):
    p.crash("file.cpp", "a.cpp")
    p.database()
    command = ("clang-tidy-22 -load=lib/gil-audit/libGilAuditTidyModule.so "
               "--checks='-*,gil-audit-*' -p build file.cpp")
    run_tidy(p, command)
    p.run("mkdir facts")
    p.run("gil-audit extract -p build a.cpp -o facts/a.facts")
    p.read("facts/a.facts")
    checks, *options = p.page.shown("Checks:", "CheckOptions:",
                                    "GilAudit.FactsDir:", "GilAudit.Models:")
    p.write("gil/pool.json", '{"schema": "gil-audit-model/1", "name": "pool"}')
    p.shell("mkdir -p build && mv facts build")
    p.write(".clang-tidy", "\n  ".join([checks + "\n" + options[0], *options[1:]])
            .replace("/home/me/project", str(p.folder)) + "\n")
    if p.setup.tidy:
        p.run(command).says("file.cpp:3").silent("clang-tidy-config")
        p.shell("mv build/facts build/gone")
        p.run(command, 1).says("clang-tidy-config")  # So the file is read.


def clang_tidy_fix(p):
    p.fixable()
    p.shell("ln -s build/compile_commands.json .")
    p.run("gil-audit --fix")
    check("gil_scoped_release" in p.read("run.cpp"), "--fix writes the fixes")


def cmake(p):
    p.crash("src/a.cpp")
    lines = p.page.shown("find_package(GilAudit", "gil_audit_target(mymodule")
    p.write("CMakeLists.txt", "\n".join([
        "cmake_minimum_required(VERSION 3.21)",
        "project(mymodule LANGUAGES C CXX)",
        "find_package(Python3 REQUIRED COMPONENTS Development.Module)",
        "Python3_add_library(mymodule MODULE src/a.cpp)", *lines]) + "\n")
    p.shell("cmake -S . -B build -G Ninja")
    p.run("cmake --build build --target audit", 1).says("a.cpp:3")
    check(list((p.folder / "build/CMakeFiles/audit.gil-audit").rglob("*.facts")),
          "the facts are where clang-tidy.md says")
    p.run("gil-audit extract -p build --root=. -o a.facts "
          "--depfile=a.facts.d src/a.cpp")
    check("Python.h" in p.read("a.facts.d"), "the depfile names a header")
    p.write("facts.rsp", "a.facts\n")
    p.run("gil-audit analyze --root=. -o sarif:audit.sarif @facts.rsp", 1)
    check(json.loads(p.read("audit.sarif"))["runs"], "a log")
    # The sketch for Bazel, which the page calls one, is at least well-formed.
    text = (p.setup.source / p.page.name).read_text()
    sketch = re.search(r"^    def _facts.*?(?=^\S)", text, re.DOTALL | re.MULTILINE)
    compile(re.sub("^    ", "", sketch[0], flags=re.MULTILINE), "sketch", "exec")
    for line in sketch[0].strip().splitlines():
        p.page.line(line.strip())


def configuration(p):
    p.crash("a.cpp")
    p.database()
    p.shell("gil-audit -p build --write-baseline=gil-audit.baseline")
    config = p.page.example("json")
    p.write(".gil-audit.json", config)
    dump = p.run("gil-audit --dump-config -p build").out
    text = (p.setup.source / p.page.name).read_text()
    for field in {line.split()[0] for line in dump.splitlines()[1:]}:
        check(f"`{field}`" in text, f"{field} is in the page's table")
    fields = json.loads(config)
    for field in fields:
        check(field == "schema" or
              re.search(rf"^{field} .*\.gil-audit\.json:\d+$", dump, re.MULTILINE),
              f"{field} is from the file", dump)
    p.run("gil-audit check-config").says(f"{len(fields)} settings, all right")
    p.run("gil-audit check-config FILE", FILE=".gil-audit.json")
    p.shell("gil-audit -p build").says("baseline: 1 unchanged")
    message, = p.page.shown("gil-audit: error: /src/")
    p.edit(".gil-audit.json", '"-unmodelled-callback"', '"gil-lock-oder"')
    p.shell("gil-audit -p build", 2).says(message.replace("/src", str(p.folder)))


def design(p):
    p.page.shown("compile_commands.json --Extract--> TUFacts")
    p.shell("mkdir docs")
    p.run("gil-audit --generate=rules > docs/rules.md")
    check(p.read("docs/rules.md") ==
          (p.setup.source / "docs/rules.md").read_text(), "it is that page")


def first_audit(p):
    p.ticker()
    p.run("cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    p.run("cmake --build build")
    p.run("gil-audit -p build --root=.").says(
        "nothing found in 2 translation units")
    p.shell("cmake -DTICKER_HOLD_GIL=ON build")
    p.run("gil-audit -p build --root=.", 1).says("gil-held-across-wait",
                                                 "1 error in 2")
    p.run("gil-audit -p build --root=. --inventory", 1).says(
        "callbacks (1)", "bindings (1)", "calls (1)")
    p.run("gil-audit --version").says("resource folder /")
    p.run("gil-audit explain RULE", RULE="gil-lock-order").says("Right:")
    report = json.loads(p.shell("gil-audit -p build --format=json", 1).out)
    p.shell("ln -s build/compile_commands.json .")
    p.run("gil-audit explain FINGERPRINT",
          FINGERPRINT=report["findings"][0]["fingerprint"]).says("function: tick")
    p.shell(f"ln -s {shlex.quote(p.setup.include)} include")
    p.run("gil-audit FILE -- -std=c++17 -Iinclude", FILE="thread.cpp").says(
        "nothing found in 1 translation unit")


def reading_a_witness(p):
    p.ticker()
    p.shell("cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "
            "-DTICKER_HOLD_GIL=ON")
    # Notes without a place, with what the page leaves out, included.
    lines = [line for line in p.page.lines if ": note: " in line
             or ": error: " in line or line.startswith("note: ")]
    check(len(lines) == 8, "eight lines of a witness", "\n".join(lines))
    text = p.shell("gil-audit -p build --root=.", 1).out
    last = 0
    for line in lines:
        p.page.line(line)
        place = text.find("\n" + line.partition("...")[0], last)
        check(place >= 0, f"'{line}' is printed, in this order", text)
        last = place + 1


def json_report(p):
    p.crash("a.cpp")
    p.database()
    p.shell("ln -s build/compile_commands.json .")
    report = json.loads(p.run("gil-audit --format=json", 1).out)
    example = p.page.example("")
    named = set(re.findall(r'"(\w+)"', example))
    check(set(report) <= named, "the report's own fields are told")
    schema = (p.setup.source / "docs/schema/gil-audit-1.schema.json").read_text()

    def properties(node):
        if isinstance(node, dict):
            for name, value in node.items():
                if name == "properties":
                    yield from value
                yield from properties(value)
        elif isinstance(node, list):
            for value in node:
                yield from properties(value)

    missing = set(properties(json.loads(schema))) - named
    check(not missing, f"all fields of the schema are told: {missing}")


def models(p):
    for name, language in [("tide.h", "c"), ("tide.cpp", "cpp"),
                           ("start.model.json", "json"),
                           ("tide.model.json", "json")]:
        p.write(name, p.page.example(language))
    command = ("gil-audit --model=start.model.json tide.cpp -- "
               "-I/usr/include/python3.11")
    headers = {"/usr/include/python3.11": p.setup.include}
    start = p.run(command, 1, **headers)
    for name in ("tideWatch", "tideReplay", "tideSetLog"):
        start.says(f"warning: a callback is handed to '{name}'")
    start.says("3 warnings in 1 translation unit")
    rules = re.findall(r"\[gil-audit-(.*)\]", p.run(
        command, 1, **headers, **{"start.model.json": "tide.model.json"}).out)
    check(sorted(rules) == ["callback-without-gil", "gil-held-across-wait",
                            "gil-lock-order", "gil-lock-order"], rules)
    p.run("gil-audit check-model FILE...",
          **{"FILE...": "start.model.json tide.model.json"}).says(
              "3 kinds of callbacks, 5 functions")


def report_html(p):
    p.fixable()
    p.run("gil-audit -p build --format=html -o report.html", 1)
    page = p.read("report.html")
    check("<table" in page and "run.cpp" in page, "a matrix and a finding")
    check("Proposed fix" not in page, "no diff")
    p.run("gil-audit -p build --fix-preview --format=html -o report.html", 1)
    check("Proposed fix" in p.read("report.html"), "a diff")


def reports(p):
    p.fixable()

    def sarif():
        results = json.loads(p.read("gil-audit.sarif"))["runs"][0]["results"]
        check([r["level"] for r in results] == ["error"] * 2, "two errors")
        (p.folder / "gil-audit.sarif").unlink()

    def junit():
        tree = xml.etree.ElementTree.fromstring(p.read("gil-audit.xml"))
        check(len(list(tree.iter("failure"))) == 2, "two failures")
        (p.folder / "gil-audit.xml").unlink()

    def gitlab():
        entries = json.loads(p.read("gl-code-quality-report.json"))
        check([e["severity"] for e in entries] == ["critical"] * 2, "two entries")
        (p.folder / "gl-code-quality-report.json").unlink()

    found = p.run("gil-audit -p build --format=json", 1)
    check(len(json.loads(found.out)["findings"]) == 2, "two findings")
    p.run("gil-audit -p build --format=sarif -o gil-audit.sarif", 1)
    filter_ = p.page.line(
        "jq 'del(.runs[].results[] | select(.suppressions))'")
    if shutil.which("jq", path=p.environment["PATH"]):
        log = p.shell(filter_ + " gil-audit.sarif").out
        check(len(json.loads(log)["runs"][0]["results"]) == 2,
              "what is not suppressed stays")
    sarif()
    p.run("gil-audit -p build -o sarif:gil-audit.sarif -o junit:gil-audit.xml", 1)
    sarif()
    junit()
    p.run("gil-audit -p build -o sarif:gil-audit.sarif || [ $? -eq 1 ]")
    sarif()
    p.run("gil-audit -p build -o gitlab:gl-code-quality-report.json || [ $? -eq 1 ]")
    gitlab()
    p.run("gil-audit -p build -o gitlab:gl-code-quality-report.json", 1)
    gitlab()
    p.run("gil-audit -p build -o junit:gil-audit.xml", 1)
    junit()
    annotation = "::error file=run.cpp,line="
    p.run("gil-audit -p build --format=github", 1).says(annotation)
    p.run("gil-audit -p build --format=github -o text:gil-audit.txt", 1).says(
        annotation)
    check("run.cpp:" in p.read("gil-audit.txt"), "the text beside it")


def rules(p):
    """`explain` prints the same: each example of a rule's section."""
    text = (p.setup.source / p.page.name).read_text()
    for rule in names_of_rules(p):
        section = re.search(rf"^## {rule}\n(.*?)(?=^## |\Z)", text,
                            re.DOTALL | re.MULTILINE)
        check(section, f"a section on {rule}")
        said = p.run("gil-audit explain RULE", RULE=rule).out
        examples = re.findall(r"```cpp\n(.*?)```", section[1], re.DOTALL)
        check(len(examples) == 2, f"{rule}: wrong and right")
        for example in examples:
            check(p.page.example("cpp") == example, "the examples' order")
            for line in filter(None, example.splitlines()):
                check(f"\n    {line}\n" in said, f"'{line}' is explained", said)


def suppressions(p):
    """What the comments do is test/lit/driver/suppressions.test."""
    known = names_of_rules(p)
    text = p.page.example("cpp") + p.page.example("cpp")
    named = re.findall(r"(?:allow|NOLINT\w*)\(([^)]+)\)", text)
    check(len(named) == 7, "seven marks", text)
    for name in re.split(r", ", ", ".join(named)):
        name = name.removeprefix("gil-audit-")
        check(name in known or name == "*", f"{name} is a rule")


STORIES = {
    "README.md": [readme],
    "docs/adopting.md": [adopting],
    "docs/cache.md": [cache],
    "docs/changed-lines.md": [changed_lines],
    "docs/clang-tidy.md": [clang_tidy, clang_tidy_fix],
    "docs/cmake.md": [cmake],
    "docs/configuration.md": [configuration],
    "docs/design.md": [design],
    "docs/first-audit.md": [first_audit],
    "docs/json.md": [json_report],
    "docs/models.md": [models],
    "docs/reading-a-witness.md": [reading_a_witness],
    "docs/report-html.md": [report_html],
    "docs/reports.md": [reports],
    "docs/rules.md": [rules],
    "docs/suppressions.md": [suppressions],
}
