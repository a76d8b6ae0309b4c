//===- CompileUnitsTest.cpp - Compilation databases -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Units/CompileUnits.h"
#include "Support/TestFolder.h"
#include "gmock/gmock.h"

using namespace gilaudit;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

std::string entry(llvm::StringRef Directory, llvm::StringRef File,
                  llvm::StringRef Flag = "-DX") {
  return ("{\"directory\":\"" + Directory + "\",\"file\":\"" + File +
          "\",\"arguments\":[\"c++\",\"" + Flag + "\",\"" + File + "\"]}")
      .str();
}

std::vector<CompileUnit> readOk(llvm::StringRef Path) {
  auto Units = readDatabase(Path);
  EXPECT_TRUE(bool(Units)) << llvm::toString(Units.takeError());
  return Units ? std::move(*Units) : std::vector<CompileUnit>();
}

/// The files that are found, relative to \p F.
std::vector<std::string> found(const TestFolder &F, const DriverOptions &O) {
  auto Units = findCompileUnits(O);
  EXPECT_TRUE(bool(Units)) << llvm::toString(Units.takeError());
  std::vector<std::string> Files;
  if (Units)
    for (const CompileUnit &U : *Units)
      Files.push_back(U.File.substr(F.path().size() + 1));
  return Files;
}

std::string refused(const DriverOptions &O) {
  auto Units = findCompileUnits(O);
  EXPECT_FALSE(bool(Units));
  return Units ? "" : llvm::toString(Units.takeError());
}

DriverOptions withBuildPath(const std::string &Path) {
  DriverOptions O;
  O.BuildPath = Path;
  return O;
}

TEST(Database, ArgumentsAndCommand) {
  TestFolder F;
  std::string Path = F.write("compile_commands.json", R"([
    {"directory": "/d", "file": "a.cpp", "arguments": ["c++", "-DA=b c", "a.cpp"], "output": "a.o"},
    {"directory": "/d", "file": "/e/b.cpp", "command": "c++ -DA=\"b c\" -DQ=\\\"x\\\" b.cpp"}])");
  std::vector<CompileUnit> Units = readOk(Path);
  ASSERT_EQ(Units.size(), 2u);
  EXPECT_EQ(Units[0].File, "/d/a.cpp");
  EXPECT_EQ(Units[0].Directory, "/d");
  EXPECT_THAT(Units[0].CommandLine, ElementsAre("c++", "-DA=b c", "a.cpp"));
  EXPECT_EQ(Units[1].File, "/e/b.cpp");
  EXPECT_THAT(Units[1].CommandLine,
              ElementsAre("c++", "-DA=b c", "-DQ=\"x\"", "b.cpp"));
}

// Seen with clang-tidy: every file skipped, status 0.
TEST(Database, RelativeDirectoriesAreRelativeToTheDatabase) {
  TestFolder F;
  F.write("src/a.cpp");
  std::string Path = F.write("build/compile_commands.json",
                             "[" + entry("../src", "a.cpp") + "]");
  EXPECT_EQ(readOk(Path)[0].File, F.path("src/a.cpp"));
  EXPECT_EQ(readOk(Path)[0].Directory, F.path("src"));
}

TEST(Database, MalformedOnesSayWhere) {
  TestFolder F;
  auto Message = [&](llvm::StringRef Text) {
    auto Units = readDatabase(F.write("db.json", Text));
    EXPECT_FALSE(bool(Units));
    return Units ? "" : llvm::toString(Units.takeError());
  };
  EXPECT_THAT(Message("[\n{,}]"), HasSubstr("db.json:2:2: syntax error"));
  EXPECT_THAT(Message(""), HasSubstr("db.json:1:1: syntax error"));
  EXPECT_THAT(Message("{}"), HasSubstr("db.json:1:1: expected a list"));
  EXPECT_THAT(Message("[1]"), HasSubstr("expected an object"));
  EXPECT_THAT(Message("[{\"directory\":\"/d\",\"file\":\"a\"}]"),
              HasSubstr("needs 'directory', 'file' and"));
  EXPECT_THAT(Message("[{\"directory\":1}]"), HasSubstr("expected a string"));
  EXPECT_THAT(Message("[{\"arguments\":\"c++\"}]"),
              HasSubstr("expected a list of strings"));
}

