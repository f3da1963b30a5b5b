/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_sendfile copies from an offset to the position of a file or into a socket,
 * returns less at the end, leaves the source's position alone, and reports errors. */
#include <sys/socket.h>

#include "fs_scratch.h"

static void body(void) {
  uv_fs_t req;
  int in = open("ten", O_RDONLY | O_CLOEXEC);
  put_text("out", "");
  int out = open("out", O_RDWR | O_CLOEXEC);
  CHECK_EQ(FS(sendfile, &req, out, in, 2, 3), 3);
  CHECK_EQ(req.fs_type, UV_FS_SENDFILE);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(FS_ONCE(sendfile, out, in, 8, 100), 2);
  check_text("out", "23489");
  CHECK_EQ(lseek(in, 0, SEEK_CUR), 0);
  CHECK_EQ(FS_ONCE(sendfile, out, in, 10, 5), 0);
  CHECK_EQ(FS_ONCE(sendfile, out, in, 1000, 5), 0);
  CHECK_EQ(FS_ONCE(sendfile, out, in, 0, 0), 0);
  check_text("out", "23489");

  int ends[2];
  char bytes[16];
  CHECK_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  CHECK_EQ(FS_ONCE(sendfile, ends[1], in, 4, 4), 4);
  CHECK_EQ(read(ends[0], bytes, sizeof(bytes)), 4);
  CHECK_EQ(memcmp(bytes, "4567", 4), 0);
  close(ends[0]);
  close(ends[1]);

  CHECK_EQ(FS_ONCE(sendfile, out, in, -1, 3), UV_EINVAL);
  CHECK_EQ(FS_ONCE(sendfile, -1, in, 0, 3), UV_EBADF);
  CHECK_EQ(FS_ONCE(sendfile, out, -1, 0, 3), UV_EBADF);
  CHECK_EQ(FS_ONCE(sendfile, in, in, 0, 3), UV_EBADF);
  int directory = open(".", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(FS_ONCE(sendfile, out, directory, 0, 3), UV_EISDIR);
  close(directory);
  check_text("out", "23489");
  close(in);
  close(out);
}

int main(void) {
  scratch_begin();
  put_text("ten", "0123456789");
  fs_both(body);
  return 0;
}
