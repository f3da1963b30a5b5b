/* SPDX-License-Identifier: MIT */
/* Proves what uv_fs_copyfile refuses: it does not overwrite with UV_FS_COPYFILE_EXCL, does not
 * touch a target when the source is unusable, does not change a file that is copied to itself, and
 * rejects unknown flags. */
#include "fs_scratch.h"

static void check_unchanged(const char *path, const struct stat *before) {
  struct stat now = facts_of(path);
  CHECK_EQ(now.st_ino, before->st_ino);
  CHECK_EQ(now.st_size, before->st_size);
  CHECK_EQ(now.st_mode, before->st_mode);
  CHECK_EQ(now.st_mtim.tv_sec, before->st_mtim.tv_sec);
  CHECK_EQ(now.st_mtim.tv_nsec, before->st_mtim.tv_nsec);
}

static void body(void) {
  struct stat source = facts_of("source");
  struct stat target = facts_of("target");
  int files = open_files();
  CHECK_EQ(FS_ONCE(copyfile, "source", "target", UV_FS_COPYFILE_EXCL), UV_EEXIST);
  CHECK_EQ(FS_ONCE(copyfile, "none", "target", 0), UV_ENOENT);
  CHECK_EQ(FS_ONCE(copyfile, "directory", "target", 0), UV_EISDIR);
  check_unchanged("target", &target);
  CHECK_EQ(FS_ONCE(copyfile, "none", "new", 0), UV_ENOENT);
  CHECK_EQ(FS_ONCE(copyfile, "directory", "new", 0), UV_EISDIR);
  CHECK(!exists("new"));
  CHECK_EQ(FS_ONCE(copyfile, "source", "directory", 0), UV_EISDIR);
  CHECK_EQ(FS_ONCE(copyfile, "source", "none/new", 0), UV_ENOENT);
  CHECK(exists("directory"));

  CHECK_EQ(FS_ONCE(copyfile, "source", "source", 0), 0);
  CHECK_EQ(FS_ONCE(copyfile, "source", "second", UV_FS_COPYFILE_FICLONE), 0);
  CHECK_EQ(FS_ONCE(copyfile, "link", "source", UV_FS_COPYFILE_FICLONE_FORCE), 0);
  CHECK_EQ(FS_ONCE(copyfile, "source", "source", UV_FS_COPYFILE_EXCL), UV_EEXIST);
  check_unchanged("source", &source);
  check_text("source", "content");

  CHECK_EQ(FS_ONCE(copyfile, "source", "new", UV_FS_COPYFILE_EXCL), 0);
  check_text("new", "content");
  CHECK_EQ(unlink("new"), 0);

  uv_fs_t req;
  static const int flags[] = {8, 1 << 30, -1, 15};
  for (int i = 0; i < 4; i++) {
    CHECK_EQ(uv_fs_copyfile(fs_loop, fs_prepare(&req), "source", "new", flags[i], fs_cb),
             UV_EINVAL);
    uv_fs_req_cleanup(&req);
  }
  CHECK(!exists("new"));
  CHECK_EQ(open_files(), files);
}

int main(void) {
  scratch_begin();
  put_text("source", "content");
  put_text("target", "other");
  CHECK_EQ(link("source", "second"), 0);
  CHECK_EQ(symlink("source", "link"), 0);
  CHECK_EQ(mkdir("directory", 0700), 0);
  fs_both(body);
  return 0;
}
