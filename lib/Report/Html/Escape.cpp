//===- Escape.cpp - Text that goes into a page ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"

using namespace gilaudit;
using llvm::StringRef;

/// The letters that turn text around, each of three bytes: U+200E, U+200F,
/// U+202A to U+202E, U+2066 to U+2069. Source that looks other than it is must
/// not do so in a report about it.
static StringRef nameOfTurning(StringRef Letter) {
  return llvm::StringSwitch<StringRef>(Letter.take_front(3))
      .Case("\xE2\x80\x8E", "U+200E")
      .Case("\xE2\x80\x8F", "U+200F")
      .Case("\xE2\x80\xAA", "U+202A")
      .Case("\xE2\x80\xAB", "U+202B")
      .Case("\xE2\x80\xAC", "U+202C")
      .Case("\xE2\x80\xAD", "U+202D")
      .Case("\xE2\x80\xAE", "U+202E")
      .Case("\xE2\x81\xA6", "U+2066")
      .Case("\xE2\x81\xA7", "U+2067")
      .Case("\xE2\x81\xA8", "U+2068")
      .Case("\xE2\x81\xA9", "U+2069")
      .Default("");
}

static void escapeLetter(char C, std::string &Out) {
  switch (C) {
  case '&':
    Out += "&amp;";
    return;
  case '<':
    Out += "&lt;";
    return;
  case '>':
    Out += "&gt;";
    return;
  case '"':
    Out += "&quot;";
    return;
  case '\'':
    Out += "&#39;";
    return;
  case '\r':
    return;
  default:
    if ((static_cast<unsigned char>(C) < ' ' && C != '\t' && C != '\n') ||
        C == '\x7f')
      Out += "\xEF\xBF\xBD";
    else
      Out += C;
  }
}

std::string html::escape(StringRef Text) {
  std::string Valid;
  if (!llvm::json::isUTF8(Text)) {
    Valid = llvm::json::fixUTF8(Text);
    Text = Valid;
  }
  std::string Out;
  Out.reserve(Text.size() + Text.size() / 8);
  for (size_t I = 0; I != Text.size(); ++I) {
    StringRef Turning =
        Text[I] == '\xE2' ? nameOfTurning(Text.drop_front(I)) : StringRef();
    if (Turning.empty()) {
      escapeLetter(Text[I], Out);
      continue;
    }
    Out += "[" + Turning.str() + "]";
    I += 2;
  }
  return Out;
}

/// Where the name that begins behind the quote at \p Open ends; npos: this is
/// no quote but an apostrophe.
static size_t closingQuote(StringRef Text, size_t Open) {
  if (Open != 0 && !StringRef(" (,").contains(Text[Open - 1]))
    return StringRef::npos;
  for (size_t Close = Text.find('\'', Open + 1); Close != StringRef::npos;
       Close = Text.find('\'', Close + 1))
    if (Close + 1 == Text.size() ||
        StringRef(" ,.;:)").contains(Text[Close + 1]))
      return Close;
  return StringRef::npos;
}

/// Names in quotes become code.
static std::string withCode(StringRef Text) {
  std::string Out;
  size_t Begin = 0;
  for (size_t Open = Text.find('\''); Open != StringRef::npos;
       Open = Text.find('\'', Open + 1)) {
    size_t Close = closingQuote(Text, Open);
    if (Close == StringRef::npos)
      continue;
    Out += html::escape(Text.slice(Begin, Open)) + "<code>" +
           html::escape(Text.slice(Open + 1, Close)) + "</code>";
    Begin = Close + 1;
    Open = Close;
  }
  return Out + html::escape(Text.drop_front(Begin));
}

std::string html::prose(StringRef Message) {
  size_t Evidence = Message.rfind(" (model: ");
  if (Evidence == StringRef::npos || !Message.ends_with(")"))
    return withCode(Message);
  return withCode(Message.take_front(Evidence)) + " <small>(model: " +
         escape(Message.drop_front(Evidence + strlen(" (model: "))) +
         "</small>";
}

std::string html::path(StringRef File) {
  size_t Slash = File.rfind('/');
  if (Slash == StringRef::npos)
    return escape(File);
  return "<i>" + escape(File.take_front(Slash + 1)) + "</i>" +
         escape(File.drop_front(Slash + 1));
}

std::string html::idOf(StringRef Text) {
  std::string Id;
  for (char C : Text)
    Id += llvm::isAlnum(C) ? C : '-';
  return Id;
}
