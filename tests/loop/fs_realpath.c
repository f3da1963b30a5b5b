/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_realpath resolves links and dots as realpath(3) does, also where the name of a
 * directory is longer than PATH_MAX, and that the clean-up frees the text. */
#include "fs_scratch.h"

static void check_same(const char *path) {
  uv_fs_t req;
  char *expected = realpath(path, NULL);
  int err = expected == NULL ? -errno : 0;
  CHECK_EQ(FS(realpath, &req, path), err);
  CHECK_EQ(req.fs_type, UV_FS_REALPATH);
  CHECK_STR(req.path, path);
  if (err == 0) {
    CHECK_STR(req.ptr, expected);
  } else {
    CHECK(req.ptr == NULL);
  }
  uv_fs_req_cleanup(&req);
  CHECK(req.ptr == NULL);
  free(expected);
}

static void body(void) {
  check_same(".");
  check_same("directory/../link/./file");
  check_same("/");
  check_same("");
  CHECK_EQ(FS_ONCE(realpath, "none"), UV_ENOENT);
  CHECK_EQ(FS_ONCE(realpath, "directory/file/below"), UV_ENOTDIR);
  CHECK_EQ(FS_ONCE(realpath, "loop"), UV_ELOOP);
}

/* Names of 200 characters; 40 of them exceed the maximum length of a path. */
static void deep(void) {
  char name[201];
  memset(name, 'd', 200);
  name[200] = '\0';
  for (int i = 0; i < 40; i++) {
    CHECK(mkdir(name, 0700) == 0 || errno == EEXIST);
    CHECK_EQ(chdir(name), 0);
  }
  check_same(".");
  check_same("..");
  CHECK_EQ(chdir(scratch_path), 0);
}

int main(void) {
  scratch_begin();
  CHECK_EQ(mkdir("directory", 0700), 0);
  put_text("directory/file", "");
  CHECK_EQ(symlink("directory", "link"), 0);
  CHECK_EQ(symlink("loop", "loop"), 0);
  fs_both(body);
  fs_both(deep);
  /* Too deep for paths: removed from the top, one level at a time. */
  char name[201];
  memset(name, 'd', 200);
  name[200] = '\0';
  for (int depth = 40; depth > 0; depth--) {
    CHECK_EQ(chdir(scratch_path), 0);
    for (int i = 1; i < depth; i++) {
      CHECK_EQ(chdir(name), 0);
    }
    CHECK_EQ(rmdir(name), 0);
  }
  return 0;
}
