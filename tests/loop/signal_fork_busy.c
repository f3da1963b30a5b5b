/* SPDX-License-Identifier: MIT */
/* Signals that arrive during uv_loop_fork are neither lost for good nor do they do harm. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "uv.h"

#define FORKS 3000

static int calls;

static void on_signal(uv_signal_t *handle, int signum) {
  (void)handle;
  (void)signum;
  calls++;
}

static void child(uv_loop_t *loop, int ready) {
  alarm(60); /* a child that hangs must not make the test hang */
  CHECK_EQ(write(ready, "x", 1), 1);
  for (int i = 0; i < FORKS; i++) {
    CHECK_EQ(uv_loop_fork(loop), 0);
    uv_run(loop, UV_RUN_NOWAIT);
  }
  int before = calls;
  while (calls < before + 10) {
    uv_run(loop, UV_RUN_ONCE);
  }
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_signal_t watcher;
  int ready[2];
  char byte;
  int status;
  CHECK_EQ(pipe(ready), 0);
  CHECK_EQ(uv_signal_init(loop, &watcher), 0);
  CHECK_EQ(uv_signal_start(&watcher, on_signal, SIGUSR1), 0);
  pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) {
    child(loop, ready[1]);
    _exit(0);
  }
  CHECK_EQ(read(ready[0], &byte, 1), 1);
  while (waitpid(pid, &status, WNOHANG) == 0) {
    CHECK_EQ(kill(pid, SIGUSR1), 0);
  }
  CHECK_EQ(status, 0);
  uv_close((uv_handle_t *)&watcher, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}
