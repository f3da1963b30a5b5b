/* SPDX-License-Identifier: MIT */
/*
 * Proves that any sequence of units, well-formed or not, survives conversion to WTF-8 and back,
 * that pairs are written as pairs, and that a given length is respected if the text contains zeros.
 */
#include "../check.h"
#include "uv.h"

enum { UNITS = 24 };

/* Surrogates in three of four cases: that is where mistakes are. */
static uint16_t any_unit(unsigned *seed) {
  unsigned number = (unsigned)rand_r(seed);
  unsigned kind = (unsigned)rand_r(seed) % 4;
  uint16_t base = kind == 0 ? 0 : kind == 1 ? 0xdc00 : 0xd800;
  uint16_t unit = (uint16_t)(kind == 0 ? number : base + number % 0x400);
  return unit == 0 ? 1 : unit;
}

static void check_text(const uint16_t *units, size_t count) {
  char *bytes = NULL;
  size_t length = 0;
  CHECK_EQ(uv_utf16_to_wtf8(units, -1, &bytes, &length), 0);
  CHECK_EQ(strlen(bytes), length);
  CHECK_EQ(uv_utf16_length_as_wtf8(units, (ssize_t)count), length);
  for (size_t i = 0; i + 5 < length; i++) {
    /* A high surrogate in three bytes followed by a low one should have been four bytes. */
    const unsigned char *at = (const unsigned char *)bytes + i;
    CHECK(!(at[0] == 0xed && at[1] >= 0xa0 && at[1] < 0xb0 && at[3] == 0xed && at[4] >= 0xb0));
  }
  uint16_t back[UNITS + 1];
  CHECK_EQ(uv_wtf8_length_as_utf16(bytes), count + 1);
  uv_wtf8_to_utf16(bytes, back, count + 1);
  CHECK(memcmp(back, units, (count + 1) * 2) == 0);
  free(bytes);
}

int main(void) {
  unsigned seed = 7;
  for (int round = 0; round < 20000; round++) {
    uint16_t units[UNITS + 1] = {0};
    size_t count = (size_t)rand_r(&seed) % (UNITS + 1);
    for (size_t i = 0; i < count; i++) {
      units[i] = any_unit(&seed);
    }
    check_text(units, count);
  }
  for (unsigned unit = 1; unit <= 0xffff; unit++) {
    uint16_t units[2] = {(uint16_t)unit, 0};
    check_text(units, 1);
  }

  /* The last unit within the length is half of a pair: the next one must not be read. */
  uint16_t cut[] = {'a', 0, 0xd83d, 0xde00};
  char bytes[8];
  char *out = bytes;
  size_t length = 7;
  CHECK_EQ(uv_utf16_to_wtf8(cut, 3, &out, &length), 0);
  CHECK_EQ(length, 5);
  CHECK(memcmp(bytes, "a\0\xed\xa0\xbd", 6) == 0);
  CHECK_EQ(uv_utf16_length_as_wtf8(cut, -1), 1);
  CHECK_EQ(uv_utf16_length_as_wtf8(cut, 0), 0);
  return 0;
}
