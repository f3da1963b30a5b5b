/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_ftruncate makes a file shorter or longer, and reports errors. */
#include "fs_scratch.h"

static void body(void) {
  uv_fs_t req;
  put_text("file", "0123456789");
  int file = open("file", O_RDWR | O_CLOEXEC);
  CHECK_EQ(FS(ftruncate, &req, file, 4), 0);
  CHECK_EQ(req.fs_type, UV_FS_FTRUNCATE);
  uv_fs_req_cleanup(&req);
  check_text("file", "0123");
  CHECK_EQ(FS_ONCE(ftruncate, file, 6), 0);
  check_file("file", "0123\0\0", 6);
  CHECK_EQ(FS_ONCE(ftruncate, file, (int64_t)5 << 30), 0);
  CHECK_EQ(facts_of("file").st_size, (int64_t)5 << 30);
  CHECK_EQ(FS_ONCE(ftruncate, file, -1), UV_EINVAL);
  close(file);
  CHECK_EQ(FS_ONCE(ftruncate, file, 0), UV_EBADF);
}

int main(void) {
  scratch_begin();
  fs_both(body);
  return 0;
}
