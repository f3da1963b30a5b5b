/* SPDX-License-Identifier: MIT */
/* A program that watches SIGCHLD itself gets it for each child of the library. */
#include "process_run.h"

static int calls;

static void on_signal(uv_signal_t *handle, int signum) {
  (void)handle;
  CHECK_EQ(signum, SIGCHLD);
  calls++;
}

static void run(void) {
  uv_loop_t loop;
  uv_signal_t watcher;
  uv_process_options_t options = {0};
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_signal_init(&loop, &watcher), 0);
  CHECK_EQ(uv_signal_start(&watcher, on_signal, SIGCHLD), 0);
  uv_unref((uv_handle_t *)&watcher);
  process_shell(&options, "exit 2");
  for (int i = 1; i <= 3; i++) {
    CHECK_EQ(process_run(&loop, &options), 2);
    /* The exit and the signal may be seen one turn apart. */
    while (calls < i) {
      uv_ref((uv_handle_t *)&watcher);
      uv_run(&loop, UV_RUN_ONCE);
      uv_unref((uv_handle_t *)&watcher);
    }
    CHECK_EQ(calls, i);
  }
  uv_close((uv_handle_t *)&watcher, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
}

int main(void) {
  run();
  process_deny(SYS_pidfd_open);
  calls = 0;
  run();
  return 0;
}
