/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_copyfile copies files that are generated when they are read, copies between
 * file systems, and that a forced clone is a copy or an error that leaves nothing behind. */
#include "fs_scratch.h"

static void made_when_read(void) {
  char expected[4096];
  int file = open("/proc/version", O_RDONLY | O_CLOEXEC);
  CHECK(file >= 0);
  ssize_t length = read(file, expected, sizeof(expected));
  CHECK(length > 0);
  close(file);
  CHECK_EQ(FS_ONCE(copyfile, "/proc/version", "target", 0), 0);
  check_file("target", expected, (size_t)length);
  CHECK_EQ(unlink("target"), 0);
  CHECK_EQ(FS_ONCE(copyfile, "/dev/null", "target", 0), 0);
  check_text("target", "");
  CHECK_EQ(unlink("target"), 0);
}

static void other_file_system(void) {
  char name[] = "/dev/shm/gyre_fs_XXXXXX";
  static char content[100000];
  int file = mkostemp(name, O_CLOEXEC);
  if (file < 0) {
    return; /* no such file system, or we may not write there */
  }
  close(file);
  memset(content, 'm', sizeof(content));
  put_file("source", content, sizeof(content));
  ssize_t there = FS_ONCE(copyfile, "source", name, 0);
  ssize_t back = FS_ONCE(copyfile, name, "target", 0);
  unlink(name);
  CHECK_EQ(there, 0);
  CHECK_EQ(back, 0);
  check_file("target", content, sizeof(content));
  CHECK_EQ(unlink("target"), 0);
}

static void clones(void) {
  put_text("source", "content");
  CHECK_EQ(FS_ONCE(copyfile, "source", "target", UV_FS_COPYFILE_FICLONE), 0);
  check_text("target", "content");
  CHECK_EQ(unlink("target"), 0);
  ssize_t result = FS_ONCE(copyfile, "source", "target", UV_FS_COPYFILE_FICLONE_FORCE);
  if (result == 0) {
    check_text("target", "content");
    CHECK_EQ(unlink("target"), 0);
  } else {
    CHECK(result == UV_ENOTSUP || result == UV_ENOTTY || result == UV_ENOSYS ||
          result == UV_EINVAL || result == UV_EXDEV);
    CHECK(!exists("target"));
  }
}

int main(void) {
  scratch_begin();
  scratch_limit();
  fs_both(made_when_read);
  fs_both(other_file_system);
  fs_both(clones);
  return 0;
}
