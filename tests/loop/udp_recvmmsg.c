/* SPDX-License-Identifier: MIT */
/* With UV_UDP_RECVMMSG one buffer serves many datagrams: each has a chunk of 64 KiB and the flag
 * UV_UDP_MMSG_CHUNK, and then the buffer comes back with UV_UDP_MMSG_FREE. */
#include "udp_peer.h"

enum { CHUNK = 65536, CHUNKS = 3, COUNT = 7 };

static char *given;
static int chunk;
static int received;
static int freed;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle;
  CHECK_EQ(size, CHUNK);
  CHECK(given == NULL);
  given = malloc(CHUNKS * CHUNK + 100);
  chunk = 0;
  *buf = uv_buf_init(given, CHUNKS * CHUNK + 100); /* the remainder is not a chunk */
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  (void)handle;
  if (flags == UV_UDP_MMSG_FREE || flags == 0) {
    CHECK_EQ(nread, 0);
    CHECK(addr == NULL);
    CHECK(buf->base == given);
    CHECK_EQ(buf->len, CHUNKS * CHUNK + 100);
    freed += flags == UV_UDP_MMSG_FREE;
    CHECK((chunk > 0) == (flags == UV_UDP_MMSG_FREE));
    free(given);
    given = NULL;
    return;
  }
  CHECK_EQ(flags, UV_UDP_MMSG_CHUNK);
  CHECK(buf->base == given + (size_t)chunk * CHUNK);
  CHECK_EQ(buf->len, CHUNK);
  CHECK_EQ(nread, received == 4 ? 0 : 1); /* an empty one is among them */
  CHECK(addr != NULL && addr->sa_family == AF_INET);
  CHECK(received == 4 || buf->base[0] == '0' + received);
  received++;
  chunk++;
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
  for (int i = 0; i < COUNT; i++) {
    char digit = (char)('0' + i);
    CHECK(sendto(peer, &digit, i != 4, 0, ADDRESS(name), sizeof(name)) >= 0);
  }
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(received, COUNT);
  CHECK_EQ(freed, 3);
  CHECK(given == NULL);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peer);
  return 0;
}
