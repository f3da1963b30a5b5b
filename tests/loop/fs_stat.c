/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_stat, uv_fs_lstat and uv_fs_fstat return what stat(2) returns for every kind of
 * file, and the birth time where the file system knows it. */
#include <sys/sysmacros.h>

#include "fs_scratch.h"
#include "os/calls.h"

static void check_time(uv_timespec_t found, struct timespec expected) {
  CHECK_EQ(found.tv_sec, expected.tv_sec);
  CHECK_EQ(found.tv_nsec, expected.tv_nsec);
}

static void check_same(const uv_stat_t *found, const struct stat *expected) {
  CHECK_EQ(found->st_dev, expected->st_dev);
  CHECK_EQ(found->st_mode, expected->st_mode);
  CHECK_EQ(found->st_nlink, expected->st_nlink);
  CHECK_EQ(found->st_uid, expected->st_uid);
  CHECK_EQ(found->st_gid, expected->st_gid);
  CHECK_EQ(found->st_rdev, expected->st_rdev);
  CHECK_EQ(found->st_ino, expected->st_ino);
  CHECK_EQ(found->st_size, expected->st_size);
  CHECK_EQ(found->st_blksize, expected->st_blksize);
  CHECK_EQ(found->st_blocks, expected->st_blocks);
  CHECK_EQ(found->st_flags, 0);
  CHECK_EQ(found->st_gen, 0);
  check_time(found->st_atim, expected->st_atim);
  check_time(found->st_mtim, expected->st_mtim);
  check_time(found->st_ctim, expected->st_ctim);
}

static void check_birth(const uv_stat_t *found, const char *path, int flags) {
  struct statx facts;
  CHECK_EQ(statx(AT_FDCWD, path, flags, STATX_BASIC_STATS | STATX_BTIME, &facts), 0);
  bool known = (facts.stx_mask & STATX_BTIME) != 0;
  struct statx_timestamp expected = known ? facts.stx_btime : facts.stx_ctime;
  CHECK_EQ(found->st_birthtim.tv_sec, expected.tv_sec);
  CHECK_EQ(found->st_birthtim.tv_nsec, expected.tv_nsec);
}

static void check_path(const char *path) {
  uv_fs_t req;
  struct stat expected;
  CHECK_EQ(stat(path, &expected), 0);
  CHECK_EQ(FS(stat, &req, path), 0);
  CHECK_EQ(req.fs_type, UV_FS_STAT);
  CHECK(req.ptr == &req.statbuf);
  CHECK_STR(req.path, path);
  check_same(&req.statbuf, &expected);
  check_birth(&req.statbuf, path, 0);
  uv_fs_req_cleanup(&req);
  CHECK(req.ptr == NULL);

  CHECK_EQ(lstat(path, &expected), 0);
  CHECK_EQ(FS(lstat, &req, path), 0);
  CHECK_EQ(req.fs_type, UV_FS_LSTAT);
  CHECK(req.ptr == &req.statbuf);
  check_same(&req.statbuf, &expected);
  check_birth(&req.statbuf, path, AT_SYMLINK_NOFOLLOW);
  uv_fs_req_cleanup(&req);

  int file = open(path, O_PATH | O_CLOEXEC);
  CHECK(file >= 0);
  CHECK_EQ(fstat(file, &expected), 0);
  CHECK_EQ(FS(fstat, &req, file), 0);
  CHECK_EQ(req.fs_type, UV_FS_FSTAT);
  CHECK(req.ptr == &req.statbuf);
  CHECK(req.path == NULL);
  check_same(&req.statbuf, &expected);
  check_birth(&req.statbuf, path, 0);
  uv_fs_req_cleanup(&req);
  close(file);
}

static void body(void) {
  uv_fs_t req;
  check_path("file");
  check_path("link");
  check_path("pipe");
  check_path("directory");
  check_path("large");
  check_path("/dev/null");
  CHECK_EQ(FS(stat, &req, "none"), UV_ENOENT);
  CHECK(req.ptr == NULL);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(FS_ONCE(stat, ""), UV_ENOENT);
  CHECK_EQ(FS_ONCE(stat, "file/below"), UV_ENOTDIR);
  CHECK_EQ(FS_ONCE(stat, "dangling"), UV_ENOENT);
  CHECK_EQ(FS_ONCE(lstat, "dangling"), 0);
  CHECK_EQ(FS_ONCE(lstat, "none"), UV_ENOENT);
  CHECK_EQ(FS_ONCE(fstat, -1), UV_EBADF);
  CHECK_EQ(FS_ONCE(fstat, AT_FDCWD), UV_EBADF);
  CHECK_EQ(FS_ONCE(fstat, 12345), UV_EBADF);
  int ends[2];
  CHECK_EQ(pipe2(ends, O_CLOEXEC), 0);
  CHECK_EQ(FS(fstat, &req, ends[0]), 0);
  CHECK(S_ISFIFO(req.statbuf.st_mode));
  uv_fs_req_cleanup(&req);
  close(ends[0]);
  close(ends[1]);
}

int main(void) {
  scratch_begin();
  put_text("file", "content");
  CHECK_EQ(link("file", "second"), 0);
  CHECK_EQ(symlink("file", "link"), 0);
  CHECK_EQ(symlink("nowhere", "dangling"), 0);
  CHECK_EQ(mkfifo("pipe", 0640), 0);
  CHECK_EQ(mkdir("directory", 0700), 0);
  put_text("large", "");
  CHECK_EQ(truncate("large", (off_t)6 << 30), 0);
  struct timespec old[2] = {{-5, 999999999}, {123456789, 1}};
  CHECK_EQ(utimensat(AT_FDCWD, "large", old, 0), 0);
  fs_both(body);
  return 0;
}
