//===- CheckModel.cpp - gil-audit check-model -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckModel.h"
#include "Output.h"
#include "Setup.h"
#include "gil-audit/Driver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace gilaudit;
using llvm::StringRef;

namespace {

std::string counted(size_t N, StringRef One) {
  return (llvm::Twine(N) + " " + One + (N == 1 ? "" : "s")).str();
}

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

void report(const DriverOptions &O, StringRef File, const ApiModel &M,
            const ModelSet &Earlier) {
  if (O.Quiet)
    return;
  llvm::outs() << File << ": " << describe(M, Earlier) << '\n';
  for (const std::string &Kind : unusedKinds(M, Earlier))
    llvm::outs() << File << ": note: no function takes a callback of kind '"
                 << Kind << "'\n";
}

} // namespace

int gilaudit::checkModels(const DriverOptions &O) {
  int Status = NothingFound;
  auto Fail = [&](llvm::Error E) {
    llvm::handleAllErrors(std::move(E), [](const llvm::ErrorInfoBase &Info) {
      llvm::errs() << "gil-audit: error: " << Info.message() << '\n';
    });
    Status = WrongCall;
  };
  llvm::Expected<ModelSet> Models = loadModels(O);
  if (!Models) {
    Fail(Models.takeError());
    return Status;
  }
  if (O.Inputs.empty())
    Fail(llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "check-model: want model files"));
  for (const std::string &File : O.Inputs) {
    llvm::Expected<ApiModel> Model = loadModel(File, *Models);
    if (!Model) {
      Fail(Model.takeError());
      continue;
    }
    report(O, File, *Model, *Models);
    Models->add(std::move(*Model));
  }
  return Status;
}
