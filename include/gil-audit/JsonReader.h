//===- JsonReader.h - Strict readers of JSON that people write --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the readers of models and configurations share: shapes of values, fields
// that are not known, one message with the place of the first problem.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_JSONREADER_H
#define GIL_AUDIT_JSONREADER_H

#include "gil-audit/JsonTree.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <string>
#include <vector>

namespace gilaudit {

/// Base of a reader. After the first problem everything else is ignored.
class JsonReader {
public:
  /// Both have to stay as long as the reader.
  JsonReader(llvm::StringRef Text, llvm::StringRef FileName)
      : Text(Text), FileName(FileName) {}

protected:
  /// One field of an object: its name and what to do with its value.
  struct Field {
    llvm::StringRef Name;
    std::function<void(const JsonNode &)> Read;
  };

  void fail(size_t Offset, const llvm::Twine &Message);
  bool failed() const { return !Problem.empty(); }
  /// The first problem, with its place; success if there is none.
  llvm::Error problem() const;
  llvm::StringRef source() const { return Text; }
  llvm::StringRef fileName() const { return FileName; }

  bool expect(const JsonNode &N, JsonNode::Kind Type, llvm::StringRef What);
  std::string text(const JsonNode &N); ///< Not empty.
  bool flag(const JsonNode &N);
  int64_t number(const JsonNode &N, int64_t Least);
  /// True for \p Yes, false for \p No, an error for everything else.
  bool choice(const JsonNode &N, llvm::StringRef No, llvm::StringRef Yes);
  void each(const JsonNode &N, llvm::function_ref<void(const JsonNode &)> F);
  std::vector<std::string> texts(const JsonNode &N);
  void
  eachMember(const JsonNode &N,
             llvm::function_ref<void(llvm::StringRef, const JsonNode &)> F);

  /// Reads object \p N. Fields that are not in \p Fields are errors, and so is
  /// the absence of one whose name is in \p Required.
  void object(const JsonNode &N, llvm::ArrayRef<Field> Fields,
              llvm::ArrayRef<llvm::StringRef> Required = {});

  /// "; did you mean 'X'?", or nothing.
  static std::string suggestion(llvm::StringRef Name,
                                const std::vector<std::string> &Candidates);

private:
  llvm::StringRef Text, FileName;
  std::string Problem;
  size_t ProblemOffset = 0;
};

} // namespace gilaudit

#endif