TEST(CompileUnits, AllEntriesSortedAndOnce) {
  TestFolder F;
  F.write("b.cpp"), F.write("a.cpp");
  F.write("compile_commands.json", "[" + entry(F.path(), "b.cpp") + "," +
                                       entry(F.path(), "a.cpp") + "," +
                                       entry(F.path(), F.path("./b.cpp")) +
                                       "," + entry(F.path(), "b.cpp") + "]");
  // The spelling of the third differs in its arguments, the fourth is a double.
  EXPECT_THAT(found(F, withBuildPath(F.path())),
              ElementsAre("a.cpp", "b.cpp", "b.cpp"));
}

TEST(CompileUnits, FilesAndFoldersSelect) {
  TestFolder F;
  F.write("x/a.cpp"), F.write("x/y/b.cpp"), F.write("xy/c.cpp");
  F.write("compile_commands.json", "[" + entry(F.path(), "x/a.cpp") + "," +
                                       entry(F.path(), "x/y/b.cpp") + "," +
                                       entry(F.path(), "xy/c.cpp") + "]");
  DriverOptions O = withBuildPath(F.path());
  O.Inputs = {F.path("x")};
  EXPECT_THAT(found(F, O), ElementsAre("x/a.cpp", "x/y/b.cpp"));
  O.Inputs = {F.path("xy/c.cpp"), F.path("x/y/../y")};
  EXPECT_THAT(found(F, O), ElementsAre("x/y/b.cpp", "xy/c.cpp"));
}

TEST(CompileUnits, TheDatabaseIsFoundUpwards) {
  TestFolder F;
  F.write("src/deep/a.cpp");
  F.write("build/compile_commands.json",
          "[" + entry(F.path(), "src/deep/a.cpp") + "]");
  DriverOptions O;
  O.Inputs = {F.path("src/deep/a.cpp")};
  EXPECT_THAT(found(F, O), ElementsAre("src/deep/a.cpp"));
  O.Inputs = {F.path("src")};
  EXPECT_THAT(found(F, O), ElementsAre("src/deep/a.cpp"));
}

TEST(CompileUnits, SymbolicLinksLeadToTheSameFile) {
  TestFolder F;
  F.write("real/a.cpp");
  F.write("compile_commands.json", "[" + entry(F.path("link"), "a.cpp") + "]");
  ASSERT_FALSE(llvm::sys::fs::create_link(F.path("real"), F.path("link")));
  DriverOptions O = withBuildPath(F.path());
  O.Inputs = {F.path("real/a.cpp")};
  EXPECT_THAT(found(F, O), ElementsAre("real/a.cpp"));
}

TEST(CompileUnits, FixedFlags) {
  TestFolder F;
  DriverOptions O;
  O.FixedFlags = {"-DX"};
  O.Inputs = {F.write("a.cpp")};
  auto Units = findCompileUnits(O);
  ASSERT_TRUE(bool(Units));
  EXPECT_THAT((*Units)[0].CommandLine,
              ElementsAre("clang++", "-DX", F.path("a.cpp")));
  O.Inputs.push_back("b.cpp");
  EXPECT_THAT(refused(O), HasSubstr("exactly one file"));
}

TEST(CompileUnits, WhatCannotBeIsRefused) {
  TestFolder F;
  EXPECT_THAT(refused(withBuildPath(F.path())),
              HasSubstr("CMAKE_EXPORT_COMPILE_COMMANDS"));
  F.write("compile_commands.json", "[]");
  EXPECT_THAT(refused(withBuildPath(F.path())), HasSubstr("has no entry"));
  F.write("compile_commands.json", "[" + entry("/nowhere", "a.cpp") + "]");
  EXPECT_THAT(refused(withBuildPath(F.path())),
              HasSubstr("none of its files exists"));
  F.write("a.cpp"), F.write("other.cpp"), F.write("empty/x");
  F.write("compile_commands.json", "[" + entry(F.path(), "a.cpp") + "]");
  DriverOptions O = withBuildPath(F.path());
  O.Inputs = {F.path("other.cpp")};
  EXPECT_THAT(refused(O), HasSubstr("other.cpp: has no entry in"));
  O.Inputs = {F.path("empty")};
  EXPECT_THAT(refused(O), HasSubstr("no file below it has an entry"));
  O.Inputs = {F.path("nowhere")};
  EXPECT_THAT(refused(O), HasSubstr("no such file or folder"));
}

} // namespace
