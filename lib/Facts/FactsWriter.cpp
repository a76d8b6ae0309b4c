//===- FactsWriter.cpp - TUFacts to text ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FactsFields.h"
#include "llvm/ADT/StringMap.h"
#include <nlohmann/json.hpp>

using namespace gilaudit;
using nlohmann::ordered_json;

namespace {

/// The archive that flattens facts into integers and a string table.
class Writer {
public:
  explicit Writer(TUFacts &Facts) : Facts(Facts) { fields(*this, Facts); }

  std::string str() {
    ordered_json Out;
    Out["schema"] = "gil-audit-facts/" + std::to_string(FactsVersion);
    Out["strings"] = std::move(Strings);
    Out["data"] = std::move(Data);
    // Bytes that are not UTF-8 (names in the source may have any) must not
    // stop the program.
    return Out.dump(-1, ' ', false, ordered_json::error_handler_t::replace) +
           "\n";
  }

  TUFacts &facts() { return Facts; }
  void number(int64_t N) { Data.push_back(N); }
  void flag(bool B) { number(B); }
  template <class E> void enumeration(E Value, E) { number(int64_t(Value)); }
  void file(unsigned File) { number(File); }
  void index(int Index, size_t) { number(Index); }

  void text(llvm::StringRef S) {
    auto [It, New] = Ids.try_emplace(S, Ids.size());
    if (New)
      Strings.push_back(S.str());
    number(It->second);
  }

  template <class T, class F> void list(std::vector<T> &V, F Element) {
    number(V.size());
    for (T &Item : V)
      Element(Item);
  }

private:
  TUFacts &Facts;
  llvm::StringMap<size_t> Ids;
  std::vector<std::string> Strings;
  std::vector<int64_t> Data;
};

} // namespace

std::string gilaudit::writeFacts(const TUFacts &Facts) {
  // fields() serves the reader too, so it takes facts that may be changed; the
  // writer changes none.
  return Writer(const_cast<TUFacts &>(Facts)).str();
}
