/* SPDX-License-Identifier: MIT */
/* Proves that a working directory whose path is longer than PATH_MAX is returned in full, and that
 * each allocation that fails meanwhile gives ENOMEM.
 * no musl: its getcwd cannot exceed the kernel's limit.
 * no qemu: it examines paths first. */
#include "fake_root.h"
#include "starve.h"
#include "uv.h"

enum { DEPTH = 45, NAME = 200 };

static char expected[PATH_MAX + DEPTH * (NAME + 1)];

static int read_cwd(void) {
  static char path[sizeof(expected)];
  size_t size = sizeof(path);
  int err = uv_cwd(path, &size);
  if (err == 0) {
    CHECK_EQ(size, strlen(expected));
    CHECK_STR(path, expected);
  }
  return err;
}

int main(void) {
  CHECK(realpath(fake_root_make(), expected) != NULL);
  CHECK_EQ(uv_chdir(fake_root), 0);
  char name[NAME + 1];
  memset(name, 'd', NAME);
  name[NAME] = '\0';
  for (int i = 0; i < DEPTH; i++) {
    CHECK_EQ(mkdir(name, 0700), 0);
    CHECK_EQ(uv_chdir(name), 0);
    strcat(strcat(expected, "/"), name);
  }
  CHECK_EQ(read_cwd(), 0);
  char small[8];
  size_t size = sizeof(small);
  CHECK_EQ(uv_cwd(small, &size), UV_ENOBUFS);
  CHECK_EQ(size, strlen(expected) + 1);
  starve_each(read_cwd);

  /* The path is too long for removing it by its name. */
  for (int i = 0; i < DEPTH; i++) {
    CHECK_EQ(uv_chdir(".."), 0);
    CHECK_EQ(rmdir(name), 0);
  }
  return 0;
}
