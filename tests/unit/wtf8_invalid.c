/* SPDX-License-Identifier: MIT */
/*
 * Proves that every text of up to three bytes, and many of four, is accepted exactly when the rules
 * allow it: the shortest form of a code point up to 10FFFF, surrogates included.
 */
#include "../check.h"
#include "uv.h"

/* The rules by value instead of by bits: each code point has one form, so the text is compared with
 * that. */
static int is_form_of_point(const unsigned char *bytes, size_t size) {
  uint32_t point = size == 1   ? bytes[0]
                   : size == 2 ? (bytes[0] % 32u) * 64 + bytes[1] % 64u
                   : size == 3 ? (bytes[0] % 16u) * 4096 + (bytes[1] % 64u) * 64 + bytes[2] % 64u
                               : (bytes[0] % 8u) * 262144 + (bytes[1] % 64u) * 4096 +
                                     (bytes[2] % 64u) * 64 + bytes[3] % 64u;
  if (point == 0 || point > 0x10ffff) {
    return 0;
  }
  static const unsigned lead[] = {0, 0, 192, 224, 240};
  static const uint32_t first[] = {0, 0, 0x80, 0x800, 0x10000};
  if (size == 1) {
    return point < 0x80;
  }
  if (point < first[size] || bytes[0] != lead[size] + (point >> (6 * (size - 1)))) {
    return 0;
  }
  for (size_t i = 1; i < size; i++) {
    if (bytes[i] / 64 != 2) {
      return 0;
    }
  }
  return 1;
}

/* The number of units of the text including the final zero, or -1. */
static long expected_length(const unsigned char *text) {
  long units = 1;
  while (*text != '\0') {
    size_t left = strlen((const char *)text);
    size_t size = 1;
    while (size <= 4 && size <= left && !is_form_of_point(text, size)) {
      size++;
    }
    if (size > 4 || size > left) {
      return -1;
    }
    units += size == 4 ? 2 : 1;
    text += size;
  }
  return units;
}

static void check_text(const unsigned char *text) {
  long expected = expected_length(text);
  ssize_t actual = uv_wtf8_length_as_utf16((const char *)text);
  if (expected < 0) {
    CHECK_EQ(actual, -1);
  } else {
    CHECK_EQ(actual, expected);
  }
}

int main(void) {
  unsigned char text[5] = "";
  check_text(text);
  for (unsigned a = 1; a < 256; a++) {
    text[0] = (unsigned char)a;
    for (unsigned b = 0; b < 256; b++) {
      text[1] = (unsigned char)b;
      text[2] = text[3] = '\0';
      check_text(text);
      for (unsigned c = 1; c < 256 && b > 0 && a >= 0xc0; c++) {
        text[2] = (unsigned char)c;
        check_text(text);
        if (a >= 0xf0 && (c % 16 == 0 || c % 16 == 15)) {
          for (unsigned d = 1; d < 256; d += 7) {
            text[3] = (unsigned char)d;
            check_text(text);
          }
          text[3] = '\0';
        }
      }
    }
  }
  return 0;
}
