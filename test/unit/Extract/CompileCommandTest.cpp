//===- CompileCommandTest.cpp - Compile commands made fit for parsing -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/CompileCommand.h"
#include "Support/TestFolder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"

using namespace gilaudit;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

using Words = std::vector<std::string>;

/// What is left of the flags \p Flags of "g++ ... -c a.cpp -o a.o"; what every
/// command gets is taken off.
Words left(Words Flags, std::string Directory = "/d", Words Removed = {}) {
  CompileUnit U;
  U.File = Directory + "/a.cpp";
  U.Directory = Directory;
  U.CommandLine = {"g++"};
  llvm::append_range(U.CommandLine, Flags);
  llvm::append_range(U.CommandLine, Words{"-c", "a.cpp", "-o", "a.o"});
  auto Result = adjustCommandLine(U, {"/res", {}, {}, Removed});
  if (!Result)
    return {"error: " + llvm::toString(Result.takeError())};
  Words W = *Result;
  Words Tail(W.end() - 6, W.end());
  EXPECT_THAT(Tail, ElementsAre("-Wno-error", "-w", "-resource-dir", "/res",
                                "--", U.File));
  W.resize(W.size() - 6);
  EXPECT_EQ(W.front(), "g++");
  W.erase(W.begin());
  llvm::erase_if(W, [](const std::string &S) {
    return S == "--driver-mode=g++" || S == "-fsyntax-only";
  });
  return W;
}

TEST(CompileCommand, WhatTheParserNeedsStays) {
  EXPECT_THAT(left({"-std=c++17", "-DX=1", "-I", "inc", "-Isrc", "-isystem",
                    "/sys", "-include", "x.h", "-fno-rtti", "-O2",
                    "-march=native", "-x", "c++"}),
              ElementsAre("-std=c++17", "-D", "X=1", "-I", "inc", "-I", "src",
                          "-isystem", "/sys", "-include", "x.h", "-fno-rtti",
                          "-O2", "-march=native", "-x", "c++"));
}

TEST(CompileCommand, OutputsAreTakenOut) {
  EXPECT_THAT(left({"-MD", "-MF", "a.d", "-MT", "a.o", "-save-temps", "-MMD",
                    "--serialize-diagnostics", "a.dia", "-MJ", "a.json"}),
              ElementsAre());
}

TEST(CompileCommand, OptionsOfOtherCompilersAreTakenOut) {
  EXPECT_THAT(
      left({"-fconserve-stack", "-fno-reorder-functions", "-DX", "-fmodules-ts",
            "-fdeps-format=p1689r5", "-fmodule-mapper=m", "-ccbin", "gcc",
            "--generate-code=arch=compute_70", "-Xcompiler", "-fPIC",
            "-forward-unknown-to-host-compiler"}),
      ElementsAre("-D", "X", "-fPIC"));
}

TEST(CompileCommand, NoWarningBecomesAnError) {
  EXPECT_THAT(left({"-pedantic-errors", "-Wfatal-errors", "-Werror",
                    "-Werror=return-type", "-Wall"}),
              ElementsAre("-Wall"));
}

TEST(CompileCommand, PrecompiledHeadersAndModulesAreTakenOut) {
  EXPECT_THAT(left({"-include-pch", "x.pch", "-fpch-instantiate-templates",
                    "-fmodule-file=m=m.pcm", "-fmodules", "-Winvalid-pch",
                    "-fprebuilt-module-path=x", "-fimplicit-module-maps"}),
              ElementsAre("-Winvalid-pch"));
}

// As CMake's target_precompile_headers spells it.
TEST(CompileCommand, TheTextOfAPrecompiledHeaderStays) {
  EXPECT_THAT(left({"-Xclang", "-include-pch", "-Xclang", "x.pch", "-Xclang",
                    "-include", "-Xclang", "x.hxx"}),
              ElementsAre("-Xclang", "-include", "-Xclang", "x.hxx"));
}

TEST(CompileCommand, PrecompiledTwinsAreNotReadUnasked) {
  TestFolder F;
  F.write("x.h"), F.write("x.h.gch"), F.write("y.h");
  EXPECT_THAT(
      left({"-include", "x.h", "-include", "y.h"}, F.path()),
      ElementsAre("-Xclang", "-include", "-Xclang", "x.h", "-include", "y.h"));
}

TEST(CompileCommand, PluginsAreTakenOut) {
  EXPECT_THAT(left({"-fplugin=x.so", "-Xclang", "-load", "-Xclang", "x.so",
                    "-fpass-plugin=y.so"}),
              ElementsAre());
}

TEST(CompileCommand, ResponseFilesAreExpanded) {
  TestFolder F;
  F.write("flags.rsp", "-DA -DB=\"x y\"\n-DC @more.rsp");
  F.write("more.rsp", "-DD");
  EXPECT_EQ(llvm::join(left({"@flags.rsp", "-DE"}, F.path()), " "),
            "-D A -D B=x y -D C -D D -D E");
  EXPECT_THAT(left({"@missing.rsp"}, F.path()),
              ElementsAre(HasSubstr("missing.rsp")));
}

