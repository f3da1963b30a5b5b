/* SPDX-License-Identifier: MIT */
/*
 * Proves that the child of a fork gets a pool of its own, whatever the parent's threads were doing
 * and whatever was queued, that new work runs in it, and that the parent is not affected.
 *
 * no tsan: it forks with threads.
 */
#include <sys/wait.h>

#include "pool.h"

enum { FORKS = 30 };

static atomic_int worked;
static int finished;

static void work(uv_work_t *req) {
  (void)req;
  atomic_fetch_add(&worked, 1);
}

static void after(uv_work_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  finished++;
}

static void child(void) {
  uv_loop_t loop;
  uv_work_t works[10];
  gyre_pool_metrics_t metrics;
  gyre_pool_metrics(&metrics);
  CHECK_EQ(metrics.threads, 0);
  CHECK_EQ(metrics.busy, 0);
  CHECK_EQ(metrics.queued, 0);
  finished = 0;
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < 10; i++) {
    CHECK_EQ(uv_queue_work(&loop, &works[i], work, after), 0);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(finished, 10);
  CHECK_EQ(uv_loop_close(&loop), 0);
}

int main(void) {
  static uv_work_t blockers[4], works[FORKS * 10];
  uv_loop_t loop;
  set_threads("4");
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < 4; i++) {
    CHECK_EQ(uv_queue_work(&loop, &blockers[i], block, after), 0);
  }
  wait_entered(4); /* a thread that starts frees memory: AddressSanitizer may hold a lock for it */
  let_go(2);
  for (int i = 0; i < FORKS; i++) {
    int status;
    for (int k = 0; k < 10; k++) { /* the other two threads are in the middle of something */
      CHECK_EQ(uv_queue_work(&loop, &works[i * 10 + k], work, after), 0);
    }
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
      alarm(20);
      child();
      _exit(0);
    }
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK_EQ(status, 0);
  }
  let_go(2);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(finished, 4 + FORKS * 10);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
