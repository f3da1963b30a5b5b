/* SPDX-License-Identifier: MIT */
/* A handle that joins a group receives what is sent to the group, until it leaves. Joining binds an
 * unbound handle, in a way that lets others bind to the same port.
 * no qemu: it lacks some socket options. */
#include "udp_peer.h"

#define GROUP "239.255.0.77"

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
  received += addr != NULL;
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t member, sender;
  struct sockaddr_in name;
  int size = sizeof(name);
  uv_buf_t buf = {.base = "x", .len = 1};
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &member), 0);
  CHECK_EQ(uv_udp_init_ex(&loop, &sender, AF_INET), 0);
  int err = uv_udp_set_membership(&member, GROUP, "127.0.0.1", UV_JOIN_GROUP);
  if (err == UV_ENODEV || err == UV_EADDRNOTAVAIL || err == UV_EPERM) {
    SKIP("no multicast on loopback here");
  }
  CHECK_EQ(err, 0);
  CHECK_EQ(uv_udp_set_membership(&member, GROUP, "127.0.0.1", UV_JOIN_GROUP), UV_EADDRINUSE);
  CHECK_EQ(uv_udp_getsockname(&member, ADDRESS(name), &size), 0);
  CHECK(name.sin_port != 0);
  uv_udp_t second;
  CHECK_EQ(uv_udp_init(&loop, &second), 0);
  CHECK_EQ(uv_udp_bind(&second, ADDRESS(name), UV_UDP_REUSEADDR), 0);
  uv_close((uv_handle_t *)&second, NULL);

  struct sockaddr_in group;
  CHECK_EQ(uv_ip4_addr(GROUP, ntohs(name.sin_port), &group), 0);
  CHECK_EQ(uv_udp_recv_start(&member, allocate, receive), 0);
  CHECK_EQ(uv_udp_set_multicast_interface(&sender, "127.0.0.1"), 0);
  CHECK_EQ(uv_udp_set_multicast_loop(&sender, 1), 0);
  err = uv_udp_try_send(&sender, &buf, 1, ADDRESS(group));
  if (err == UV_ENETUNREACH || err == UV_EPERM) {
    SKIP("no route to multicast groups here");
  }
  CHECK_EQ(err, 1);
  uv_run(&loop, UV_RUN_NOWAIT);
  if (received == 0) {
    SKIP("multicast does not come back on loopback here");
  }
  CHECK_EQ(received, 1);
  CHECK_EQ(uv_udp_set_membership(&member, GROUP, "127.0.0.1", UV_LEAVE_GROUP), 0);
  CHECK_EQ(uv_udp_set_membership(&member, GROUP, "127.0.0.1", UV_LEAVE_GROUP), UV_EADDRNOTAVAIL);
  CHECK_EQ(uv_udp_try_send(&sender, &buf, 1, ADDRESS(group)), 1);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(received, 1);
  uv_close((uv_handle_t *)&member, NULL);
  uv_close((uv_handle_t *)&sender, NULL);
  finish_loop(&loop);
  return 0;
}
