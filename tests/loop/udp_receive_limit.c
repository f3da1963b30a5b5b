/* SPDX-License-Identifier: MIT */
/* One event delivers at most 32 datagrams, so that a flood does not starve other handles; the rest
 * comes with the next one. */
#include "udp_peer.h"

static int received;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[65536];
  (void)handle;
  *buf = uv_buf_init(room, (unsigned)size);
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  (void)handle, (void)nread, (void)buf, (void)flags;
  received += addr != NULL;
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  struct sockaddr_in own;
  int peer = peer_open(&own);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  struct sockaddr_in name = bind_loopback(&handle);
  CHECK_EQ(uv_udp_recv_start(&handle, allocate, receive), 0);
  for (int i = 0; i < 50; i++) {
    CHECK_EQ(sendto(peer, "x", 1, 0, ADDRESS(name), sizeof(name)), 1);
  }
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(received, 32);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(received, 50);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peer);
  return 0;
}
