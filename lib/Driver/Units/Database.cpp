//===- Database.cpp - compile_commands.json -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's reader takes more than JSON, prints its own messages and keeps
// relative directories as they are; so we read the file ourselves.
//
//===----------------------------------------------------------------------===//
#include "CompileUnits.h"
#include "gil-audit/JsonTree.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace gilaudit;
using llvm::StringRef;
namespace path = llvm::sys::path;

std::string gilaudit::realPath(StringRef Path, StringRef Directory) {
  llvm::SmallString<256> Absolute(Path), Real;
  if (!path::is_absolute(Absolute)) {
    Absolute = Directory;
    path::append(Absolute, Path);
    llvm::sys::fs::make_absolute(Absolute);
  }
  if (!llvm::sys::fs::real_path(Absolute, Real))
    return Real.str().str();
  path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return Absolute.str().str();
}

namespace {

std::vector<std::string> splitCommand(StringRef Command) {
  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Saver(Allocator);
  llvm::SmallVector<const char *, 64> Words;
  llvm::cl::TokenizeGNUCommandLine(Command, Saver, Words);
  return std::vector<std::string>(Words.begin(), Words.end());
}

class DatabaseReader {
public:
  DatabaseReader(StringRef Path, StringRef Text)
      : Path(Path), Text(Text), Folder(path::parent_path(Path)) {}

  llvm::Expected<std::vector<CompileUnit>> read() {
    llvm::Expected<JsonNode> Root = parseJson(Text, Path);
    if (!Root)
      return Root.takeError();
    if (Root->Type != JsonNode::Array)
      return error(*Root, "expected a list of compile commands");
    std::vector<CompileUnit> Units;
    for (const JsonNode &Entry : Root->Elements) {
      CompileUnit Unit;
      if (llvm::Error E = readEntry(Entry, Unit))
        return std::move(E);
      Units.push_back(std::move(Unit));
    }
    return Units;
  }

private:
  llvm::Error error(const JsonNode &N, const llvm::Twine &Message) {
    return errorAt(Path, Text, N.Offset, Message);
  }

  /// Fields that we do not know are none of our business here: other programs
  /// write this format.
  llvm::Error readEntry(const JsonNode &Entry, CompileUnit &Unit) {
    if (Entry.Type != JsonNode::Object)
      return error(Entry, "expected an object");
    std::string Directory, File;
    for (size_t I = 0; I != Entry.Keys.size(); ++I) {
      const JsonNode &Value = Entry.Elements[I];
      const std::string &Key = Entry.Keys[I].first;
      if (Key == "arguments") {
        if (llvm::Error E = readArguments(Value, Unit))
          return E;
        continue;
      }
      if (Key != "directory" && Key != "file" && Key != "command")
        continue;
      if (Value.Type != JsonNode::String)
        return error(Value, "expected a string");
      if (Key == "directory")
        Directory = Value.Text;
      else if (Key == "file")
        File = Value.Text;
      else if (Unit.CommandLine.empty())
        Unit.CommandLine = splitCommand(Value.Text);
    }
    if (Directory.empty() || File.empty() || Unit.CommandLine.empty())
      return error(Entry, "a compile command needs 'directory', 'file' and "
                          "'arguments' or 'command'");
    Unit.Directory = realPath(Directory, Folder);
    Unit.File = realPath(File, Unit.Directory);
    return llvm::Error::success();
  }

  llvm::Error readArguments(const JsonNode &N, CompileUnit &Unit) {
    if (N.Type != JsonNode::Array)
      return error(N, "expected a list of strings");
    Unit.CommandLine.clear(); // The standard prefers it to "command".
    for (const JsonNode &Argument : N.Elements) {
      if (Argument.Type != JsonNode::String)
        return error(Argument, "expected a string");
      Unit.CommandLine.push_back(Argument.Text);
    }
    return llvm::Error::success();
  }

  StringRef Path, Text, Folder;
};

} // namespace

llvm::Expected<std::vector<CompileUnit>>
gilaudit::readDatabase(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return llvm::createStringError(Buffer.getError(),
                                   Path + ": " + Buffer.getError().message());
  std::string Absolute = realPath(Path);
  return DatabaseReader(Absolute, (*Buffer)->getBuffer()).read();
}
