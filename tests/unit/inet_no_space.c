/* SPDX-License-Identifier: MIT */
/* Proves that a buffer too small for the text gives ENOSPC and is not written past its end. */
#include <netinet/in.h>

#include "../check.h"
#include "uv.h"

static void check_room(int family, const void *address, const char *name) {
  size_t needed = strlen(name) + 1;
  for (size_t size = 0; size <= needed + 1; size++) {
    char buf[64];
    memset(buf, '#', sizeof(buf));
    int err = uv_inet_ntop(family, address, buf, size);
    CHECK_EQ(err, size < needed ? UV_ENOSPC : 0);
    if (err == 0) {
      CHECK_STR(buf, name);
    }
    for (size_t i = size; i < sizeof(buf); i++) {
      CHECK_EQ(buf[i], '#');
    }
  }
  char large[64];
  CHECK_EQ(uv_inet_ntop(family, address, large, (size_t)1 << 33), 0);
  CHECK_STR(large, name);
}

int main(void) {
  struct sockaddr_in ip4;
  struct sockaddr_in6 ip6;
  CHECK_EQ(uv_ip4_addr("10.20.30.40", 1, &ip4), 0);
  CHECK_EQ(uv_ip6_addr("2001:db8::12", 1, &ip6), 0);
  check_room(AF_INET, &ip4.sin_addr, "10.20.30.40");
  check_room(AF_INET6, &ip6.sin6_addr, "2001:db8::12");
  return 0;
}
