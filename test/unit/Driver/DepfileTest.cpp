//===- DepfileTest.cpp - What a unit read, for a build tool ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Units/Depfile.h"
#include "gtest/gtest.h"

using namespace gilaudit;

namespace {

ParseInputs inputs(std::vector<std::pair<ParseInput::Kind, std::string>> All) {
  ParseInputs Inputs;
  for (auto &[Is, Path] : All) {
    Inputs.All.emplace_back();
    Inputs.All.back().Is = Is;
    Inputs.All.back().Path = Path;
  }
  return Inputs;
}

TEST(Depfiles, FilesOnly) {
  using K = ParseInput::Kind;
  EXPECT_EQ(depfileText("/b/a.facts",
                        inputs({{K::File, "/s/a.cpp"},
                                {K::Absent, "/s/a.h"},
                                {K::Folder, "/s"},
                                {K::Listing, "/usr/lib/gcc"},
                                {K::File, "/usr/include/stdio.h"}}),
                        {"/m/own.json"}),
            "/b/a.facts: \\\n  /s/a.cpp \\\n  /usr/include/stdio.h \\\n"
            "  /m/own.json\n");
}

TEST(Depfiles, NamesAreQuotedForMake) {
  using K = ParseInput::Kind;
  EXPECT_EQ(depfileText("o ut", inputs({{K::File, "/s/a b$c#d\\ e"}}), {}),
            "o\\ ut: \\\n  /s/a\\ b$$c\\#d\\\\\\ e\n");
}

} // namespace
