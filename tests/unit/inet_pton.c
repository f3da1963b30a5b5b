/* SPDX-License-Identifier: MIT */
/*
 * Proves that uv_inet_pton and uv_inet_ntop are inverse, ignore a zone, and refuse missing
 * arguments and unknown families.
 */
#include <netinet/in.h>

#include "../check.h"
#include "uv.h"

int main(void) {
  unsigned char bytes[16];
  char text[INET6_ADDRSTRLEN];
  uint32_t state = 12345;
  for (int i = 0; i < 2000; i++) {
    unsigned char original[16];
    for (int j = 0; j < 16; j++) {
      state = state * 1103515245u + 12345u;
      /* Many zeros, so that all ways to shorten a text occur. */
      original[j] = (state >> 16) % 3 == 0 ? (unsigned char)(state >> 24) : 0;
    }
    int family = i % 2 == 0 ? AF_INET6 : AF_INET;
    CHECK_EQ(uv_inet_ntop(family, original, text, sizeof(text)), 0);
    CHECK_EQ(uv_inet_pton(family, text, bytes), 0);
    CHECK_EQ(memcmp(bytes, original, family == AF_INET6 ? 16 : 4), 0);
  }

  CHECK_EQ(uv_inet_pton(AF_INET6, "::5%lo", bytes), 0);
  CHECK_EQ(bytes[15], 5);
  CHECK_EQ(uv_inet_pton(AF_INET, "1.2.3.4%lo", bytes), UV_EINVAL);
  CHECK_EQ(uv_inet_pton(AF_INET, NULL, bytes), UV_EINVAL);
  CHECK_EQ(uv_inet_pton(AF_INET6, "::1", NULL), UV_EINVAL);
  CHECK_EQ(uv_inet_pton(AF_UNIX, "1.2.3.4", bytes), UV_EAFNOSUPPORT);
  CHECK_EQ(uv_inet_ntop(AF_UNIX, bytes, text, sizeof(text)), UV_EAFNOSUPPORT);
  return 0;
}
