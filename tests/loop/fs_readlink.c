/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_readlink returns the whole text of a link, NUL-terminated, at every length, and
 * that the clean-up frees it. */
#include "fs_scratch.h"

static void body(void) {
  static const int lengths[] = {1, 2, 254, 255, 256, 257, 511, 512, 513, 1024, 2048, 4000, 4095};
  static char text[PATH_MAX];
  uv_fs_t req;
  for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
    memset(text, 'a' + (int)i, sizeof(text));
    text[lengths[i]] = '\0';
    if (symlink(text, "link") != 0) {
      CHECK_EQ(errno, ENAMETOOLONG); /* file systems have limits of their own */
      continue;
    }
    CHECK_EQ(FS(readlink, &req, "link"), 0);
    CHECK_EQ(req.fs_type, UV_FS_READLINK);
    CHECK_STR(req.ptr, text);
    CHECK_STR(req.path, "link");
    uv_fs_req_cleanup(&req);
    CHECK(req.ptr == NULL);
    CHECK_EQ(unlink("link"), 0);
  }
  CHECK_EQ(FS(readlink, &req, "file"), UV_EINVAL);
  CHECK(req.ptr == NULL);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(FS_ONCE(readlink, "none"), UV_ENOENT);
}

int main(void) {
  scratch_begin();
  put_text("file", "");
  fs_both(body);
  return 0;
}
