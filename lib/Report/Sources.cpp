//===- Sources.cpp - The texts that places are in -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Sources.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace gilaudit;
using llvm::StringRef;

SourceReader gilaudit::readSourcesBelow(std::string Root) {
  return
      [Root = std::move(Root)](StringRef File) -> std::optional<std::string> {
        // An absolute name takes the place of the root.
        llvm::SmallString<256> Path;
        if (!llvm::sys::path::is_absolute(File))
          Path = Root;
        llvm::sys::path::append(Path, File);
        auto Buffer = llvm::MemoryBuffer::getFile(Path);
        if (!Buffer)
          return std::nullopt;
        return (*Buffer)->getBuffer().str();
      };
}

const Sources::Entry *Sources::find(StringRef File) {
  if (!Source || File.empty())
    return nullptr;
  auto [It, New] = Files.try_emplace(File);
  Entry &E = It->second;
  if (New) {
    E.Text = Source(File);
    E.Starts = {0};
    if (E.Text)
      for (size_t At = E.Text->find('\n'); At != std::string::npos;
           At = E.Text->find('\n', At + 1))
        E.Starts.push_back(unsigned(At) + 1);
  }
  return E.Text ? &E : nullptr;
}

const std::string *Sources::text(StringRef File) {
  const Entry *E = find(File);
  return E ? &*E->Text : nullptr;
}

std::optional<StringRef> Sources::line(StringRef File, unsigned Line) {
  const Entry *E = Line ? find(File) : nullptr;
  if (!E || Line > E->Starts.size())
    return std::nullopt;
  return StringRef(*E->Text)
      .drop_front(E->Starts[Line - 1])
      .take_until([](char C) { return C == '\n' || C == '\r'; });
}

std::optional<std::pair<unsigned, unsigned>> Sources::lineAt(StringRef File,
                                                             unsigned Offset) {
  const Entry *E = find(File);
  if (!E || Offset > E->Text->size())
    return std::nullopt;
  auto Next = llvm::upper_bound(E->Starts, Offset);
  return std::pair(unsigned(Next - E->Starts.begin()), *std::prev(Next));
}

/// The bytes of the letter that \p Text begins with; 1 if it is no UTF-8.
static unsigned letterLength(StringRef Text) {
  const auto *Bytes = reinterpret_cast<const llvm::UTF8 *>(Text.data());
  unsigned Length = llvm::getNumBytesForUTF8(Bytes[0]);
  if (Length > Text.size() || !llvm::isLegalUTF8Sequence(Bytes, Bytes + Length))
    return 1;
  return Length;
}

unsigned gilaudit::utf16Length(StringRef Text) {
  unsigned Units = 0;
  while (!Text.empty()) {
    unsigned Length = letterLength(Text);
    Units += Length == 4 ? 2 : 1; // Beyond U+FFFF: a surrogate pair.
    Text = Text.drop_front(Length);
  }
  return Units;
}

unsigned gilaudit::tokenLength(StringRef Text) {
  if (Text.empty())
    return 0;
  // Letters beyond ASCII may be in a name.
  StringRef Name = Text.take_while([](char C) {
    return llvm::isAlnum(C) || C == '_' ||
           static_cast<unsigned char>(C) >= 0x80;
  });
  return Name.empty() ? letterLength(Text) : unsigned(Name.size());
}
