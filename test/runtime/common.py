# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the stress scripts share. Each situation runs in a process of its own:

    cycle_x.py --list           names of the situations
    cycle_x.py NAME [SECONDS [TIMES]]
                                runs one, TIMES over, each with a context of its own (default: 1); the watchdog ends
                                a hang after SECONDS (default: 20)

Every Python thread keeps to IR of its own: MLIR's IR is not thread-safe, and releasing the GIL takes away what made up for
that. Only the context is shared.
"""
import faulthandler
import io
import os
import sys
import threading
import time

# Two workers: the pool has as many as there are processors to run on.
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])

from mlir import ir, passmanager  # noqa: E402

TIMES = int(sys.argv[3]) if len(sys.argv) > 3 else 1
SECONDS = 0.4 if TIMES == 1 else 0.15  # how long threads that work against each other do so
SITUATIONS = {}


def situation(f):
    SITUATIONS[f.__name__] = f
    return f


def main():
    if sys.argv[1:] == ['--list']:
        print('\n'.join(SITUATIONS))
        return
    faulthandler.enable()
    # Its thread needs no GIL.
    faulthandler.dump_traceback_later(float(sys.argv[2]) if len(sys.argv) > 2 else 20, exit=True)
    sys.setswitchinterval(1e-5)
    for _ in range(TIMES):
        SITUATIONS[sys.argv[1]]()
    print('passed', flush=True)


def handler(diagnostic):
    """Long enough for other threads to want the GIL meanwhile."""
    text = f'{diagnostic.location}: {diagnostic.severity}: {diagnostic.message}'
    for note in diagnostic.notes:
        text += f'\n{note.location}: {note.message}'
    return len(text) + sum(range(300)) > 0


def against(*works, seconds=SECONDS):
    """Runs all at once, each in a thread and again and again; what one raises is raised."""
    barrier, failed, counts = threading.Barrier(len(works)), [], [0] * len(works)

    def loop(i):
        try:
            barrier.wait()
            end = time.monotonic() + seconds
            while time.monotonic() < end and not failed:
                works[i]()
                counts[i] += 1
        except BaseException as e:
            failed.append(e)
    threads = [threading.Thread(target=loop, args=(i,)) for i in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    if not all(counts):
        raise RuntimeError(f'a thread did nothing: {counts}')
    print('rounds:', *counts)


def fails(f, *arguments, error=(ir.MLIRError, ValueError), **named):
    """Calls what has to fail."""
    try:
        f(*arguments, **named)
    except error:
        return
    raise RuntimeError(f'{f} did not fail')


def functions(count, prefix='f', body=4):
    lines = ''.join(f'    %{i} = arith.addi %a, %a : i32\n' for i in range(body))
    return ''.join(f'  func.func @{prefix}{n}(%a: i32) -> i32 {{\n{lines}    return %a : i32\n  }}\n' for n in range(count))


def flat(count=4):
    """A valid module of functions."""
    return 'module {\n' + functions(count) + '}\n'


def clash(module):
    """Two symbols of one name: an error that is found after the wait for the workers."""
    for op in list(module.body.operations)[:2]:
        op.attributes['sym_name'] = ir.StringAttr.get('same', context=module.context)
    return module


def flat_invalid(context, count=4):
    module = ir.Module.parse(flat(count), context)
    return clash(module)


def bad_functions(context, count=4):
    """Functions that are invalid themselves, which the workers find."""
    module = ir.Module.parse(flat(count), context)
    for op in module.body.operations:
        op.attributes['function_type'] = ir.TypeAttr.get(ir.FunctionType.get([], [], context=context), context=context)
    return module


def nested(inner=6, count=4, clashing=False):
    """A module of modules of functions."""
    text = 'module {\n'
    for i in range(inner):
        text += f'module @m{i} {{\n' + functions(count)
        if clashing:
            text += functions(1)
        text += '}\n'
    return text + '}\n'


def nested_invalid(context, inner=6, count=4):
    module = ir.Module.parse(nested(inner, count), context)
    for op in module.body.operations:
        for function in list(op.regions[0].blocks[0].operations)[:2]:
            function.attributes['sym_name'] = ir.StringAttr.get('same', context=context)
    return module


KEPT = []


def first_value(block, module):
    """The first value in the first function of a block."""
    # It does not keep its module.
    KEPT.append(module)
    return block.operations[0].regions[0].blocks[0].operations[0].result


def text_of(operation, **named):
    out = io.StringIO()
    operation.print(file=out, **named)
    return out.getvalue()
