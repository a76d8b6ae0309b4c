//===- Config.cpp - One way in which guards can stand ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cfg/Config.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <tuple>

using namespace gilaudit;
using llvm::StringRef;

static auto tie(const SavedState &S) {
  return std::tie(S.Key, S.Saved, S.SavedBy, S.Effect, S.Raii, S.Try, S.Origin,
                  S.Excused);
}
bool gilaudit::operator==(const SavedState &A, const SavedState &B) {
  return tie(A) == tie(B);
}

static auto tie(const HeldLock &L) {
  return std::tie(L.Key, L.Id, L.Raii, L.Try, L.Origin);
}
bool gilaudit::operator==(const HeldLock &A, const HeldLock &B) {
  return tie(A) == tie(B);
}

bool gilaudit::isPartOf(StringRef Key, StringRef Root) {
  return Key.consume_front(Root) && (Key.empty() || Key.front() == '.');
}

bool Config::sameAs(const Config &Other) const {
  return Cur == Other.Cur && By == Other.By && Stack == Other.Stack &&
         Locks == Other.Locks && Entry == Other.Entry && Truths == Other.Truths;
}

bool Config::isNull(StringRef Key) const {
  if (Nulls.empty() || Key.empty())
    return false;
  for (;;) {
    if (Nulls.count(Key.str()))
      return true;
    size_t Dot = Key.rfind('.');
    if (Dot == StringRef::npos)
      return false;
    Key = Key.take_front(Dot);
  }
}

void Config::setNull(const std::string &Key) {
  if (!Key.empty())
    Nulls.insert(Key);
}

void Config::setNotNull(StringRef Key) {
  if (!Truths.empty())
    Truths.erase(Key.str());
  for (auto I = Nulls.begin(); I != Nulls.end();)
    I = isPartOf(*I, Key) || isPartOf(Key, *I) ? Nulls.erase(I) : std::next(I);
}

void Config::move(StringRef From, const std::string &To) {
  if (From.empty() || To.empty() || From == To)
    return;
  for (SavedState &S : Stack)
    if (isPartOf(S.Key, From))
      S.Key = To + S.Key.substr(From.size());
  for (HeldLock &L : Locks)
    if (isPartOf(L.Key, From))
      L.Key = To + L.Key.substr(From.size());
  bool WasNull = isNull(From);
  setNotNull(To);
  if (WasNull)
    setNull(To);
}

void Config::handOut(StringRef Key) {
  if (Key.empty())
    return;
  for (SavedState &S : Stack)
    if (!S.Raii && isPartOf(S.Key, Key))
      S.Key = "escaped";
}

bool Config::end(StringRef Key) {
  if (Key.empty())
    return false;
  for (size_t I = Stack.size(); I-- > 0;)
    if (isPartOf(Stack[I].Key, Key)) {
      Cur = Stack[I].Saved;
      By = Stack[I].SavedBy;
      Stack.erase(Stack.begin() + I);
      return true;
    }
  return false;
}

bool Config::endAnonymous(GilEffect Effect) {
  for (size_t I = Stack.size(); I-- > 0;)
    if (!Stack[I].Raii && Stack[I].Effect == Effect) {
      Cur = Stack[I].Saved;
      By = Stack[I].SavedBy;
      Stack.erase(Stack.begin() + I);
      return true;
    }
  return false;
}

void Config::unwind(llvm::function_ref<bool(int)> Inside) {
  for (size_t I = Stack.size(); I-- > 0;)
    if (Stack[I].Raii && Inside(Stack[I].Try)) {
      Cur = Stack[I].Saved;
      By = Stack[I].SavedBy;
      Stack.erase(Stack.begin() + I);
    }
  llvm::erase_if(Locks,
                 [&](const HeldLock &L) { return L.Raii && Inside(L.Try); });
}

void Config::rename(
    llvm::function_ref<std::optional<std::string>(const std::string &)>
        Rename) {
  std::vector<SavedState> Kept;
  for (SavedState &S : Stack)
    if (auto Key = Rename(S.Key)) {
      S.Key = *Key;
      Kept.push_back(std::move(S));
    }
  Stack = std::move(Kept);
  for (HeldLock &L : Locks)
    if (L.Key != L.Id) // The id of a mutex means the same everywhere.
      if (auto Key = Rename(L.Key))
        L.Key = *Key;
  std::map<std::string, bool> NewTruths;
  for (auto &[Asked, Answer] : Truths)
    if (auto Key = Rename(Asked))
      NewTruths[*Key] = Answer;
  Truths = std::move(NewTruths);
  std::set<std::string> NewNulls;
  for (const std::string &N : Nulls)
    if (auto Key = Rename(N))
      if (!Key->empty())
        NewNulls.insert(*Key);
  Nulls = std::move(NewNulls);
}

/// Keeps of \p Into what \p Other knows to be null as well.
static bool intersectNulls(std::set<std::string> &Into, const Config &Other) {
  size_t Before = Into.size();
  for (auto I = Into.begin(); I != Into.end();)
    I = Other.isNull(*I) ? std::next(I) : Into.erase(I);
  return Into.size() != Before;
}

/// One configuration that stands for all of \p Set.
static Config joinAll(const ConfigSet &Set) {
  Config All = Set.front();
  for (const Config &C : Set) {
    All.Cur = join(All.Cur, C.Cur);
    All.Entry = All.Entry == C.Entry ? C.Entry : GilState::Inherited;
    All.Truths.clear();
    intersectNulls(All.Nulls, C);
    llvm::erase_if(All.Stack, [&](const SavedState &S) {
      return !llvm::is_contained(C.Stack, S);
    });
    llvm::erase_if(All.Locks, [&](const HeldLock &L) {
      return !llvm::is_contained(C.Locks, L);
    });
  }
  return All;
}

/// Drops what is there twice: a loop that begins and never ends would go on
/// for ever.
template <typename T> static void dropRepeated(std::vector<T> &Live) {
  for (size_t I = Live.size(); I-- > 1;)
    if (std::find(Live.begin(), Live.begin() + I, Live[I]) != Live.begin() + I)
      Live.erase(Live.begin() + I);
}

bool gilaudit::insert(ConfigSet &Set, Config C, unsigned Max) {
  dropRepeated(C.Stack);
  dropRepeated(C.Locks);
  for (Config &Old : Set)
    if (Old.sameAs(C))
      return intersectNulls(Old.Nulls, C);
  Set.push_back(std::move(C));
  if (Set.size() > Max)
    Set = {joinAll(Set)};
  return true;
}
