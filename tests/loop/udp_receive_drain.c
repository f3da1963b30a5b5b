/* SPDX-License-Identifier: MIT */
/* Each datagram comes with a buffer of its own; when there are no more, the last buffer comes back
 * unused, without an address, which distinguishes it from an empty datagram. */
#include "udp_peer.h"

static char *given;
static int given_count;
static char seen[8];

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle;
  CHECK(given == NULL); /* the previous one has come back */
  given = malloc(size);
  given_count++;
  *buf = uv_buf_init(given, (unsigned)size);
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  (void)handle;
  CHECK_EQ(flags, 0);
  CHECK(buf->base == given);
  CHECK_EQ(buf->len, 65536);
  strcat(seen, addr == NULL ? "-" : nread == 0 ? "e" : nread == 3 ? "d" : "?");
  CHECK(addr != NULL || nread == 0);
  free(given);
  given = NULL;
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
  CHECK_EQ(sendto(peer, "one", 3, 0, ADDRESS(name), sizeof(name)), 3);
  CHECK_EQ(sendto(peer, "", 0, 0, ADDRESS(name), sizeof(name)), 0);
  CHECK_EQ(sendto(peer, "two", 3, 0, ADDRESS(name), sizeof(name)), 3);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_STR(seen, "ded-");
  CHECK_EQ(given_count, 4);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(given_count, 4);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peer);
  return 0;
}
