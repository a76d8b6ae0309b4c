//===- NvccCommand.h - Compile commands of nvcc -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_NVCCCOMMAND_H
#define GIL_AUDIT_LIB_EXTRACT_NVCCCOMMAND_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace gilaudit {

/// True for the name, or path, of NVIDIA's compiler driver.
bool isNvcc(llvm::StringRef Compiler);

/// Turns a command of nvcc, argv[0] included, into one of its host compiler, in
/// Clang's words: options for the device and for nvcc itself are taken out,
/// those in --options-file and behind -Xcompiler put in. Options that nvcc does
/// not know stay: it hands them on. Fails on an options file that cannot be
/// read.
llvm::Error translateNvcc(std::vector<std::string> &Command,
                          llvm::StringRef Directory);

} // namespace gilaudit

#endif
