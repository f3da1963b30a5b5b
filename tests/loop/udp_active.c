/* SPDX-License-Identifier: MIT */
/* A UDP handle is active while it receives or a send callback is due, and only then keeps the loop
 * alive; a send does so even if the handle is unreferenced. */
#include "udp_peer.h"

static int called;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle, (void)size, (void)buf;
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  (void)handle, (void)nread, (void)buf, (void)addr, (void)flags;
}

static void sent(uv_udp_send_t *req, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_is_active((uv_handle_t *)req->handle), 1);
  called++;
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  uv_udp_send_t req;
  struct sockaddr_in name;
  uv_buf_t buf = {.base = "x", .len = 1};
  int peer = peer_open(&name);
  uv_handle_t *any = (uv_handle_t *)&handle;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  bind_loopback(&handle);
  CHECK_EQ(uv_is_active(any), 0);
  CHECK_EQ(uv_loop_alive(&loop), 0);

  CHECK_EQ(uv_udp_recv_start(&handle, allocate, receive), 0);
  CHECK_EQ(uv_is_active(any), 1);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  CHECK_EQ(uv_udp_send(&req, &handle, &buf, 1, ADDRESS(name), sent), 0);
  CHECK_EQ(uv_udp_recv_stop(&handle), 0);
  CHECK_EQ(uv_is_active(any), 1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 1);
  CHECK_EQ(uv_is_active(any), 0);

  uv_unref(any);
  CHECK_EQ(uv_udp_send(&req, &handle, &buf, 1, ADDRESS(name), sent), 0);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 2);
  CHECK_EQ(uv_udp_recv_start(&handle, allocate, receive), 0);
  CHECK_EQ(uv_is_active(any), 1);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  uv_close(any, NULL);
  CHECK_EQ(uv_is_active(any), 0);
  finish_loop(&loop);
  close(peer);
  return 0;
}
