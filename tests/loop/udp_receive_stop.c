/* SPDX-License-Identifier: MIT */
/* After uv_udp_recv_stop, wherever it is called, there are no callbacks; datagrams that arrive
 * meanwhile are delivered when receiving starts again. Starting twice or without callbacks is
 * refused. */
#include "udp_peer.h"

static int received;
static bool stop_in_alloc;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[65536];
  *buf = uv_buf_init(room, (unsigned)size);
  if (stop_in_alloc) {
    CHECK_EQ(uv_udp_recv_stop((uv_udp_t *)handle), 0);
  }
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  (void)buf, (void)flags;
  CHECK_EQ(nread, 1);
  CHECK(addr != NULL);
  received++;
  CHECK_EQ(uv_udp_recv_stop(handle), 0);
  CHECK_EQ(uv_is_active((uv_handle_t *)handle), 0);
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  struct sockaddr_in own;
  int peer = peer_open(&own);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  CHECK_EQ(uv_udp_recv_stop(&handle), 0);
  CHECK_EQ(uv_udp_recv_start(&handle, NULL, receive), UV_EINVAL);
  CHECK_EQ(uv_udp_recv_start(&handle, allocate, NULL), UV_EINVAL);
  struct sockaddr_in name = bind_loopback(&handle);
  CHECK_EQ(uv_udp_recv_start(&handle, allocate, receive), 0);
  CHECK_EQ(uv_udp_recv_start(&handle, allocate, receive), UV_EALREADY);
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(sendto(peer, "x", 1, 0, ADDRESS(name), sizeof(name)), 1);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0); /* nothing is active after the first */
  CHECK_EQ(received, 1);
  CHECK_EQ(uv_udp_recv_stop(&handle), 0);
  CHECK_EQ(uv_udp_recv_start(&handle, allocate, receive), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(received, 2);
  stop_in_alloc = true;
  CHECK_EQ(uv_udp_recv_start(&handle, allocate, receive), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(received, 2);
  uv_close((uv_handle_t *)&handle, NULL);
  CHECK_EQ(uv_udp_recv_stop(&handle), 0);
  finish_loop(&loop);
  close(peer);
  return 0;
}
