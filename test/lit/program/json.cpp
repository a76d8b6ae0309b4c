// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every field of the JSON report, and that it is the same twice.
//
// RUN: not gil-audit --root=%S --format=json --model=%S/../cases/pool.model.json %s -- -I%S/../cases %capi > %t.json 2> %t.err
// RUN: FileCheck %s --strict-whitespace < %t.json
// RUN: not gil-audit --root=%S --format=json --quiet --model=%S/../cases/pool.model.json %s -- -I%S/../cases %capi > %t.again.json
// RUN: cmp %t.json %t.again.json && %schema %S/../../../docs/schema/gil-audit-1.schema.json %t.json
// RUN: FileCheck %s --check-prefix=SUMMARY < %t.err
// SUMMARY: gil-audit: 1 error in 1 translation unit, 1 unresolved;

#include "pool.h"
#include <Python.h>

static void task(void *user) { Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user))); }

PyObject *submit(PyObject *, PyObject *f) {
  poolSubmit(task, f);
  poolSubmit(reinterpret_cast<PoolTask>(PyLong_AsVoidPtr(f)), nullptr);
  Py_RETURN_NONE;
}

// CHECK: {
// CHECK-NEXT:  "schema": "gil-audit/1",
// CHECK-NEXT:  "findings": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "rule": "callback-without-gil",
// CHECK-NEXT:      "severity": "error",
// CHECK-NEXT:      "file": "json.cpp",
// CHECK-NEXT:      "line": 15,
// CHECK-NEXT:      "column": 32,
// CHECK-NEXT:      "function": "task",
// CHECK-NEXT:      "message": "'task' calls 'PyObject_CallNoArgs' without the GIL: {{.*}}",
// CHECK:           "kind": "pool-task",
// CHECK-NEXT:      "fingerprint": "1:{{[0-9a-f]+}}",
// CHECK-NEXT:      "group": "kind:pool-task",
// CHECK-NEXT:      "basis": "registered",
// CHECK-NEXT:      "witness": [
// CHECK-NEXT:        {
// CHECK-NEXT:          "role": "registration",
// CHECK-NEXT:          "file": "json.cpp",
// CHECK-NEXT:          "line": 18,
// CHECK-NEXT:          "column": 3,
// CHECK-NEXT:          "message": "'task' is handed to 'poolSubmit' here as a 'pool-task' callback"
// CHECK-NEXT:        },
// CHECK:          "role": "model",
// CHECK:          "role": "operation",
// CHECK:       "groups": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "id": "kind:pool-task",
// CHECK-NEXT:      "story": "'pool-task'{{.*}}: run by a worker.
// CHECK:       "inventory": {
// CHECK-NEXT:    "callbacks": [
// CHECK:         "bindings": []
// CHECK:         "calls": [
// CHECK:       "coverage": {
// CHECK-NEXT:    "translation_units": 1,
// CHECK-NEXT:    "not_audited": [],
// CHECK-NEXT:    "unresolved": [
// CHECK-NEXT:      {
// CHECK-NEXT:        "file": "json.cpp",
// CHECK-NEXT:        "line": 19,
// CHECK:             "what": "{{.*}}poolSubmit{{.*}}"
