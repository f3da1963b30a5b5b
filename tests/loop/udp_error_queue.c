/* SPDX-License-Identifier: MIT */
/* With UV_UDP_LINUX_RECVERR a datagram that was refused is reported to recv_cb, with that flag and
 * the address that it was sent to; afterwards the loop sleeps again. */
#include "udp_peer.h"

static struct sockaddr_in nobody;
static int returned;
static int errors;
static int unused;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[65536 * 2];
  bool many = uv_udp_using_recvmmsg((uv_udp_t *)handle) != 0;
  *buf = uv_buf_init(room, (unsigned)size * (many ? 2 : 1));
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  (void)handle;
  if (nread < 0) {
    CHECK_EQ(nread, UV_ECONNREFUSED);
    CHECK(addr == NULL);
    errors++;
  } else if (addr == NULL) {
    CHECK_EQ(nread, 0);
    CHECK_EQ(flags, 0);
    unused++;
  } else {
    const struct sockaddr_in *to = (const struct sockaddr_in *)addr;
    CHECK_EQ(flags, UV_UDP_LINUX_RECVERR);
    CHECK_EQ(nread, 4);
    CHECK_EQ(memcmp(buf->base, "lost", 4), 0);
    CHECK_EQ(to->sin_port, nobody.sin_port);
    CHECK_EQ(to->sin_addr.s_addr, nobody.sin_addr.s_addr);
    returned++;
  }
}

static void run(unsigned init_flags, unsigned bind_flags) {
  uv_loop_t loop;
  uv_udp_t handle;
  uv_buf_t buf = {.base = "lost", .len = 4};
  struct sockaddr_in name = loopback(0);
  returned = errors = unused = 0;
  close(peer_open(&nobody)); /* a port that was free a moment ago */
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init_ex(&loop, &handle, init_flags), 0);
  CHECK_EQ(uv_udp_bind(&handle, ADDRESS(name), bind_flags), 0);
  CHECK_EQ(uv_udp_recv_start(&handle, allocate, receive), 0);
  CHECK_EQ(uv_udp_try_send(&handle, &buf, 1, ADDRESS(nobody)), 4);
  for (int i = 0; i < 5; i++) {
    uv_run(&loop, UV_RUN_NOWAIT);
  }
  int calls = errors + unused;
  for (int i = 0; i < 5; i++) {
    uv_run(&loop, UV_RUN_NOWAIT);
  }
  CHECK_EQ(errors + unused, calls); /* nothing repeats */
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
}

int main(void) {
  run(AF_UNSPEC, UV_UDP_LINUX_RECVERR);
  if (returned == 0 && errors == 0) {
    SKIP("the kernel does not report refused datagrams here");
  }
  CHECK_EQ(returned, 1);
  CHECK_EQ(errors, 1);
  run(AF_UNSPEC | UV_UDP_RECVMMSG, UV_UDP_LINUX_RECVERR);
  CHECK_EQ(returned, 1);
  run(AF_UNSPEC, 0);
  CHECK_EQ(returned + errors + unused, 0);
  return 0;
}
