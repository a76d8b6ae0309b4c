//===- Interrupt.h - Ctrl-C ends a run, but not in the middle ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_UNITS_INTERRUPT_H
#define GIL_AUDIT_LIB_DRIVER_UNITS_INTERRUPT_H

#include <csignal>

namespace gilaudit {

/// While one lives, SIGINT, SIGTERM and SIGHUP do not end this process but are
/// remembered, so that it can tidy up first. A signal that was ignored before
/// (nohup, a job in the background) stays ignored. Scopes may nest.
class InterruptScope {
public:
  InterruptScope();
  ~InterruptScope();
  InterruptScope(const InterruptScope &) = delete;

private:
  static constexpr int Count = 3;
  struct sigaction Old[Count];
};

/// For a forked child: these signals end it as they would end any program.
void resetInterrupts();

/// The first signal that came in a scope; 0: none.
int interruptSignal();
inline bool wasInterrupted() { return interruptSignal() != 0; }

/// Ends this process by the signal that came, as shells expect it. Returns if
/// none came.
void endIfInterrupted();

} // namespace gilaudit

#endif
