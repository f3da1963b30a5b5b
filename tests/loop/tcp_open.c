/* SPDX-License-Identifier: MIT */
/* uv_tcp_open makes the socket non-blocking. It refuses one that the loop already watches with
 * UV_EEXIST, a second one for the same handle with UV_EBUSY, and an invalid descriptor. */
#include "stream_peer.h"

int main(void) {
  uv_tcp_t tcp, second;
  open_loop();
  int peer = tcp_pair(&tcp);
  int fd = fd_of(&tcp);
  CHECK((fcntl(fd, F_GETFL) & O_NONBLOCK) != 0);
  CHECK_EQ(uv_is_readable(STREAM(&tcp)), 1);
  CHECK_EQ(uv_is_writable(STREAM(&tcp)), 1);
  CHECK_EQ(uv_tcp_open(&tcp, peer), UV_EBUSY);
  CHECK_EQ(uv_tcp_open(&tcp, fd), 0); /* the one that it has */
  CHECK_EQ(uv_tcp_init(&loop, &second), 0);
  CHECK_EQ(uv_tcp_open(&second, -1), UV_EBADF);
  CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, on_read), 0);
  CHECK_EQ(uv_tcp_open(&second, fd), UV_EEXIST);
  CHECK_EQ(uv_fileno(HANDLE(&second), &fd), UV_EBADF);
  close(peer);
  finish_loop();
  return 0;
}
