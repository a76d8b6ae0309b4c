#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cycle B: one Python thread waits, with the GIL, for MLIR's workers, which want the GIL for a handler.

Nested isolated operations, in which a worker's errors reach the caller's handlers on the worker. The situations that end in
'_to_handler' have one attached besides, in Python.
"""
import io

from common import (fails, first_value, flat_invalid, handler, ir, main, nested, nested_invalid, passmanager, situation, text_of)

ROUNDS = 20


def twice(f):
    """With the capture of errors alone, and with a handler attached that all errors go to."""
    def run(attach):
        context = ir.Context()
        if attach:
            context.attach_diagnostic_handler(handler)
            context.emit_error_diagnostics = True
        repeat = f(context)
        for _ in range(ROUNDS):
            repeat()
    for name, attach in ((f.__name__, False), (f.__name__ + '_to_handler', True)):
        def chosen(attach=attach):
            run(attach)
        chosen.__name__ = name
        situation(chosen)
    return f


@twice
def verify(context):
    module = nested_invalid(context)
    return lambda: fails(module.operation.verify)


@twice
def module_parse(context):
    text = nested(clashing=True)
    return lambda: fails(ir.Module.parse, text, context)


@twice
def operation_parse(context):
    text = nested(clashing=True)
    return lambda: fails(ir.Operation.parse, text, context=context)


@twice
def pass_run(context):
    """The IR is verified after a pass, by the worker that ran it."""
    manager = passmanager.PassManager.parse('builtin.module(builtin.module(func.func(cse)))', context)

    def repeat():
        fails(manager.run, nested_invalid(context).operation)
    return repeat


@twice
def pass_run_on_all(context):
    manager = passmanager.PassManager.parse('any(canonicalize)', context)

    def repeat():
        fails(manager.run, nested_invalid(context).operation)
    return repeat


@twice
def module_str(context):
    module = nested_invalid(context)
    return lambda: str(module)


@twice
def module_print(context):
    module = nested_invalid(context)
    return lambda: text_of(module.operation)


@twice
def asm_state(context):
    module = nested_invalid(context)
    return lambda: ir.AsmState(module.operation)


@twice
def print_with_state(context):
    module = nested_invalid(context)

    return lambda: module.operation.print(ir.AsmState(module.operation), file=io.StringIO())


@twice
def get_name(context):
    module = nested_invalid(context)
    value = first_value(module.body.operations[0].regions[0].blocks[0], module)
    return lambda: value.get_name()


@twice
def value_str(context):
    module = nested_invalid(context)
    value = first_value(module.body.operations[0].regions[0].blocks[0], module)
    return lambda: str(value)


@twice
def flat_verify(context):
    """Never hung: errors of one level come back to the caller."""
    module = flat_invalid(context, 8)
    return lambda: fails(module.operation.verify)


if __name__ == '__main__':
    main()
