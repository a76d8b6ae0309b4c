//===- TestFolder.h - A folder for one test ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_TEST_UNIT_SUPPORT_TESTFOLDER_H
#define GIL_AUDIT_TEST_UNIT_SUPPORT_TESTFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <string>

namespace gilaudit {

/// A fresh folder that is gone when the object is. Its path is real.
class TestFolder {
public:
  TestFolder() {
    llvm::SmallString<128> Unique;
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("gil-audit-test", Unique));
    EXPECT_FALSE(llvm::sys::fs::real_path(Unique, Folder));
  }
  TestFolder(const TestFolder &) = delete;
  ~TestFolder() { llvm::sys::fs::remove_directories(Folder); }

  std::string path(llvm::StringRef Name = "") const {
    llvm::SmallString<128> Path(Folder);
    if (!Name.empty())
      llvm::sys::path::append(Path, Name);
    return Path.str().str();
  }

  /// Writes a file, its folders included, and returns its path.
  std::string write(llvm::StringRef Name, llvm::StringRef Text = "") const {
    std::string Path = path(Name);
    EXPECT_FALSE(llvm::sys::fs::create_directories(
        llvm::sys::path::parent_path(Path)));
    std::error_code EC;
    llvm::raw_fd_ostream OS(Path, EC);
    EXPECT_FALSE(EC) << Path;
    OS << Text;
    return Path;
  }

private:
  llvm::SmallString<128> Folder;
};

} // namespace gilaudit

#endif
