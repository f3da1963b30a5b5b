/* SPDX-License-Identifier: MIT */
/* Without UV_TCP_IPV6ONLY a handle that is bound to the IPv6 wildcard accepts IPv4 connections too;
 * with it only IPv6 ones; the system's default does not matter. */
#include "stream_peer.h"

static int connections;

static void on_connection(uv_stream_t *server, int status) {
  (void)server;
  CHECK_EQ(status, 0);
  connections++;
}

static int only6(uv_tcp_t *server) {
  int value;
  socklen_t size = sizeof(value);
  CHECK_EQ(getsockopt(fd_of(server), IPPROTO_IPV6, IPV6_V6ONLY, &value, &size), 0);
  return value;
}

static int listen_on(uv_tcp_t *server, unsigned flags) {
  struct sockaddr_in6 name;
  int size = sizeof(name);
  CHECK_EQ(uv_ip6_addr("::", 0, &name), 0);
  CHECK_EQ(uv_tcp_init(&loop, server), 0);
  CHECK_EQ(uv_tcp_bind(server, ADDRESS(name), flags), 0);
  CHECK_EQ(uv_listen(STREAM(server), 1, on_connection), 0);
  CHECK_EQ(uv_tcp_getsockname(server, ADDRESS(name), &size), 0);
  CHECK_EQ(size, sizeof(name));
  return ntohs(name.sin6_port);
}

int main(void) {
  uv_tcp_t both, six;
  if (!have_ip6()) {
    SKIP("no IPv6 here");
  }
  open_loop();
  struct sockaddr_in name = loopback(listen_on(&both, 0));
  CHECK_EQ(only6(&both), 0);
  int peer = peer_connect(&name);
  RUN_UNTIL(connections == 1);
  name = loopback(listen_on(&six, UV_TCP_IPV6ONLY));
  CHECK_EQ(only6(&six), 1);
  int refused = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  CHECK_EQ(connect(refused, ADDRESS(name), sizeof(name)), -1);
  CHECK_EQ(errno, ECONNREFUSED);
  close(refused);
  close(peer);
  finish_loop();
  return 0;
}
