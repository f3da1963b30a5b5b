/* SPDX-License-Identifier: MIT */
/*
 * In the child of a fork watchers continue with signals to the child. Signals that were caught
 * before the fork are reported once, in the parent. A one-shot watcher whose signal went to the
 * parent still waits in the child.
 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "uv.h"

static int calls;
static int once_calls;

static void on_signal(uv_signal_t *handle, int signum) {
  (void)handle;
  CHECK_EQ(signum, SIGUSR1);
  calls++;
}

static void on_once(uv_signal_t *handle, int signum) {
  (void)handle;
  CHECK_EQ(signum, SIGUSR2);
  once_calls++;
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_signal_t always;
  uv_signal_t once;
  CHECK_EQ(uv_signal_init(loop, &always), 0);
  CHECK_EQ(uv_signal_init(loop, &once), 0);
  CHECK_EQ(uv_signal_start(&always, on_signal, SIGUSR1), 0);
  CHECK_EQ(uv_signal_start_oneshot(&once, on_once, SIGUSR2), 0);
  raise(SIGUSR1);
  raise(SIGUSR1);
  raise(SIGUSR2);
  pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) {
    CHECK_EQ(uv_loop_fork(loop), 0);
    uv_run(loop, UV_RUN_NOWAIT);
    CHECK_EQ(calls, 0);
    CHECK_EQ(once_calls, 0);
    raise(SIGUSR1);
    raise(SIGUSR2);
    uv_run(loop, UV_RUN_NOWAIT);
    CHECK_EQ(calls, 1);
    CHECK_EQ(once_calls, 1);
  } else {
    int status;
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK_EQ(status, 0);
    uv_run(loop, UV_RUN_NOWAIT);
    CHECK_EQ(calls, 2);
    CHECK_EQ(once_calls, 1);
  }
  uv_close((uv_handle_t *)&always, NULL);
  uv_close((uv_handle_t *)&once, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}
