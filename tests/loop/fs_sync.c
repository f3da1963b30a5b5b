/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_fsync and uv_fs_fdatasync reach the kernel: files can be synchronised, pipes
 * and closed descriptors give errors. */
#include "fs_scratch.h"

static void body(void) {
  uv_fs_t req;
  int ends[2];
  put_text("file", "x");
  int file = open("file", O_RDWR | O_CLOEXEC);
  CHECK_EQ(FS(fsync, &req, file), 0);
  CHECK_EQ(req.fs_type, UV_FS_FSYNC);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(FS(fdatasync, &req, file), 0);
  CHECK_EQ(req.fs_type, UV_FS_FDATASYNC);
  uv_fs_req_cleanup(&req);
  close(file);
  CHECK_EQ(FS_ONCE(fsync, file), UV_EBADF);
  CHECK_EQ(FS_ONCE(fdatasync, file), UV_EBADF);
  CHECK_EQ(pipe2(ends, O_CLOEXEC), 0);
  CHECK_EQ(FS_ONCE(fsync, ends[1]), UV_EINVAL);
  CHECK_EQ(FS_ONCE(fdatasync, ends[1]), UV_EINVAL);
  close(ends[0]);
  close(ends[1]);
}

int main(void) {
  scratch_begin();
  fs_both(body);
  return 0;
}
