#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks every evidence entry of models/mlir-c.json up in the sources of the corpora.

    model_evidence_test.py CORPUS_DIR [--model=FILE]    CORPUS_DIR/mlir-19, CORPUS_DIR/mlir-23, ...
    model_evidence_test.py --self-test                  shows on a small corpus that each check can fail

An entry is `file: Function` or `file: Function -> Callee`, the file below mlir/. The file must be
there, define Function (`Class::member` in or outside of its class, an unqualified name in any
scope, or a class: its members, whose order says what a destructor does), and Callee must
occur as a word in the body, comments and strings aside. `19:` in front binds an entry to that release;
without it, the entry must hold in all releases of the corpora between the function's `since` and
`until`. Every claim needs evidence, so a function without an entry for one of them fails.
Exit status: 0 all passed, 1 some failed, 77 no corpora.
"""
import copy
import os
import re
import sys
import tempfile

from support import run_on_headers
ENTRY = re.compile(r'(?:(\d+):)?([\w./-]+): (~?[\w:~]+(?:operator=)?|[\w:]*operator=)(?: -> (~?\w+))?')


# --- C++ as text -------------------------------------------------------------

TOKENS = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'', re.S)


def blank(text):
    """The text without comments, strings and preprocessor lines, every line where it was."""
    def hide(m):
        return re.sub(r'[^\n]', ' ', m.group(0))
    text = TOKENS.sub(hide, text)
    return re.sub(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', hide, text, flags=re.M)


def closing(text, start):
    """The position after the bracket that closes the one at `start`, or -1."""
    pairs = {'(': ')', '{': '}', '[': ']'}
    opening, end, depth = text[start], pairs[text[start]], 0
    for i in range(start, len(text)):
        if text[i] == opening:
            depth += 1
        elif text[i] == end:
            depth -= 1
            if depth == 0:
                return i + 1
    return -1


QUALIFIER = re.compile(r'\s*(?:(?:const|override|final|noexcept|volatile|mutable|try)\b|&&|&|->\s*[\w:<>,*&\s]+?(?=\s*\{))')
INITIALIZER = re.compile(r'\s*[\w:]+(?:<[^(){};]*>)?\s*(?=[({])')


def body_after(text, position):
    """(start, end) of the body of a function whose parameters end at `position`, or None."""
    while True:
        m = QUALIFIER.match(text, position)
        if not m or m.end() == position:
            break
        position = m.end()
    m = re.compile(r'\s*').match(text, position)
    position = m.end()
    if text.startswith(':', position) and not text.startswith('::', position):
        position += 1
        while True:
            m = INITIALIZER.match(text, position)
            if not m:
                return None
            position = closing(text, m.end())
            if position < 0:
                return None
            m = re.compile(r'(?:\.\.\.)?\s*').match(text, position)
            position = m.end()
            if text.startswith(',', position):
                position += 1
                continue
            break
    if not text.startswith('{', position):
        return None
    end = closing(text, position)
    return (position, end) if end > 0 else None


def classes(text, name):
    """The (start, end) of the bodies of class `name`."""
    found = []
    for m in re.finditer(r'\b(?:class|struct)\s+(?:[A-Z_]+\s+)?(?:\w+::)*' + re.escape(name) + r'\b(?=\s*(?:final\s*)?[:{])[^;{()]*\{', text):
        end = closing(text, m.end() - 1)
        if end > 0:
            found.append((m.end() - 1, end))
    return found


def definitions(text, qualified):
    """The texts, from parameters to end, of all definitions of a function, or class."""
    parts = qualified.split('::')
    name, scope = parts[-1], parts[:-1]
    pattern = r'operator\s*=(?!=)' if name == 'operator=' else r'(?<![\w~])' + re.escape(name)
    inside = classes(text, scope[-1]) if scope else []
    bodies = []
    for m in re.finditer(pattern + r'\s*(?=\()', text):
        end = closing(text, m.end())
        body = body_after(text, end) if end > 0 else None
        if not body:
            continue
        if scope:
            before = text[:m.start()].rstrip()
            outside = r'\b' + r'\s*::\s*'.join(re.escape(s) for s in scope) + r'(?:<[^<>]*>)?\s*::\s*$'
            if not re.search(outside, text[max(0, m.start() - 300):m.start()]) \
                    and not (any(s < m.start() < e for s, e in inside) and not before.endswith(('.', '->'))):
                continue
        bodies.append(text[m.end():body[1]])
    if not scope:
        bodies += [text[s:e] for s, e in classes(text, name)]
    return bodies


# --- The checks --------------------------------------------------------------

class Sources:
    def __init__(self, root):
        self.root, self.texts = root, {}

    def text(self, path):
        if path not in self.texts:
            full = os.path.join(self.root, path)
            if os.path.isfile(full):
                with open(full, encoding='utf-8', errors='replace') as f:
                    self.texts[path] = blank(f.read())
            else:
                self.texts[path] = None
        return self.texts[path]


def valid(entry, release):
    return entry.get('since', 0) <= release <= entry.get('until', 10 ** 6)


def problem(sources, path, function, callee):
    text = sources.text(path)
    if text is None:
        return 'there is no such file'
    bodies = definitions(text, function)
    if not bodies:
        return f'{function} is not defined there'
    if callee and not any(re.search(r'(?<!\w)' + re.escape(callee) + r'(?!\w)', b) for b in bodies):
        return f'{callee} does not occur in {function}'
    return None


def check(model, corpora):
    """Returns (number of checks passed, [failure])."""
    passed, failures = 0, []
    for name, entry in sorted(model['functions'].items()):
        evidence = entry.get('evidence', [])
        first = [e for e in evidence if re.search(r': ' + re.escape(name) + r'(?: ->|$)', e)]
        if first:
            passed += 1
        else:
            failures.append(f'{name}: no evidence names the function itself')
        for text in evidence:
            m = ENTRY.fullmatch(text)
            if not m:
                failures.append(f'{name}: "{text}" is not of the form "file: Function -> Callee"')
                continue
            release, path, function, callee = m.groups()
            releases = [r for r in sorted(corpora) if valid(entry, r)]
            if release:
                releases = [r for r in releases if r == int(release)]
            if not releases:
                failures.append(f'{name}: "{text}" is for no release of the corpora that has the function')
                continue
            problems = [(r, problem(corpora[r], path, function, callee)) for r in releases]
            problems = [f'{name}: "{text}": in {r}, {p}' for r, p in problems if p]
            failures += problems
            passed += not problems
    return passed, failures


def load_corpora(directory):
    corpora = {}
    for name in sorted(os.listdir(directory)) if os.path.isdir(directory) else []:
        m = re.fullmatch(r'mlir-(\d+)', name)
        if m and os.path.isdir(os.path.join(directory, name, 'mlir/lib')):
            corpora[int(m.group(1))] = Sources(os.path.join(directory, name, 'mlir'))
    return corpora


# --- Self-test ---------------------------------------------------------------

OLD = '''
// mlirWalk() { only in a comment }
namespace {
struct Engine final : Base {
  Engine(int x) : mutex(x), set{1} { start("quoted"); }
  ~Engine() override { stop(); }
  void run() const override { if (run(1)) { helper(); } }
  int mutex;
};
} // namespace
static void helper() noexcept { /* hidden() */ char c = '{'; emit(c); }
void mlirWalk(Thing t) {
#ifdef X
  preprocessed();
#endif
  t.walk([](int x) { visit(x); });
}
LogicalResult Outer::Inner::verify(int x) const { return check(x ? lazy(x) : other{}); }
Outer &Outer::operator=(Outer &&rhs) { impl = rhs.impl; return *this; }
'''
NEW = OLD.replace('visit(x)', 'visitNew(x)')
GOOD = {
    'functions': {
        'mlirWalk': {'evidence': [
            'lib/A.cpp: mlirWalk -> walk', '19:lib/A.cpp: mlirWalk -> visit', '23:lib/A.cpp: mlirWalk -> visitNew',
            'lib/A.cpp: Engine::Engine -> mutex', 'lib/A.cpp: Engine::~Engine -> stop', 'lib/A.cpp: Engine::run -> helper',
            'lib/A.cpp: Engine -> mutex', 'lib/A.cpp: helper -> emit', 'lib/A.cpp: Inner::verify -> check',
            'lib/A.cpp: Outer::operator= -> impl', 'lib/A.cpp: helper']},
        'mlirNew': {'since': 23, 'evidence': ['lib/B.cpp: mlirNew -> walk']},
    },
}
WRONG = [
    ('lib/C.cpp: mlirWalk', 'no such file'),
    ('lib/A.cpp: walk', 'not defined there'),
    ('lib/A.cpp: lazy', 'not defined there'),
    ('lib/A.cpp: other', 'not defined there'),
    ('lib/A.cpp: Engine::helper', 'not defined there'),
    ('lib/A.cpp: mlirWalk -> visit', 'does not occur'),
    ('lib/A.cpp: mlirWalk -> only', 'does not occur'),
    ('lib/A.cpp: helper -> hidden', 'does not occur'),
    ('lib/A.cpp: helper -> visit', 'does not occur'),
    ('lib/A.cpp: Engine::Engine -> quoted', 'does not occur'),
    ('lib/A.cpp: Engine::Engine -> helper', 'does not occur'),
    ('20:lib/A.cpp: mlirWalk', 'no release'),
    ('lib/A.cpp mlirWalk', 'is not of the form'),
    ('lib/A.cpp: mlirWalk -> walk -> visit', 'is not of the form'),
]


def self_test():
    passed, failed = 0, 0

    def expect(what, ok):
        nonlocal passed, failed
        passed, failed = (passed + 1, failed) if ok else (passed, failed + 1)
        if not ok:
            print(f'FAILED: {what}')

    with tempfile.TemporaryDirectory() as directory:
        for release, text in ((19, OLD), (23, NEW)):
            folder = os.path.join(directory, f'mlir-{release}/mlir/lib')
            os.makedirs(folder)
            with open(os.path.join(folder, 'A.cpp'), 'w', encoding='utf-8') as f:
                f.write(text)
        with open(os.path.join(directory, 'mlir-23/mlir/lib/B.cpp'), 'w', encoding='utf-8') as f:
            f.write('void mlirNew() { walk(); }\n')
        corpora = load_corpora(directory)
        failures = check(GOOD, corpora)[1]
        expect(f'the good model passes: {failures}', not failures)
        for text, message in WRONG:
            model = copy.deepcopy(GOOD)
            model['functions']['mlirWalk']['evidence'].append(text)
            failures = check(model, corpora)[1]
            expect(f'"{text}" is found: {failures}', len(failures) in (1, 2) and all(message in f for f in failures))
        model = copy.deepcopy(GOOD)
        model['functions']['mlirWalk']['evidence'] = ['lib/A.cpp: helper']
        failures = check(model, corpora)[1]
        expect(f'missing evidence is found: {failures}', any('no evidence names' in f for f in failures))
        model = copy.deepcopy(GOOD)
        model['functions']['mlirNew'].pop('since')
        failures = check(model, corpora)[1]
        expect(f'a release too many is found: {failures}', any('in 19' in f for f in failures))
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


def summary(model, corpora):
    return f'evidence of {len(model["functions"])} functions'


if __name__ == '__main__':
    sys.exit(run_on_headers(sys.argv[1:], __doc__, self_test, load_corpora, check, summary))
