/* SPDX-License-Identifier: MIT */
/* The first call that determines the family makes the socket, and binds it to any address; until
 * then there is none. */
#include "udp_peer.h"

static void never(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf, const struct sockaddr *addr,
                  unsigned flags) {
  (void)handle, (void)buf, (void)addr, (void)flags;
  CHECK_EQ(nread, 12345);
}

static void no_buffer(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle, (void)size, (void)buf;
}

static void has_no_socket(uv_udp_t *handle) {
  struct sockaddr_storage name;
  int size = sizeof(name);
  uv_os_fd_t fd;
  CHECK_EQ(uv_udp_getsockname(handle, ADDRESS(name), &size), UV_EBADF);
  CHECK_EQ(uv_fileno((uv_handle_t *)handle, &fd), UV_EBADF);
}

static void is_bound(uv_udp_t *handle, int family) {
  struct sockaddr_storage name;
  int size = sizeof(name);
  CHECK_EQ(uv_udp_getsockname(handle, ADDRESS(name), &size), 0);
  CHECK_EQ(name.ss_family, family);
  /* The port is at the same offset in both families. */
  CHECK(((struct sockaddr_in *)&name)->sin_port != 0);
  uv_close((uv_handle_t *)handle, NULL);
  has_no_socket(handle);
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t handles[5];
  uv_udp_send_t req;
  struct sockaddr_in name;
  struct sockaddr_in6 name6;
  uv_buf_t buf = {.base = "x", .len = 1};
  int peer = peer_open(&name);
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < 5; i++) {
    CHECK_EQ(uv_udp_init(&loop, &handles[i]), 0);
    has_no_socket(&handles[i]);
  }
  CHECK_EQ(uv_udp_send(&req, &handles[0], &buf, 1, ADDRESS(name), NULL), 0);
  is_bound(&handles[0], AF_INET);
  CHECK_EQ(uv_udp_try_send(&handles[1], &buf, 1, ADDRESS(name)), 1);
  is_bound(&handles[1], AF_INET);
  CHECK_EQ(uv_udp_connect(&handles[2], ADDRESS(name)), 0);
  is_bound(&handles[2], AF_INET);
  CHECK_EQ(uv_udp_recv_start(&handles[3], no_buffer, never), 0);
  is_bound(&handles[3], AF_INET);
  if (have_ip6()) {
    CHECK_EQ(uv_ip6_addr("::1", 9, &name6), 0);
    CHECK_EQ(uv_udp_send(&req, &handles[4], &buf, 1, ADDRESS(name6), NULL), 0);
    is_bound(&handles[4], AF_INET6);
  } else {
    uv_close((uv_handle_t *)&handles[4], NULL);
  }
  finish_loop(&loop);
  close(peer);
  return 0;
}
