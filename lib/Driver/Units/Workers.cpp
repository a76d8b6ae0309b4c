//===- Workers.cpp - One process for each translation unit ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker's standard output and error are a pipe to this process. Its end of
// file says that the worker is gone; what came through it is whatever Clang
// printed, and behind a zero byte the error message.
//
//===----------------------------------------------------------------------===//
#include "Workers.h"
#include "Interrupt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Signals.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace gilaudit;
using llvm::StringRef;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int JobFailed = 3;
constexpr size_t MostOutput = 64 * 1024; ///< Kept of what a worker prints.

struct Worker {
  size_t Index;
  pid_t Pid;
  int Pipe; ///< Our end.
  Clock::time_point Started, Deadline;
  bool TimedOut = false;
  std::string Output;
};

class Pool {
public:
  Pool(size_t Count, const WorkerLimits &Limits,
       std::function<bool(size_t, std::string &)> Job,
       std::function<void(size_t, size_t)> Progress)
      : Limits(Limits), Job(std::move(Job)), Progress(std::move(Progress)),
        Results(Count) {}

  std::vector<WorkerResult> run() {
    size_t Next = 0;
    while ((Next != Results.size() || !Running.empty()) && !wasInterrupted()) {
      while (Next != Results.size() &&
             Running.size() < std::max(1u, Limits.Jobs) && !wasInterrupted())
        start(Next++);
      waitForOutput();
    }
    for (Worker &W : Running) {
      kill(W.Pid, SIGKILL);
      reap(W);
    }
    return std::move(Results);
  }

private:
  void start(size_t Index) {
    int Ends[2];
    if (pipe2(Ends, O_CLOEXEC)) {
      Results[Index].Error = std::string("pipe: ") + strerror(errno);
      return;
    }
    fflush(nullptr);
    pid_t Pid = fork();
    if (Pid == 0)
      beWorker(Index, Ends[1]);
    close(Ends[1]);
    if (Pid < 0) {
      close(Ends[0]);
      Results[Index].Error = std::string("fork: ") + strerror(errno);
      return;
    }
    auto Now = Clock::now();
    auto Deadline = Limits.TimeLimit
                        ? Now + std::chrono::seconds(Limits.TimeLimit)
                        : Clock::time_point::max();
    Running.push_back({Index, Pid, Ends[0], Now, Deadline, false, ""});
  }

  [[noreturn]] void beWorker(size_t Index, int Pipe) {
    resetInterrupts();
    // LLVM's would remove the temporary files of the parent.
    llvm::sys::unregisterHandlers();
    // Whatever happens to the parent, no worker stays behind.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(Pipe, STDOUT_FILENO);
    dup2(Pipe, STDERR_FILENO);
    struct rlimit NoCore = {0, 0};
    setrlimit(RLIMIT_CORE, &NoCore);
#ifndef GIL_AUDIT_SANITIZED // Shadow memory would count.
    if (Limits.MemoryLimit) {
      rlim_t Bytes = rlim_t(Limits.MemoryLimit) << 20;
      struct rlimit Memory = {Bytes, Bytes};
      setrlimit(RLIMIT_DATA, &Memory);
    }
#endif
    std::string Message;
    if (Job(Index, Message))
      _exit(0);
    Message.insert(0, 1, '\0');
    StringRef Rest = Message;
    while (!Rest.empty()) {
      ssize_t N = write(Pipe, Rest.data(), Rest.size());
      if (N <= 0)
        break;
      Rest = Rest.drop_front(N);
    }
    _exit(JobFailed);
  }

  /// Waits until a worker prints, ends or is out of time.
  void waitForOutput() {
    std::vector<pollfd> Fds;
    auto Now = Clock::now();
    auto Wait = std::chrono::milliseconds(1000);
    for (Worker &W : Running) {
      Fds.push_back({W.Pipe, POLLIN, 0});
      if (W.Deadline <= Now && !W.TimedOut) {
        W.TimedOut = true;
        kill(W.Pid, SIGKILL);
      } else if (!W.TimedOut && W.Deadline != Clock::time_point::max()) {
        Wait = std::min(Wait,
                        std::chrono::duration_cast<std::chrono::milliseconds>(
                            W.Deadline - Now) +
                            std::chrono::milliseconds(1));
      }
    }
    if (poll(Fds.data(), Fds.size(), int(Wait.count())) <= 0)
      return; // Time for the next look; or a signal.
    for (size_t I = Fds.size(); I-- != 0;)
      if (Fds[I].revents && !readOutput(Running[I])) {
        reap(Running[I]);
        Running.erase(Running.begin() + I);
      }
  }

  /// False at the end of the file.
  static bool readOutput(Worker &W) {
    char Buffer[4096];
    ssize_t N = read(W.Pipe, Buffer, sizeof(Buffer));
    if (N < 0)
      return errno == EINTR || errno == EAGAIN;
    if (W.Output.size() < MostOutput)
      W.Output.append(Buffer, size_t(N));
    return N > 0;
  }

  void reap(Worker &W) {
    close(W.Pipe);
    int Status = 0;
    struct rusage Usage = {};
    while (wait4(W.Pid, &Status, 0, &Usage) < 0 && errno == EINTR)
      ;
    WorkerResult &R = Results[W.Index];
    R.Seconds = std::chrono::duration<double>(Clock::now() - W.Started).count();
    R.Megabytes = Usage.ru_maxrss / 1024;
    R.Done = WIFEXITED(Status) && WEXITSTATUS(Status) == 0;
    if (!R.Done)
      R.Error = explain(W, Status);
    ++Finished;
    if (Progress && !wasInterrupted())
      Progress(W.Index, Finished);
  }

  std::string explain(const Worker &W, int Status) const {
    if (W.TimedOut)
      return ("took longer than " + llvm::Twine(Limits.TimeLimit) +
              " s (--time-limit)")
          .str();
    if (WIFEXITED(Status) && WEXITSTATUS(Status) == JobFailed)
      return W.Output.substr(W.Output.rfind('\0') + 1);
    std::string How =
        WIFSIGNALED(Status)
            ? std::string("the parser crashed: ") + strsignal(WTERMSIG(Status))
            : "the parser ended with status " +
                  std::to_string(WEXITSTATUS(Status));
    // Clang says why it gives up in a line of its own.
    StringRef Text = W.Output;
    size_t At = Text.find("LLVM ERROR: ");
    if (At == StringRef::npos)
      return How;
    return How + ": " + Text.drop_front(At).split('\n').first.str();
  }

  const WorkerLimits &Limits;
  std::function<bool(size_t, std::string &)> Job;
  std::function<void(size_t, size_t)> Progress;
  std::vector<WorkerResult> Results;
  std::vector<Worker> Running;
  size_t Finished = 0;
  InterruptScope Signals; ///< Without it the workers would stay behind.
};

} // namespace

std::vector<WorkerResult>
gilaudit::runWorkers(size_t Count, const WorkerLimits &Limits,
                     std::function<bool(size_t, std::string &)> Job,
                     std::function<void(size_t, size_t)> Progress) {
  return Pool(Count, Limits, std::move(Job), std::move(Progress)).run();
}
