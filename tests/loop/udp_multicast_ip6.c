/* SPDX-License-Identifier: MIT */
/* Groups of IPv6: joined on the interface that the zone of the address names, and left again.
 * no qemu: it lacks some socket options. */
#include <net/if.h>

#include "udp_peer.h"

#define GROUP "ff01::4d"

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

/* An interface where the member can be reached through the group, as an address with a zone; some
 * machines have multicast routes on loopback, others elsewhere. Datagrams stay on the machine: the
 * group's scope is one interface. */
static bool find_interface(uv_udp_t *member, uv_udp_t *sender, struct sockaddr_in6 *group,
                           char *text, size_t room) {
  uv_buf_t buf = {.base = "x", .len = 1};
  struct if_nameindex *all = if_nameindex();
  CHECK(all != NULL);
  bool found = false;
  for (int i = 0; all[i].if_index != 0 && !found; i++) {
    snprintf(text, room, "::1%%%s", all[i].if_name);
    if (uv_udp_set_membership(member, GROUP, text, UV_JOIN_GROUP) != 0) {
      continue;
    }
    struct sockaddr_in6 name;
    int size = sizeof(name);
    CHECK_EQ(uv_udp_getsockname(member, ADDRESS(name), &size), 0);
    CHECK_EQ(name.sin6_family, AF_INET6);
    CHECK_EQ(uv_ip6_addr(GROUP, ntohs(name.sin6_port), group), 0);
    CHECK_EQ(uv_udp_set_multicast_interface(sender, text), 0);
    found = uv_udp_try_send(sender, &buf, 1, ADDRESS(*group)) == 1;
    if (!found) {
      CHECK_EQ(uv_udp_set_membership(member, GROUP, text, UV_LEAVE_GROUP), 0);
    }
  }
  if_freenameindex(all);
  return found;
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t member, sender;
  struct sockaddr_in6 group;
  char interface[64];
  uv_buf_t buf = {.base = "x", .len = 1};
  if (!have_ip6()) {
    SKIP("no IPv6 here");
  }
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &member), 0);
  CHECK_EQ(uv_udp_init_ex(&loop, &sender, AF_INET6), 0);
  if (!find_interface(&member, &sender, &group, interface, sizeof(interface))) {
    SKIP("no interface where groups can be joined and sent to");
  }
  CHECK_EQ(uv_udp_recv_start(&member, allocate, receive), 0);
  uv_run(&loop, UV_RUN_NOWAIT);
  if (received == 0) {
    SKIP("multicast does not come back to its sender here");
  }
  CHECK_EQ(received, 1);
  CHECK_EQ(uv_udp_set_membership(&member, GROUP, interface, UV_LEAVE_GROUP), 0);
  CHECK_EQ(uv_udp_try_send(&sender, &buf, 1, ADDRESS(group)), 1);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(received, 1);
  uv_close((uv_handle_t *)&member, NULL);
  uv_close((uv_handle_t *)&sender, NULL);
  finish_loop(&loop);
  return 0;
}
