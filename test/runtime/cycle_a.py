#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cycle A: the diagnostic engine's mutex and the GIL, taken in both orders by two Python threads; no worker is needed.

One thread emits, to a handler in Python; the other does what takes the mutex: emits, attaches, detaches, captures errors.
"""
import io

from common import (against, bad_functions, fails, first_value, flat, flat_invalid, functions, handler, ir, main,
                    nested_invalid, passmanager, situation, text_of)


def emitting(other, handlers=1):
    """Runs 'other(context)' (which prepares, and returns what to repeat) against a thread that emits."""
    context = ir.Context()
    for _ in range(handlers):
        context.attach_diagnostic_handler(handler)
    repeat = other(context)
    location = ir.Location.file('a.mlir', 1, 2, context)
    against(lambda: location.emit_error('from the other thread'), repeat)


PREPARES = {}


def against_emit(f):
    PREPARES[f.__name__] = f

    def run():
        emitting(f)
    run.__name__ = f.__name__
    situation(run)
    return f


@against_emit
def emit_error(context):
    location = ir.Location.unknown(context)
    return lambda: location.emit_error('mine')


def made_by(make, good):
    """A checked constructor, that fails or does not."""
    def prepare(context):
        location = ir.Location.unknown(context)

        def repeat():
            with location:
                if good:
                    make()
                else:
                    fails(make)
        return repeat
    return prepare


CHECKED = {
    'vector': lambda element: ir.VectorType.get([2], element),
    'scalable_vector': lambda element: ir.VectorType.get([2], element, scalable=[True]),
    'scalable_dims_vector': lambda element: ir.VectorType.get([2], element, scalable_dims=[0]),
    'ranked_tensor': lambda element: ir.RankedTensorType.get([2], element),
    'unranked_tensor': lambda element: ir.UnrankedTensorType.get(element),
    'memref': lambda element: ir.MemRefType.get([2], element),
    'unranked_memref': lambda element: ir.UnrankedMemRefType.get(element, None),
}
for name, make in CHECKED.items():
    for good in (False, True):
        def prepare(context, make=make, good=good):
            element = (ir.F32Type if good else ir.NoneType).get(context)
            if not good and make in (CHECKED['ranked_tensor'], CHECKED['unranked_tensor']):
                element = ir.FunctionType.get([], [], context=context)
            return made_by(lambda: make(element), good)(context)
        prepare.__name__ = f'{name}_{"valid" if good else "invalid"}'
        against_emit(prepare)


@against_emit
def float_attr_invalid(context):
    none = ir.NoneType.get(context)
    return made_by(lambda: ir.FloatAttr.get(none, 1.0), False)(context)


@against_emit
def float_attr_valid(context):
    f32 = ir.F32Type.get(context)
    return made_by(lambda: ir.FloatAttr.get(f32, 1.0), True)(context)


@against_emit
def attach_detach(context):
    def repeat():
        h = context.attach_diagnostic_handler(handler)
        h.detach()
        if h.attached:
            raise RuntimeError('still attached')
    return repeat


@against_emit
def attach_with(context):
    def repeat():
        with context.attach_diagnostic_handler(lambda d: False):
            pass
    return repeat


@against_emit
def type_parse(context):
    return lambda: ir.Type.parse('i32', context)


@against_emit
def type_parse_invalid(context):
    return lambda: fails(ir.Type.parse, 'i32x', context)


@against_emit
def attribute_parse(context):
    return lambda: ir.Attribute.parse('1 : i32', context)


@against_emit
def attribute_parse_invalid(context):
    return lambda: fails(ir.Attribute.parse, '1 : i32x', context)


@against_emit
def module_str(context):
    module = ir.Module.parse(flat(), context)
    return lambda: str(module)


@against_emit
def module_str_invalid(context):
    module = flat_invalid(context)
    return lambda: str(module)


@against_emit
def module_print(context):
    module = ir.Module.parse(flat(), context)
    return lambda: text_of(module.operation, enable_debug_info=True)


@against_emit
def print_with_state(context):
    module = ir.Module.parse(flat(), context)
    state = ir.AsmState(module.operation)
    return lambda: module.operation.print(state, file=io.StringIO())


@against_emit
def asm_state(context):
    module = ir.Module.parse(flat(), context)
    return lambda: ir.AsmState(module.operation)


@against_emit
def asm_state_of_value(context):
    module = ir.Module.parse(flat(), context)
    value = first_value(module.body, module)
    return lambda: ir.AsmState(value)


@against_emit
def get_name(context):
    module = ir.Module.parse(flat(), context)
    value = first_value(module.body, module)
    return lambda: value.get_name()


@against_emit
def value_str(context):
    module = ir.Module.parse(flat(), context)
    value = first_value(module.body, module)
    return lambda: str(value)


@against_emit
def block_str(context):
    module = ir.Module.parse(flat(), context)
    return lambda: str(module.body.operations[0].regions[0].blocks[0])


@against_emit
def verify_valid(context):
    module = ir.Module.parse(flat(), context)
    return lambda: module.operation.verify()


@against_emit
def verify_invalid(context):
    module = flat_invalid(context)
    return lambda: fails(module.operation.verify)


@against_emit
def verify_bad_functions(context):
    module = bad_functions(context)
    return lambda: fails(module.operation.verify)


@against_emit
def verify_nested_invalid(context):
    module = nested_invalid(context)
    return lambda: fails(module.operation.verify)


@against_emit
def module_parse(context):
    text = flat()
    return lambda: ir.Module.parse(text, context)


@against_emit
def module_parse_invalid(context):
    text = 'module {\n' + functions(2) + functions(2) + '}'
    return lambda: fails(ir.Module.parse, text, context)


@against_emit
def operation_parse(context):
    text = functions(1)
    return lambda: ir.Operation.parse(text, context=context)


@against_emit
def operation_parse_invalid(context):
    return lambda: fails(ir.Operation.parse, 'func.func @f() { }', context=context)


@against_emit
def operation_create_inferring(context):
    module = ir.Module.parse(flat(), context)
    value = first_value(module.body, module)
    location = ir.Location.unknown(context)

    def repeat():
        ir.Operation.create('arith.addi', operands=[value, value], infer_type=True, loc=location)
    return repeat


@against_emit
def infer_return_types(context):
    module = ir.Module.parse(flat(), context)
    value = first_value(module.body, module)
    location = ir.Location.unknown(context)

    def repeat():
        with context, location:
            ir.InferTypeOpInterface(value.owner).inferReturnTypes(operands=[value, value])
    return repeat


@against_emit
def bytecode(context):
    module = ir.Module.parse(flat(), context)
    return lambda: module.operation.write_bytecode(file=io.BytesIO())


@against_emit
def bytecode_of_no_version(context):
    module = ir.Module.parse(flat(), context)
    return lambda: fails(module.operation.write_bytecode, file=io.BytesIO(), desired_version=10000)


@against_emit
def pass_run(context):
    module = ir.Module.parse(flat(), context)
    manager = passmanager.PassManager.parse('builtin.module(func.func(canonicalize,cse))', context)
    return lambda: manager.run(module.operation)


@against_emit
def pass_run_failing(context):
    manager = passmanager.PassManager.parse('builtin.module(func.func(cse))', context)

    def repeat():
        module = flat_invalid(context)
        fails(manager.run, module.operation)
    return repeat


@against_emit
def two_handlers_verify_invalid(context):
    context.attach_diagnostic_handler(lambda d: False)
    return verify_invalid(context)


@against_emit
def errors_to_the_handler(context):
    """The captures decline, so that the handler gets all errors."""
    context.emit_error_diagnostics = True
    module = flat_invalid(context)
    return lambda: fails(module.operation.verify)


@situation
def everything():
    """Four threads, each doing all of the above in turn."""
    context = ir.Context()
    context.attach_diagnostic_handler(handler)
    names = [n for n in PREPARES if n not in ('two_handlers_verify_invalid', 'errors_to_the_handler')]

    def all_of(turn):
        repeats = [PREPARES[n](context) for n in names[turn:] + names[:turn]]

        def once():
            for repeat in repeats:
                repeat()
        return once
    location = ir.Location.unknown(context)
    against(lambda: location.emit_error('from the other thread'), all_of(0), all_of(10), all_of(20))


if __name__ == '__main__':
    main()
