/* SPDX-License-Identifier: MIT */
/* Proves that without a callback bytes come at once, into the given buffer and no further, differ
 * each time, and which requests are refused. */
#include "../check.h"
#include "uv.h"

int main(void) {
  for (size_t length = 0; length <= 300; length++) {
    unsigned char buf[320];
    memset(buf, 0xa5, sizeof(buf));
    CHECK_EQ(uv_random(NULL, NULL, buf, length, 0, NULL), 0);
    for (size_t i = length; i < sizeof(buf); i++) {
      CHECK_EQ(buf[i], 0xa5);
    }
  }
  unsigned char first[32];
  unsigned char second[32];
  CHECK_EQ(uv_random(NULL, NULL, first, sizeof(first), 0, NULL), 0);
  CHECK_EQ(uv_random(NULL, NULL, second, sizeof(second), 0, NULL), 0);
  CHECK(memcmp(first, second, sizeof(first)) != 0);

  /* Each bit is set in about half of the bytes: 8192 +- 10 standard deviations. */
  static unsigned char many[16384];
  CHECK_EQ(uv_random(NULL, NULL, many, sizeof(many), 0, NULL), 0);
  for (int bit = 0; bit < 8; bit++) {
    int set = 0;
    for (size_t i = 0; i < sizeof(many); i++) {
      set += many[i] >> bit & 1;
    }
    CHECK(set > 8192 - 640 && set < 8192 + 640);
  }

  CHECK_EQ(uv_random(NULL, NULL, first, sizeof(first), 1, NULL), UV_EINVAL);
  CHECK_EQ(uv_random(NULL, NULL, first, 0x80000000u, 0, NULL), UV_E2BIG);
  CHECK_EQ(uv_random(NULL, NULL, first, (size_t)-1, (unsigned)-1, NULL), UV_E2BIG);
  return 0;
}
