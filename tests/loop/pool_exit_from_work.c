/* SPDX-License-Identifier: MIT */
/*
 * Proves that a program may call exit from within its work, on a thread of the pool, while other
 * threads are idle or busy and work is queued, and that it ends with the given exit code.
 */
#include <sys/wait.h>

#include "pool.h"

static void leave(uv_work_t *req) {
  (void)req;
  exit(42);
}

static void work(uv_work_t *req) {
  (void)req;
  usleep(2000);
}

static void child(int busy) {
  uv_loop_t loop;
  uv_work_t works[8];
  uv_work_t last;
  alarm(20);
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < busy; i++) {
    CHECK_EQ(uv_queue_work(&loop, &works[i], work, NULL), 0);
  }
  CHECK_EQ(uv_queue_work(&loop, &last, leave, NULL), 0);
  uv_run(&loop, UV_RUN_DEFAULT);
  pause();
}

int main(void) {
  for (int busy = 0; busy <= 8; busy += 4) {
    int status;
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
      child(busy);
    }
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK(WIFEXITED(status));
    CHECK_EQ(WEXITSTATUS(status), 42);
  }
  return 0;
}
