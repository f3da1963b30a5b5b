/* SPDX-License-Identifier: MIT */
/*
 * Proves what uv_utf16_to_wtf8 does with each kind of buffer: none requested, none given, too
 * small, just enough; that it writes nothing past it, and that lack of memory is an error.
 */
#include "../check.h"
#include "starve.h"
#include "uv.h"

static const uint16_t text[] = {'a', 0xe9, 0x20ac, 0xd83d, 0xde00, 0}; /* 1 + 2 + 3 + 4 bytes */
static const char expected[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";

static int allocate(void) {
  char *bytes = NULL;
  size_t length = 0;
  int err = uv_utf16_to_wtf8(text, -1, &bytes, &length);
  if (err == 0) {
    CHECK_STR(bytes, expected);
    starve_free(bytes);
  } else {
    CHECK(bytes == NULL);
  }
  CHECK_EQ(length, 10);
  return err;
}

int main(void) {
  size_t length = 0;
  CHECK_EQ(uv_utf16_to_wtf8(text, -1, NULL, &length), 0);
  CHECK_EQ(length, 10);
  CHECK_EQ(uv_utf16_to_wtf8(text, -1, NULL, NULL), 0);

  char *made = NULL;
  CHECK_EQ(uv_utf16_to_wtf8(text, 5, &made, NULL), 0);
  CHECK_STR(made, expected);
  free(made);

  char room[16];
  char *out = room;
  CHECK_EQ(uv_utf16_to_wtf8(text, -1, &out, NULL), UV_EINVAL);
  for (size_t size = 0; size <= 12; size++) {
    memset(room, '#', sizeof(room));
    length = size;
    int err = uv_utf16_to_wtf8(text, -1, &out, &length);
    CHECK_EQ(length, 10);
    CHECK(out == room);
    CHECK_EQ(err, size < 10 ? UV_ENOBUFS : 0);
    if (err == 0) {
      CHECK_STR(room, expected);
    }
    for (size_t i = err == 0 ? 11 : size; i < sizeof(room); i++) {
      CHECK_EQ(room[i], '#');
    }
  }
  starve_each(allocate);
  return 0;
}
