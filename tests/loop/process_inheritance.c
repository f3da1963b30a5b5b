/* SPDX-License-Identifier: MIT */
/*
 * uv_disable_stdio_inheritance makes all open descriptors close-on-exec, also where close_range
 * does not exist; the standard descriptors of later children are set by uv_spawn, as always.
 */
#include "process_run.h"

static void check_all(void) {
  int high = fcntl(STDERR_FILENO, F_DUPFD, 200);
  CHECK_EQ(high, 200);
  CHECK_EQ(fcntl(high, F_GETFD), 0);
  for (int fd = 0; fd < 3; fd++) {
    CHECK_EQ(fcntl(fd, F_SETFD, 0), 0);
  }
  uv_disable_stdio_inheritance();
  for (int fd = 0; fd < 1024; fd++) {
    int flags = fcntl(fd, F_GETFD);
    CHECK(flags < 0 || (flags & FD_CLOEXEC) != 0);
  }
  uv_loop_t *loop = uv_default_loop();
  uv_stdio_container_t stdio[3];
  uv_process_options_t options = {.stdio = stdio, .stdio_count = 3};
  for (int fd = 0; fd < 3; fd++) {
    stdio[fd].flags = UV_INHERIT_FD;
    stdio[fd].data.fd = fd;
  }
  process_shell(&options, "[ -e /proc/$$/fd/0 ] && [ -e /proc/$$/fd/1 ] && [ -e /proc/$$/fd/2 ] &&"
                          " [ ! -e /proc/$$/fd/200 ]");
  CHECK_EQ(process_run(loop, &options), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
  close(high);
}

int main(void) {
  check_all();
  process_deny(SYS_close_range);
  check_all();
  return 0;
}
