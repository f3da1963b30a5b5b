/* SPDX-License-Identifier: MIT */
/*
 * After a fork the children belong to the parent, and the exit callback comes there. In the new
 * process it never comes, even if the exit was about to be reported, and the handle can be closed.
 */
#include "process_run.h"

static void run(void) {
  uv_loop_t loop;
  uv_process_t process;
  process_end end = {0};
  siginfo_t info;
  uv_process_options_t options = {.exit_cb = process_on_exit};
  process_shell(&options, "exit 6");
  CHECK_EQ(uv_loop_init(&loop), 0);
  int files = process_open_files();
  process.data = &end;
  CHECK_EQ(uv_spawn(&loop, &process, &options), 0);
  CHECK_EQ(waitid(P_PID, (id_t)process.pid, &info, WEXITED | WNOWAIT), 0);
  pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) {
    CHECK_EQ(uv_loop_fork(&loop), 0);
    CHECK_EQ(process_open_files(), files);
    for (int i = 0; i < 3; i++) {
      uv_run(&loop, UV_RUN_NOWAIT);
    }
    CHECK_EQ(end.calls, 0);
    CHECK(uv_is_active((uv_handle_t *)&process));
    uv_close((uv_handle_t *)&process, NULL);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    /* It can have a child of its own. */
    process_shell(&options, "exit 8");
    CHECK_EQ(process_run(&loop, &options), 8);
    CHECK_EQ(uv_loop_close(&loop), 0);
    exit(0);
  }
  int status;
  CHECK_EQ(waitpid(pid, &status, 0), pid);
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(end.calls, 1);
  CHECK_EQ(end.status, 6);
  uv_close((uv_handle_t *)&process, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
}

int main(void) {
  run();
  process_deny(SYS_pidfd_open);
  run();
  return 0;
}
