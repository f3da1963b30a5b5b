/* SPDX-License-Identifier: MIT */
/*
 * A child's exit callback comes after the callbacks of all descriptors that are ready in the same
 * poll phase: first the output, then the exit. If such a callback closes the process, there is no
 * exit callback.
 */
#include "process_run.h"

static uv_process_t process;
static bool close_process;
static int order;
static int read_at;
static int exit_at;

static void on_exit_code(uv_process_t *handle, int64_t status, int term_signal) {
  CHECK(handle == &process);
  CHECK_EQ(status, 0);
  CHECK_EQ(term_signal, 0);
  exit_at = ++order;
}

static void on_readable(uv_poll_t *poll, int status, int events) {
  CHECK_EQ(status, 0);
  CHECK_EQ(events, UV_READABLE);
  read_at = ++order;
  CHECK_EQ(uv_process_kill(&process, 0), 0); /* its exit has not been reported yet */
  uv_close((uv_handle_t *)poll, NULL);
  if (close_process) {
    uv_close((uv_handle_t *)&process, NULL);
  }
}

/* One turn in which a child has both written and exited. The pipe is watched last, so that the
 * kernel, which reports in the order of watching, reports the exit first. */
static void turn(uv_loop_t *loop) {
  uv_poll_t poll;
  int ends[2];
  siginfo_t info;
  uv_stdio_container_t stdio[2] = {{.flags = UV_IGNORE}, {.flags = UV_INHERIT_FD}};
  uv_process_options_t options = {.exit_cb = on_exit_code, .stdio = stdio, .stdio_count = 2};
  process_shell(&options, "echo done");
  CHECK_EQ(pipe2(ends, O_CLOEXEC), 0);
  stdio[1].data.fd = ends[1];
  order = read_at = exit_at = 0;
  CHECK_EQ(uv_spawn(loop, &process, &options), 0);
  CHECK_EQ(waitid(P_PID, (id_t)process.pid, &info, WEXITED | WNOWAIT), 0);
  CHECK_EQ(uv_poll_init(loop, &poll, ends[0]), 0);
  CHECK_EQ(uv_poll_start(&poll, UV_READABLE, on_readable), 0);
  uv_run(loop, UV_RUN_NOWAIT);
  CHECK_EQ(read_at, 1);
  close(ends[0]);
  close(ends[1]);
}

int main(void) {
  uv_loop_t loop;
  CHECK_EQ(uv_loop_init(&loop), 0);
  turn(&loop);
  CHECK_EQ(exit_at, 2);
  uv_close((uv_handle_t *)&process, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);

  close_process = true;
  turn(&loop);
  CHECK_EQ(exit_at, 0);
  CHECK_EQ(waitpid(process.pid, NULL, 0), process.pid);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
