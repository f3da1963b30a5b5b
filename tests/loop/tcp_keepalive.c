/* SPDX-License-Identifier: MIT */
/* If there is a socket the options are set at once: the time until the first probe, the time
 * between probes, and their number; none of them may be zero. */
#include <netinet/tcp.h>

#include "stream_peer.h"

static uv_tcp_t tcp;

static int option(int level, int name) {
  int value;
  socklen_t size = sizeof(value);
  CHECK_EQ(getsockopt(fd_of(&tcp), level, name, &value, &size), 0);
  return value;
}

static void check_times(int idle, int interval, int count) {
  CHECK_EQ(option(SOL_SOCKET, SO_KEEPALIVE), 1);
  CHECK_EQ(option(IPPROTO_TCP, TCP_KEEPIDLE), idle);
  CHECK_EQ(option(IPPROTO_TCP, TCP_KEEPINTVL), interval);
  CHECK_EQ(option(IPPROTO_TCP, TCP_KEEPCNT), count);
}

int main(void) {
  open_loop();
  CHECK_EQ(uv_tcp_init_ex(&loop, &tcp, AF_INET), 0);
  CHECK_EQ(uv_tcp_keepalive(&tcp, 1, 45), 0);
  check_times(45, 1, 10);
  CHECK_EQ(uv_tcp_keepalive_ex(&tcp, 1, 30, 5, 3), 0);
  check_times(30, 5, 3);
  CHECK_EQ(uv_tcp_keepalive(&tcp, 1, 0), UV_EINVAL);
  CHECK_EQ(uv_tcp_keepalive_ex(&tcp, 1, 0, 5, 3), UV_EINVAL);
  CHECK_EQ(uv_tcp_keepalive_ex(&tcp, 1, 30, 0, 3), UV_EINVAL);
  CHECK_EQ(uv_tcp_keepalive_ex(&tcp, 1, 30, 5, 0), UV_EINVAL);
  CHECK_EQ(uv_tcp_keepalive(&tcp, 1, 1u << 30), UV_EINVAL); /* more than the kernel takes */
  CHECK_EQ(uv_tcp_keepalive(&tcp, 0, 0), 0);
  CHECK_EQ(option(SOL_SOCKET, SO_KEEPALIVE), 0);
  CHECK_EQ(uv_tcp_nodelay(&tcp, 1), 0);
  CHECK_EQ(option(IPPROTO_TCP, TCP_NODELAY), 1);
  CHECK_EQ(uv_tcp_nodelay(&tcp, 0), 0);
  CHECK_EQ(option(IPPROTO_TCP, TCP_NODELAY), 0);
  CHECK_EQ(uv_tcp_simultaneous_accepts(&tcp, 1), 0);
  finish_loop();
  return 0;
}
