//===- Paths.cpp - File names for services --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Paths.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace gilaudit;
using llvm::StringRef;

Paths::Paths(StringRef Root, StringRef Repo) {
  Root = Root.rtrim('/');
  Repo = Repo.rtrim('/');
  StringRef Below = Root;
  if (!Repo.empty() && Below.consume_front(Repo) && Below.consume_front("/")) {
    Repository = Repo.str();
    Prefix = Below.str() + "/";
  } else {
    Repository = Root.str();
  }
}

std::string Paths::inRepository(StringRef File) const {
  if (!llvm::sys::path::is_absolute(File))
    return Prefix + File.str();
  StringRef Below = File;
  if (Below.consume_front(Repository) && Below.consume_front("/"))
    return Below.str();
  return File.str();
}

std::string gilaudit::encodePath(StringRef Path) {
  std::string Out;
  for (char C : Path) {
    if (llvm::isAlnum(C) || StringRef("/-._~+@").contains(C)) {
      Out += C;
      continue;
    }
    unsigned char Byte = static_cast<unsigned char>(C);
    Out += '%';
    Out += llvm::hexdigit(Byte >> 4);
    Out += llvm::hexdigit(Byte & 15);
  }
  return Out;
}
