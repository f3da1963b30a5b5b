/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_rename renames a file, replaces an existing one, and reports errors. */
#include "fs_scratch.h"

static void body(void) {
  uv_fs_t req;
  put_text("a", "of a");
  put_text("b", "of b");
  CHECK_EQ(FS(rename, &req, "a", "c"), 0);
  CHECK_EQ(req.fs_type, UV_FS_RENAME);
  CHECK_STR(req.path, "a");
  uv_fs_req_cleanup(&req);
  CHECK(!exists("a"));
  check_text("c", "of a");
  CHECK_EQ(FS_ONCE(rename, "c", "b"), 0);
  CHECK(!exists("c"));
  check_text("b", "of a");
  CHECK_EQ(FS_ONCE(rename, "none", "b"), UV_ENOENT);
  CHECK_EQ(FS_ONCE(rename, "b", "none/b"), UV_ENOENT);
  CHECK_EQ(mkdir("directory", 0700), 0);
  CHECK_EQ(FS_ONCE(rename, "b", "directory"), UV_EISDIR);
  CHECK_EQ(FS_ONCE(rename, "directory", "b"), UV_ENOTDIR);
  CHECK_EQ(FS_ONCE(rename, "directory", "directory/below"), UV_EINVAL);
  CHECK_EQ(rmdir("directory"), 0);
}

int main(void) {
  scratch_begin();
  fs_both(body);
  return 0;
}
