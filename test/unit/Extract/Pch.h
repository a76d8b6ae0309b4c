//===- Pch.h - Precompiled: what the tests' helper needs --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TestTU.h"
#include "gmock/gmock.h"
