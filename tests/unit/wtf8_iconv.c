/* SPDX-License-Identifier: MIT */
/*
 * Proves that every code point becomes the bytes of the C library's own conversion, and that they
 * become the same units again.
 */
#include <iconv.h>

#include "../check.h"
#include "uv.h"

static void check_point(iconv_t to_utf8, uint32_t point) {
  uint16_t units[3] = {0};
  size_t count = 1;
  if (point < 0x10000) {
    units[0] = (uint16_t)point;
  } else {
    units[0] = (uint16_t)(0xd800 + ((point - 0x10000) >> 10));
    units[1] = (uint16_t)(0xdc00 + ((point - 0x10000) & 0x3ff));
    count = 2;
  }
  char expected[8] = "";
  char *from = (char *)units;
  char *to = expected;
  size_t from_left = count * 2;
  size_t to_left = sizeof(expected);
  CHECK_EQ(iconv(to_utf8, &from, &from_left, &to, &to_left), 0);
  size_t length = (size_t)(to - expected);

  char bytes[8];
  char *out = bytes;
  size_t room = sizeof(bytes) - 1;
  CHECK_EQ(uv_utf16_length_as_wtf8(units, (ssize_t)count), length);
  CHECK_EQ(uv_utf16_length_as_wtf8(units, -1), length);
  CHECK_EQ(uv_utf16_to_wtf8(units, (ssize_t)count, &out, &room), 0);
  CHECK_EQ(room, length);
  CHECK(memcmp(bytes, expected, length) == 0);
  CHECK_EQ(bytes[length], '\0');

  uint16_t back[3] = {1, 1, 1};
  CHECK_EQ(uv_wtf8_length_as_utf16(bytes), count + 1);
  uv_wtf8_to_utf16(bytes, back, count + 1);
  CHECK(memcmp(back, units, (count + 1) * 2) == 0);
}

int main(void) {
  iconv_t to_utf8 = iconv_open("UTF-8", "UTF-16LE");
  if (to_utf8 == (iconv_t)-1) {
    SKIP("the C library cannot convert UTF-16");
  }
  for (uint32_t point = 1; point <= 0x10ffff; point++) {
    if (point < 0xd800 || point > 0xdfff) {
      check_point(to_utf8, point);
    }
  }
  iconv_close(to_utf8);
  return 0;
}
