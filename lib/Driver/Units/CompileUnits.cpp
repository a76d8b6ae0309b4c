//===- CompileUnits.cpp - What is to be audited ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompileUnits.h"
#include "Errors.h"
#include "IncludeScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gilaudit;
using llvm::StringRef;
using llvm::Twine;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

using Units = std::vector<CompileUnit>;
constexpr llvm::StringLiteral DatabaseName = "compile_commands.json";

/// The database in \p Folder or the nearest one above; empty: none.
std::string findUpwards(StringRef Folder) {
  for (StringRef F = Folder; !F.empty(); F = path::parent_path(F)) {
    llvm::SmallString<256> Candidate(F);
    path::append(Candidate, DatabaseName);
    if (fs::exists(Candidate))
      return Candidate.str().str();
    // Where CMake puts it by habit.
    Candidate = F;
    path::append(Candidate, "build", DatabaseName);
    if (fs::exists(Candidate))
      return Candidate.str().str();
  }
  return "";
}

/// -p names a folder or the file itself.
llvm::Expected<std::string> findDatabase(const DriverOptions &Options) {
  if (!Options.BuildPath.empty()) {
    llvm::SmallString<256> Path(Options.BuildPath);
    if (fs::is_directory(Path))
      path::append(Path, DatabaseName);
    if (fs::exists(Path))
      return Path.str().str();
    return error(Path + ": no such file; configure the project with cmake "
                        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, and give -p its "
                        "build folder");
  }
  std::string Start =
      realPath(Options.Inputs.empty() ? "." : Options.Inputs[0]);
  std::string Found = findUpwards(
      fs::is_directory(Start) ? StringRef(Start) : path::parent_path(Start));
  if (!Found.empty())
    return Found;
  return error("no compile_commands.json in '" + Start +
               "' or a folder above; configure the project with cmake "
               "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON and give its build folder "
               "with -p, or give the flags of one file behind --");
}

bool isBelow(StringRef File, StringRef Folder) {
  return File.consume_front(Folder) &&
         (Folder.ends_with("/") || File.starts_with("/"));
}

/// The units that include a file for which \p Matches: headers, and parts of
/// unity builds.
template <class Predicate>
Units includers(const Units &All, Predicate Matches) {
  IncludeScan Scan;
  Units Found;
  for (const CompileUnit &U : All) {
    std::set<std::string> Headers;
    Scan.addHeaders(U, Headers);
    if (llvm::any_of(Headers, Matches))
      Found.push_back(U);
  }
  return Found;
}

/// The entries for one FILE or DIR of the command line; where it has none,
/// those that include it.
llvm::Expected<Units> select(const Units &All, StringRef Input,
                             StringRef Database) {
  std::string Path = realPath(Input);
  if (!fs::exists(Path))
    return error(Input + ": no such file or folder");
  bool Folder = fs::is_directory(Path);
  auto Matches = [&](StringRef File) {
    return Folder ? isBelow(File, Path) : File == Path;
  };
  Units Selected;
  for (const CompileUnit &U : All)
    if (Matches(U.File))
      Selected.push_back(U);
  if (Selected.empty())
    Selected = includers(All, Matches);
  if (!Selected.empty())
    return Selected;
  return error(
      Input +
      (Folder ? ": no file below it has an entry in " : ": has no entry in ") +
      Database + ", nor does one that has include it");
}

/// Sorted and without doubles, so that the order of the input never shows.
void normalise(Units &All) {
  auto Key = [](const CompileUnit &U) {
    return std::tie(U.File, U.Directory, U.CommandLine);
  };
  llvm::sort(All, [&](const CompileUnit &A, const CompileUnit &B) {
    return Key(A) < Key(B);
  });
  All.erase(std::unique(All.begin(), All.end(),
                        [&](const CompileUnit &A, const CompileUnit &B) {
                          return Key(A) == Key(B);
                        }),
            All.end());
}

llvm::Expected<Units> fixedUnit(const DriverOptions &Options) {
  if (Options.Inputs.size() != 1)
    return error("flags behind -- need exactly one file");
  CompileUnit U;
  U.File = realPath(Options.Inputs[0]);
  if (!fs::exists(U.File))
    return error(Options.Inputs[0] + ": no such file or folder");
  U.Directory = realPath(".");
  U.CommandLine = {"clang++"};
  llvm::append_range(U.CommandLine, *Options.FixedFlags);
  U.CommandLine.push_back(U.File);
  return Units{U};
}

} // namespace

llvm::Expected<Units> gilaudit::findCompileUnits(const DriverOptions &Options) {
  if (Options.FixedFlags)
    return fixedUnit(Options);
  llvm::Expected<std::string> Database = findDatabase(Options);
  if (!Database)
    return Database.takeError();
  llvm::Expected<Units> All = readDatabase(*Database);
  if (!All)
    return All.takeError();
  if (All->empty())
    return error(*Database + ": has no entry");
  Units Selected;
  for (const std::string &Input : Options.Inputs) {
    llvm::Expected<Units> Some = select(*All, Input, *Database);
    if (!Some)
      return Some.takeError();
    llvm::append_range(Selected, *Some);
  }
  if (Options.Inputs.empty())
    Selected = std::move(*All);
  if (llvm::none_of(Selected,
                    [](const CompileUnit &U) { return fs::exists(U.File); }))
    return error(*Database + ": none of its files exists; was it made on "
                             "another machine or in another folder?");
  normalise(Selected);
  return Selected;
}
