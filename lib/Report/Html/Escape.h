//===- Escape.h - Text that goes into a page --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that comes from a Report or a source file goes through here. What
// comes out is UTF-8 without markup, fit for text and for quoted attributes:
// bytes that are no UTF-8 become U+FFFD, control characters too, and letters
// that turn the direction of the text around are spelled out.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_REPORT_HTML_ESCAPE_H
#define GIL_AUDIT_LIB_REPORT_HTML_ESCAPE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gilaudit::html {

/// \p Text, with its tabs and line breaks.
std::string escape(llvm::StringRef Text);

/// A message: what stands in 'quotes' becomes code, and the "(model: ...)" at
/// its end is set apart.
std::string prose(llvm::StringRef Message);

/// "folder/file.cpp", the folder set apart.
std::string path(llvm::StringRef File);

/// What may stand in an id: letters, digits and dashes.
std::string idOf(llvm::StringRef Text);

} // namespace gilaudit::html

#endif
