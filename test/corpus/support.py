# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests on the real bindings share: corpora, runs of the binary, counting."""
import hashlib
import json
import os
import re
import subprocess
import tempfile

RELEASES = (23, 19)
SKIPPED = 77


class Report:
    """Counts checks; prints each failure as one line."""

    def __init__(self, quiet=False):
        self.passed, self.failures, self.quiet = 0, [], quiet

    def check(self, ok, failure):
        if ok:
            self.passed += 1
        else:
            self.fail(failure)
        return bool(ok)

    def fail(self, failure):
        failure = ' '.join(str(failure).split())
        self.failures.append(failure)
        if not self.quiet:
            print(f'FAILED: {failure}', flush=True)

    def status(self):
        print(f'{self.passed} passed, {len(self.failures)} failed')
        return 1 if self.failures else 0


def corpus(directory, release):
    return os.path.join(os.path.abspath(directory), f'mlir-{release}')


def missing(directory, releases=RELEASES):
    """A message if a corpus is not there."""
    for release in releases:
        folder = corpus(directory, release)
        for part in ('build/compile_commands.json', 'mlir/lib/Bindings/Python', 'mlir/include/mlir-c'):
            if not os.path.exists(os.path.join(folder, part)):
                return f'skipped: there is no {os.path.join(folder, part)} (test/corpus/fetch-corpus lays the corpora out)'
    return None


def run(binary, arguments, cwd=None):
    """(exit status, standard output, standard error) of the binary."""
    done = subprocess.run([os.path.abspath(binary)] + arguments, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout, done.stderr


class Audit:
    """The JSON report of one run, with its exit status (None: read from a file)."""

    def __init__(self, report, status=None, message=''):
        self.report, self.status, self.message = report, status, message


def audit(binary, root, *more):
    """Audits the corpus (or a copy of one) that lies at the root."""
    status, out, err = run(binary, ['-p', os.path.join(root, 'build'), '--root', root, '--format=json', '--no-cache', *more])
    try:
        return Audit(json.loads(out), status, err.decode(errors='replace'))
    except ValueError:
        return Audit(None, status, err.decode(errors='replace'))


def audit_once(binary, directory, release, results=None):
    """Audits a corpus. With a folder for results, a run of the same binary is not repeated."""
    if not results:
        return audit(binary, corpus(directory, release))
    key = hashlib.sha256(corpus(directory, release).encode())
    with open(binary, 'rb') as f:
        key.update(f.read())
    path = os.path.join(results, f'audit-{release}-{key.hexdigest()[:16]}.json')
    if os.path.exists(path):
        with open(path, encoding='utf-8') as f:
            saved = json.load(f)
        return Audit(saved['report'], saved['status'], saved['message'])
    done = audit(binary, corpus(directory, release))
    if done.report is not None and not done.report['coverage']['not_audited']:
        os.makedirs(results, exist_ok=True)
        with tempfile.NamedTemporaryFile('w', encoding='utf-8', dir=results, delete=False) as f:
            json.dump({'report': done.report, 'status': done.status, 'message': done.message}, f)
        os.replace(f.name, path)
        for other in os.listdir(results):
            if re.fullmatch(rf'audit-{release}-[0-9a-f]{{16}}\.json', other) and other != os.path.basename(path):
                os.remove(os.path.join(results, other))
    return done


def options(arguments):
    """(positional arguments, {option: value}); '--x=v', '--x v' for x in json, results."""
    positional, named, rest = [], {}, list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument.startswith('--'):
            name, equals, value = argument[2:].partition('=')
            if not equals and name in ('json', 'results') and rest:
                value = rest.pop(0)
            named.setdefault(name, []).append(value)
        else:
            positional.append(argument)
    return positional, named


def saved_json(named):
    """The reports given with --json FILE: {release: Audit}; the release is the number in the file's name."""
    audits = {}
    for path in named.get('json', []):
        digits = re.findall(r'\d+', os.path.basename(path))
        releases = [r for r in RELEASES if str(r) in digits]
        if len(releases) != 1:
            raise SystemExit(f'{path}: want a file name with one of {RELEASES}')
        with open(path, encoding='utf-8') as f:
            audits[releases[0]] = Audit(json.load(f))
    return audits


def same_function(actual, wanted):
    """Whether a function's name is the wanted one, which may leave out leading namespaces."""
    def parts(name):
        m = re.fullmatch(r"(lambda in |destruction of |)'?(.*?)'?", name)
        return m.group(1), m.group(2)
    (actual_prefix, actual_name), (wanted_prefix, wanted_name) = parts(actual), parts(wanted)
    if actual_prefix != wanted_prefix:
        return False
    return actual_name == wanted_name or wanted_name == '*' or actual_name.endswith('::' + wanted_name)


def run_main(arguments, doc, self_test, check_release):
    """What the tests of all releases do: check_release(report, binary, release, root) for each; with --results=DIR also that, by name."""
    positional, named = options(arguments)
    if 'self-test' in named:
        return self_test()
    if len(positional) != 2:
        print(doc)
        return 2
    message = missing(positional[1])
    if message:
        print(message)
        return SKIPPED
    report = Report()
    for release in RELEASES:
        check_release(report, positional[0], release, corpus(positional[1], release),
                      **({'results': named['results'][0]} if 'results' in named else {}))
    return report.status()


def run_on_headers(arguments, doc, self_test, load_corpora, check, summary):
    """What the tests of a model against MLIR's sources do: check(model, corpora) is (passed, failures)."""
    if '--self-test' in arguments:
        return self_test()
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../models/mlir-c.json')
    directories = []
    for argument in arguments:
        if argument.startswith('--model='):
            path = argument[len('--model='):]
        else:
            directories.append(argument)
    if len(directories) != 1:
        print(doc)
        return 2
    corpora = load_corpora(directories[0])
    if not all(r in corpora for r in RELEASES):
        print(f'skipped: {directories[0]} does not have the corpora mlir-19 and mlir-23')
        return SKIPPED
    with open(path, encoding='utf-8') as f:
        model = json.load(f)
    passed, failures = check(model, corpora)
    for failure in failures:
        print(f'FAILED: {failure}')
    print(f'releases {", ".join(map(str, sorted(corpora)))}: {summary(model, corpora)}')
    print(f'{passed} passed, {len(failures)} failed')
    return 1 if failures else 0
