/* SPDX-License-Identifier: MIT */
/* A send with invalid arguments is refused at once, and its callback never comes. */
#include "udp_peer.h"

static void never(uv_udp_send_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 12345);
}

static void refused(uv_udp_t *handle, unsigned count, const struct sockaddr *addr, int error) {
  uv_udp_send_t req;
  uv_buf_t buf = {.base = "x", .len = 1};
  CHECK_EQ(uv_udp_send(&req, handle, &buf, count, addr, never), error);
  CHECK_EQ(uv_udp_try_send(handle, &buf, count, addr), error);
  CHECK_EQ(handle->send_queue_count, 0);
  CHECK_EQ(uv_is_active((uv_handle_t *)handle), 0);
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  struct sockaddr_in name;
  struct sockaddr strange = {.sa_family = 77};
  int peer = peer_open(&name);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  refused(&handle, 1, NULL, UV_EDESTADDRREQ);
  refused(&handle, 1, &strange, UV_EINVAL);
  refused(&handle, 0, ADDRESS(name), UV_EINVAL);
  CHECK_EQ(uv_udp_connect(&handle, ADDRESS(name)), 0);
  refused(&handle, 1, ADDRESS(name), UV_EISCONN);
  refused(&handle, 0, NULL, UV_EINVAL);
  uv_close((uv_handle_t *)&handle, NULL);
  refused(&handle, 1, ADDRESS(name), UV_EBADF);
  finish_loop(&loop);
  close(peer);
  return 0;
}
