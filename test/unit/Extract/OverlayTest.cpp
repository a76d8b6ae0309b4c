//===- OverlayTest.cpp - Units with files of another text -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Support/TestFolder.h"
#include "gil-audit/Extract.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <unistd.h>

using namespace gilaudit;
using ::testing::ElementsAre;

namespace {

/// A project with one header that is reached by other names, too.
class OverlayTest : public ::testing::Test {
protected:
  OverlayTest() {
    Header = Folder.write("inc/x.h", "#pragma once\ninline void old() {}\n");
    Folder.write("other/.keep");
    EXPECT_EQ(symlink("../inc/x.h", Folder.path("other/link.h").c_str()), 0);
    EXPECT_EQ(link(Header.c_str(), Folder.path("other/hard.h").c_str()), 0);
  }

  /// The names of the functions of a TU with \p Code, or its errors.
  std::vector<std::string> functions(llvm::StringRef Code, FileTexts Overlay,
                                     std::vector<std::string> Flags = {}) {
    std::string Main = Folder.write("main.cpp", Code);
    std::vector<std::string> Args = {"clang++", "-fsyntax-only", "-std=c++17"};
    Args.insert(Args.end(), Flags.begin(), Flags.end());
    Args.push_back(Main);
    ExtractOptions Options;
    Options.Root = Folder.path();
    Options.Overlay = std::move(Overlay);
    auto Result = extractFacts(Args, Folder.path(), Main, ModelSet(), Options);
    if (!Result)
      return {llvm::toString(Result.takeError())};
    if (!Result->Errors.empty())
      return Result->Errors;
    std::vector<std::string> Names;
    for (const FunctionFacts &F : Result->Facts.Functions)
      Names.push_back(F.Name.str());
    return Names;
  }

  TestFolder Folder;
  std::string Header;
  const std::string New = "#pragma once\ninline void changed() {}\n";
};

TEST_F(OverlayTest, WithoutOneTheDiskIsRead) {
  EXPECT_THAT(functions("#include \"inc/x.h\"\n", {}), ElementsAre("old"));
}

TEST_F(OverlayTest, HeaderByAnySpelling) {
  FileTexts Texts = {{Header, New}};
  EXPECT_THAT(functions("#include \"inc/x.h\"\n", Texts),
              ElementsAre("changed"));
  EXPECT_THAT(functions("#include \"other/../inc/x.h\"\n", Texts),
              ElementsAre("changed"));
  EXPECT_THAT(functions("#include \"other/link.h\"\n", Texts),
              ElementsAre("changed"));
  EXPECT_THAT(functions("#include <x.h>\n", Texts, {"-Iother/../inc"}),
              ElementsAre("changed"));
  EXPECT_THAT(functions("", Texts, {"-include", "inc/x.h"}),
              ElementsAre("changed"));
}

TEST_F(OverlayTest, TwoSpellingsAreStillOneFile) {
  EXPECT_THAT(functions("#include \"inc/x.h\"\n#include \"other/link.h\"\n",
                        {{Header, New}}),
              ElementsAre("changed"));
}

TEST_F(OverlayTest, HardLinkIsAnotherFile) {
  EXPECT_THAT(functions("#include \"other/hard.h\"\n", {{Header, New}}),
              ElementsAre("old"));
}

TEST_F(OverlayTest, MainFile) {
  EXPECT_THAT(
      functions("void old();\n",
                {{Folder.path("main.cpp"),
                  "void much();\nvoid longer() {}\nvoid thanBefore() {}\n"}}),
      ElementsAre("longer", "thanBefore"));
}

TEST_F(OverlayTest, EmptyText) {
  EXPECT_THAT(functions("#include \"inc/x.h\"\n", {{Header, ""}}),
              ElementsAre());
}

TEST_F(OverlayTest, NoFileComesIntoBeing) {
  EXPECT_THAT(
      functions("#include \"new.h\"\n", {{Folder.path("new.h"), "int n;\n"}}),
      ElementsAre(::testing::HasSubstr("'new.h' file not found")));
}

TEST_F(OverlayTest, ErrorsAreThoseOfTheNewText) {
  EXPECT_THAT(functions("#include \"inc/x.h\"\n",
                        {{Header, "#pragma once\n\n\nint x = y;\n"}}),
              ElementsAre(::testing::HasSubstr("x.h:4:9: error:")));
}

/// Names in the facts are real, whatever folder this process is in.
TEST_F(OverlayTest, RelativeIncludeFolder) {
  EXPECT_THAT(functions("#include <x.h>\n", {}, {"-Iinc"}), ElementsAre("old"));
}

} // namespace
