/* SPDX-License-Identifier: MIT */
/* Options that are set before there is a socket are applied when there is one, wherever it comes
 * from: made for binding, for connecting, or given by the program; those that were cleared again
 * are not. */
#include <netinet/tcp.h>

#include "stream_peer.h"

static int option(uv_tcp_t *tcp, int level, int name) {
  int value;
  socklen_t size = sizeof(value);
  CHECK_EQ(getsockopt(fd_of(tcp), level, name, &value, &size), 0);
  return value;
}

static void check_options(uv_tcp_t *tcp) {
  CHECK_EQ(option(tcp, IPPROTO_TCP, TCP_NODELAY), 1);
  CHECK_EQ(option(tcp, SOL_SOCKET, SO_KEEPALIVE), 1);
  CHECK_EQ(option(tcp, IPPROTO_TCP, TCP_KEEPIDLE), 60);
  CHECK_EQ(option(tcp, IPPROTO_TCP, TCP_KEEPINTVL), 1);
  CHECK_EQ(option(tcp, IPPROTO_TCP, TCP_KEEPCNT), 10);
}

static void make(uv_tcp_t *tcp) {
  CHECK_EQ(uv_tcp_init(&loop, tcp), 0);
  CHECK_EQ(uv_tcp_nodelay(tcp, 1), 0);
  CHECK_EQ(uv_tcp_keepalive(tcp, 1, 7), 0);
}

int main(void) {
  uv_tcp_t bound, connected, opened, without;
  uv_connect_t req;
  struct sockaddr_in any = loopback(0), name;
  open_loop();
  make(&bound);
  CHECK_EQ(uv_tcp_bind(&bound, ADDRESS(any), 0), 0);
  check_options(&bound);
  int listener = peer_listen(&name, 4);
  make(&connected);
  CHECK_EQ(uv_tcp_connect(&req, &connected, ADDRESS(name), on_connect), 0);
  check_options(&connected);
  make(&opened);
  CHECK_EQ(uv_tcp_open(&opened, peer_connect(&name)), 0);
  check_options(&opened);
  make(&without);
  CHECK_EQ(uv_tcp_nodelay(&without, 0), 0);
  CHECK_EQ(uv_tcp_keepalive(&without, 0, 0), 0);
  CHECK_EQ(uv_tcp_bind(&without, ADDRESS(any), 0), 0);
  CHECK_EQ(option(&without, IPPROTO_TCP, TCP_NODELAY), 0);
  CHECK_EQ(option(&without, SOL_SOCKET, SO_KEEPALIVE), 0);
  close(listener);
  finish_loop();
  return 0;
}
