/* SPDX-License-Identifier: MIT */
/* Both ends of a connection return their own and the other's address. Without a socket there is
 * none, without a connection no peer. A buffer that is too short gets what fits and the size that
 * is needed. */
#include "stream_peer.h"

int main(void) {
  uv_tcp_t tcp, none, bound;
  struct sockaddr_in own, far, name = loopback(0);
  struct sockaddr_storage large;
  int size = sizeof(large);
  socklen_t far_size = sizeof(far);
  open_loop();
  int peer = tcp_pair(&tcp);
  CHECK_EQ(uv_tcp_getsockname(&tcp, ADDRESS(large), &size), 0);
  CHECK_EQ(size, sizeof(own));
  own = *(struct sockaddr_in *)&large;
  CHECK_EQ(getpeername(peer, ADDRESS(far), &far_size), 0);
  CHECK_EQ(own.sin_port, far.sin_port);
  CHECK_EQ(own.sin_addr.s_addr, htonl(INADDR_LOOPBACK));
  size = sizeof(own);
  CHECK_EQ(uv_tcp_getpeername(&tcp, ADDRESS(own), &size), 0);
  CHECK_EQ(getsockname(peer, ADDRESS(far), &far_size), 0);
  CHECK_EQ(own.sin_port, far.sin_port);
  CHECK_EQ(uv_tcp_init(&loop, &none), 0);
  CHECK_EQ(uv_tcp_getsockname(&none, ADDRESS(own), &size), UV_EBADF);
  CHECK_EQ(uv_tcp_getpeername(&none, ADDRESS(own), &size), UV_EBADF);
  CHECK_EQ(uv_tcp_init(&loop, &bound), 0);
  CHECK_EQ(uv_tcp_bind(&bound, ADDRESS(name), 0), 0);
  CHECK_EQ(uv_tcp_getsockname(&bound, ADDRESS(own), &size), 0);
  CHECK_EQ(uv_tcp_getpeername(&bound, ADDRESS(own), &size), UV_ENOTCONN);
  size = 2;
  memset(&own, 0xff, sizeof(own));
  CHECK_EQ(uv_tcp_getsockname(&bound, ADDRESS(own), &size), 0);
  CHECK_EQ(size, sizeof(own));
  CHECK_EQ(own.sin_family, AF_INET);
  CHECK_EQ(own.sin_port, 0xffff);
  close_handle(&tcp);
  CHECK_EQ(uv_tcp_getpeername(&tcp, ADDRESS(own), &size), UV_EBADF);
  close(peer);
  finish_loop();
  return 0;
}
