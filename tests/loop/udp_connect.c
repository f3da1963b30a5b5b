/* SPDX-License-Identifier: MIT */
/* A connected handle sends without an address and receives only from its peer; after disconnecting
 * it is as before. */
#include "udp_peer.h"

static int received;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[65536];
  (void)handle;
  *buf = uv_buf_init(room, (unsigned)size);
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  (void)handle;
  (void)flags;
  if (addr != NULL) {
    CHECK_EQ(nread, 1);
    CHECK_EQ(buf->base[0], 'p');
    received++;
  }
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  struct sockaddr_in own, peer_name, other_name, got;
  int size = sizeof(got);
  char text[8];
  uv_buf_t buf = {.base = "x", .len = 1};
  int peer = peer_open(&peer_name);
  int other = peer_open(&other_name);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  CHECK_EQ(uv_udp_connect(&handle, NULL), UV_ENOTCONN);
  CHECK_EQ(uv_udp_getpeername(&handle, ADDRESS(got), &size), UV_EBADF);
  own = bind_loopback(&handle);
  CHECK_EQ(uv_udp_getpeername(&handle, ADDRESS(got), &size), UV_ENOTCONN);
  CHECK_EQ(uv_udp_connect(&handle, &(struct sockaddr){.sa_family = AF_UNIX}), UV_EINVAL);
  CHECK_EQ(uv_udp_connect(&handle, ADDRESS(peer_name)), 0);
  CHECK_EQ(uv_udp_connect(&handle, ADDRESS(other_name)), UV_EISCONN);
  CHECK_EQ(uv_udp_getpeername(&handle, ADDRESS(got), &size), 0);
  CHECK_EQ(size, sizeof(got));
  CHECK_EQ(got.sin_port, peer_name.sin_port);

  CHECK_EQ(uv_udp_try_send(&handle, &buf, 1, NULL), 1);
  CHECK_EQ(peer_receive(peer, text, sizeof(text)), 1);
  CHECK_EQ(uv_udp_recv_start(&handle, allocate, receive), 0);
  CHECK_EQ(sendto(other, "o", 1, 0, ADDRESS(own), sizeof(own)), 1);
  CHECK_EQ(sendto(peer, "p", 1, 0, ADDRESS(own), sizeof(own)), 1);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(received, 1);

  CHECK_EQ(uv_udp_connect(&handle, NULL), 0);
  CHECK_EQ(uv_udp_connect(&handle, NULL), UV_ENOTCONN);
  CHECK_EQ(uv_udp_getpeername(&handle, ADDRESS(got), &size), UV_ENOTCONN);
  CHECK_EQ(uv_udp_try_send(&handle, &buf, 1, NULL), UV_EDESTADDRREQ);
  CHECK_EQ(uv_udp_try_send(&handle, &buf, 1, ADDRESS(other_name)), 1);
  CHECK_EQ(peer_receive(other, text, sizeof(text)), 1);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peer);
  close(other);
  return 0;
}
