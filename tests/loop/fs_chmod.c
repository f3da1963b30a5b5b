/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_chmod and uv_fs_fchmod set all twelve bits of a mode, and report errors. */
#include "fs_scratch.h"

static void body(void) {
  static const int modes[] = {0, 0400, 0644, 0777, 01755, 02710, 04711, 07777};
  uv_fs_t req;
  int file = open("file", O_RDWR | O_CLOEXEC);
  for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
    CHECK_EQ(chmod("file", 0600), 0);
    CHECK_EQ(FS(chmod, &req, "file", modes[i]), 0);
    CHECK_EQ(req.fs_type, UV_FS_CHMOD);
    uv_fs_req_cleanup(&req);
    CHECK_EQ(facts_of("file").st_mode & 07777, modes[i]);
    CHECK_EQ(chmod("file", 0600), 0);
    CHECK_EQ(FS(fchmod, &req, file, modes[i]), 0);
    CHECK_EQ(req.fs_type, UV_FS_FCHMOD);
    uv_fs_req_cleanup(&req);
    CHECK_EQ(facts_of("file").st_mode & 07777, modes[i]);
  }
  close(file);
  CHECK_EQ(chmod("file", 0600), 0);
  CHECK_EQ(FS_ONCE(chmod, "none", 0600), UV_ENOENT);
  CHECK_EQ(FS_ONCE(fchmod, file, 0600), UV_EBADF);
}

int main(void) {
  scratch_begin();
  put_text("file", "");
  fs_both(body);
  return 0;
}
