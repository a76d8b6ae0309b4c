//===- Depfile.cpp - What a unit read, for a build tool -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Depfile.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// As GCC and Clang quote a name for Make: a backslash before a space doubles,
/// '$' does too, a space and '#' get a backslash.
std::string quoted(StringRef Path) {
  std::string Text;
  for (size_t I = 0; I != Path.size(); ++I) {
    char C = Path[I];
    if (C == '$')
      Text += '$';
    if (C == '#')
      Text += '\\';
    if (C == ' ') {
      for (size_t J = I; J != 0 && Path[J - 1] == '\\'; --J)
        Text += '\\';
      Text += '\\';
    }
    Text += C;
  }
  return Text;
}

} // namespace

std::string gilaudit::depfileText(StringRef Target, const ParseInputs &Inputs,
                                  llvm::ArrayRef<std::string> More) {
  std::string Text = quoted(Target) + ":";
  for (const ParseInput &I : Inputs.All)
    if (I.Is == ParseInput::Kind::File)
      Text += " \\\n  " + quoted(I.Path);
  for (const std::string &File : More)
    Text += " \\\n  " + quoted(File);
  return Text + "\n";
}
