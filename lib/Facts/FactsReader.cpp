//===- FactsReader.cpp - Text to TUFacts ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two steps: JSON to a string table and integers, then these to facts. The
// scanner does the first for what writeFacts made; other texts go through the
// parser's SAX interface, which says what is wrong. Nothing in a facts file is
// trusted.
//
//===----------------------------------------------------------------------===//
#include "FactsFields.h"
#include "FactsScanner.h"
#include "llvm/ADT/Twine.h"
#include <limits>
#include <nlohmann/json.hpp>

using namespace gilaudit;

namespace {

constexpr llvm::StringLiteral SchemaPrefix = "gil-audit-facts/";

/// Takes exactly {"schema":S,"strings":[...],"data":[...]}, in this order.
class TableHandler : public nlohmann::json_sax<nlohmann::json> {
public:
  explicit TableHandler(FactsTable &Out) : Out(Out) {}
  std::string Error;

  bool null() override { return unexpected(); }
  bool boolean(bool) override { return unexpected(); }
  bool number_float(double, const std::string &) override {
    return unexpected();
  }
  bool binary(binary_t &) override { return unexpected(); }

  bool number_integer(int64_t N) override {
    if (In != Field::Data)
      return unexpected();
    Out.Data.push_back(N);
    return true;
  }
  bool number_unsigned(uint64_t N) override {
    // What does not fit is out of any range; the decoder will say so.
    return number_integer(N > uint64_t(std::numeric_limits<int64_t>::max())
                              ? std::numeric_limits<int64_t>::max()
                              : int64_t(N));
  }
  bool string(std::string &S) override {
    if (In == Field::Schema)
      return takeSchema(S);
    if (In != Field::Strings)
      return unexpected();
    Out.Strings.push_back(S);
    return true;
  }

  bool start_object(size_t) override {
    return In == Field::None ? enter(Field::Object) : unexpected();
  }
  bool key(std::string &Name) override {
    if (In == Field::Object && Name == "schema")
      return enter(Field::Schema);
    if (In == Field::AfterSchema && Name == "strings")
      return enter(Field::BeforeStrings);
    if (In == Field::AfterStrings && Name == "data")
      return enter(Field::BeforeData);
    return unexpected();
  }
  bool start_array(size_t) override {
    if (In == Field::BeforeStrings)
      return enter(Field::Strings);
    return In == Field::BeforeData ? enter(Field::Data) : unexpected();
  }
  bool end_array() override {
    return enter(In == Field::Strings ? Field::AfterStrings : Field::AfterData);
  }
  bool end_object() override {
    return In == Field::AfterData ? enter(Field::Done) : unexpected();
  }
  bool parse_error(size_t Position, const std::string &,
                   const nlohmann::json::exception &) override {
    Error = "malformed facts: no JSON at byte " + std::to_string(Position);
    return false;
  }

private:
  enum class Field {
    None,
    Object,
    Schema,
    AfterSchema,
    BeforeStrings,
    Strings,
    AfterStrings,
    BeforeData,
    Data,
    AfterData,
    Done
  };

  bool enter(Field Next) {
    In = Next;
    return true;
  }
  bool unexpected() {
    Error = "malformed facts: not a facts file";
    return false;
  }
  bool takeSchema(llvm::StringRef S) {
    if (!S.consume_front(SchemaPrefix))
      return unexpected();
    std::string Want = std::to_string(FactsVersion);
    if (S != Want) {
      Error = "facts version: want " + Want + ", got " + S.str();
      return false;
    }
    return enter(Field::AfterSchema);
  }

  FactsTable &Out;
  Field In = Field::None;
};

/// The archive that rebuilds facts. After the first error it reads zeros and
/// empty lists, so that no caller has to check.
class Decoder {
public:
  Decoder(FactsTable T, TUFacts &Facts) : In(std::move(T)), Facts(Facts) {
    fields(*this, Facts);
    if (Error.empty() && Next != In.Data.size())
      fail("data left over");
  }
  std::string Error;

  TUFacts &facts() { return Facts; }

  void number(unsigned &N) { N = unsigned(take(0, ~0u)); }
  void number(int &N) {
    N = int(
        take(std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
  }
  void flag(bool &B) { B = take(0, 1) != 0; }
  template <class E> void enumeration(E &Value, E Last) {
    Value = E(take(0, int64_t(Last)));
  }
  void file(unsigned &File) {
    // Without files there are no positions, but their zeros are stored.
    File =
        unsigned(take(0, int64_t(std::max<size_t>(Facts.Files.size(), 1)) - 1));
  }
  void index(int &Index, size_t Size) {
    Index = int(take(-1, int64_t(Size) - 1));
  }
  void text(InternedString &S) {
    auto Id = size_t(take(0, int64_t(In.Strings.size()) - 1));
    if (Id < In.Strings.size())
      S = In.Strings[Id];
  }
  void text(std::string &S) {
    InternedString Text;
    text(Text);
    S = Text.str();
  }
  template <class T, class F> void list(std::vector<T> &V, F Element) {
    // Every element takes a number at least: a wrong length cannot ask for
    // more memory than the file has bytes.
    V.resize(size_t(take(0, int64_t(In.Data.size() - Next))));
    for (T &Item : V)
      Element(Item);
  }

private:
  int64_t take(int64_t Least, int64_t Most) {
    if (!Error.empty())
      return 0;
    if (Next == In.Data.size())
      return fail("data end too early");
    int64_t N = In.Data[Next++];
    if (N < Least || N > Most)
      return fail("number " + std::to_string(Next - 1) + " is out of range");
    return N;
  }
  int64_t fail(const std::string &What) {
    Error = "malformed facts: " + What;
    return 0;
  }

  FactsTable In;
  TUFacts &Facts;
  size_t Next = 0;
};

llvm::Error error(llvm::StringRef Name, const std::string &What) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 llvm::Twine(Name) + ": " + What);
}

} // namespace

llvm::Expected<TUFacts> gilaudit::readFacts(llvm::StringRef Text,
                                            llvm::StringRef Name) {
  if (Text.empty())
    return error(Name, "malformed facts: the file is empty");
  FactsTable T;
  if (!scanFacts(Text, T)) {
    T = FactsTable();
    TableHandler Handler(T);
    if (!nlohmann::json::sax_parse(Text.begin(), Text.end(), &Handler))
      return error(Name, Handler.Error);
  }
  TUFacts Facts;
  Decoder D(std::move(T), Facts);
  if (!D.Error.empty())
    return error(Name, D.Error);
  return Facts;
}
