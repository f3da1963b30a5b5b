/* SPDX-License-Identifier: MIT */
/* Proves that a write that fills the disk returns how much fitted, that the file has exactly those
 * bytes, and that the position is behind them. Needs to mount a small file system. */
#include <sched.h>
#include <sys/mount.h>

#include "fs_scratch.h"

#define ROOM 65536

static char content[ROOM + 5000];

static void check_written(int file, ssize_t written) {
  CHECK(written > 0 && written <= ROOM);
  check_file("full/file", content, (size_t)written);
  CHECK_EQ(lseek(file, 0, SEEK_CUR), written);
}

static void body(void) {
  uv_buf_t whole = buffer(content, sizeof(content));
  uv_buf_t halves[2] = {buffer(content, 30001), buffer(content + 30001, sizeof(content) - 30001)};
  for (int count = 1; count <= 2; count++) {
    int file = open("full/file", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    CHECK(file >= 0);
    check_written(file, FS_ONCE(write, file, count == 1 ? &whole : halves, (unsigned)count, -1));
    CHECK_EQ(FS_ONCE(write, file, &whole, 1, -1), UV_ENOSPC);
    CHECK_EQ(ftruncate(file, 0), 0);
    CHECK_EQ(lseek(file, 7, SEEK_SET), 7);
    ssize_t written = FS_ONCE(write, file, count == 1 ? &whole : halves, (unsigned)count, 0);
    CHECK(written > 0 && written <= ROOM);
    check_file("full/file", content, (size_t)written);
    CHECK_EQ(lseek(file, 0, SEEK_CUR), 7);
    CHECK_EQ(close(file), 0);
    CHECK_EQ(unlink("full/file"), 0);
  }
}

int main(void) {
  scratch_begin();
  CHECK_EQ(mkdir("full", 0700), 0);
  int spaces = geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS;
  if (unshare(spaces) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
      mount("none", "full", "tmpfs", 0, "size=65536") != 0) {
    SKIP("no permission to mount a file system here");
  }
  for (size_t i = 0; i < sizeof(content); i++) {
    content[i] = (char)(i * 7 >> 1);
  }
  fs_both(body);
  CHECK_EQ(umount("full"), 0);
  return 0;
}
