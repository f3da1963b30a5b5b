/* SPDX-License-Identifier: MIT */
/* uv_fileno returns the descriptor of sockets, pipes, terminals and poll handles while they have
 * one and are not closing. The field that uv.h shows has the same number, for programs that read
 * it. */
#include "stream_peer.h"

_Static_assert(offsetof(uv_tcp_t, io_watcher.fd) == 184, "where programs expect it");
_Static_assert(offsetof(uv_pipe_t, io_watcher.fd) == 184, "where programs expect it");
_Static_assert(offsetof(uv_poll_t, io_watcher.fd) == 152, "where programs expect it");

int main(void) {
  uv_tcp_t tcp, none;
  uv_pipe_t pipe;
  uv_udp_t udp;
  uv_poll_t poll;
  uv_timer_t timer;
  uv_os_fd_t fd = -5;
  open_loop();
  CHECK_EQ(uv_tcp_init(&loop, &none), 0);
  CHECK_EQ(uv_fileno(HANDLE(&none), &fd), UV_EBADF);
  CHECK_EQ(none.io_watcher.fd, -1);
  CHECK_EQ(uv_udp_init(&loop, &udp), 0);
  CHECK_EQ(uv_fileno(HANDLE(&udp), &fd), UV_EBADF);
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  CHECK_EQ(uv_fileno(HANDLE(&timer), &fd), UV_EINVAL);
  CHECK_EQ(fd, -5);
  int peer = tcp_pair(&tcp);
  CHECK_EQ(fd_of(&tcp), tcp.io_watcher.fd);
  int other = pipe_pair(&pipe, 0);
  CHECK_EQ(fd_of(&pipe), pipe.io_watcher.fd);
  CHECK_EQ(uv_poll_init(&loop, &poll, other), 0);
  CHECK_EQ(fd_of(&poll), other);
  CHECK_EQ(poll.io_watcher.fd, other);
  close_handle(&tcp);
  CHECK_EQ(uv_fileno(HANDLE(&tcp), &fd), UV_EBADF);
  CHECK_EQ(tcp.io_watcher.fd, -1);
  CHECK_EQ(fcntl(fd_of(&pipe), F_GETFD) & ~FD_CLOEXEC, 0);
  finish_loop();
  CHECK_EQ(pipe.io_watcher.fd, -1);
  close(peer);
  close(other);
  return 0;
}
