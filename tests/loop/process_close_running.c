/* SPDX-License-Identifier: MIT */
/*
 * If a handle is closed before its child has ended, there is no exit callback, the child continues,
 * nobody waits for it, and no descriptor leaks. The same holds if the child has ended, but the loop
 * has not noticed yet.
 */
#include "process_run.h"

static int closed;

static void never(uv_process_t *process, int64_t status, int term_signal) {
  (void)process;
  (void)status;
  (void)term_signal;
  CHECK(!"called after close");
}

static void on_close(uv_handle_t *handle) {
  closed++;
  memset(handle, 0xdd, sizeof(uv_process_t));
  free(handle);
}

static uv_process_t *spawn(uv_loop_t *loop, char *script) {
  uv_process_t *process = malloc(sizeof(*process));
  uv_process_options_t options = {.exit_cb = never};
  CHECK(process != NULL);
  process_shell(&options, script);
  CHECK_EQ(uv_spawn(loop, process, &options), 0);
  return process;
}

int main(void) {
  uv_loop_t loop;
  siginfo_t info;
  int status;
  CHECK_EQ(uv_loop_init(&loop), 0);
  int files = process_open_files();
  uv_process_t *process = spawn(&loop, "exec sleep 1000");
  pid_t pid = process->pid;
  uv_close((uv_handle_t *)process, on_close);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(closed, 1);
  CHECK_EQ(process_open_files(), files);
  CHECK_EQ(waitpid(pid, &status, WNOHANG), 0);
  CHECK_EQ(uv_kill(pid, SIGKILL), 0);
  CHECK_EQ(waitpid(pid, &status, 0), pid);

  process = spawn(&loop, "exit 0");
  pid = process->pid;
  CHECK_EQ(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
  uv_close((uv_handle_t *)process, on_close);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(closed, 2);
  CHECK_EQ(waitpid(pid, &status, 0), pid);
  CHECK_EQ(process_open_files(), files);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
