/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A made-up C library whose calls have a result of every sort;
   work.model.json describes it. */
#ifndef WORK_H
#define WORK_H

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*WorkTask)(void *user);
typedef int (*WorkTest)(void *user);

/* Runs task on some worker, later. */
void workSubmit(WorkTask task, void *user);
/* As workSubmit; test is run by the workers, too. */
void workFilter(WorkTest test, void *user);
/* Called when user is not needed any more, on any thread. */
void workOnDrop(WorkTask drop, void *user);
/* Waits for the workers, which give user data back. */
void workStop(void);
/* These wait for the workers. */
void workWait(void);
int workResult(void);
int workNamed(const char *name);
int workNumbered(int number, const char *name);
const char *workName(void);
/* Part of the text. */
const char *workSkip(const char *text);
/* Nothing of all that. */
int workSize(void);
int workCheck(int result);

#ifdef __cplusplus
}

struct WorkPlain {
  int value = 0;
};
struct WorkBound {
  explicit WorkBound(int value) : value(value) {}
  int value;
};
/* These wait, too. */
WorkPlain workPlain();
WorkBound workBound();
WorkPlain &workShared();
#endif

#endif
