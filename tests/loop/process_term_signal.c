/* SPDX-License-Identifier: MIT */
/* A child that is killed by a signal has status 0 and that signal; uv_process_kill sends one. */
#include "process_run.h"

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_process_options_t options = {0};
  process_shell(&options, "kill -KILL $$");
  CHECK_EQ(process_run(loop, &options), 1000 + SIGKILL);

  uv_process_t process;
  process_end end = {0};
  process_shell(&options, "exec sleep 1000");
  process.data = &end;
  CHECK_EQ(uv_spawn(loop, &process, &options), 0);
  CHECK_EQ(uv_process_kill(&process, 4096), UV_EINVAL);
  CHECK_EQ(uv_process_kill(&process, SIGTERM), 0);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(end.calls, 1);
  CHECK_EQ(end.status, 0);
  CHECK_EQ(end.term_signal, SIGTERM);
  uv_close((uv_handle_t *)&process, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}