TEST(CompileCommand, LaunchersAreTakenOff) {
  CompileUnit U{
      "/d/a.cpp", "/d", {"/usr/bin/ccache", "distcc", "c++", "a.cpp"}};
  auto Result = adjustCommandLine(U, {"/res", {}, {}, {}});
  ASSERT_TRUE(bool(Result));
  EXPECT_EQ(Result->front(), "c++");
  // A compiler that is masqueraded as ccache stays.
  U.CommandLine = {"ccache", "-DX", "a.cpp"};
  Result = adjustCommandLine(U, {"/res", {}, {}, {}});
  ASSERT_TRUE(bool(Result));
  EXPECT_EQ(Result->front(), "ccache");
}

TEST(CompileCommand, ExtraArguments) {
  CompileUnit U{"/d/a.cpp", "/d", {"clang++", "-DX", "a.cpp"}};
  auto Result = adjustCommandLine(U, {"/res", {"-DLast"}, {"-DFirst"}, {}});
  ASSERT_TRUE(bool(Result));
  EXPECT_EQ((*Result)[1], "-DFirst");
  EXPECT_EQ((*Result)[Result->size() - 3], "-DLast");
}

TEST(CompileCommand, RemovedArguments) {
  Words Flags = {"-DX=1", "-D",  "XY",        "-DZ",      "-I",
                 "a",     "-Ib", "-fno-rtti", "-include", "x.h"};
  auto Without = [&](Words Removed) { return left(Flags, "/d", Removed); };
  EXPECT_THAT(
      Without({"-include", "-fno-rtti"}),
      ElementsAre("-D", "X=1", "-D", "XY", "-D", "Z", "-I", "a", "-I", "b"));
  // An option is removed with its value, however it is written; a whole word
  // is removed as it is; a star is for anything.
  EXPECT_THAT(Without({"-I", "-DZ", "-f*", "-inc*"}),
              ElementsAre("-D", "X=1", "-D", "XY"));
  EXPECT_THAT(Without({"-DX*", "-D", "-I*", "-include", "-fno-rtti"}),
              ElementsAre());
  EXPECT_EQ(Without({"-fno", "x.h", "-DX"}), Without({}));
  // Extra arguments are not removed.
  CompileUnit U{"/d/a.cpp", "/d", {"c++", "-DX", "a.cpp"}};
  auto Result = adjustCommandLine(U, {"/res", {"-DX"}, {}, {"-DX"}});
  ASSERT_TRUE(bool(Result));
  EXPECT_EQ(llvm::count(*Result, "-DX"), 1);
}

/// What is left of a command of nvcc.
std::string leftOfNvcc(Words Flags) {
  CompileUnit U{"/d/a.cpp", "/d", {"/opt/cuda/bin/nvcc"}};
  llvm::append_range(U.CommandLine, Flags);
  llvm::append_range(U.CommandLine, Words{"-c", "a.cpp", "-o", "a.o"});
  auto Result = adjustCommandLine(U, {"/res", {}, {}, {}});
  if (!Result)
    return "error: " + llvm::toString(Result.takeError());
  std::string Text = llvm::join(Result->begin() + 1, Result->end(), " ");
  return llvm::StringRef(Text).split(" -Wno-error").first.str();
}

TEST(CompileCommand, NvccBecomesItsHostCompiler) {
  const std::string Mode = "--driver-mode=g++ ";
  EXPECT_EQ(leftOfNvcc({"-DX=1", "--define-macro", "Y", "-isystem=/s", "-Ii",
                        "--include-path=/j", "-std=c++17", "-O3"}),
            Mode + "-D X=1 -D Y -isystem /s -I i -I /j -std=c++17 -O3 "
                   "-fsyntax-only");
  EXPECT_EQ(leftOfNvcc({"-G", "-arch", "sm_70", "-gencode=arch=a,code=b", "-dc",
                        "-t", "4", "-Werror", "all-warnings", "-ccbin=g++",
                        "--expt-relaxed-constexpr", "-rdc=true"}),
            Mode + "-fsyntax-only");
  EXPECT_EQ(leftOfNvcc({"-Xcompiler=-fPIC,-DA", "--compiler-options", "-DB"}),
            Mode + "-fPIC -D A -D B -fsyntax-only");
  // What only the host compiler knows goes to it.
  EXPECT_EQ(leftOfNvcc({"-forward-unknown-to-host-compiler", "-fno-rtti"}),
            Mode + "-fno-rtti -fsyntax-only");
  EXPECT_EQ(leftOfNvcc({"-x", "cu"}),
            Mode + "-x cuda -fsyntax-only --cuda-host-only");
}

TEST(CompileCommand, ModuleMapsMayBeMissing) {
  EXPECT_THAT(left({"@CMakeFiles/a.dir/a.cpp.o.modmap", "-DX"}),
              ElementsAre("-D", "X"));
}

} // namespace
