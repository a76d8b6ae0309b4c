//===- FactsScanner.cpp - The text of facts, quickly ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FactsScanner.h"
#include "gil-audit/Facts.h"
#include "gil-audit/FactsHead.h"
#include <algorithm>
#include <nlohmann/json.hpp>

using namespace gilaudit;
using llvm::StringRef;

namespace {

class Scanner {
public:
  Scanner(StringRef Text, FactsTable &Out) : Rest(Text), Out(Out) {}

  bool run() {
    return head() && list([&] { return string(); }) && take(",\"data\":[") &&
           list([&] { return number(); }) && take("}\n") && Rest.empty();
  }

  bool runToFirstString() { return head() && string(); }

private:
  bool head() {
    return take("{\"schema\":\"gil-audit-facts/" +
                std::to_string(FactsVersion) + "\",\"strings\":[");
  }

  bool take(StringRef Word) { return Rest.consume_front(Word); }

  /// The elements up to and with the closing bracket.
  template <typename Fn> bool list(Fn Element) {
    if (take("]"))
      return true;
    do
      if (!Element())
        return false;
    while (take(","));
    return take("]");
  }

  bool string() {
    if (!take("\""))
      return false;
    bool Plain = true;
    size_t I = 0;
    for (; I < Rest.size() && Rest[I] != '"'; ++I) {
      auto C = static_cast<unsigned char>(Rest[I]);
      if (C < 0x20)
        return false;
      Plain &= C != '\\' && C < 0x80;
      I += C == '\\';
    }
    if (I >= Rest.size())
      return false;
    if (Plain)
      Out.Strings.push_back(Rest.take_front(I));
    else if (!escaped(StringRef(Rest.data() - 1, I + 2)))
      return false;
    Rest = Rest.drop_front(I + 1);
    return true;
  }

  /// One string with its quotes that is not just what it looks like.
  bool escaped(StringRef Literal) {
    auto Value = nlohmann::json::parse(Literal.begin(), Literal.end(),
                                       /*cb=*/nullptr,
                                       /*allow_exceptions=*/false);
    const auto *S = Value.get_ptr<const std::string *>();
    if (S)
      Out.Strings.push_back(*S);
    return S != nullptr;
  }

  bool number() {
    bool Negative = take("-");
    int64_t N = 0;
    size_t I = 0;
    // So many digits fit.
    for (size_t Most = std::min<size_t>(Rest.size(), 18);
         I != Most && Rest[I] >= '0' && Rest[I] <= '9'; ++I)
      N = N * 10 + (Rest[I] - '0');
    if (I == 0 || (I > 1 && Rest.front() == '0'))
      return false;
    Rest = Rest.drop_front(I);
    Out.Data.push_back(Negative ? -N : N);
    return true;
  }

  StringRef Rest;
  FactsTable &Out;
};

} // namespace

bool gilaudit::scanFacts(StringRef Text, FactsTable &Out) {
  return Scanner(Text, Out).run();
}

std::optional<std::string> gilaudit::peekMainFile(StringRef Start) {
  FactsTable T;
  if (!Scanner(Start, T).runToFirstString())
    return std::nullopt;
  return T.Strings.front().str();
}
