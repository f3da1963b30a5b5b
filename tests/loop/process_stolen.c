/* SPDX-License-Identifier: MIT */
/*
 * If a program waits for a child behind the library's back, no exit callback comes, the handle
 * stays active, and the loop sleeps and does not spin.
 */
#include "process_run.h"

static void never(uv_process_t *process, int64_t status, int term_signal) {
  (void)process;
  (void)status;
  (void)term_signal;
  CHECK(!"the end was not ours to see");
}

static void on_timer(uv_timer_t *timer) { uv_stop(timer->loop); }

static void run(void) {
  uv_loop_t loop;
  uv_process_t process;
  uv_timer_t timer;
  uv_metrics_t metrics;
  uv_process_options_t options = {.exit_cb = never};
  process_shell(&options, "exit 0");
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  CHECK_EQ(uv_spawn(&loop, &process, &options), 0);
  CHECK_EQ(waitpid(process.pid, NULL, 0), process.pid);
  CHECK_EQ(uv_timer_start(&timer, on_timer, 50, 0), 0);
  CHECK(uv_run(&loop, UV_RUN_DEFAULT) != 0);
  CHECK(uv_is_active((uv_handle_t *)&process));
  CHECK_EQ(uv_metrics_info(&loop, &metrics), 0);
  CHECK(metrics.loop_count < 10);
  uv_close((uv_handle_t *)&process, NULL);
  uv_close((uv_handle_t *)&timer, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
}

int main(void) {
  run();
  process_deny(SYS_pidfd_open);
  run();
  return 0;
}
