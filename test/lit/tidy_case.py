# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A lit test format: each labelled case, by gil-audit and by its clang-tidy
module. Places, messages and notes of all findings have to be the same.

usage: tidy_case.py GIL_AUDIT CLANG_TIDY MODULE CASE
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import check_cases
import tidy_findings

OPTIONS = {"--closed-world": ("ClosedWorld", "true"), "--pedantic": ("Pedantic", "true"),
           "--assume-threading=off": ("AssumeThreading", "false")}
LISTS = {"--assume-registered": "AssumeRegistered", "--api-version": "ApiVersions",
         "--model": "Models"}


def check_options(options):
    """CheckOptions that say what the options of gil-audit say."""
    found = {}
    for option in options:
        if option in OPTIONS:
            name, value = OPTIONS[option]
        else:
            name, _, value = option.partition("=")
            name = LISTS[name]
            value = ";".join(filter(None, [found.get("GilAudit." + name), value]))
        found["GilAudit." + name] = value
    return found


def run(command, statuses):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in statuses:
        sys.exit(f"exit status {done.returncode}: {command}\n{done.stdout}{done.stderr}")
    return done.stdout


def of_tool(tool, facts, root, options):
    report = json.loads(run([tool, "analyze", f"--root={root}", "--format=json",
                             *options, facts], (0, 1)))
    return tidy_findings.of_report(report, root)


def compare(tool, tidy, module, case):
    fields = check_cases.header(case.read_text())
    options = fields.get("options", "").split()
    if "model" in fields:
        options.append(f"--model={case.parent / fields['model']}")
    with tempfile.TemporaryDirectory() as scratch:
        database = [{"directory": str(case.parent), "file": str(case),
                     "arguments": ["clang++", *check_cases.flags(fields), "-c", str(case)]}]
        Path(scratch, "compile_commands.json").write_text(json.dumps(database))
        models = [o for o in options if o.startswith("--model=")]
        facts = scratch + "/case.facts"
        run([tool, "extract", "-p", scratch, f"--root={case.parent}", *models,
             str(case), "-o", facts], (0,))
        want = of_tool(tool, facts, str(case.parent), options)
        config = {"CheckOptions": {
            "GilAudit.Root": str(case.parent), "GilAudit.FactsDir": scratch,
            **check_options(options)}}
        found = tidy_findings.of_output(run(
            [tidy, "-load=" + module, "--quiet", "--checks=-*,gil-audit-*",
             "--header-filter=.*", "--config=" + json.dumps(config), "-p", scratch,
             str(case)], (0, 1)))
    if want == found:
        print(f"{len(want)} findings")
        return 0
    print("\n".join(tidy_findings.differences(want, found)))
    return 1


def main():
    tool, tidy, module, case = sys.argv[1:]
    try:
        sys.exit(compare(tool, tidy, module, Path(case).resolve()))
    except check_cases.CannotRun as reason:
        print(reason)
        sys.exit(77)


if __name__ == "__main__":
    main()
else:
    import lit.formats
    import lit.Test

    class TidyCase(lit.formats.TestFormat):
        def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
            for case in sorted(check_cases.CASES.glob("*.cpp")):
                yield lit.Test.Test(suite, path_in_suite + (case.name,), local_config)

        def execute(self, test, lit_config):
            config = test.config
            tidy = config.clang_tidy
            if not tidy or not config.tidy_module:
                return lit.Test.UNSUPPORTED, "no clang-tidy"
            done = subprocess.run(
                [sys.executable, __file__, config.gil_audit, tidy, config.tidy_module,
                 str(check_cases.CASES / test.path_in_suite[-1])],
                capture_output=True, text=True, env=config.environment, check=False)
            status = {0: lit.Test.PASS, 77: lit.Test.UNSUPPORTED}
            return (status.get(done.returncode, lit.Test.FAIL),
                    done.stdout + done.stderr)
