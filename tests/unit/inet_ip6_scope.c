/* SPDX-License-Identifier: MIT */
/*
 * Proves that the zone of an IPv6 text becomes the scope of the address, by the interface's name or
 * by its number, and that a zone which does not exist here is no error.
 */
#include <net/if.h>
#include <netinet/in.h>

#include "../check.h"
#include "uv.h"

static uint32_t scope_of(const char *text) {
  struct sockaddr_in6 address;
  memset(&address, 0xff, sizeof(address));
  CHECK_EQ(uv_ip6_addr(text, 1, &address), 0);
  CHECK_EQ(address.sin6_addr.s6_addr[0], 0xfe);
  CHECK_EQ(address.sin6_addr.s6_addr[15], 0x1);
  return address.sin6_scope_id;
}

int main(void) {
  CHECK_EQ(scope_of("fe80::1"), 0);
  CHECK_EQ(scope_of("fe80::1%"), 0);
  CHECK_EQ(scope_of("fe80::1%7"), 7);
  CHECK_EQ(scope_of("fe80::1%4294967295"), UINT32_MAX);
  CHECK_EQ(scope_of("fe80::1%4294967303"), 0);
  CHECK_EQ(scope_of("fe80::1%99999999999999999999999"), 0);
  CHECK_EQ(scope_of("fe80::1%7x"), 0);
  CHECK_EQ(scope_of("fe80::1%-7"), 0);
  CHECK_EQ(scope_of("fe80::1%no-such-interface"), 0);
  CHECK_EQ(scope_of("fe80::1%no-such-interface-and-a-name-longer-than-any-may-be"), 0);

  struct if_nameindex *interfaces = if_nameindex();
  CHECK(interfaces != NULL);
  for (struct if_nameindex *each = interfaces; each->if_index != 0; each++) {
    char text[64];
    snprintf(text, sizeof(text), "fe80::1%%%s", each->if_name);
    CHECK_EQ(scope_of(text), each->if_index);
  }
  if_freenameindex(interfaces);
  return 0;
}
