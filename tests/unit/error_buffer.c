/* SPDX-License-Identifier: MIT */
/*
 * Proves that the _r calls truncate their text to the caller's buffer, terminate it, write nothing
 * beyond it, and return it.
 */
#include "../check.h"
#include "uv.h"

static void check_cut(char *(*call)(int, char *, size_t), int code, const char *full) {
  for (size_t size = 0; size <= strlen(full) + 2; size++) {
    char buf[128];
    memset(buf, '#', sizeof(buf));
    CHECK(call(code, buf, size) == buf);
    if (size > 0) {
      char expected[128];
      snprintf(expected, sizeof(expected), "%.*s", (int)size - 1, full);
      CHECK_STR(buf, expected);
    }
    for (size_t i = size; i < sizeof(buf); i++) {
      CHECK_EQ(buf[i], '#');
    }
  }
}

int main(void) {
  check_cut(uv_err_name_r, UV_EPIPE, "EPIPE");
  check_cut(uv_strerror_r, UV_EPIPE, "broken pipe");
  check_cut(uv_err_name_r, 4711, "Unknown system error 4711");
  check_cut(uv_strerror_r, 4711, "Unknown system error 4711");
  return 0;
}
