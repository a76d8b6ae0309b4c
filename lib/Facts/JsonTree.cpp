//===- JsonTree.cpp - JSON values that know where they stand --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/JsonTree.h"
#include "llvm/ADT/Twine.h"
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

using namespace gilaudit;

llvm::Error gilaudit::errorAt(llvm::StringRef FileName, llvm::StringRef Text,
                              size_t Offset, const llvm::Twine &Message) {
  llvm::StringRef Before = Text.take_front(Offset);
  size_t LineStart = Before.rfind('\n') + 1; // npos + 1 == 0
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      FileName + ":" + llvm::Twine(Before.count('\n') + 1) + ":" +
          llvm::Twine(Offset - LineStart + 1) + ": " + Message);
}

namespace {

/// An input iterator over a text that tells how far the parser has read. The
/// parser copies its iterator, hence the shared counter.
struct CountingIterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  const char *At = nullptr;
  const char **Read = nullptr;

  reference operator*() const { return *At; }
  CountingIterator &operator++() {
    *Read = ++At;
    return *this;
  }
  bool operator==(const CountingIterator &O) const { return At == O.At; }
  bool operator!=(const CountingIterator &O) const { return At != O.At; }
};

/// Builds the tree from parser events.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
  TreeBuilder(llvm::StringRef Text, const char *const &Read)
      : Begin(Text.begin()), Read(Read) {}

  JsonNode Root;
  std::string Error;
  size_t ErrorOffset = 0;

  bool null() override { return take({}); }
  bool boolean(bool B) override {
    JsonNode N;
    N.Type = JsonNode::Bool;
    N.Flag = B;
    return take(std::move(N));
  }
  bool number_integer(int64_t I) override {
    JsonNode N;
    N.Type = JsonNode::Integer;
    N.Number = I;
    return take(std::move(N));
  }
  bool number_unsigned(uint64_t U) override {
    constexpr auto Most = std::numeric_limits<int64_t>::max();
    return number_integer(U > uint64_t(Most) ? Most : int64_t(U));
  }
  bool number_float(double, const std::string &) override {
    JsonNode N;
    N.Type = JsonNode::Real;
    return take(std::move(N));
  }
  bool string(std::string &S) override {
    JsonNode N;
    N.Type = JsonNode::String;
    N.Text = S;
    return take(std::move(N));
  }
  bool binary(binary_t &) override { return false; }

  bool start_object(size_t) override { return open(JsonNode::Object); }
  bool start_array(size_t) override { return open(JsonNode::Array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(std::string &Name) override {
    size_t Offset = startOf(Name.size() + 2);
    for (const auto &[Known, At] : Open.back()->Keys)
      if (Known == Name) {
        Error = "'" + Name + "' is given twice";
        ErrorOffset = Offset;
        return false;
      }
    Open.back()->Keys.emplace_back(Name, Offset);
    return true;
  }

  bool parse_error(size_t Position, const std::string &,
                   const nlohmann::json::exception &E) override {
    // nlohmann counts bytes from 1 and puts its own position into the text:
    // "[json.exception.parse_error.101] parse error at line 1, column 2:
    // syntax error while parsing value - ...".
    llvm::StringRef What = E.what();
    size_t Colon = What.find(": ");
    Error = What.substr(Colon == llvm::StringRef::npos ? 0 : Colon + 2).str();
    ErrorOffset = Position ? Position - 1 : 0;
    return false;
  }

private:
  /// The first byte of a token of \p Length bytes that was just read. Escapes
  /// make it a little longer than that; close enough for a message.
  size_t startOf(size_t Length) const {
    size_t End = Read - Begin;
    return End > Length ? End - Length : 0;
  }
  JsonNode *place(JsonNode N) {
    if (Open.empty())
      return &(Root = std::move(N));
    Open.back()->Elements.push_back(std::move(N));
    return &Open.back()->Elements.back();
  }
  bool take(JsonNode N) {
    // A number ends where something else was read; words are not worth more.
    N.Offset = startOf(N.Type == JsonNode::String ? N.Text.size() + 2 : 2);
    place(std::move(N));
    return true;
  }
  bool open(JsonNode::Kind Type) {
    if (Open.size() == MostDeep) {
      Error = "nested too deeply";
      ErrorOffset = startOf(1);
      return false;
    }
    JsonNode N;
    N.Type = Type;
    N.Offset = startOf(1);
    // Stays valid: nothing is added to the parent while this one is open.
    Open.push_back(place(std::move(N)));
    return true;
  }
  bool close() {
    Open.pop_back();
    return true;
  }

  static constexpr size_t MostDeep = 64; ///< Trees are destroyed recursively.

  const char *Begin;
  const char *const &Read;
  std::vector<JsonNode *> Open;
};

} // namespace

llvm::Expected<JsonNode> gilaudit::parseJson(llvm::StringRef Text,
                                             llvm::StringRef FileName) {
  const char *Read = Text.begin();
  TreeBuilder Builder(Text, Read);
  CountingIterator First{Text.begin(), &Read}, Last{Text.end(), &Read};
  if (!nlohmann::json::sax_parse(First, Last, &Builder))
    return errorAt(FileName, Text, std::min(Builder.ErrorOffset, Text.size()),
                   Builder.Error);
  return std::move(Builder.Root);
}
