//===- InputRecorder.h - A file system that remembers -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_INPUTRECORDER_H
#define GIL_AUDIT_LIB_EXTRACT_INPUTRECORDER_H

#include "gil-audit/Inputs.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace gilaudit {

/// Passes everything on to another file system and remembers the answers. Files
/// are hashed as they are handed to the parser, so the digest is of the very
/// bytes that were parsed.
class InputRecorder : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &Folder,
                                          std::error_code &EC) override;

  /// Everything that was asked. Files that were looked for but not read are
  /// read and hashed now.
  ParseInputs take();

  /// For the files that openFileForRead returns.
  void noteContent(llvm::StringRef Path, Digest Content);

private:
  struct Answer {
    ParseInput Input;
    bool Hashed = false;
  };

  std::string absolute(const llvm::Twine &Path) const;
  void note(llvm::StringRef Path, const llvm::vfs::Status &Status);
  void noteError(llvm::StringRef Path, std::error_code EC);
  Answer &answer(llvm::StringRef Path, ParseInput::Kind Is);
  void hashUnread(Answer &A);

  /// A folder can be asked for and listed; both have to be remembered.
  llvm::StringMap<Answer> Answers, Listings;
  bool Complete = true;
};

} // namespace gilaudit

#endif
