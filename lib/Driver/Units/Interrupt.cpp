//===- Interrupt.cpp - Ctrl-C ends a run, but not in the middle -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Interrupt.h"

using namespace gilaudit;

namespace {

constexpr int Signals[] = {SIGINT, SIGTERM, SIGHUP};
volatile sig_atomic_t Came = 0;

void remember(int Signal) {
  if (!Came)
    Came = Signal;
}

} // namespace

InterruptScope::InterruptScope() {
  struct sigaction Remember = {};
  Remember.sa_handler = remember;
  for (int I = 0; I != Count; ++I) {
    sigaction(Signals[I], nullptr, &Old[I]);
    if (Old[I].sa_handler != SIG_IGN)
      sigaction(Signals[I], &Remember, nullptr);
  }
}

InterruptScope::~InterruptScope() {
  for (int I = 0; I != Count; ++I)
    sigaction(Signals[I], &Old[I], nullptr);
}

void gilaudit::resetInterrupts() {
  for (int Signal : Signals) {
    struct sigaction Current;
    sigaction(Signal, nullptr, &Current);
    if (Current.sa_handler != SIG_IGN)
      std::signal(Signal, SIG_DFL);
  }
}

int gilaudit::interruptSignal() { return Came; }

void gilaudit::endIfInterrupted() {
  if (!Came)
    return;
  std::signal(Came, SIG_DFL);
  std::raise(Came);
}
