/* SPDX-License-Identifier: MIT */
/* Socket options are set for the socket's family, within their ranges, and not at all without a
 * socket.
 * no qemu: it lacks some socket options. */
#include <net/if.h>

#include "udp_peer.h"

static int option(uv_udp_t *handle, int level, int name) {
  uv_os_fd_t fd;
  int value = -12345;
  socklen_t size = sizeof(value);
  CHECK_EQ(uv_fileno((uv_handle_t *)handle, &fd), 0);
  CHECK_EQ(getsockopt(fd, level, name, &value, &size), 0);
  return value;
}

static void without_socket(uv_loop_t *loop) {
  uv_udp_t handle;
  CHECK_EQ(uv_udp_init(loop, &handle), 0);
  CHECK_EQ(uv_udp_set_broadcast(&handle, 1), UV_EBADF);
  CHECK_EQ(uv_udp_set_ttl(&handle, 1), UV_EBADF);
  CHECK_EQ(uv_udp_set_ttl(&handle, 0), UV_EINVAL);
  CHECK_EQ(uv_udp_set_multicast_ttl(&handle, 1), UV_EBADF);
  CHECK_EQ(uv_udp_set_multicast_loop(&handle, 1), UV_EBADF);
  CHECK_EQ(uv_udp_set_multicast_interface(&handle, NULL), UV_EBADF);
  CHECK_EQ(uv_udp_set_multicast_interface(&handle, "127.0.0.1"), UV_EBADF);
  uv_close((uv_handle_t *)&handle, NULL);
  uv_run(loop, UV_RUN_DEFAULT);
}

static void with_socket(uv_loop_t *loop, bool ip6) {
  uv_udp_t handle;
  int level = ip6 ? IPPROTO_IPV6 : IPPROTO_IP;
  CHECK_EQ(uv_udp_init_ex(loop, &handle, ip6 ? AF_INET6 : AF_INET), 0);
  CHECK_EQ(uv_udp_set_broadcast(&handle, 1), 0);
  CHECK_EQ(option(&handle, SOL_SOCKET, SO_BROADCAST), 1);
  CHECK_EQ(uv_udp_set_broadcast(&handle, 0), 0);
  CHECK_EQ(option(&handle, SOL_SOCKET, SO_BROADCAST), 0);

  const int bad[] = {-1, 0, 256};
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(uv_udp_set_ttl(&handle, bad[i]), UV_EINVAL);
  }
  CHECK_EQ(uv_udp_set_ttl(&handle, 255), 0);
  CHECK_EQ(uv_udp_set_ttl(&handle, 17), 0);
  CHECK_EQ(option(&handle, level, ip6 ? IPV6_UNICAST_HOPS : IP_TTL), 17);

  CHECK_EQ(uv_udp_set_multicast_ttl(&handle, -1), UV_EINVAL);
  CHECK_EQ(uv_udp_set_multicast_ttl(&handle, 256), UV_EINVAL);
  CHECK_EQ(uv_udp_set_multicast_ttl(&handle, 0), 0);
  CHECK_EQ(uv_udp_set_multicast_ttl(&handle, 23), 0);
  CHECK_EQ(option(&handle, level, ip6 ? IPV6_MULTICAST_HOPS : IP_MULTICAST_TTL), 23);

  for (int on = 0; on < 2; on++) {
    CHECK_EQ(uv_udp_set_multicast_loop(&handle, on), 0);
    CHECK_EQ(option(&handle, level, ip6 ? IPV6_MULTICAST_LOOP : IP_MULTICAST_LOOP), on);
  }
  CHECK_EQ(uv_udp_set_multicast_interface(&handle, "nonsense"), UV_EINVAL);
  CHECK_EQ(uv_udp_set_multicast_interface(&handle, NULL), 0);
  CHECK_EQ(uv_udp_set_multicast_interface(&handle, ip6 ? "::1%lo" : "127.0.0.1"), 0);
  CHECK_EQ(option(&handle, level, ip6 ? IPV6_MULTICAST_IF : IP_MULTICAST_IF),
           ip6 ? (int)if_nametoindex("lo") : (int)htonl(INADDR_LOOPBACK));
  uv_close((uv_handle_t *)&handle, NULL);
  uv_run(loop, UV_RUN_DEFAULT);
}

int main(void) {
  uv_loop_t loop;
  CHECK_EQ(uv_loop_init(&loop), 0);
  without_socket(&loop);
  with_socket(&loop, false);
  if (have_ip6()) {
    with_socket(&loop, true);
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
