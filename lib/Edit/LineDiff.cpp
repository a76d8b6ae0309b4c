//===- LineDiff.cpp - The lines that differ -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): walk along
// the diagonals K = X - Y of the grid Before x After; after D lines deleted or
// inserted, the furthest X on each diagonal is known.
//
//===----------------------------------------------------------------------===//
#include "LineDiff.h"
#include "gil-audit/Edit.h"

using namespace gilaudit;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

/// Furthest X by diagonal, for K in [-D, D].
class Frontier {
public:
  explicit Frontier(int D) : D(D), Furthest(2 * D + 1) {}
  int &operator[](int K) { return Furthest[K + D]; }
  int operator[](int K) const { return Furthest[K + D]; }

  /// The next step towards diagonal \p K comes from K + 1: a line is inserted.
  /// Else one is deleted.
  bool insertsTowards(int K) const {
    return K == -(D + 1) || (K != D + 1 && get(K - 1) < get(K + 1));
  }

private:
  int get(int K) const { return K < -D || K > D ? -1 : (*this)[K]; }

  int D;
  std::vector<int> Furthest;
};

using Lines = ArrayRef<StringRef>;

/// Past this many changed lines the rest counts as changed: the memory needed
/// grows with the square.
constexpr int MaxDistance = 4000;

/// Fills \p Trace with the frontiers of D = 0, 1, ... until the end is reached.
/// False: the texts are too different.
bool walk(Lines A, Lines B, std::vector<Frontier> &Trace) {
  const int N = A.size(), M = B.size();
  for (int D = 0; D <= MaxDistance; ++D) {
    Frontier Now(D);
    for (int K = -D; K <= D; K += 2) {
      int X = 0;
      if (D > 0) {
        const Frontier &Last = Trace.back();
        X = Last.insertsTowards(K) ? Last[K + 1] : Last[K - 1] + 1;
      }
      while (X < N && X - K < M && A[X] == B[X - K])
        ++X;
      Now[K] = X;
      if (X >= N && X - K >= M) {
        Trace.push_back(std::move(Now));
        return true;
      }
    }
    Trace.push_back(std::move(Now));
  }
  return false;
}

/// Which lines of either side the other has not.
struct Changed {
  std::vector<bool> Old, New;
};

Changed backtrack(Lines A, Lines B, const std::vector<Frontier> &Trace) {
  Changed C{std::vector<bool>(A.size()), std::vector<bool>(B.size())};
  int K = int(A.size()) - int(B.size());
  for (size_t D = Trace.size() - 1; D > 0; --D) {
    const Frontier &Last = Trace[D - 1];
    bool Inserted = Last.insertsTowards(K);
    K += Inserted ? 1 : -1;
    int X = Last[K];
    if (Inserted)
      C.New[X - K] = true;
    else
      C.Old[X] = true;
  }
  return C;
}

} // namespace

std::vector<StringRef> gilaudit::linesOf(StringRef Text) {
  std::vector<StringRef> Lines;
  while (!Text.empty()) {
    size_t End = Text.find('\n');
    size_t Length = End == StringRef::npos ? Text.size() : End + 1;
    Lines.push_back(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
  return Lines;
}

std::vector<LineHunk> gilaudit::diffLines(Lines Old, Lines New) {
  std::vector<Frontier> Trace;
  const unsigned N = Old.size(), M = New.size();
  if (!walk(Old, New, Trace))
    return {{0, N, 0, M}};
  Changed C = backtrack(Old, New, Trace);
  std::vector<LineHunk> Hunks;
  for (unsigned I = 0, J = 0; I < N || J < M; ++I, ++J) {
    LineHunk H{I, I, J, J};
    while (H.OldEnd < N && C.Old[H.OldEnd])
      ++H.OldEnd;
    while (H.NewEnd < M && C.New[H.NewEnd])
      ++H.NewEnd;
    if (H.OldEnd != I || H.NewEnd != J)
      Hunks.push_back(H);
    I = H.OldEnd;
    J = H.NewEnd;
  }
  return Hunks;
}

std::vector<SourceEdit> gilaudit::lineEdits(StringRef Before, StringRef After) {
  std::vector<StringRef> Old = linesOf(Before), New = linesOf(After);
  std::vector<SourceEdit> Edits;
  for (const LineHunk &H : diffLines(Old, New)) {
    auto OffsetOf = [&](unsigned Line) -> unsigned {
      return Line < Old.size() ? Old[Line].data() - Before.data()
                               : Before.size();
    };
    SourceEdit E{OffsetOf(H.OldBegin), 0, ""};
    E.Length = OffsetOf(H.OldEnd) - E.Offset;
    for (unsigned Line = H.NewBegin; Line < H.NewEnd; ++Line)
      E.Text += New[Line];
    Edits.push_back(std::move(E));
  }
  return Edits;
}
