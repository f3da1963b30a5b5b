/* SPDX-License-Identifier: MIT */
/*
 * The exit callback gets the exit status, with the handle inactive; the child's pid stays readable,
 * and signalling it returns UV_ESRCH from then on. A child without a callback ends silently.
 */
#include "process_run.h"

static int calls;

static void on_exit_code(uv_process_t *process, int64_t status, int term_signal) {
  CHECK_EQ(status, 7);
  CHECK_EQ(term_signal, 0);
  CHECK(!uv_is_active((uv_handle_t *)process));
  CHECK(process->pid > 0);
  CHECK_EQ(uv_process_get_pid(process), process->pid);
  CHECK_EQ(uv_process_kill(process, 0), UV_ESRCH);
  CHECK_EQ(uv_kill(process->pid, 0), UV_ESRCH);
  calls++;
}

int main(void) {
  uv_loop_t loop;
  uv_process_t process;
  uv_process_options_t options = {.exit_cb = on_exit_code};
  process_shell(&options, "exit 7");
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_spawn(&loop, &process, &options), 0);
  CHECK_EQ(uv_process_kill(&process, 0), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 1);
  CHECK_EQ(uv_loop_close(&loop), UV_EBUSY);
  uv_close((uv_handle_t *)&process, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);

  options.exit_cb = NULL;
  CHECK_EQ(uv_spawn(&loop, &process, &options), 0);
  CHECK(uv_loop_alive(&loop));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK(!uv_is_closing((uv_handle_t *)&process));
  uv_close((uv_handle_t *)&process, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(calls, 1);
  return 0;
}
