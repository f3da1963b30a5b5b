/* SPDX-License-Identifier: MIT */
/* Proves that the path of the program is the real one, truncated to the buffer. */
#include <limits.h>

#include "../check.h"
#include "uv.h"

int main(void) {
  char expected[PATH_MAX];
  CHECK(realpath("/proc/self/exe", expected) != NULL);
  size_t length = strlen(expected);
  for (size_t room = 1; room <= length + 2; room++) {
    char path[PATH_MAX];
    memset(path, '#', sizeof(path));
    size_t size = room;
    CHECK_EQ(uv_exepath(path, &size), 0);
    size_t cut = room > length ? length : room - 1;
    CHECK_EQ(size, cut);
    CHECK(memcmp(path, expected, cut) == 0);
    CHECK_EQ(path[cut], '\0');
    CHECK_EQ(path[cut + 1], '#');
  }
  char path[8];
  size_t size = 0;
  CHECK_EQ(uv_exepath(path, &size), UV_EINVAL);
  CHECK_EQ(uv_exepath(path, NULL), UV_EINVAL);
  size = sizeof(path);
  CHECK_EQ(uv_exepath(NULL, &size), UV_EINVAL);
  return 0;
}
