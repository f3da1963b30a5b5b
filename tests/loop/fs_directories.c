/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_mkdir, uv_fs_rmdir and uv_fs_unlink make and remove names, and report
 * errors. */
#include "fs_scratch.h"

static void body(void) {
  uv_fs_t req;
  CHECK_EQ(FS(mkdir, &req, "made", 0751), 0);
  CHECK_EQ(req.fs_type, UV_FS_MKDIR);
  CHECK_STR(req.path, "made");
  uv_fs_req_cleanup(&req);
  CHECK_EQ(facts_of("made").st_mode, S_IFDIR | 0751);
  CHECK_EQ(FS_ONCE(mkdir, "made", 0751), UV_EEXIST);
  CHECK_EQ(FS_ONCE(mkdir, "none/below", 0751), UV_ENOENT);

  put_text("made/file", "");
  CHECK_EQ(FS_ONCE(rmdir, "made"), UV_ENOTEMPTY);
  CHECK_EQ(FS_ONCE(rmdir, "made/file"), UV_ENOTDIR);
  CHECK_EQ(FS_ONCE(unlink, "made"), UV_EISDIR);
  CHECK_EQ(FS(unlink, &req, "made/file"), 0);
  CHECK_EQ(req.fs_type, UV_FS_UNLINK);
  uv_fs_req_cleanup(&req);
  CHECK(!exists("made/file"));
  CHECK_EQ(FS_ONCE(unlink, "made/file"), UV_ENOENT);
  CHECK_EQ(FS(rmdir, &req, "made"), 0);
  CHECK_EQ(req.fs_type, UV_FS_RMDIR);
  uv_fs_req_cleanup(&req);
  CHECK(!exists("made"));
  CHECK_EQ(FS_ONCE(rmdir, "made"), UV_ENOENT);
}

int main(void) {
  scratch_begin();
  umask(0);
  fs_both(body);
  return 0;
}
