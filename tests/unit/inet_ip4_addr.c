/* SPDX-License-Identifier: MIT */
/* Proves that uv_ip4_addr parses a text into a complete socket address, and refuses other texts. */
#include <arpa/inet.h>
#include <netinet/in.h>

#include "../check.h"
#include "uv.h"

int main(void) {
  struct sockaddr_in address;
  memset(&address, 0xff, sizeof(address));
  CHECK_EQ(uv_ip4_addr("192.168.1.20", 8080, &address), 0);
  CHECK_EQ(address.sin_family, AF_INET);
  CHECK_EQ(ntohs(address.sin_port), 8080);
  CHECK_EQ(ntohl(address.sin_addr.s_addr), 0xc0a80114);
  for (size_t i = 0; i < sizeof(address.sin_zero); i++) {
    CHECK_EQ(address.sin_zero[i], 0);
  }

  CHECK_EQ(uv_ip4_addr("255.255.255.255", 65535, &address), 0);
  CHECK_EQ(ntohl(address.sin_addr.s_addr), 0xffffffff);
  CHECK_EQ(ntohs(address.sin_port), 65535);

  static const char *const bad[] = {
      "",         "1",          "1.2.3",     "1.2.3.4.5",  "256.1.1.1",  "1.2.3.-4",
      " 1.2.3.4", "1.2.3.4 ",   "01.2.3.4",  "1..2.3",     "0x1.2.3.4",  "::1",
      "host",     "1.2.3.4%lo", "1.2.3.400", "1.2.3.4:80", "127.0.0.1.", "127.0.0.1n",
  };
  for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
    if (uv_ip4_addr(bad[i], 1, &address) != UV_EINVAL) {
      fprintf(stderr, "accepted: '%s'\n", bad[i]);
      return 1;
    }
  }
  CHECK_EQ(uv_ip4_addr(NULL, 1, &address), UV_EINVAL);
  return 0;
}
