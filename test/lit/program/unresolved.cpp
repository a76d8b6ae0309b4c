// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What could not be followed is counted, and listed on demand; it is no finding.
//
// RUN: gil-audit --root=%S --model=%S/../cases/pool.model.json %s -- -I%S/../cases %capi | FileCheck %s --check-prefix=COUNT
// COUNT-NOT: remark:
// COUNT: gil-audit: nothing found in 1 translation unit, 2 unresolved;
// RUN: gil-audit --root=%S --show-unresolved --model=%S/../cases/pool.model.json %s -- -I%S/../cases %capi \
// RUN:   | FileCheck %s --implicit-check-not=remark:

#include "pool.h"
#include <Python.h>
#include <functional>

PoolTask fromElsewhere();

PyObject *submit(PyObject *, PyObject *f) {
  poolSubmit(fromElsewhere(), f);
  // CHECK: unresolved.cpp:[[#@LINE-1]]:{{.*}}: remark: not followed: {{.*}}'poolSubmit'
  poolSubmit(nullptr, f);
  return f;
}

static std::function<void()> *stored;
static void runStored(void *) { (*stored)(); }
// CHECK: unresolved.cpp:[[#@LINE-1]]:{{.*}}: remark: not followed:
void setStored(std::function<void()> *f) {
  stored = f;
  poolSubmit(runStored, nullptr);
}
