//===- CheckModel.cpp - gil-audit check-model -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckModel.h"
#include "Options/Setup.h"
#include "Output.h"
#include "gil-audit/Driver.h"
#include "gil-audit/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// Functions of \p M for which \p Holds.
template <class Predicate>
size_t countFunctions(const ApiModel &M, Predicate Holds) {
  return llvm::count_if(M.Functions,
                        [&](const auto &Row) { return Holds(Row.second); });
}

/// Kinds of \p M that no function of it or of \p Earlier takes: what a callback
/// of that kind does would never be asked.
std::vector<std::string> unusedKinds(const ApiModel &M,
                                     const ModelSet &Earlier) {
  std::set<StringRef> Taken;
  auto TakeFrom = [&](const ApiModel &Model) {
    for (const auto &Row : Model.Functions)
      for (const CallbackClaim &C : Row.second.Callbacks)
        Taken.insert(C.Kind);
  };
  TakeFrom(M);
  llvm::for_each(Earlier.models(), TakeFrom);
  std::vector<std::string> Unused;
  for (const auto &Row : M.Kinds)
    if (!Taken.count(Row.first))
      Unused.push_back(Row.first);
  return Unused;
}

std::string describe(const ApiModel &M, const ModelSet &Earlier) {
  std::string Text =
      "model '" + M.Name + "', " +
      (M.Prefixes.empty() ? "no prefix"
                          : "prefix " + llvm::join(M.Prefixes, ", ")) +
      ": " + counted(M.Kinds.size(), "kind") + " of callbacks, " +
      counted(M.Functions.size(), "function");
  auto Add = [&](size_t N, StringRef What) {
    if (N)
      Text += (", " + What + " " + llvm::Twine(N)).str();
  };
  using F = const FunctionModel &;
  Add(countFunctions(M, [](F Row) { return !Row.Callbacks.empty(); }),
      "taking callbacks");
  Add(countFunctions(M, [](F Row) { return !Row.Invokes.empty(); }),
      "running callbacks");
  Add(countFunctions(M, [](F Row) { return Row.Waits; }), "waiting");
  Add(countFunctions(M, [](F Row) { return !Row.Locks.empty(); }), "locking");
  Add(countFunctions(M, [&](F Row) { return Earlier.lookup(Row.Name); }),
      "overriding an earlier model");
  return Text;
}

void report(llvm::raw_ostream &OS, StringRef File, const ApiModel &M,
            const ModelSet &Earlier) {
  OS << File << ": " << describe(M, Earlier) << '\n';
  for (const std::string &Kind : unusedKinds(M, Earlier))
    OS << File << ": note: no function takes a callback of kind '" << Kind
       << "'\n";
}

/// Adds \p File to \p Models and its description to \p OS.
llvm::Error check(const std::string &File, ModelSet &Models,
                  llvm::raw_ostream &OS) {
  llvm::Expected<ApiModel> Model = loadModel(File, Models);
  if (!Model)
    return Model.takeError();
  report(OS, File, *Model, Models);
  Models.add(std::move(*Model));
  return llvm::Error::success();
}

/// One line an error.
int wrongCall(llvm::Error E) {
  llvm::handleAllErrors(std::move(E), [](const llvm::ErrorInfoBase &Info) {
    llvm::errs() << "gil-audit: error: " << Info.message() << '\n';
  });
  return WrongCall;
}

} // namespace

int gilaudit::checkModels(const DriverOptions &O) {
  llvm::Expected<ModelSet> Models = loadModels(O);
  if (!Models)
    return wrongCall(Models.takeError());
  if (O.Inputs.empty())
    return wrongCall(llvm::createStringError(llvm::inconvertibleErrorCode(),
                                             "check-model: want model files"));
  int Status = NothingFound;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const std::string &File : O.Inputs)
    if (llvm::Error E = check(File, *Models, OS))
      Status = wrongCall(std::move(E));
  if (O.Quiet)
    return Status;
  if (llvm::Error E = writeOutput(
          O.Output, [&](llvm::raw_ostream &Out) { Out << OS.str(); }))
    return wrongCall(std::move(E));
  return Status;
}
