#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds MLIR 19's Python package from the corpus: as it is, repaired by gil-audit, and repaired by halves.

    build.py CORPUS/mlir-19 GIL_AUDIT FOLDER [-jN]

    FOLDER/unfixed   as it is
    FOLDER/fixed     after gil-audit --fix; the text of what it did is in FOLDER/fix.txt and FOLDER/fix.diff
    FOLDER/half      with the obvious repair of verify (mlir-facts, cycle C)

Each has tree/ (the sources) and python/ (for PYTHONPATH). What is up to date stays: objects are kept by what they are made
of, the fixed tree as long as tool, models and corpus are the same.
Exit status: 0 all are built, 1 something failed, 2 the call was wrong.
"""
import concurrent.futures
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'corpus'))
from copies import copy_corpus  # noqa: E402

LLVM = '/usr/lib/llvm-19'
BINDINGS = 'mlir/lib/Bindings/Python'
PYTHON = sysconfig.get_paths()['include']
# Assertions are off as in every release build; what they say of the fixed bindings is in README.md.
FLAGS = ['-std=c++17', '-O1', '-g1', '-DNDEBUG', '-fPIC', '-fvisibility=hidden', '-fexceptions', '-frtti', '-Wno-everything']
MODULES = {
    '_mlir': (['MainModule', 'IRAffine', 'IRAttributes', 'IRCore', 'IRInterfaces', 'IRModule', 'IRTypes', 'Pass', 'Rewrite'],
              ['Debug', 'Interfaces', 'Func', 'Transforms', 'IR']),
    # Contexts load all dialects, and pipelines know all passes.
    '_mlirRegisterEverything': (['RegisterEverything'],
                                ['RegisterEverything', 'Conversion', 'Transforms', 'LLVM', 'IR']),
}
# The obvious repair: a release around the call that waits, an acquire in the handler that crashes without.
HALF = [
    ('IRCore.cpp', '''\
  if (!mlirOperationVerify(op.get()))
    throw MLIRError("Verification failed", errors.take());
''', '''\
  bool valid;
  {
    py::gil_scoped_release release;
    valid = mlirOperationVerify(op.get());
  }
  if (!valid)
    throw MLIRError("Verification failed", errors.take());
'''),
    ('IRCore.cpp', '''\
MlirLogicalResult PyMlirContext::ErrorCapture::handler(MlirDiagnostic diag,
                                                       void *userData) {
''', '''\
MlirLogicalResult PyMlirContext::ErrorCapture::handler(MlirDiagnostic diag,
                                                       void *userData) {
  py::gil_scoped_acquire acquire;
'''),
]


class Failed(Exception):
    pass


def say(text):
    print(f'build.py: {text}', file=sys.stderr, flush=True)


def read(path):
    with open(path, 'rb') as f:
        return f.read()


def digest(*parts):
    result = hashlib.sha256()
    for part in parts:
        result.update(part if isinstance(part, bytes) else repr(part).encode())
        result.update(b'\0')
    return result.hexdigest()


def files_below(folder):
    return sorted(os.path.join(path, name) for path, _, names in os.walk(folder) for name in names)


def fresh_tree(corpus, tree):
    shutil.rmtree(tree, ignore_errors=True)
    for failure in copy_corpus(corpus, tree):
        raise Failed(failure)


def make_unfixed(corpus, folder):
    fresh_tree(corpus, f'{folder}/tree')


def make_half(corpus, folder):
    fresh_tree(corpus, f'{folder}/tree')
    for name, old, new in HALF:
        path = f'{folder}/tree/{BINDINGS}/{name}'
        text = read(path).decode()
        if text.count(old) != 1:
            raise Failed(f"{path}: has '{old.splitlines()[0].strip()} ...' {text.count(old)} times, not once")
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text.replace(old, new))


def make_fixed(corpus, folder, tool):
    models = os.path.join(HERE, '..', '..', 'models')
    parts = [os.path.join(corpus, 'mlir/lib/Bindings'), os.path.join(corpus, 'mlir/include/mlir/Bindings'), models]
    key = digest(tool, read(tool), *(read(f) for part in parts for f in files_below(part)))
    stamp = f'{folder}/stamp'
    if os.path.exists(stamp) and read(stamp).decode() == key:
        return
    fresh_tree(corpus, f'{folder}/tree')
    say('gil-audit --fix')
    outer = os.path.dirname(folder)
    with open(f'{outer}/fix.txt', 'wb') as out:
        status = subprocess.run([tool, '--fix', '--no-cache', '-p', f'{folder}/tree/build', '--root', f'{folder}/tree'],
                                stdout=out, stderr=subprocess.STDOUT).returncode
    text = read(f'{outer}/fix.txt').decode(errors='replace')
    # 0 all is fixed, 1 something is left.
    if status not in (0, 1) or 'fixes:' not in text:
        raise Failed(f'gil-audit --fix: status {status}: {text[-500:]}')
    with open(f'{outer}/fix.diff', 'wb') as out:
        for part in ('mlir/lib/Bindings', 'mlir/include/mlir/Bindings'):
            subprocess.run(['diff', '-ru', f'{corpus}/{part}', f'{folder}/tree/{part}'], stdout=out)
    for line in text.splitlines():
        if line.startswith(('fixes:', 'gil-audit:')):
            say(line)
    with open(stamp, 'w', encoding='utf-8') as f:
        f.write(key)


def compiler():
    for name in ('clang++-22', 'clang++-19', 'clang++', 'g++'):
        if shutil.which(name):
            return name
    raise Failed('no C++ compiler')


def compile_unit(tree, unit, objects, headers):
    """The object's path. It is made anew only if something that it is made of is new."""
    source = f'{tree}/{BINDINGS}/{unit}.cpp'
    path = f'{objects}/{unit}-{digest(compiler(), FLAGS, PYTHON, headers, read(source))[:16]}.o'
    if os.path.exists(path):
        return path
    command = ['nice', '-n', '10', compiler(), *FLAGS, f'-I{tree}/{BINDINGS}', f'-I{tree}/mlir/include', '-isystem', f'{LLVM}/include',
               '-isystem', PYTHON, '-c', source, '-o', path + '.part']
    begin = time.monotonic()
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        raise Failed(f'{" ".join(command)}\n{result.stderr[-3000:]}')
    os.replace(path + '.part', path)
    say(f'{tree.split("/")[-2]}: {unit}.cpp: {time.monotonic() - begin:.0f} s')
    return path


