/* SPDX-License-Identifier: MIT */
/* Closing a handle on standard input, output or error leaves the descriptor open: other code relies
 * on these numbers. */
#include "stream_peer.h"

int main(void) {
  uv_pipe_t handles[3];
  int ends[2];
  int saved = fcntl(2, F_DUPFD_CLOEXEC, 3);
  CHECK(saved >= 3);
  open_loop();
  CHECK_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  for (int fd = 0; fd < 3; fd++) {
    CHECK_EQ(dup2(ends[0], fd), fd);
    CHECK_EQ(uv_pipe_init(&loop, &handles[fd], 0), 0);
    CHECK_EQ(uv_pipe_open(&handles[fd], fd), 0);
    CHECK_EQ(uv_read_start(STREAM(&handles[fd]), allocate, on_read), 0);
  }
  turn(1);
  for (int fd = 0; fd < 3; fd++) {
    uv_close(HANDLE(&handles[fd]), NULL);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  int open = 0;
  for (int fd = 0; fd < 3; fd++) {
    open += fcntl(fd, F_GETFD) >= 0;
  }
  dup2(saved, 2); /* so that a failure can be seen */
  CHECK_EQ(open, 3);
  finish_loop();
  return 0;
}
