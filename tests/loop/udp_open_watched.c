/* SPDX-License-Identifier: MIT */
/* A socket that the loop already watches is not taken over a second time. */
#include "udp_peer.h"

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle, (void)size, (void)buf;
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  (void)handle, (void)nread, (void)buf, (void)addr, (void)flags;
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t first, second;
  struct sockaddr_in name;
  uv_os_fd_t fd;
  int socket_fd = peer_open(&name);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &first), 0);
  CHECK_EQ(uv_udp_init(&loop, &second), 0);
  CHECK_EQ(uv_udp_open(&first, socket_fd), 0);
  CHECK_EQ(uv_udp_recv_start(&first, allocate, receive), 0);
  CHECK_EQ(uv_udp_open(&second, socket_fd), UV_EEXIST);
  CHECK_EQ(uv_fileno((uv_handle_t *)&second, &fd), UV_EBADF);
  uv_close((uv_handle_t *)&first, NULL);
  uv_close((uv_handle_t *)&second, NULL);
  finish_loop(&loop);
  return 0;
}
