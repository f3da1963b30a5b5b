/* SPDX-License-Identifier: MIT */
/* uv_udp_init_ex: a family makes the socket at once, unbound; RECVMMSG is remembered; any other bit
 * is refused and leaves nothing behind. */
#include "udp_peer.h"

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  struct sockaddr_in name;
  int size = sizeof(name);
  CHECK_EQ(uv_loop_init(&loop), 0);
  int before = count_descriptors();
  CHECK_EQ(uv_udp_init_ex(&loop, &handle, AF_UNIX), UV_EINVAL);
  CHECK_EQ(uv_udp_init_ex(&loop, &handle, 0x47), UV_EINVAL);
  CHECK_EQ(uv_udp_init_ex(&loop, &handle, AF_INET | 512), UV_EINVAL);
  CHECK_EQ(count_descriptors(), before);
  CHECK_EQ(uv_loop_close(&loop), 0); /* no handle was made */

  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init_ex(&loop, &handle, AF_INET), 0);
  CHECK_EQ(uv_udp_using_recvmmsg(&handle), 0);
  CHECK_EQ(uv_udp_getsockname(&handle, ADDRESS(name), &size), 0);
  CHECK_EQ(name.sin_family, AF_INET);
  CHECK_EQ(name.sin_port, 0);
  CHECK(bind_loopback(&handle).sin_port != 0);
  uv_close((uv_handle_t *)&handle, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);

  CHECK_EQ(uv_udp_init_ex(&loop, &handle, AF_UNSPEC | UV_UDP_RECVMMSG), 0);
  CHECK(uv_udp_using_recvmmsg(&handle) != 0);
  CHECK_EQ(uv_udp_getsockname(&handle, ADDRESS(name), &size), UV_EBADF);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  return 0;
}
