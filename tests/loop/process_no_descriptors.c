/* SPDX-License-Identifier: MIT */
/*
 * If no descriptor is left, a child that needs none can still be run and its exit is reported
 * (unless handlers of pthread_atfork may have to run: that takes a pipe, as in libuv). A child that
 * needs a pipe is refused with UV_EMFILE, and nothing leaks.
 */
#include <sys/resource.h>

#include "gyre.h"
#include "process_run.h"

int main(void) {
  uv_loop_t loop;
  uv_pipe_t pipes[2];
  struct rlimit limit;
  uv_stdio_container_t stdio[3];
  uv_process_options_t options = {
      .stdio = stdio, .stdio_count = 3, .flags = GYRE_PROCESS_NO_ATFORK};
  process_shell(&options, "exit 4");
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(uv_pipe_init(&loop, &pipes[i], 0), 0);
  }
  for (int i = 0; i < 3; i++) {
    stdio[i].flags = UV_INHERIT_FD;
    stdio[i].data.fd = i;
  }
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  int next = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  close(next);
  for (int spare = 0; spare < 3; spare++) { /* not enough for the first pipe, or for the second */
    limit.rlim_cur = (rlim_t)(next + spare);
    CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
    CHECK_EQ(process_run(&loop, &options), 4);

    uv_stdio_container_t both[2];
    for (int i = 0; i < 2; i++) {
      both[i].flags = UV_CREATE_PIPE;
      both[i].data.stream = (uv_stream_t *)&pipes[i];
    }
    uv_process_options_t piped = {.stdio = both, .stdio_count = 2};
    process_shell(&piped, "exit 4");
    CHECK_EQ(process_refused(&loop, &piped), UV_EMFILE);
    process_shell(&options, "exit 4");
    int free_fd = dup(STDERR_FILENO);
    CHECK_EQ(free_fd, spare == 0 ? -1 : next);
    close(free_fd);
  }
  for (int i = 0; i < 2; i++) {
    uv_close((uv_handle_t *)&pipes[i], NULL);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
