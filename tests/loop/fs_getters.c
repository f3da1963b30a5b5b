/* SPDX-License-Identifier: MIT */
/* Proves that the getters return the fields, that uv_fs_get_system_error returns the errno, and
 * that a system handle is a file descriptor. */
#include "fs_scratch.h"

static void body(void) {
  uv_fs_t req;
  CHECK_EQ(FS(stat, &req, "none"), UV_ENOENT);
  CHECK_EQ(uv_fs_get_type(&req), UV_FS_STAT);
  CHECK_EQ(uv_fs_get_result(&req), UV_ENOENT);
  CHECK_EQ(uv_fs_get_system_error(&req), ENOENT);
  CHECK(uv_fs_get_ptr(&req) == NULL);
  CHECK_STR(uv_fs_get_path(&req), "none");
  uv_fs_req_cleanup(&req);
  CHECK_EQ(FS(stat, &req, "/"), 0);
  CHECK_EQ(uv_fs_get_result(&req), 0);
  CHECK_EQ(uv_fs_get_system_error(&req), 0);
  CHECK(uv_fs_get_ptr(&req) == &req.statbuf);
  CHECK(uv_fs_get_statbuf(&req) == &req.statbuf);
  CHECK(uv_fs_get_path(&req) == req.path);
  uv_fs_req_cleanup(&req);
}

int main(void) {
  scratch_begin();
  fs_both(body);
  for (int i = -1; i < 5; i++) {
    CHECK_EQ(uv_get_osfhandle(i), i);
    CHECK_EQ(uv_open_osfhandle(i), i);
  }
  return 0;
}
