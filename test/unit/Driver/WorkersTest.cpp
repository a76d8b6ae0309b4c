//===- WorkersTest.cpp - Jobs that fail, crash and hang -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Units/Workers.h"
#include "Support/TestFolder.h"
#include "Units/Interrupt.h"
#include "llvm/Support/Errno.h"
#include "gmock/gmock.h"
#include <csignal>
#include <cstdlib>
#include <set>
#include <unistd.h>

using namespace gilaudit;

namespace {

WorkerLimits jobs(unsigned N) {
  WorkerLimits L;
  L.Jobs = N;
  return L;
}

TEST(Workers, ResultsComeInTheOrderOfTheJobs) {
  auto Job = [](size_t I, std::string &Message) {
    usleep(I == 0 ? 50000 : 0); // The first is the last to end.
    Message = "job " + std::to_string(I);
    return I % 2 == 1;
  };
  std::set<size_t> Seen;
  auto Results =
      runWorkers(5, jobs(3), Job, [&](size_t I, size_t) { Seen.insert(I); });
  ASSERT_EQ(Results.size(), 5u);
  for (size_t I = 0; I != 5; ++I) {
    EXPECT_EQ(Results[I].Done, I % 2 == 1);
    EXPECT_EQ(Results[I].Error,
              Results[I].Done ? "" : "job " + std::to_string(I));
  }
  EXPECT_EQ(Seen.size(), 5u);
}

TEST(Workers, ACrashCostsOneJob) {
  auto Job = [](size_t I, std::string &) {
    if (I == 1) {
      signal(SIGSEGV, SIG_DFL); // AddressSanitizer has a handler.
      raise(SIGSEGV);
    }
    return true;
  };
  auto Results = runWorkers(3, jobs(2), Job, nullptr);
  EXPECT_TRUE(Results[0].Done && Results[2].Done);
  EXPECT_FALSE(Results[1].Done);
  EXPECT_EQ(Results[1].Error, "the parser crashed: Segmentation fault");
}

TEST(Workers, TheLastWordsOfLlvmAreKept) {
  auto Job = [](size_t, std::string &) -> bool {
    fputs("PLEASE submit a bug report\nLLVM ERROR: out of memory\nmore\n",
          stderr);
    abort();
  };
  auto Results = runWorkers(1, jobs(1), Job, nullptr);
  EXPECT_EQ(Results[0].Error,
            "the parser crashed: Aborted: LLVM ERROR: out of memory");
}

TEST(Workers, WhatClangPrintsIsNoMessage) {
  auto Job = [](size_t, std::string &Message) {
    fputs("1 error generated.\n", stderr);
    Message = "a.cpp:1:1: error: no";
    return false;
  };
  EXPECT_EQ(runWorkers(1, jobs(1), Job, nullptr)[0].Error,
            "a.cpp:1:1: error: no");
}

TEST(Workers, AnExitIsNoResult) {
  auto Job = [](size_t, std::string &) -> bool { _exit(7); };
  EXPECT_EQ(runWorkers(1, jobs(1), Job, nullptr)[0].Error,
            "the parser ended with status 7");
}

TEST(Workers, AHangingJobIsEnded) {
  WorkerLimits L = jobs(2);
  L.TimeLimit = 1;
  auto Job = [](size_t I, std::string &) {
    while (I == 0)
      usleep(1000);
    return true;
  };
  auto Results = runWorkers(2, L, Job, nullptr);
  EXPECT_EQ(Results[0].Error, "took longer than 1 s (--time-limit)");
  EXPECT_TRUE(Results[1].Done);
}

#ifndef GIL_AUDIT_SANITIZED // Shadow memory counts.
TEST(Workers, AGreedyJobIsEnded) {
  WorkerLimits L = jobs(1);
  L.MemoryLimit = 256;
  auto Job = [](size_t, std::string &Message) {
    void *volatile Memory = malloc(size_t(1) << 30);
    Message = Memory ? "got it" : "no memory";
    return false;
  };
  EXPECT_EQ(runWorkers(1, L, Job, nullptr)[0].Error, "no memory");
}
#endif

TEST(Workers, AChattyJobDoesNotBlock) {
  auto Job = [](size_t, std::string &) {
    std::string Line(1000, 'x');
    for (int I = 0; I != 1000; ++I)
      puts(Line.c_str());
    fflush(stdout);
    return true;
  };
  EXPECT_TRUE(runWorkers(1, jobs(1), Job, nullptr)[0].Done);
}

TEST(Workers, NoJobsNoResults) {
  EXPECT_TRUE(runWorkers(0, jobs(4), nullptr, nullptr).empty());
}

// In a process of its own: the interruption of a run is final.
TEST(WorkersDeathTest, AnInterruptEndsAllWorkers) {
  TestFolder F;
  std::string PidFile = F.path("pid");
  EXPECT_EXIT(
      {
        auto Job = [&](size_t, std::string &) {
          FILE *Out = fopen(PidFile.c_str(), "w");
          fprintf(Out, "%d", getpid());
          fclose(Out);
          kill(getppid(), SIGINT);
          while (true)
            pause();
          return true;
        };
        runWorkers(1, jobs(1), Job, nullptr);
        FILE *In = fopen(PidFile.c_str(), "r");
        int Pid = 0;
        if (fscanf(In, "%d", &Pid) != 1)
          _exit(9);
        bool Gone = kill(Pid, 0) != 0 && errno == ESRCH;
        _exit(wasInterrupted() && Gone ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

// nohup, and jobs in the background of a script.
TEST(WorkersDeathTest, AnIgnoredSignalStaysIgnored) {
  EXPECT_EXIT(
      {
        std::signal(SIGHUP, SIG_IGN);
        auto Job = [](size_t, std::string &) {
          raise(SIGHUP);
          return kill(getppid(), SIGHUP) == 0;
        };
        auto Results = runWorkers(1, jobs(1), Job, nullptr);
        _exit(Results[0].Done && !wasInterrupted() ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(WorkersDeathTest, AnInterruptedProgramEndsByTheSignal) {
  EXPECT_EXIT(
      {
        {
          InterruptScope Signals;
          raise(SIGTERM); // Does not end it here ...
        }
        if (interruptSignal() != SIGTERM)
          _exit(1);
        endIfInterrupted(); // ... but here.
        _exit(2);
      },
      testing::KilledBySignal(SIGTERM), "");
}

} // namespace