def build(corpus, folder, objects, jobs):
    """The package in folder/python."""
    tree, package = f'{folder}/tree', f'{folder}/python/mlir'
    headers = digest(*(read(f) for part in (BINDINGS, 'mlir/include/mlir/Bindings') for f in files_below(f'{tree}/{part}')
                       if f.endswith('.h')))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        made = {name: [pool.submit(compile_unit, tree, unit, objects, headers) for unit in units]
                for name, (units, _) in MODULES.items()}
        made = {name: [job.result() for job in units] for name, units in made.items()}
    shutil.rmtree(f'{folder}/python', ignore_errors=True)
    # Of the Python code what ir.py needs; operations have no classes of their own then, and the stress needs none.
    for name in ('ir.py', 'passmanager.py', 'rewrite.py', '_mlir_libs/__init__.py'):
        os.makedirs(os.path.dirname(f'{package}/{name}'), exist_ok=True)
        shutil.copy(f'{corpus}/mlir/python/mlir/{name}', f'{package}/{name}')
    suffix = sysconfig.get_config_var('EXT_SUFFIX')
    for name, (_, archives) in MODULES.items():
        command = ['nice', '-n', '10', compiler(), '-shared', *made[name], '-Wl,--start-group',
                   *(f'{LLVM}/lib/libMLIRCAPI{archive}.a' for archive in archives), '-Wl,--end-group',
                   f'-L{LLVM}/lib', f'-Wl,-rpath,{LLVM}/lib', '-lMLIR', '-lLLVM-19',
                   '-o', f'{package}/_mlir_libs/{name}{suffix}']
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode:
            raise Failed(f'{" ".join(command)}\n{result.stderr[-3000:]}')
    # Bound at once: what is missing in the archives is missed here.
    result = subprocess.run([sys.executable, '-c', 'from mlir import ir, passmanager; ir.Context()'], capture_output=True, text=True,
                            env=dict(os.environ, PYTHONPATH=f'{folder}/python', LD_BIND_NOW='1'))
    if result.returncode:
        raise Failed(f'{folder}/python cannot be imported:\n{result.stderr[-3000:]}')


def main(arguments):
    jobs = 2
    if arguments and arguments[-1].startswith('-j'):
        jobs = int(arguments.pop()[2:])
    if len(arguments) != 3:
        print(__doc__)
        return 2
    corpus, tool, outer = (os.path.realpath(a) for a in arguments)
    os.makedirs(f'{outer}/objects', exist_ok=True)
    try:
        make_unfixed(corpus, f'{outer}/unfixed')
        make_half(corpus, f'{outer}/half')
        make_fixed(corpus, f'{outer}/fixed', tool)
        for variant in ('unfixed', 'fixed', 'half'):
            build(corpus, f'{outer}/{variant}', f'{outer}/objects', jobs)
    except Failed as failure:
        say(str(failure))
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
