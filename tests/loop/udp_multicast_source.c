/* SPDX-License-Identifier: MIT */
/* A handle that joins a group for one source receives from that source in the group and no other.
 * no qemu: it lacks some socket options. */
#include "udp_peer.h"

#define GROUP "232.255.0.77"

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

/* How many datagrams of a sender at 127.0.0.1 arrive. */
static int arrived(uv_loop_t *loop, struct sockaddr_in *group) {
  uv_udp_t sender;
  uv_buf_t buf = {.base = "x", .len = 1};
  int before = received;
  CHECK_EQ(uv_udp_init(loop, &sender), 0);
  bind_loopback(&sender);
  CHECK_EQ(uv_udp_set_multicast_interface(&sender, "127.0.0.1"), 0);
  int err = uv_udp_try_send(&sender, &buf, 1, ADDRESS(*group));
  if (err == UV_ENETUNREACH || err == UV_EPERM) {
    SKIP("no route to multicast groups here");
  }
  CHECK_EQ(err, 1);
  uv_close((uv_handle_t *)&sender, NULL);
  uv_run(loop, UV_RUN_NOWAIT);
  return received - before;
}

static int change(uv_udp_t *handle, const char *source, uv_membership membership) {
  return uv_udp_set_source_membership(handle, GROUP, "127.0.0.1", source, membership);
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t member;
  struct sockaddr_in name, group;
  int size = sizeof(name);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &member), 0);
  int err = change(&member, "127.0.0.1", UV_JOIN_GROUP);
  if (err == UV_ENODEV || err == UV_EADDRNOTAVAIL || err == UV_EPERM || err == UV_ENOPROTOOPT) {
    SKIP("no multicast on loopback here");
  }
  CHECK_EQ(err, 0);
  CHECK_EQ(uv_udp_getsockname(&member, ADDRESS(name), &size), 0);
  CHECK_EQ(uv_ip4_addr(GROUP, ntohs(name.sin_port), &group), 0);
  CHECK_EQ(uv_udp_recv_start(&member, allocate, receive), 0);
  if (arrived(&loop, &group) == 0) {
    SKIP("multicast does not come back on loopback here");
  }
  CHECK_EQ(change(&member, "127.0.0.1", UV_LEAVE_GROUP), 0);
  CHECK_EQ(arrived(&loop, &group), 0);
  CHECK_EQ(change(&member, "127.0.0.9", UV_JOIN_GROUP), 0);
  CHECK_EQ(arrived(&loop, &group), 0);
  CHECK_EQ(change(&member, "127.0.0.1", UV_JOIN_GROUP), 0);
  CHECK_EQ(arrived(&loop, &group), 1);
  uv_close((uv_handle_t *)&member, NULL);
  finish_loop(&loop);
  return 0;
}
