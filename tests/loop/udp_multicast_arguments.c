/* SPDX-License-Identifier: MIT */
/* Invalid memberships are refused, and do not make a socket. */
#include "udp_peer.h"

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  uv_os_fd_t fd;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  CHECK_EQ(uv_udp_set_membership(&handle, "nonsense", NULL, UV_JOIN_GROUP), UV_EINVAL);
  CHECK_EQ(uv_udp_set_membership(&handle, "239.255.0.77", "nonsense", UV_JOIN_GROUP), UV_EINVAL);
  CHECK_EQ(uv_udp_set_membership(&handle, "239.255.0.77", "::1", UV_JOIN_GROUP), UV_EINVAL);
  CHECK_EQ(uv_udp_set_membership(&handle, "ff01::4d", "127.0.0.1", UV_JOIN_GROUP), UV_EINVAL);
  CHECK_EQ(uv_udp_set_membership(&handle, "239.255.0.77", NULL, (uv_membership)2), UV_EINVAL);
  CHECK_EQ(uv_udp_set_source_membership(&handle, "nonsense", NULL, "127.0.0.1", UV_JOIN_GROUP),
           UV_EINVAL);
  CHECK_EQ(uv_udp_set_source_membership(&handle, "232.255.0.77", NULL, "::1", UV_JOIN_GROUP),
           UV_EINVAL);
  CHECK_EQ(uv_udp_set_source_membership(&handle, "ff31::4d", NULL, "127.0.0.1", UV_JOIN_GROUP),
           UV_EINVAL);
  CHECK_EQ(uv_udp_set_source_membership(&handle, "232.255.0.77", "x", "127.0.0.1", UV_JOIN_GROUP),
           UV_EINVAL);
  CHECK_EQ(
      uv_udp_set_source_membership(&handle, "232.255.0.77", NULL, "127.0.0.1", (uv_membership)2),
      UV_EINVAL);
  CHECK_EQ(uv_fileno((uv_handle_t *)&handle, &fd), UV_EBADF);
  /* The kernel decides what is a group. */
  CHECK_EQ(uv_udp_set_membership(&handle, "127.0.0.1", NULL, UV_JOIN_GROUP), UV_EINVAL);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  return 0;
}
