/* SPDX-License-Identifier: MIT */
/* An IPv6 handle takes datagrams of both families; with UV_UDP_IPV6ONLY only IPv6 ones. */
#include "udp_peer.h"

static int received;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[65536];
  (void)handle;
  *buf = uv_buf_init(room, (unsigned)size);
}

static void receive(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                    const struct sockaddr *addr, unsigned flags) {
  (void)handle, (void)buf, (void)flags;
  CHECK(nread >= 0);
  if (addr != NULL) {
    CHECK_EQ(addr->sa_family, AF_INET6);
    received++;
  }
}

static int received_by(unsigned flags) {
  uv_loop_t loop;
  uv_udp_t handle;
  struct sockaddr_in6 name;
  struct sockaddr_in own;
  int size = sizeof(name);
  int peer = peer_open(&own);
  received = 0;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  CHECK_EQ(uv_ip6_addr("::", 0, &name), 0);
  CHECK_EQ(uv_udp_bind(&handle, ADDRESS(name), flags), 0);
  CHECK_EQ(uv_udp_getsockname(&handle, ADDRESS(name), &size), 0);
  CHECK_EQ(uv_udp_recv_start(&handle, allocate, receive), 0);
  struct sockaddr_in to = loopback(ntohs(name.sin6_port));
  CHECK_EQ(sendto(peer, "4", 1, 0, ADDRESS(to), sizeof(to)), 1);
  int peer6 = socket(AF_INET6, SOCK_DGRAM, 0);
  CHECK(peer6 >= 0);
  name.sin6_addr = in6addr_loopback;
  CHECK_EQ(sendto(peer6, "6", 1, 0, ADDRESS(name), sizeof(name)), 1);
  uv_run(&loop, UV_RUN_NOWAIT);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peer);
  close(peer6);
  return received;
}

int main(void) {
  if (!have_ip6()) {
    SKIP("no IPv6 here");
  }
  int fd = socket(AF_INET6, SOCK_DGRAM, 0);
  int only;
  socklen_t size = sizeof(only);
  CHECK_EQ(getsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &only, &size), 0);
  close(fd);
  CHECK_EQ(received_by(UV_UDP_IPV6ONLY), 1);
  CHECK_EQ(received_by(0), only ? 1 : 2); /* without the flag the system's default applies */
  return 0;
}
