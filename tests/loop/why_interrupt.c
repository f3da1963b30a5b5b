/* SPDX-License-Identifier: MIT */
/* Proves that SIGINT under GYRE_WHY prints what keeps the loop alive and then ends the process as
 * usual.
 * no musl: it has no function that walks stacks. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"
#include "gyre.h"

static void interrupt(uv_timer_t *timer) {
  (void)timer;
  kill(getpid(), SIGINT);
}
static void on_async(uv_async_t *async) { (void)async; }

static __attribute__((noinline)) void run_child(void) {
  uv_timer_t timer;
  uv_async_t async;
  signal(SIGINT, SIG_DFL); /* the caller may have it ignored */
  setenv("GYRE_WHY", "1", 1);
  uv_timer_init(uv_default_loop(), &timer);
  uv_async_init(uv_default_loop(), &async, on_async);
  uv_timer_start(&timer, interrupt, 1, 0);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  _exit(1);
}

int main(void) {
  int ends[2];
  CHECK_EQ(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    run_child();
  }
  close(ends[1]);
  char said[4000];
  size_t used = 0;
  ssize_t count;
  while ((count = read(ends[0], said + used, sizeof(said) - used - 1)) > 0) {
    used += (size_t)count;
  }
  said[used] = 0;
  int status;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
  CHECK(strstr(said, "gyre: the loop is kept alive by 1:\n  1 async, for ") == said);
  CHECK(strstr(said, "made at run_child (") != NULL);
  return 0;
}
