/* SPDX-License-Identifier: MIT */
/* uv_tcp_bind refuses families other than AF_INET and AF_INET6, an IPv4 address with
 * UV_TCP_IPV6ONLY or on an IPv6 socket, a second address, an address that is not ours, and closing
 * handles; it ignores unknown flags. */
#include "stream_peer.h"

int main(void) {
  uv_tcp_t tcp, six, four, odd;
  struct sockaddr_in name = loopback(0), foreign;
  struct sockaddr_un path = {.sun_family = AF_UNIX, .sun_path = "x"};
  struct sockaddr_in6 name6;
  CHECK_EQ(uv_ip6_addr("::1", 0, &name6), 0);
  CHECK_EQ(uv_ip4_addr("203.0.113.1", 0, &foreign), 0);
  open_loop();
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_tcp_bind(&tcp, ADDRESS(path), 0), UV_EINVAL);
  CHECK_EQ(uv_tcp_bind(&tcp, ADDRESS(name), UV_TCP_IPV6ONLY), UV_EINVAL);
  CHECK_EQ(uv_fileno(HANDLE(&tcp), &(uv_os_fd_t){0}), UV_EBADF);
  CHECK_EQ(uv_tcp_bind(&tcp, ADDRESS(foreign), 0), UV_EADDRNOTAVAIL);
  CHECK_EQ(uv_tcp_bind(&tcp, ADDRESS(name), 0), 0);
  CHECK_EQ(uv_tcp_bind(&tcp, ADDRESS(name), 0), UV_EINVAL);
  CHECK_EQ(uv_tcp_init(&loop, &odd), 0);
  CHECK_EQ(uv_tcp_bind(&odd, ADDRESS(name), 0x1000), 0);
  if (have_ip6()) {
    CHECK_EQ(uv_tcp_init_ex(&loop, &six, AF_INET6), 0);
    CHECK_EQ(uv_tcp_bind(&six, ADDRESS(name), 0), UV_EINVAL);
    CHECK_EQ(uv_tcp_init_ex(&loop, &four, AF_INET), 0);
    CHECK(uv_tcp_bind(&four, ADDRESS(name6), 0) < 0);
  }
  close_handle(&tcp);
  CHECK_EQ(uv_tcp_bind(&tcp, ADDRESS(name), 0), UV_EINVAL);
  finish_loop();
  return 0;
}
