/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_access answers as access(2) does for a user to whom permissions apply. */
#include "fs_scratch.h"

static void body(void) {
  uv_fs_t req;
  CHECK_EQ(FS(access, &req, "readable", F_OK), 0);
  CHECK_EQ(req.fs_type, UV_FS_ACCESS);
  CHECK_STR(req.path, "readable");
  uv_fs_req_cleanup(&req);
  CHECK_EQ(FS_ONCE(access, "readable", R_OK), 0);
  CHECK_EQ(FS_ONCE(access, "readable", W_OK), UV_EACCES);
  CHECK_EQ(FS_ONCE(access, "readable", R_OK | X_OK), UV_EACCES);
  CHECK_EQ(FS_ONCE(access, "runnable", X_OK), 0);
  CHECK_EQ(FS_ONCE(access, "runnable", R_OK), UV_EACCES);
  CHECK_EQ(FS_ONCE(access, "none", F_OK), UV_ENOENT);
  CHECK_EQ(FS_ONCE(access, "readable", 0x1000), UV_EINVAL);
}

int main(void) {
  scratch_begin();
  scratch_as_nobody();
  put_text("readable", "");
  put_text("runnable", "");
  CHECK_EQ(chmod("readable", 0400), 0);
  CHECK_EQ(chmod("runnable", 0100), 0);
  fs_both(body);
  return 0;
}
