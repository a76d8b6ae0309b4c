//===- Harness.h - Fixes planned for a piece of code ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_TEST_UNIT_FIX_HARNESS_H
#define GIL_AUDIT_TEST_UNIT_FIX_HARNESS_H

#include "../Support/TestFolder.h"
#include "gil-audit/Extract.h"
#include "gil-audit/Fix.h"
#include "gil-audit/Rule.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace gilaudit {

using llvm::StringRef;
using testing::HasSubstr;

/// apiWait() waits for threads that run what apiSubmit() was handed.
const char *const Model = R"json({
  "schema": "gil-audit-model/1", "name": "toy", "prefix": ["api"],
  "kinds": {"task": {"summary": "runs on a worker"},
            "idle": {"summary": "runs on another worker"}},
  "functions": {
    "apiSubmit": {"callbacks": [{"param": 0, "kind": "task", "when": "retained"}],
      "evidence": ["toy.c: apiSubmit"]},
    "apiIdle": {"callbacks": [{"param": 0, "kind": "idle", "when": "retained"}],
      "evidence": ["toy.c: apiIdle"]},
    "apiWait": {"waits": true, "invokes": [{"kind": "task", "on": "any-thread"}],
      "evidence": ["toy.c: apiWait"]},
    "apiNumber": {"waits": true,
      "invokes": [{"kind": "task", "on": "any-thread"}],
      "evidence": ["toy.c: apiNumber"]},
    "apiFunction": {"waits": true,
      "invokes": [{"kind": "task", "on": "any-thread"}],
      "evidence": ["toy.c: apiFunction"]},
    "apiSpin": {"waits": true, "invokes": [{"kind": "idle", "on": "any-thread"}],
      "evidence": ["toy.c: apiSpin"]}}})json";

const char *const Head = R"cpp(#include <nanobind/nanobind.h>
extern "C" {
void apiSubmit(void (*)(void *));
void apiIdle(void (*)(void *));
int apiWait();
int apiSpin();
int apiNumber(int number);
void (*apiFunction())();
}
)cpp";

class Fix : public ::testing::Test {
protected:
  /// Plans for "x.cpp", which is Head and \p Code.
  FixPlan plan(StringRef Code, FixOptions Options = {}) {
    auto Mock = llvm::MemoryBuffer::getFile(GIL_AUDIT_SOURCE_DIR
                                            "/test/unit/Extract/Inputs/mock.h");
    Folder.write("sys/include/nanobind/nanobind.h", (*Mock)->getBuffer());
    File = Folder.write("x.cpp", Head + Code.str());
    Models.add(llvm::cantFail(parseModel(Model, "toy.json")));
    ExtractOptions Extract;
    Extract.Root = Folder.path();
    auto Result = extractFacts({"clang++", "-fsyntax-only", "-std=c++17", "-w",
                                "-isystem", Folder.path("sys/include"), File},
                               Folder.path(), File, Models, Extract);
    if (!Result || !Result->Errors.empty()) {
      ADD_FAILURE() << (Result ? Result->Errors.front()
                               : llvm::toString(Result.takeError()));
      return {};
    }
    AnalysisOptions Analysis;
    Analysis.Root = Folder.path();
    Audited = analyzeWhole({Result->Facts}, Models, Analysis);
    return planFixes(*Audited.Solved, *Audited.Result, Options, read);
  }

  /// What becomes of Code, or the reason of a closure that is refused.
  std::string fixed(StringRef Code, FixOptions Options = {}) {
    FixPlan Plan = plan(Code, Options);
    std::vector<FileChange> Changes;
    for (const Closure &C : Plan.Closures) {
      if (!C.Refused.empty())
        return C.Refused;
      Changes.insert(Changes.end(), C.Changes.begin(), C.Changes.end());
    }
    Folder.write(".clang-format", "BasedOnStyle: LLVM\n");
    auto Edited = applyChanges(Changes, read);
    if (!Edited)
      return llvm::toString(Edited.takeError());
    return Edited->empty() ? "nothing"
                           : Edited->front().After.substr(strlen(Head));
  }

  static llvm::Expected<std::string> read(StringRef Path) {
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    if (!Buffer)
      return llvm::createStringError(Buffer.getError(), "cannot read");
    return (*Buffer)->getBuffer().str();
  }

  unsigned findingOf(StringRef Function) const {
    for (unsigned I = 0; I != Audited.Result->Findings.size(); ++I)
      if (Audited.Result->Findings[I].Function == Function)
        return I;
    ADD_FAILURE() << "no finding in " << Function.str();
    return 0;
  }

  TestFolder Folder;
  ModelSet Models;
  std::string File;
  Analysis Audited;
};

/// A callback of each kind, and what binds \p Name.
inline std::string program(StringRef Functions, StringRef Name = "call") {
  return (R"cpp(
void task(void *p) {
  nb::gil_scoped_acquire gil;
  nb::str s("x");
}
)cpp" + Functions +
          "\nvoid init(nb::module_ &m) {\n  apiSubmit(&task);\n  m.def(\"f\", "
          "&" +
          Name + ");\n}\n")
      .str();
}

} // namespace gilaudit

#endif
