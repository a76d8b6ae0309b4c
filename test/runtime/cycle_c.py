#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cycle C: two threads that find errors, each in its own IR; made by a repair that releases in some places only.

One emits under the engine's mutex and wants the GIL for its capture; the other has the GIL and wants the mutex, to attach or
to detach its capture. Without any repair nothing hangs here.
"""
from common import (against, bad_functions, fails, flat_invalid, functions, ir, main, nested_invalid, passmanager, situation)

CLASHING = 'module {\n' + functions(2) + functions(2) + '}'


@situation
def verify_verify():
    context = ir.Context()
    a, b = flat_invalid(context), flat_invalid(context)
    against(lambda: fails(a.operation.verify), lambda: fails(b.operation.verify))


@situation
def verify_verify_functions():
    context = ir.Context()
    a, b = bad_functions(context), bad_functions(context)
    against(lambda: fails(a.operation.verify), lambda: fails(b.operation.verify))


@situation
def verify_verify_nested():
    context = ir.Context()
    a, b = nested_invalid(context), nested_invalid(context)
    against(lambda: fails(a.operation.verify), lambda: fails(b.operation.verify))


@situation
def verify_four():
    context = ir.Context()
    modules = [flat_invalid(context) for _ in range(4)]
    against(*(lambda m=m: fails(m.operation.verify) for m in modules))


@situation
def verify_parse():
    context = ir.Context()
    a = flat_invalid(context)
    against(lambda: fails(a.operation.verify), lambda: fails(ir.Module.parse, CLASHING, context))


@situation
def verify_type_parse():
    context = ir.Context()
    a = flat_invalid(context)
    against(lambda: fails(a.operation.verify), lambda: fails(ir.Type.parse, 'i32x', context))


@situation
def verify_type_constructor():
    context = ir.Context()
    a, none, location = flat_invalid(context), ir.NoneType.get(context), ir.Location.unknown(context)
    against(lambda: fails(a.operation.verify), lambda: fails(ir.VectorType.get, [2], none, loc=location))


@situation
def verify_pass_run():
    context = ir.Context()
    a = flat_invalid(context)
    manager = passmanager.PassManager.parse('builtin.module(func.func(cse))', context)
    against(lambda: fails(a.operation.verify), lambda: fails(manager.run, flat_invalid(context).operation))


@situation
def verify_str():
    context = ir.Context()
    a, b = flat_invalid(context), flat_invalid(context)
    against(lambda: fails(a.operation.verify), lambda: str(b))


@situation
def verify_valid():
    """Captures that capture nothing of their own, and receive what the other thread emits."""
    context = ir.Context()
    a, b = flat_invalid(context), ir.Module.parse('module {\n' + functions(4) + '}', context)
    # Which of the two captures gets the error is open: handlers are the context's.

    def verify_a():
        fails(a.operation.verify)
    against(verify_a, lambda: b.operation.verify())


if __name__ == '__main__':
    main()
