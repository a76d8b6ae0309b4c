//===- OverlayFiles.h - Files with another text -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_OVERLAYFILES_H
#define GIL_AUDIT_LIB_EXTRACT_OVERLAYFILES_H

#include "gil-audit/Extract.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace gilaudit {

/// \p Base, but for the files of \p Texts (which must outlive it): these are
/// read from memory, by whatever name and link they are reached. A file that is
/// not on disk does not come into being.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
overlayTexts(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base,
             const FileTexts &Texts);

} // namespace gilaudit

#endif
