/* SPDX-License-Identifier: MIT */
/* Errors of uv_udp_bind are returned at once, leak no descriptor, and leave the handle free to be
 * bound to something else. */
#include "udp_peer.h"

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  struct sockaddr_in taken, nobodys;
  struct sockaddr strange = {.sa_family = 77};
  int size = sizeof(taken);
  int peer = peer_open(&taken);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  CHECK_EQ(uv_ip4_addr("192.0.2.77", 0, &nobodys), 0);
  int before = count_descriptors();
  CHECK_EQ(uv_udp_bind(&handle, &strange, 0), UV_EINVAL);
  CHECK_EQ(uv_udp_bind(&handle, ADDRESS(taken), UV_UDP_IPV6ONLY), UV_EINVAL);
  CHECK_EQ(uv_udp_bind(&handle, ADDRESS(taken), UV_UDP_PARTIAL), UV_EINVAL);
  CHECK_EQ(uv_udp_bind(&handle, ADDRESS(taken), UV_UDP_RECVMMSG), UV_EINVAL);
  CHECK_EQ(uv_udp_bind(&handle, ADDRESS(taken), 0), UV_EADDRINUSE);
  CHECK_EQ(uv_udp_bind(&handle, ADDRESS(nobodys), 0), UV_EADDRNOTAVAIL);
  CHECK_EQ(count_descriptors(), before);
  if (have_ip6()) {
    struct sockaddr_in6 name;
    CHECK_EQ(uv_ip6_addr("::1", 0, &name), 0);
    CHECK_EQ(uv_udp_bind(&handle, ADDRESS(name), 0), 0);
    /* Now it has a socket of that family, and a name. */
    CHECK_EQ(uv_udp_bind(&handle, ADDRESS(taken), 0), UV_EINVAL);
    CHECK_EQ(uv_udp_bind(&handle, ADDRESS(name), 0), UV_EINVAL);
  } else {
    bind_loopback(&handle);
  }
  CHECK_EQ(count_descriptors(), before + 1);
  struct sockaddr_in6 own;
  size = sizeof(own);
  CHECK_EQ(uv_udp_getsockname(&handle, ADDRESS(own), &size), 0);
  CHECK(own.sin6_port != 0);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peer);
  return 0;
}
