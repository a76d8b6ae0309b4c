//===- Source.h - The text that guards go into ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_FIX_SOURCE_H
#define GIL_AUDIT_LIB_FIX_SOURCE_H

#include "gil-audit/Edit.h"
#include "gil-audit/Program.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace gilaudit {

/// Texts and habits of the audited files.
class Source {
public:
  Source(const Program &P, FileReader Read) : P(P), Read(Read) {}

  /// The text of file number \p File; empty if it cannot be read.
  llvm::StringRef text(unsigned File);
  /// The text of \p R; empty if it is not in the file.
  llvm::StringRef text(const ByteRange &R);

  /// Whether a line of \p R is the preprocessor's.
  bool hasDirective(const ByteRange &R);
  /// Likewise, between \p S and what stands before it in its block: in another
  /// configuration it may be the body of an if.
  bool hasDirectiveBefore(const StatementFact &S);
  /// Whether \p S is compiled under a condition that begins in its block.
  bool isConditional(const StatementFact &S);

  /// A name for a guard in \p F that is in force in \p Where: the one that the
  /// file gives to guards of this kind, else the project, else a plain one;
  /// none that \p F uses there.
  std::string guardName(const FunctionFacts &F, const ByteRange &Where,
                        bool IsRelease);
  /// \p Wanted, with a number behind it if \p F uses that name in \p Where. It
  /// is taken there from now on.
  std::string freeName(const FunctionFacts &F, const ByteRange &Where,
                       std::string Wanted);
  bool isTaken(const FunctionFacts &F, const ByteRange &Where,
               llvm::StringRef Name) const;

  /// The include that most files of the project get the guards by; that of the
  /// library \p Namespace where there is none (of an alias that is no header, and
  /// the proof refuses the fix).
  std::string guardInclude(llvm::StringRef Namespace);

private:
  void learnNames();

  const Program &P;
  FileReader Read;
  std::map<unsigned, std::string> Texts;
  /// How often each name is given to a guard: by file (~0u: all) and kind.
  using Habits = std::map<std::pair<unsigned, bool>, llvm::StringMap<unsigned>>;
  Habits Names;
  bool Learnt = false;
  /// What the plan itself declares, by function.
  llvm::StringMap<std::vector<NameFact>> Given;
};

/// True if nothing but white space stands before \p Offset on its line.
bool startsLine(llvm::StringRef Text, size_t Offset);

/// Where the lines of comment right above \p Offset begin, if it starts its
/// line; \p Offset if there are none.
unsigned aboveComments(llvm::StringRef Text, unsigned Offset);

/// Why no text may be changed at \p R, in file \p File; empty: it may.
std::string whyNoEdit(const Program &P, const ByteRange &R);

} // namespace gilaudit

#endif
