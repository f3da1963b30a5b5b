/* SPDX-License-Identifier: MIT */
/* With UV_UDP_RECVMMSG a buffer that has no room for a whole chunk is an error, reported once per
 * event; the buffer comes back with it and the datagram is not lost. */
#include "udp_peer.h"

static char room[65536];
static int refused;
static int received;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle;
  *buf = uv_buf_init(room, (unsigned)size - (refused < 2));
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  CHECK(buf->base == room);
  if (nread < 0) {
    CHECK_EQ(nread, UV_EINVAL);
    CHECK(addr == NULL);
    CHECK_EQ(flags, 0);
    refused++;
  } else if (addr != NULL) {
    received++;
    uv_close((uv_handle_t *)handle, NULL);
  }
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  struct sockaddr_in own;
  int peer = peer_open(&own);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init_ex(&loop, &handle, AF_INET | UV_UDP_RECVMMSG), 0);
  struct sockaddr_in name = bind_loopback(&handle);
  CHECK_EQ(uv_udp_recv_start(&handle, allocate, receive), 0);
  CHECK_EQ(sendto(peer, "x", 1, 0, ADDRESS(name), sizeof(name)), 1);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(refused, 1);
  finish_loop(&loop);
  CHECK_EQ(refused, 2);
  CHECK_EQ(received, 1);
  close(peer);
  return 0;
}
