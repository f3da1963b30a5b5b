/* SPDX-License-Identifier: MIT */
/*
 * Within one poll phase signal watchers run after async handles and finished work, even if the
 * signal came first; exit callbacks of children too.
 */
#include "process_run.h"

static char order[16];

static void on_signal(uv_signal_t *handle, int signum) {
  (void)handle;
  (void)signum;
  strcat(order, "s");
}

static void on_async(uv_async_t *handle) {
  (void)handle;
  strcat(order, "a");
}

static void on_exit_code(uv_process_t *process, int64_t status, int term_signal) {
  CHECK_EQ(status, 0);
  CHECK_EQ(term_signal, 0);
  strcat(order, "x");
  uv_close((uv_handle_t *)process, NULL);
}

int main(void) {
  uv_loop_t loop;
  uv_signal_t watcher;
  uv_async_t asyncs[2];
  uv_process_t process;
  siginfo_t info;
  uv_process_options_t options = {.exit_cb = on_exit_code};
  process_shell(&options, "exit 0");
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_signal_init(&loop, &watcher), 0);
  CHECK_EQ(uv_signal_start(&watcher, on_signal, SIGUSR1), 0);
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(uv_async_init(&loop, &asyncs[i], on_async), 0);
  }
  raise(SIGUSR1);
  raise(SIGUSR1);
  CHECK_EQ(uv_async_send(&asyncs[0]), 0);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_STR(order, "ass");

  order[0] = '\0';
  CHECK_EQ(uv_spawn(&loop, &process, &options), 0);
  CHECK_EQ(waitid(P_PID, (id_t)process.pid, &info, WEXITED | WNOWAIT), 0);
  CHECK_EQ(uv_async_send(&asyncs[0]), 0);
  CHECK_EQ(uv_async_send(&asyncs[1]), 0);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_STR(order, "aax");
  uv_close((uv_handle_t *)&watcher, NULL);
  uv_close((uv_handle_t *)&asyncs[0], NULL);
  uv_close((uv_handle_t *)&asyncs[1], NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
