/* SPDX-License-Identifier: MIT */
/* A program that stops receiving, or closes the handle, in the middle of a buffer of many datagrams
 * gets neither the rest of them nor the call that returns the buffer. */
#include "udp_peer.h"

static char room[4 * 65536];
static int received;
static bool close_it;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle, (void)size;
  *buf = uv_buf_init(room, sizeof(room));
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  (void)buf;
  CHECK_EQ(nread, 1);
  CHECK(addr != NULL);
  CHECK_EQ(flags, UV_UDP_MMSG_CHUNK);
  received++;
  if (received == 2 && !close_it) {
    CHECK_EQ(uv_udp_recv_stop(handle), 0);
  } else if (received == 2) {
    uv_close((uv_handle_t *)handle, NULL);
  }
}

static void run(bool with_close) {
  uv_loop_t loop;
  uv_udp_t handle;
  struct sockaddr_in own;
  int peer = peer_open(&own);
  received = 0;
  close_it = with_close;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init_ex(&loop, &handle, AF_INET | UV_UDP_RECVMMSG), 0);
  struct sockaddr_in name = bind_loopback(&handle);
  CHECK_EQ(uv_udp_recv_start(&handle, allocate, receive), 0);
  for (int i = 0; i < 4; i++) {
    CHECK_EQ(sendto(peer, "x", 1, 0, ADDRESS(name), sizeof(name)), 1);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(received, 2);
  if (!with_close) {
    uv_close((uv_handle_t *)&handle, NULL);
  }
  finish_loop(&loop);
  close(peer);
}

int main(void) {
  run(false);
  run(true);
  return 0;
}
