/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_statfs returns what statfs(2) returns, and that the clean-up frees the
 * result. */
#include <sys/statfs.h>

#include "fs_scratch.h"

static void check_path(const char *path) {
  uv_fs_t req;
  struct statfs expected;
  CHECK_EQ(statfs(path, &expected), 0);
  CHECK_EQ(FS(statfs, &req, path), 0);
  CHECK_EQ(req.fs_type, UV_FS_STATFS);
  CHECK_STR(req.path, path);
  const uv_statfs_t *found = req.ptr;
  CHECK_EQ(found->f_type, expected.f_type);
  CHECK_EQ(found->f_bsize, expected.f_bsize);
  CHECK_EQ(found->f_frsize, expected.f_frsize);
  CHECK_EQ(found->f_blocks, expected.f_blocks);
  CHECK_EQ(found->f_files, expected.f_files);
  CHECK(found->f_bavail <= found->f_bfree && found->f_bfree <= found->f_blocks);
  CHECK(found->f_ffree <= found->f_files);
  CHECK_EQ((expected.f_bfree > 0) == (found->f_bfree > 0), 1);
  CHECK_EQ((expected.f_ffree > 0) == (found->f_ffree > 0), 1);
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(found->f_spare[i], 0);
  }
  uv_fs_req_cleanup(&req);
  CHECK(req.ptr == NULL);
}

static void body(void) {
  uv_fs_t req;
  check_path(".");
  check_path("/proc");
  CHECK_EQ(FS(statfs, &req, "none"), UV_ENOENT);
  CHECK(req.ptr == NULL);
  uv_fs_req_cleanup(&req);
}

int main(void) {
  scratch_begin();
  fs_both(body);
  return 0;
}
