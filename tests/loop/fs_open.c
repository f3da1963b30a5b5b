/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_open opens as open(2) does, always close-on-exec, and uv_fs_close closes. */
#include "fs_scratch.h"

static void body(void) {
  uv_fs_t req;
  int before = open_files();
  int file = (int)FS(open, &req, "new", UV_FS_O_CREAT | UV_FS_O_EXCL | UV_FS_O_RDWR, 0640);
  CHECK(file >= 0);
  CHECK_EQ(req.fs_type, UV_FS_OPEN);
  CHECK_STR(req.path, "new");
  CHECK(req.ptr == NULL);
  uv_fs_req_cleanup(&req);
  CHECK(req.path == NULL);
  CHECK_EQ(fcntl(file, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
  CHECK_EQ(fcntl(file, F_GETFL) & O_ACCMODE, O_RDWR);
  CHECK_EQ(facts_of("new").st_mode, S_IFREG | 0640);
  CHECK_EQ(open_files(), before + 1);

  CHECK_EQ(FS(close, &req, file), 0);
  CHECK_EQ(req.fs_type, UV_FS_CLOSE);
  CHECK(req.path == NULL);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(open_files(), before);
  CHECK_EQ(FS_ONCE(close, file), UV_EBADF);
  CHECK_EQ(FS_ONCE(close, -1), UV_EBADF);

  CHECK_EQ(FS_ONCE(open, "new", O_CREAT | O_EXCL | O_RDWR, 0640), UV_EEXIST);
  CHECK_EQ(FS_ONCE(open, "none", O_RDONLY, 0), UV_ENOENT);
  CHECK_EQ(FS_ONCE(open, "", O_RDONLY, 0), UV_ENOENT);
  CHECK_EQ(FS_ONCE(open, "new/below", O_RDONLY, 0), UV_ENOTDIR);
  CHECK_EQ(FS_ONCE(open, ".", O_WRONLY, 0), UV_EISDIR);
  CHECK_EQ(FS_ONCE(open, "loop", O_RDONLY, 0), UV_ELOOP);
  char *name = malloc(70000);
  memset(name, 'x', 69999);
  name[69999] = '\0';
  CHECK_EQ(FS_ONCE(open, name, O_RDONLY, 0), UV_ENAMETOOLONG);
  free(name);
  CHECK_EQ(open_files(), before);
  CHECK_EQ(unlink("new"), 0);
}

int main(void) {
  scratch_begin();
  umask(0);
  CHECK_EQ(symlink("loop", "loop"), 0);
  fs_both(body);
  return 0;
}
