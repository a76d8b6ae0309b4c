/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A made-up C library with a thread pool; pool.model.json describes it. */
#ifndef POOL_H
#define POOL_H

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*PoolTask)(void *user);
typedef void (*PoolLog)(const char *line, void *user);

typedef struct PoolHooks {
  PoolTask begin; /* on any thread */
  PoolTask end;   /* on the thread that calls poolWait */
} PoolHooks;

/* Runs task on some worker, later. */
void poolSubmit(PoolTask task, void *user);
void poolSetHooks(PoolHooks hooks, void *user);
/* Waits for the workers. */
void poolWait(void);
/* Waits for the workers if block is not 0. */
int poolFlush(int block);
/* Calls task now, on this thread. */
void poolEach(PoolTask task, void *user);
/* Calls task now, on workers, and waits. */
void poolMap(PoolTask task, void *user);
/* log is called under the log lock, by whoever logs. */
void poolSetLog(PoolLog log, void *user);
void poolLog(const char *line);
/* Logs, but only what it cannot parse. */
int poolParse(const char *text);
/* Nothing of all that. */
int poolSize(void);

#ifdef __cplusplus
}
#endif

#endif
