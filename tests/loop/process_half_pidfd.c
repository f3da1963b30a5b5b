/* SPDX-License-Identifier: MIT */
/*
 * A kernel that has pidfds but cannot wait for them (Linux 5.3), and one that refuses to poll them
 * later: in both cases the child's exit is reported, and the loop sleeps until then.
 */
#include "process_run.h"

int main(void) {
  uv_loop_t loop;
  uv_process_t process;
  process_end end = {0};
  uv_process_options_t options = {.exit_cb = process_on_exit};
  process_shell(&options, "exit 6");
  CHECK_EQ(uv_loop_init(&loop), 0);
  int files = process_open_files();
  process_deny_with(SYS_waitid, 3, EINVAL); /* P_PIDFD */
  CHECK_EQ(process_run(&loop, &options), 6);

  uv_metrics_t metrics;
  process_shell(&options, "sleep 0.1; exit 6");
  process.data = &end;
  CHECK_EQ(uv_spawn(&loop, &process, &options), 0);
  process_deny(SYS_epoll_ctl);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(end.calls, 1);
  CHECK_EQ(end.status, 6);
  CHECK_EQ(uv_metrics_info(&loop, &metrics), 0);
  CHECK(metrics.loop_count < 30);
  uv_close((uv_handle_t *)&process, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(process_run(&loop, &options), 6);
  CHECK_EQ(process_open_files(), files);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
