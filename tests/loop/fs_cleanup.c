/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_req_cleanup takes NULL, a zeroed request, and any request any number of times;
 * that the path of a synchronous request is the program's own string, and that of an asynchronous
 * one a copy. */
#include "fs_scratch.h"

static void body(void) {
  uv_fs_t req;
  static const char path[] = "file";
  CHECK_EQ(FS(stat, &req, path), 0);
  CHECK_EQ(req.path == path, !fs_is_async());
  CHECK_STR(req.path, path);
  for (int i = 0; i < 3; i++) {
    uv_fs_req_cleanup(&req);
    CHECK(req.path == NULL);
    CHECK(req.ptr == NULL);
    CHECK_EQ(req.result, 0);
    CHECK_EQ(req.fs_type, UV_FS_STAT);
  }
  CHECK_EQ(FS(rename, &req, path, "other"), 0);
  CHECK_EQ(req.path == path, !fs_is_async());
  uv_fs_req_cleanup(&req);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(rename("other", "file"), 0);

  uv_buf_t bufs[9]; /* too many to fit into the request */
  char bytes[9];
  for (int i = 0; i < 9; i++) {
    bufs[i] = buffer(&bytes[i], 1);
  }
  int file = open("file", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(FS(read, &req, file, bufs, 9, 0), 7);
  uv_fs_req_cleanup(&req);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(FS(read, &req, file, bufs, 9, 0), 7); /* without a clean-up: nothing leaks */
  close(file);
}

int main(void) {
  uv_fs_t zero;
  scratch_begin();
  put_text("file", "content");
  uv_fs_req_cleanup(NULL);
  memset(&zero, 0, sizeof(zero));
  uv_fs_req_cleanup(&zero);
  uv_fs_req_cleanup(&zero);
  fs_both(body);
  return 0;
}
