//===- ExportTest.cpp - Fixes for other tools -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Build.h"
#include "llvm/Support/Program.h"
#include "gmock/gmock.h"

using namespace gilaudit;
using llvm::StringRef;
using testing::HasSubstr;

namespace {

ExportedFix fix(StringRef File, std::vector<SourceEdit> Edits) {
  ExportedFix Fix;
  Fix.Rule = "gil-held-across-wait";
  Fix.Message = "'mlirWait' waits while the GIL is held";
  Fix.File = File.str();
  for (SourceEdit &E : Edits)
    Fix.Edits.emplace_back(File.str(), std::move(E));
  return Fix;
}

std::string yaml(llvm::ArrayRef<ExportedFix> Fixes) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (llvm::Error E = writeFixesYaml(OS, "/src/main.cpp", Fixes))
    return "error: " + llvm::toString(std::move(E));
  return Text;
}

TEST(FixesYaml, Document) {
  ExportedFix Fix = fix("/src/a.cpp", {{4, 2, "x\n"}});
  Fix.Severity = "error";
  Fix.Offset = 7;
  Fix.Notes.push_back({"once per call", "/src/b.h", 9});
  EXPECT_EQ(yaml(Fix), "---\n"
                       "MainSourceFile:  '/src/main.cpp'\n"
                       "Diagnostics:\n"
                       "  - DiagnosticName:  gil-held-across-wait\n"
                       "    DiagnosticMessage:\n"
                       "      Message:         '''mlirWait'' waits while the "
                       "GIL is held'\n"
                       "      FilePath:        '/src/a.cpp'\n"
                       "      FileOffset:      7\n"
                       "      Replacements:\n"
                       "        - FilePath:        '/src/a.cpp'\n"
                       "          Offset:          4\n"
                       "          Length:          2\n"
                       "          ReplacementText: \"x\\n\"\n"
                       "    Notes:\n"
                       "      - Message:         once per call\n"
                       "        FilePath:        '/src/b.h'\n"
                       "        FileOffset:      9\n"
                       "        Replacements:    []\n"
                       "    Level:           Error\n"
                       "    BuildDirectory:  ''\n"
                       "...\n");
}

TEST(FixesYaml, SharedEditsStandOnce) {
  SourceEdit Shared{4, 0, "shared"}, Own{9, 0, "own"};
  std::string Document = yaml(
      {fix("/a", {Shared}), fix("/a", {Own, Shared}), fix("/b", {Shared})});
  StringRef Text = Document;
  EXPECT_EQ(Text.count("ReplacementText: shared"), 2u) << Document;
  EXPECT_EQ(Text.count("ReplacementText: own"), 1u) << Document;
}

TEST(FixesYaml, WhatCannotBeApplied) {
  EXPECT_EQ(yaml({fix("/a", {{4, 0, "x"}}), fix("/a", {{4, 0, "y"}})}),
            "error: cannot export the fixes of /a: two of them change the same "
            "lines");
  EXPECT_THAT(yaml({fix("/a", {{4, 3, "x"}}), fix("/a", {{6, 2, "y"}})}),
              HasSubstr("error: cannot export the fixes of /a: two"));
  EXPECT_EQ(
      yaml(fix("/a", {{4, 0, "caf\xE9"}})),
      "error: cannot export the fixes of /a: a changed line is not UTF-8, "
      "which YAML cannot hold");
}

struct Sample {
  const char *Before, *After;
};

class AppliedYaml : public testing::TestWithParam<Sample> {};

TEST_P(AppliedYaml, ByClangApplyReplacements) {
  const Sample &S = GetParam();
  bool Ran = false;
  for (const char *Name :
       {"clang-apply-replacements-19", "clang-apply-replacements-22"}) {
    auto Tool = llvm::sys::findProgramByName(Name);
    if (!Tool)
      continue;
    Ran = true;
    TestFolder F;
    std::string File = F.write("src/x.cpp", S.Before);
    ExportedFix Fix = fix(File, lineEdits(S.Before, S.After));
    // Each fix twice, as two findings that need the same guards have it.
    F.write("fixes/all.yaml", yaml({Fix, Fix}));
    std::string Folder = F.path("fixes");
    EXPECT_EQ(llvm::sys::ExecuteAndWait(*Tool, {Name, Folder}), 0) << Name;
    EXPECT_EQ(contentOf(File), S.After) << Name;
  }
  if (!Ran)
    GTEST_SKIP() << "no clang-apply-replacements found";
}

INSTANTIATE_TEST_SUITE_P(
    FixesYaml, AppliedYaml,
    testing::Values(Sample{"1\n2\n3\n4\n5\n6\n", "0\n1\n3\n  4\n5\n6\n7\n"},
                    Sample{"a\n",
                           "{\n\n  \"quoted\" \\ 'it''s' # : - x\n\n}\n"},
                    Sample{"a\r\nb\r\n", "a\r\n\tx\r\nb\r\n"},
                    Sample{"\xEF\xBB\xBF"
                           "a\nb\n",
                           "\xEF\xBB\xBF"
                           "a\nx\n"},
                    Sample{"a\nb", "x\na\ny"},
                    Sample{"a\n", "a\n\xC3\xA4\xE2\x82\xAC\n"},
                    Sample{"caf\xE9\na\n", "caf\xE9\nb\n"}, Sample{"", "a\n"},
                    Sample{"a\nb\nc\n", "c\n"}));

TEST(Fixits, LinesAndByteColumns) {
  StringRef Before = "a\n\xC3\xA4 b\nc";
  EXPECT_EQ(parseableFixits("x.cpp", Before,
                            {{0, 0, "#include <x>\n"}, {5, 1, "d\t\"e\\"}}),
            "fix-it:\"x.cpp\":{1:1-1:1}:\"#include <x>\\n\"\n"
            "fix-it:\"x.cpp\":{2:4-2:5}:\"d\\t\\\"e\\\\\"\n");
  EXPECT_EQ(parseableFixits("a\"b", Before, {{2, 5, ""}, {8, 0, "\xE9\r\n"}}),
            "fix-it:\"a\\\"b\":{2:1-3:1}:\"\"\n"
            "fix-it:\"a\\\"b\":{3:2-3:2}:\"\\351\\015\\n\"\n");
  EXPECT_EQ(parseableFixits("x.cpp", Before, {}), "");
}

} // namespace
