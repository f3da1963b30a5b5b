/* SPDX-License-Identifier: MIT */
/* Proves that uv_ip6_addr parses a text into a complete socket address, and refuses other texts. */
#include <arpa/inet.h>
#include <netinet/in.h>

#include "../check.h"
#include "uv.h"

static void check_parsed(const char *text, const char *bytes) {
  struct sockaddr_in6 address;
  memset(&address, 0xff, sizeof(address));
  CHECK_EQ(uv_ip6_addr(text, 4443, &address), 0);
  CHECK_EQ(address.sin6_family, AF_INET6);
  CHECK_EQ(ntohs(address.sin6_port), 4443);
  CHECK_EQ(address.sin6_flowinfo, 0);
  CHECK_EQ(address.sin6_scope_id, 0);
  char hex[33];
  for (int i = 0; i < 16; i++) {
    snprintf(hex + 2 * i, 3, "%02x", address.sin6_addr.s6_addr[i]);
  }
  CHECK_STR(hex, bytes);
}

int main(void) {
  check_parsed("::", "00000000000000000000000000000000");
  check_parsed("::1", "00000000000000000000000000000001");
  check_parsed("2001:db8::a:0:0:1f", "20010db80000000000"
                                     "0a00000000001f");
  check_parsed("1:2:3:4:5:6:7:8", "00010002000300040005000600070008");
  check_parsed("::ffff:10.1.2.3", "00000000000000000000ffff0a010203");
  check_parsed("FE80::ABCD", "fe80000000000000000000000000abcd");
  check_parsed("0000:0000:0000:0000:0000:ffff:255.255.255.255", "00000000000000000000ffffffffffff");

  static const char *const bad[] = {
      "",
      ":",
      ":::",
      "1::2::3",
      "12345::",
      "00001::",
      "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9",
      "::g",
      "::1.2.3.256",
      "::1.2.3",
      "1.2.3.4",
      "[::1]",
      "::1/64",
      ":1::2",
      "%lo",
      " ::1",
      "0000:0000:0000:0000:0000:ffff:255.255.255.2555",
  };
  for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
    struct sockaddr_in6 address;
    if (uv_ip6_addr(bad[i], 1, &address) != UV_EINVAL) {
      fprintf(stderr, "accepted: '%s'\n", bad[i]);
      return 1;
    }
  }
  struct sockaddr_in6 address;
  static char endless[5000];
  memset(endless, '1', sizeof(endless) - 1);
  CHECK_EQ(uv_ip6_addr(endless, 1, &address), UV_EINVAL);
  CHECK_EQ(uv_ip6_addr(NULL, 1, &address), UV_EINVAL);
  return 0;
}
