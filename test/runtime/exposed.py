#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What releasing the GIL exposes, and no guard repairs: expected to fail after the repair, or to differ.

Not judged by run.py, only counted.
"""
import threading
import time

from common import against, fails, flat, flat_invalid, handler, ir, main, situation


@situation
def multithreading_off():
    """MLIR's uniquers do not lock when multithreading is off: the GIL did for them."""
    context = ir.Context()
    context.enable_multithreading(False)
    counters = [0, 0]

    def parse(i):
        def once():
            counters[i] += 1
            ir.Type.parse(f'tuple<i{counters[i] % 5000 + 1}, f32>', context)
        return once
    against(parse(0), parse(1), seconds=2)


@situation
def multithreading_off_modules():
    context = ir.Context()
    context.enable_multithreading(False)
    text = flat(8)
    against(lambda: str(ir.Module.parse(text, context)), lambda: str(ir.Module.parse(text, context)), seconds=2)


@situation
def multithreading_off_emit():
    """Errors and a handler, each thread with IR of its own."""
    context = ir.Context()
    context.enable_multithreading(False)
    context.attach_diagnostic_handler(handler)
    module, location = ir.Module.parse(flat(), context), ir.Location.unknown(context)
    against(lambda: location.emit_error('x'), lambda: module.operation.verify(), seconds=2)


@situation
def errors_of_others():
    """A capture gets what other threads emit: fails if the exception of one thread has not its own error alone."""
    context = ir.Context()
    locations = [ir.Location.file(f'{i}.mlir', 1, 1, context) for i in range(2)]
    none = ir.NoneType.get(context)
    wrong = [0]

    def work(i):
        def once():
            try:
                ir.VectorType.get([2], none, loc=locations[i])
            except ir.MLIRError as e:
                if [str(d.location) for d in e.error_diagnostics] != [str(locations[i])]:
                    wrong[0] += 1
        return once
    against(work(0), work(1), seconds=1)
    if wrong[0]:
        raise RuntimeError(f'{wrong[0]} exceptions with errors of others, or without their own')


@situation
def same_module():
    """One thread verifies what another changes."""
    context = ir.Context()
    module = ir.Module.parse(flat(8), context)
    body = module.body

    def change():
        op = ir.Operation.parse('func.func private @g()', context=context)
        body.append(op)
        op.erase()
    against(lambda: module.operation.verify(), change, seconds=2)


@situation
def detach_and_last_reference():
    """A handler's object does not keep its context: one thread detaches while another drops the context's last reference."""
    for _ in range(100):
        context = ir.Context()
        entered = threading.Event()

        def slow(diagnostic):
            entered.set()
            time.sleep(0.002)
            return True
        attached = context.attach_diagnostic_handler(slow)
        location = ir.Location.unknown(context)

        def emit(holder):
            holder.pop().emit_error('x')
        holder = [location]
        del context, location
        thread = threading.Thread(target=emit, args=(holder,))
        thread.start()
        entered.wait()
        attached.detach()
        thread.join()


@situation
def daemon_at_exit():
    """The interpreter ends while a daemon thread is in a call that released: it comes back to no interpreter."""
    context = ir.Context()
    text = flat(400)
    started = threading.Event()

    def forever():
        while True:
            module = ir.Module.parse(text, context)
            started.set()
            module.operation.verify()
    threading.Thread(target=forever, daemon=True).start()
    started.wait()
    time.sleep(0.01)


@situation
def handler_attached_at_exit():
    """Handlers and contexts that are left to the end of the interpreter."""
    global KEPT
    context = ir.Context()
    KEPT = [context, context.attach_diagnostic_handler(handler), ir.Location.unknown(context)]
    KEPT[2].emit_error('x')
    module = flat_invalid(context)
    fails(module.operation.verify)
    KEPT.append(module)


if __name__ == '__main__':
    main()
