/* SPDX-License-Identifier: MIT */
/* If a datagram is longer than the buffer, its beginning is delivered with UV_UDP_PARTIAL; the rest
 * is lost and the next datagram is whole again. */
#include "udp_peer.h"

static int step;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[4];
  (void)handle, (void)size;
  *buf = uv_buf_init(room, sizeof(room));
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  static const char *const texts[] = {"long", "four", "abc"};
  static const unsigned expected[] = {UV_UDP_PARTIAL, 0, 0};
  (void)handle;
  if (addr != NULL) {
    CHECK(step < 3);
    CHECK_EQ(nread, strlen(texts[step]));
    CHECK_EQ(memcmp(buf->base, texts[step], (size_t)nread), 0);
    CHECK_EQ(flags, expected[step]);
    step++;
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
  CHECK_EQ(sendto(peer, "long one", 8, 0, ADDRESS(name), sizeof(name)), 8);
  CHECK_EQ(sendto(peer, "four", 4, 0, ADDRESS(name), sizeof(name)), 4);
  CHECK_EQ(sendto(peer, "abc", 3, 0, ADDRESS(name), sizeof(name)), 3);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(step, 3);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peer);
  return 0;
}
