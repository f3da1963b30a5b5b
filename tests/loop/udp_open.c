/* SPDX-License-Identifier: MIT */
/* uv_udp_open takes over a socket: it becomes non-blocking, its address reusable, its connection is
 * known, and it is closed with the handle. A socket that it refuses still belongs to the caller.
 * uv_udp_open_ex sets only what its flags request. */
#include <fcntl.h>

#include "udp_peer.h"

static bool reusable(int fd, int option) {
  int on = 0;
  socklen_t size = sizeof(on);
  CHECK_EQ(getsockopt(fd, SOL_SOCKET, option, &on, &size), 0);
  return on != 0;
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t handles[4];
  struct sockaddr_in name, peer_name;
  uv_buf_t buf = {.base = "x", .len = 1};
  uv_os_fd_t fd;
  char text[8];
  int ends[2];
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < 4; i++) {
    CHECK_EQ(uv_udp_init(&loop, &handles[i]), 0);
  }
  int peer = peer_open(&peer_name);
  int socket_fd = peer_open(&name);
  CHECK_EQ(connect(socket_fd, ADDRESS(peer_name), sizeof(peer_name)), 0);
  CHECK_EQ(uv_udp_open(&handles[0], -1), UV_EBADF);
  CHECK_EQ(uv_pipe(ends, 0, 0), 0);
  CHECK_EQ(uv_udp_open(&handles[0], ends[0]), UV_ENOTSOCK);
  CHECK_EQ(fcntl(ends[0], F_GETFL) & O_NONBLOCK, 0);
  CHECK_EQ(uv_udp_open_ex(&handles[0], socket_fd, UV_UDP_PARTIAL), UV_EINVAL);
  CHECK_EQ(fcntl(socket_fd, F_GETFL) & O_NONBLOCK, 0);

  CHECK_EQ(uv_udp_open(&handles[0], socket_fd), 0);
  CHECK_EQ(uv_fileno((uv_handle_t *)&handles[0], &fd), 0);
  CHECK_EQ(fd, socket_fd);
  CHECK(fcntl(socket_fd, F_GETFL) & O_NONBLOCK);
  CHECK(reusable(socket_fd, SO_REUSEADDR));
  CHECK_EQ(uv_udp_open(&handles[0], peer), UV_EBUSY);
  CHECK_EQ(uv_udp_connect(&handles[0], ADDRESS(name)), UV_EISCONN);
  CHECK_EQ(uv_udp_try_send(&handles[0], &buf, 1, NULL), 1);
  CHECK_EQ(peer_receive(peer, text, sizeof(text)), 1);

  int plain = peer_open(&name);
  CHECK_EQ(uv_udp_open_ex(&handles[1], plain, 0), 0);
  CHECK(!reusable(plain, SO_REUSEADDR));
  CHECK_EQ(uv_udp_try_send(&handles[1], &buf, 1, NULL), UV_EDESTADDRREQ);
  int shared = peer_open(&name);
  CHECK_EQ(uv_udp_open_ex(&handles[2], shared, UV_UDP_REUSEPORT), 0);
  CHECK(reusable(shared, SO_REUSEPORT));
  CHECK(!reusable(shared, SO_REUSEADDR));
  for (int i = 0; i < 4; i++) {
    uv_close((uv_handle_t *)&handles[i], NULL);
  }
  CHECK_EQ(fcntl(socket_fd, F_GETFD), -1);
  CHECK_EQ(fcntl(plain, F_GETFD), -1);
  finish_loop(&loop);
  close(peer);
  close(ends[0]);
  close(ends[1]);
  return 0;
}
