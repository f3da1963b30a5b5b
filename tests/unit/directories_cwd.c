/* SPDX-License-Identifier: MIT */
/* Proves that the working directory is the one that the C library reports, in a buffer of any size,
 * follows uv_chdir, and is an error when it has been removed. */
#include "fake_root.h"
#include "uv.h"

static void check_cwd(const char *expected) {
  size_t length = strlen(expected);
  for (size_t room = 1; room <= length + 2; room++) {
    char path[PATH_MAX] = "untouched";
    size_t size = room;
    int err = uv_cwd(path, &size);
    CHECK_EQ(err, room > length ? 0 : UV_ENOBUFS);
    CHECK_EQ(size, room > length ? length : length + 1);
    CHECK_STR(path, room > length ? expected : "untouched");
  }
}

int main(void) {
  char expected[PATH_MAX];
  CHECK(getcwd(expected, sizeof(expected)) != NULL);
  check_cwd(expected);
  CHECK_EQ(uv_chdir("/"), 0);
  check_cwd("/");
  CHECK_EQ(uv_chdir(fake_root_make()), 0);
  CHECK(realpath(fake_root, expected) != NULL);
  check_cwd(expected);
  CHECK_EQ(uv_chdir("missing"), UV_ENOENT);
  fake_file("/file", "");
  CHECK_EQ(uv_chdir("file"), UV_ENOTDIR);
  check_cwd(expected);

  char path[PATH_MAX];
  size_t size = 0;
  CHECK_EQ(uv_cwd(path, &size), UV_EINVAL);
  CHECK_EQ(uv_cwd(path, NULL), UV_EINVAL);
  size = sizeof(path);
  CHECK_EQ(uv_cwd(NULL, &size), UV_EINVAL);

  fake_root_remove();
  CHECK_EQ(uv_cwd(path, &size), UV_ENOENT);
  CHECK_EQ(uv_cwd(NULL, &size), UV_EINVAL);
  return 0;
}
