//===- ConfigReader.cpp - Configuration files -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Config.h"
#include "gil-audit/JsonReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace gilaudit;
using llvm::StringRef;
namespace path = llvm::sys::path;

namespace {

constexpr llvm::StringLiteral Schema = "gil-audit-config/1";

/// Turns fields into options. What an option makes of its value is checked
/// where flags are.
class Reader : JsonReader {
public:
  Reader(StringRef Text, StringRef File)
      : JsonReader(Text, File), Folder(path::parent_path(File)) {}

  llvm::Expected<std::vector<Setting>> read(const JsonNode &Root) {
    object(Root, fields());
    checkFixStyle();
    if (llvm::Error E = problem())
      return std::move(E);
    return std::move(Settings);
  }

private:
  std::vector<Field> fields() {
    return {{"$schema", [&](const JsonNode &N) { text(N); }},
            {"schema", [&](const JsonNode &N) { checkSchema(N); }},
            {"rules", [&](const JsonNode &N) { textOrList(N, "rules"); }},
            toggle("pedantic", "pedantic", "no-pedantic"),
            {"allow-without-reason",
             [&](const JsonNode &N) {
               if (flag(N))
                 add("allow-without-reason", "", N.Offset);
             }},
            {"severities", [&](const JsonNode &N) { severities(N); }},
            files("models", "model"),
            file("root", "root"),
            list("include", "include"),
            list("exclude", "exclude"),
            {"world", [&](const JsonNode &N) { world(N); }},
            list("assume-registered", "assume-registered"),
            {"assume-threading", [&](const JsonNode &N) { threading(N); }},
            {"api-versions", [&](const JsonNode &N) { apiVersions(N); }},
            word("fix-style", "fix-style"),
            word("fix-condition", "fix-condition"),
            toggle("fix-comments", "fix-comments", "no-fix-comments"),
            word("format", "format"),
            {"outputs", [&](const JsonNode &N) { outputs(N); }},
            {"jobs", [&](const JsonNode &N) { jobs(N); }},
            file("cache-dir", "cache-dir"),
            file("baseline", "baseline")};
  }

  //===--------------------------------------------------------------------===//
  // Fields of one shape
  //===--------------------------------------------------------------------===//

  void add(StringRef Option, std::string Value, size_t Offset) {
    Settings.push_back({Option.str(), std::move(Value), Offset});
  }

  std::string absolute(StringRef File) const {
    llvm::SmallString<256> Path(path::is_absolute(File) ? StringRef()
                                                        : StringRef(Folder));
    path::append(Path, File);
    path::remove_dots(Path, /*remove_dot_dot=*/true);
    return Path.str().str();
  }

  Field word(StringRef Name, StringRef Option) {
    return {Name, [=](const JsonNode &N) { add(Option, text(N), N.Offset); }};
  }
  Field file(StringRef Name, StringRef Option) {
    return {Name, [=](const JsonNode &N) {
              add(Option, absolute(text(N)), N.Offset);
            }};
  }
  Field list(StringRef Name, StringRef Option) {
    return {Name, [=](const JsonNode &N) {
              each(N,
                   [&](const JsonNode &E) { add(Option, text(E), E.Offset); });
            }};
  }
  Field files(StringRef Name, StringRef Option) {
    return {Name, [=](const JsonNode &N) {
              each(N, [&](const JsonNode &E) {
                add(Option, absolute(text(E)), E.Offset);
              });
            }};
  }
  Field toggle(StringRef Name, StringRef Yes, StringRef No) {
    return {Name,
            [=](const JsonNode &N) { add(flag(N) ? Yes : No, "", N.Offset); }};
  }

  //===--------------------------------------------------------------------===//
  // Others
  //===--------------------------------------------------------------------===//

  void checkSchema(const JsonNode &N) {
    if (text(N) != Schema)
      fail(N.Offset, "configuration schema: want \"" + Schema + "\", got \"" +
                         N.Text + "\"");
  }

  void textOrList(const JsonNode &N, StringRef Option) {
    if (N.Type == JsonNode::String)
      add(Option, text(N), N.Offset);
    else
      list("", Option).Read(N);
  }

  void severities(const JsonNode &N) {
    if (!expect(N, JsonNode::Object, "an object"))
      return;
    for (auto [Key, Value] : llvm::zip(N.Keys, N.Elements)) {
      std::string Level = text(Value);
      if (!llvm::is_contained({"error", "warning", "note", "off"}, Level))
        fail(Value.Offset, "expected \"error\", \"warning\", \"note\" or "
                           "\"off\"");
      add("severity", Key.first + "=" + Level, Key.second);
    }
  }

  void world(const JsonNode &N) {
    bool Closed = choice(N, "open", "closed");
    add(Closed ? "closed-world" : "open-world", "", N.Offset);
  }

  void threading(const JsonNode &N) {
    add("assume-threading", flag(N) ? "on" : "off", N.Offset);
  }

  void apiVersions(const JsonNode &N) {
    if (!expect(N, JsonNode::Object, "an object"))
      return;
    for (auto [Key, Value] : llvm::zip(N.Keys, N.Elements))
      add("api-version", Key.first + "=" + std::to_string(number(Value, 1)),
          Key.second);
  }

  /// "FILE" or "FORMAT:FILE".
  void outputs(const JsonNode &N) {
    each(N, [&](const JsonNode &E) {
      std::string Value = text(E);
      auto [Format, File] = StringRef(Value).split(':');
      // As for -o: a letter is no format.
      if (File.empty() || Format.size() == 1 ||
          !llvm::all_of(Format, llvm::isAlpha))
        add("o", absolute(Value), E.Offset);
      else
        add("o", Format.str() + ":" + absolute(File), E.Offset);
    });
  }

  void jobs(const JsonNode &N) {
    add("j", std::to_string(number(N, 1)), N.Offset);
  }

  /// The two go together, as the flags do.
  void checkFixStyle() {
    const Setting *Style = last("fix-style"),
                  *Condition = last("fix-condition");
    bool Conditional = Style && Style->Value == "conditional";
    if (Conditional && !Condition)
      fail(Style->Offset, "\"conditional\" wants field 'fix-condition' too");
    if (Condition && !Conditional)
      fail(Condition->Offset,
           "'fix-condition' wants \"fix-style\": \"conditional\"");
  }

  const Setting *last(StringRef Option) const {
    for (const Setting &S : llvm::reverse(Settings))
      if (S.Option == Option)
        return &S;
    return nullptr;
  }

  StringRef Folder;
  std::vector<Setting> Settings;
};

} // namespace

llvm::Expected<Config> gilaudit::readConfig(StringRef Text, StringRef File) {
  llvm::Expected<JsonNode> Root = parseJson(Text, File);
  if (!Root)
    return Root.takeError();
  llvm::Expected<std::vector<Setting>> Settings =
      Reader(Text, File).read(*Root);
  if (!Settings)
    return Settings.takeError();
  return Config{File.str(), Text.str(), std::move(*Settings)};
}

llvm::Error Config::errorAt(const Setting &S,
                            const llvm::Twine &Message) const {
  return gilaudit::errorAt(File, Text, S.Offset, Message);
}

std::string Config::placeOf(const Setting &S) const {
  size_t Line = StringRef(Text).take_front(S.Offset).count('\n') + 1;
  return File + ":" + std::to_string(Line);
}
