//===- Build.h - Changes from marked text -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_TEST_UNIT_EDIT_BUILD_H
#define GIL_AUDIT_TEST_UNIT_EDIT_BUILD_H

#include "Support/TestFolder.h"
#include "gil-audit/Edit.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <string>

namespace gilaudit {

inline llvm::Expected<std::string> readFile(llvm::StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return llvm::errorCodeToError(Buffer.getError());
  return (*Buffer)->getBuffer().str();
}

/// What the file at \p Path holds; a failure if it cannot be read.
inline std::string contentOf(llvm::StringRef Path) {
  llvm::Expected<std::string> Text = readFile(Path);
  if (Text)
    return *Text;
  ADD_FAILURE() << Path.str() << ": " << llvm::toString(Text.takeError());
  return "";
}

/// Text in which "[[" and "]]" mark a statement to put into a block.
struct Marked {
  explicit Marked(llvm::StringRef Source) {
    while (true) {
      auto [Before, Rest] = Source.split("[[");
      Text += Before;
      if (Rest.empty())
        return;
      auto [Statement, After] = Rest.split("]]");
      unsigned Begin = Text.size();
      Text += Statement;
      Statements.emplace_back(Begin, Text.size());
      Source = After;
    }
  }
  std::string Text;
  std::vector<std::pair<unsigned, unsigned>> Statements;
};

/// The change that puts each marked statement into a block with a guard.
inline FileChange guarded(const std::string &File, const Marked &M) {
  FileChange C;
  C.File = File;
  for (auto [Begin, End] : M.Statements) {
    C.Edits.push_back({Begin, 0, "{\nnb::gil_scoped_release release;\n"});
    C.Edits.push_back({End, 0, "\n}"});
  }
  C.Reformat = M.Statements;
  return C;
}

/// Applies changes to the only file there is: "x.cpp" in a folder with the
/// .clang-format given (empty: none).
class OneFile {
public:
  explicit OneFile(llvm::StringRef Text,
                   llvm::StringRef Style = "BasedOnStyle: LLVM\n")
      : File(Folder.write("x.cpp", Text)) {
    if (!Style.empty())
      Folder.write(".clang-format", Style);
  }

  /// The text after; as before if nothing changes; "error: ..." if so.
  std::string after(const FileChange &C) const {
    auto Edited = applyChanges(C, readFile);
    if (!Edited)
      return "error: " + llvm::toString(Edited.takeError());
    return Edited->empty() ? contentOf(File) : Edited->front().After;
  }

  TestFolder Folder;
  std::string File;
};

/// \p Source with its marked statements put into blocks.
inline std::string guard(llvm::StringRef Source,
                         llvm::StringRef Style = "BasedOnStyle: LLVM\n") {
  Marked M(Source);
  OneFile F(M.Text, Style);
  return F.after(guarded(F.File, M));
}

/// The text marked in \p Source replaced by \p Text.
inline std::string replaced(llvm::StringRef Source, llvm::StringRef Text,
                            llvm::StringRef Style = "BasedOnStyle: LLVM\n") {
  Marked M(Source);
  OneFile F(M.Text, Style);
  FileChange C;
  C.File = F.File;
  auto [Begin, End] = M.Statements.front();
  C.Edits = {{Begin, End - Begin, Text.str()}};
  return F.after(C);
}

} // namespace gilaudit

#endif
