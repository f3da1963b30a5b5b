/* SPDX-License-Identifier: MIT */
/*
 * Proves the buffer-and-size convention for every size: the length on success, otherwise the size
 * that is needed and an untouched buffer, and EINVAL for no room at all.
 */
#include "base/buffer.h"

#include "../check.h"
#include "uv.h"

static void check_size(const char *text, size_t length, size_t room) {
  char buffer[32];
  memset(buffer, '#', sizeof(buffer));
  size_t size = room;
  int err = gy_buffer_put(buffer, &size, text, length);
  size_t written = 0;
  if (room > length) {
    CHECK_EQ(err, 0);
    CHECK_EQ(size, length);
    CHECK(memcmp(buffer, text, length) == 0);
    CHECK_EQ(buffer[length], '\0');
    written = length + 1;
  } else {
    CHECK_EQ(err, UV_ENOBUFS);
    CHECK_EQ(size, length + 1);
  }
  for (size_t i = written; i < sizeof(buffer); i++) {
    CHECK_EQ(buffer[i], '#');
  }
}

int main(void) {
  for (size_t length = 0; length <= 11; length++) {
    for (size_t room = 1; room <= sizeof("hello there"); room++) {
      check_size("hello there", length, room);
    }
  }
  char buffer[4];
  size_t size = 4;
  CHECK_EQ(gy_buffer_check(buffer, &size), 0);
  CHECK_EQ(gy_buffer_check(NULL, &size), UV_EINVAL);
  CHECK_EQ(gy_buffer_check(buffer, NULL), UV_EINVAL);
  size = 0;
  CHECK_EQ(gy_buffer_check(buffer, &size), UV_EINVAL);
  return 0;
}
