/* SPDX-License-Identifier: MIT */
/*
 * Standard descriptors that are not specified are /dev/null in the child, the first for reading,
 * the others for reading and writing; even if we have none ourselves. Other ignored descriptors,
 * and our own close-on-exec ones, do not exist there.
 */
#include "process_run.h"

/* O_RDONLY and O_RDWR show as the last digit of the flags. */
#define SCRIPT                                                               \
  "for n in 0 1 2; do [ $(readlink /proc/$$/fd/$n) = /dev/null ] || exit 1;" \
  " done; for n in 3 4 5 6 7 8 9; do [ ! -e /proc/$$/fd/$n ] || exit 2;"     \
  " done; grep -q 'flags:.*0$' /proc/$$/fdinfo/0 || exit 3;"                 \
  " for n in 1 2; do grep -q 'flags:.*2$' /proc/$$/fdinfo/$n || exit 4; done"

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_stdio_container_t stdio[6] = {{.flags = UV_IGNORE}};
  uv_process_options_t options = {0};
  for (int fd = 3; fd < 10; fd++) {
    fcntl(fd, F_SETFD, FD_CLOEXEC); /* in case the test itself has inherited some */
  }
  process_shell(&options, SCRIPT);
  CHECK_EQ(process_run(loop, &options), 0);
  options.stdio = stdio;
  for (int count = 1; count <= 6; count++) {
    options.stdio_count = count;
    CHECK_EQ(process_run(loop, &options), 0);
  }
  int saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 20);
  for (int fd = 0; fd < 3; fd++) {
    close(fd);
  }
  int status = process_run(loop, &options);
  dup2(saved, STDERR_FILENO);
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}
