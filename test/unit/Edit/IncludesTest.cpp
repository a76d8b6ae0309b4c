//===- IncludesTest.cpp - Headers that a fix needs ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Build.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

std::string include(StringRef Text, std::vector<std::string> Headers,
                    StringRef Style = "BasedOnStyle: LLVM\n") {
  OneFile F(Text, Style);
  FileChange C;
  C.File = F.File;
  C.Includes = std::move(Headers);
  return F.after(C);
}

TEST(Includes, SortedIntoTheirBlock) {
  EXPECT_EQ(include("#include \"x.h\"\n"
                    "\n"
                    "#include \"a.h\"\n"
                    "#include <b>\n"
                    "#include <d>\n"
                    "\n"
                    "int  badly;\n",
                    {"<c>", "\"b.h\""}),
            "#include \"x.h\"\n"
            "\n"
            "#include \"a.h\"\n"
            "#include \"b.h\"\n"
            "#include <b>\n"
            "#include <c>\n"
            "#include <d>\n"
            "\n"
            "int  badly;\n");
}

TEST(Includes, ThoseThatAreThereStay) {
  for (StringRef Text :
       {"#include <c>\n", "#include   <c> // why\n",
        "#include <c>\r\nint a;\r\n", "\xEF\xBB\xBF#include <c>\n"})
    EXPECT_EQ(include(Text, {"<c>"}), Text);
}

TEST(Includes, UnsortedOnesAreNotSorted) {
  EXPECT_EQ(include("#include <z>\n#include <a>\n#include <m>\n", {"<c>"}),
            "#include <c>\n#include <z>\n#include <a>\n#include <m>\n");
}

TEST(Includes, FilesWithoutIncludes) {
  EXPECT_EQ(include("int a;\n", {"<c>"}), "#include <c>\nint a;\n");
  EXPECT_EQ(include("// About.\n\nint a;\n", {"<c>"}),
            "// About.\n\n#include <c>\nint a;\n");
  EXPECT_EQ(include("#ifndef X_H\n#define X_H\n\nint a;\n\n#endif\n", {"<c>"}),
            "#ifndef X_H\n#define X_H\n\n#include <c>\nint a;\n\n#endif\n");
  EXPECT_EQ(include("#pragma once\n\nint a;\n", {"<c>"}),
            "#pragma once\n\n#include <c>\nint a;\n");
  EXPECT_EQ(include("", {"<c>"}), "#include <c>\n");
}

TEST(Includes, HeaderGuards) {
  EXPECT_EQ(include("#pragma once\n#include <b>\nint a;\n", {"<c>"}),
            "#pragma once\n#include <b>\n#include <c>\nint a;\n");
  EXPECT_EQ(
      include("#ifndef X_H\n#define X_H\n#include <b>\n#endif\n", {"<c>"}),
      "#ifndef X_H\n#define X_H\n#include <b>\n#include <c>\n#endif\n");
}

TEST(Includes, LineEndingsAndMarks) {
  EXPECT_EQ(include("#include <b>\r\nint a;\r\n", {"<c>"}),
            "#include <b>\r\n#include <c>\r\nint a;\r\n");
  EXPECT_EQ(include("\xEF\xBB\xBF#include <b>\nint a;\n", {"<a>"}),
            "\xEF\xBB\xBF#include <a>\n#include <b>\nint a;\n");
  EXPECT_EQ(include("#include <b>", {"<c>"}), "#include <b>\n#include <c>\n");
}

TEST(Includes, TheStyleOfTheFolder) {
  EXPECT_EQ(include("#include <nanobind/nanobind.h>\n"
                    "\n"
                    "#include <vector>\n",
                    {"<mutex>"},
                    "BasedOnStyle: Google\n"
                    "IncludeBlocks: Preserve\n"
                    "IncludeCategories:\n"
                    "  - Regex: '^<nanobind'\n"
                    "    Priority: 1\n"
                    "  - Regex: '.*'\n"
                    "    Priority: 2\n"),
            "#include <nanobind/nanobind.h>\n"
            "\n"
            "#include <mutex>\n"
            "#include <vector>\n");
  // Case does not count in this one.
  EXPECT_EQ(include("#include <a>\n#include <Z>\n", {"<m>"},
                    "BasedOnStyle: LLVM\nSortIncludes: CaseInsensitive\n"),
            "#include <a>\n#include <m>\n#include <Z>\n");
}

TEST(Includes, WithEdits) {
  OneFile F("#include <b>\nint a;\n");
  FileChange C;
  C.File = F.File;
  C.Edits = {{0, 0, "// About.\n"}, {17, 1, "b"}};
  C.Includes = {"<a>"};
  EXPECT_EQ(F.after(C), "// About.\n#include <a>\n#include <b>\nint b;\n");
}

} // namespace
