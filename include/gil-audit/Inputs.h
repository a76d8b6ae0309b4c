//===- Inputs.h - What a parse read from the file system --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parse gives the same facts again if it asks the file system the same
// questions and gets the same answers. The questions are all of those that the
// driver and the preprocessor ask: files that are read, files that are looked
// for and are not there (a header in an earlier folder of the search path,
// __has_include), folders that are listed (to find GCC's headers).
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_INPUTS_H
#define GIL_AUDIT_INPUTS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace gilaudit {

/// Equal bytes have equal digests; no defence against forgery.
struct Digest {
  uint64_t High = 0, Low = 0;
};
inline bool operator==(const Digest &A, const Digest &B) {
  return A.High == B.High && A.Low == B.Low;
}

/// What stat() says that changes when somebody writes a file.
struct FileStamp {
  uint64_t Size = 0;
  int64_t Modified = 0; ///< Nanoseconds since the epoch.
  uint64_t Device = 0, Inode = 0;
};
inline bool operator==(const FileStamp &A, const FileStamp &B) {
  return A.Size == B.Size && A.Modified == B.Modified && A.Device == B.Device &&
         A.Inode == B.Inode;
}

/// One question and its answer.
struct ParseInput {
  enum class Kind : char {
    File = 'f',   ///< It is a file: Stamp and Content.
    Folder = 'd', ///< It is a folder; what is in it does not matter.
    Listing = 'l', ///< It is a folder with these names in it: Content.
    Absent = 'a'  ///< There is no such thing.
  };
  Kind Is = Kind::Absent;
  std::string Path; ///< Absolute, otherwise as it was asked for.
  FileStamp Stamp;
  Digest Content;
};

struct ParseInputs {
  std::vector<ParseInput> All; ///< Sorted by path, each once.
  /// False: an answer was none of these (a device, no permission, a file that
  /// changed meanwhile), so the parse cannot be proven to be the same again.
  bool Complete = true;
};

/// Of a file with the real path \p RealPath: what is found through another
/// link may have other places.
Digest digestOfFile(llvm::StringRef RealPath, llvm::StringRef Bytes);

/// Of the names in a folder, in any order.
Digest digestOfListing(std::vector<std::string> Names);

} // namespace gilaudit

#endif
