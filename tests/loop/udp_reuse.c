/* SPDX-License-Identifier: MIT */
/* UV_UDP_REUSEADDR lets two handles bind one address; with UV_UDP_REUSEPORT they share the
 * datagrams; without either the second is refused. */
#include "udp_peer.h"

enum { SENDERS = 64 };

static uv_udp_t handles[2];
static int received[2];

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[65536];
  (void)handle;
  *buf = uv_buf_init(room, (unsigned)size);
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  (void)buf, (void)flags;
  CHECK(nread >= 0);
  received[handle - handles] += addr != NULL;
}

static int try_both(uv_loop_t *loop, unsigned flags, struct sockaddr_in *name) {
  int size = sizeof(*name);
  *name = loopback(0);
  CHECK_EQ(uv_udp_init(loop, &handles[0]), 0);
  CHECK_EQ(uv_udp_init(loop, &handles[1]), 0);
  CHECK_EQ(uv_udp_bind(&handles[0], ADDRESS(*name), flags), 0);
  CHECK_EQ(uv_udp_getsockname(&handles[0], ADDRESS(*name), &size), 0);
  return uv_udp_bind(&handles[1], ADDRESS(*name), flags);
}

static void close_both(uv_loop_t *loop) {
  uv_close((uv_handle_t *)&handles[0], NULL);
  uv_close((uv_handle_t *)&handles[1], NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
}

int main(void) {
  uv_loop_t loop;
  struct sockaddr_in name;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(try_both(&loop, 0, &name), UV_EADDRINUSE);
  close_both(&loop);
  CHECK_EQ(try_both(&loop, UV_UDP_REUSEADDR, &name), 0);
  close_both(&loop);
  CHECK_EQ(try_both(&loop, UV_UDP_REUSEPORT, &name), 0);
  CHECK_EQ(uv_udp_recv_start(&handles[0], allocate, receive), 0);
  CHECK_EQ(uv_udp_recv_start(&handles[1], allocate, receive), 0);
  for (int i = 0; i < SENDERS; i++) {
    struct sockaddr_in own;
    int peer = peer_open(&own);
    CHECK_EQ(sendto(peer, "x", 1, 0, ADDRESS(name), sizeof(name)), 1);
    close(peer);
  }
  while (received[0] + received[1] < SENDERS) {
    uv_run(&loop, UV_RUN_ONCE);
  }
  CHECK(received[0] > 0 && received[1] > 0);
  close_both(&loop);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
