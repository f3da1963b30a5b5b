/* SPDX-License-Identifier: MIT */
/*
 * Where the kernel has no pidfd_open, exits of children are detected by SIGCHLD, with the same
 * results: many at once, killed, closed while running or just after the exit, none missed that
 * ended before anybody listened. Once no child is left SIGCHLD is at its default.
 */
#include "process_run.h"

#define CHILDREN 20

static uv_loop_t loop;

static void spawn(uv_process_t *process, process_end *end, char *script) {
  uv_process_options_t options = {.exit_cb = process_on_exit};
  process_shell(&options, script);
  *end = (process_end){0};
  process->data = end;
  CHECK_EQ(uv_spawn(&loop, process, &options), 0);
}

static void many(void) {
  uv_process_t processes[CHILDREN];
  process_end ends[CHILDREN];
  for (int i = 0; i < CHILDREN; i++) {
    char script[64];
    snprintf(script, sizeof(script), "sleep 0.0%d; exit %d", i % 3, i);
    spawn(&processes[i], &ends[i], script);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  for (int i = 0; i < CHILDREN; i++) {
    CHECK_EQ(ends[i].calls, 1);
    CHECK_EQ(ends[i].status, i);
    uv_close((uv_handle_t *)&processes[i], NULL);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
}

static void ended_early(void) {
  uv_process_t process;
  process_end end;
  siginfo_t info;
  spawn(&process, &end, "exit 4");
  CHECK_EQ(waitid(P_PID, (id_t)process.pid, &info, WEXITED | WNOWAIT), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(end.status, 4);
  uv_close((uv_handle_t *)&process, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
}

static void closed_early(void) {
  uv_process_t processes[2];
  process_end ends[2];
  siginfo_t info;
  spawn(&processes[0], &ends[0], "exec sleep 1000");
  spawn(&processes[1], &ends[1], "exit 0");
  CHECK_EQ(waitid(P_PID, (id_t)processes[1].pid, &info, WEXITED | WNOWAIT), 0);
  uv_close((uv_handle_t *)&processes[0], NULL);
  uv_close((uv_handle_t *)&processes[1], NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(ends[0].calls + ends[1].calls, 0);
  CHECK_EQ(uv_kill(processes[0].pid, SIGKILL), 0);
  CHECK_EQ(waitpid(processes[0].pid, NULL, 0), processes[0].pid);
  CHECK_EQ(waitpid(processes[1].pid, NULL, 0), processes[1].pid);
}

int main(void) {
  struct sigaction action;
  process_deny(SYS_pidfd_open);
  CHECK_EQ(uv_loop_init(&loop), 0);
  int files = process_open_files();
  many();
  ended_early();
  closed_early();
  uv_process_options_t options = {0};
  process_shell(&options, "kill -KILL $$");
  CHECK_EQ(process_run(&loop, &options), 1000 + SIGKILL);
  CHECK_EQ(sigaction(SIGCHLD, NULL, &action), 0);
  CHECK(action.sa_handler == SIG_DFL);
  CHECK_EQ(process_open_files(), files);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
