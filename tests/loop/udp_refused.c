/* SPDX-License-Identifier: MIT */
/* A connected handle whose peer does not exist learns it through recv_cb, and continues to
 * receive. */
#include "udp_peer.h"

static int errors;
static int received;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[65536];
  (void)handle;
  *buf = uv_buf_init(room, (unsigned)size);
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  (void)buf;
  CHECK_EQ(flags, 0);
  CHECK_EQ(uv_is_active((uv_handle_t *)handle), 1);
  if (nread < 0) {
    CHECK_EQ(nread, UV_ECONNREFUSED);
    CHECK(addr == NULL);
    errors++;
  }
  received += addr != NULL;
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  uv_buf_t buf = {.base = "x", .len = 1};
  struct sockaddr_in name;
  int peer = peer_open(&name);
  close(peer);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  struct sockaddr_in own = bind_loopback(&handle);
  CHECK_EQ(uv_udp_connect(&handle, ADDRESS(name)), 0);
  CHECK_EQ(uv_udp_recv_start(&handle, allocate, receive), 0);
  CHECK_EQ(uv_udp_try_send(&handle, &buf, 1, NULL), 1);
  uv_run(&loop, UV_RUN_NOWAIT);
  if (errors == 0) {
    SKIP("the kernel does not report refused datagrams here");
  }
  CHECK_EQ(errors, 1);
  /* Now the peer exists. */
  peer = socket(AF_INET, SOCK_DGRAM, 0);
  if (bind(peer, ADDRESS(name), sizeof(name)) != 0) {
    SKIP("somebody else took the port");
  }
  CHECK_EQ(sendto(peer, "y", 1, 0, ADDRESS(own), sizeof(own)), 1);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(received, 1);
  CHECK_EQ(errors, 1);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peer);
  return 0;
}
