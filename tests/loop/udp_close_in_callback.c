/* SPDX-License-Identifier: MIT */
/* A handle may be closed from its own callbacks: receiving ends at once, completed sends are still
 * reported, and nothing is called after the close callback. */
#include "udp_peer.h"

static int received;
static int called;
static int closed;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[65536];
  (void)handle;
  *buf = uv_buf_init(room, (unsigned)size);
}

static void on_close(uv_handle_t *handle) {
  closed++;
  free(handle);
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  (void)nread, (void)buf, (void)flags;
  CHECK(addr != NULL);
  received++;
  uv_close((uv_handle_t *)handle, on_close);
}

static void sent(uv_udp_send_t *req, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ(closed, 1);
  called++;
  if (called == 1) {
    uv_close((uv_handle_t *)req->handle, on_close);
  }
}

static uv_udp_t *make(uv_loop_t *loop) {
  uv_udp_t *handle = malloc(sizeof(*handle));
  CHECK(handle != NULL);
  CHECK_EQ(uv_udp_init(loop, handle), 0);
  return handle;
}

int main(void) {
  uv_loop_t loop;
  uv_udp_send_t reqs[3];
  struct sockaddr_in own;
  uv_buf_t buf = {.base = "x", .len = 1};
  int peer = peer_open(&own);
  CHECK_EQ(uv_loop_init(&loop), 0);
  uv_udp_t *receiver = make(&loop);
  struct sockaddr_in name = bind_loopback(receiver);
  CHECK_EQ(uv_udp_recv_start(receiver, allocate, receive), 0);
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(sendto(peer, "x", 1, 0, ADDRESS(name), sizeof(name)), 1);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(received, 1);
  CHECK_EQ(closed, 1);

  uv_udp_t *sender = make(&loop);
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(uv_udp_send(&reqs[i], sender, &buf, 1, ADDRESS(own), sent), 0);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 3);
  CHECK_EQ(closed, 2);
  CHECK_EQ(uv_loop_close(&loop), 0);
  close(peer);
  return 0;
}
