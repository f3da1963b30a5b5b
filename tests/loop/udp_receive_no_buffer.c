/* SPDX-License-Identifier: MIT */
/* A program that gives no buffer gets UV_ENOBUFS; receiving continues, and the datagram is not
 * lost. */
#include "udp_peer.h"

static int asked;
static int refused;
static int received;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[65536];
  (void)handle;
  CHECK(buf->base == NULL && buf->len == 0);
  asked++;
  if (asked == 2) {
    buf->base = room; /* and no length */
  } else if (asked > 2) {
    *buf = uv_buf_init(room, (unsigned)size);
  }
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  (void)buf;
  CHECK_EQ(uv_is_active((uv_handle_t *)handle), 1);
  if (nread < 0) {
    CHECK_EQ(nread, UV_ENOBUFS);
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
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
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
