/* SPDX-License-Identifier: MIT */
/* Proves in which order the variables for temporary files are read, that one trailing slash is
 * removed, and what the default is. */
#include "../check.h"
#include "uv.h"

static const char *const names[] = {"TMPDIR", "TMP", "TEMP", "TEMPDIR"};

static void check_tmp(const char *expected) {
  size_t length = strlen(expected);
  for (size_t room = 1; room <= length + 2; room++) {
    char path[64] = "untouched";
    size_t size = room;
    int err = uv_os_tmpdir(path, &size);
    CHECK_EQ(err, room > length ? 0 : UV_ENOBUFS);
    CHECK_EQ(size, room > length ? length : length + 1);
    CHECK_STR(path, room > length ? expected : "untouched");
  }
}

int main(void) {
  for (int i = 0; i < 4; i++) {
    char path[32];
    snprintf(path, sizeof(path), "/by/%s", names[i]);
    CHECK_EQ(setenv(names[i], path, 1), 0);
  }
  for (int i = 0; i < 4; i++) {
    char path[32];
    snprintf(path, sizeof(path), "/by/%s", names[i]);
    check_tmp(path);
    CHECK_EQ(unsetenv(names[i]), 0);
  }
  check_tmp("/tmp");
  static const char *const texts[][2] = {{"/x/", "/x"}, {"/x//", "/x/"}, {"/", "/"},
                                         {"//", "/"},   {"", ""},        {"x", "x"}};
  for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
    CHECK_EQ(setenv("TMPDIR", texts[i][0], 1), 0);
    check_tmp(texts[i][1]);
  }
  char path[8];
  size_t size = 0;
  CHECK_EQ(uv_os_tmpdir(path, &size), UV_EINVAL);
  CHECK_EQ(uv_os_tmpdir(path, NULL), UV_EINVAL);
  size = sizeof(path);
  CHECK_EQ(uv_os_tmpdir(NULL, &size), UV_EINVAL);
  return 0;
}
