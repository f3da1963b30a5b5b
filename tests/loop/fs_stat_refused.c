/* SPDX-License-Identifier: MIT */
/* Proves that where statx(2) is refused, by an old kernel or a system call filter, stat still
 * works, with the time of the last change as birth time. */
#include "fs_scratch.h"

static void check_request(const uv_fs_t *req, const struct stat *expected) {
  const uv_stat_t *found = &req->statbuf;
  CHECK(req->ptr == found);
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
  CHECK_EQ(found->st_atim.tv_sec, expected->st_atim.tv_sec);
  CHECK_EQ(found->st_atim.tv_nsec, expected->st_atim.tv_nsec);
  CHECK_EQ(found->st_mtim.tv_sec, expected->st_mtim.tv_sec);
  CHECK_EQ(found->st_mtim.tv_nsec, expected->st_mtim.tv_nsec);
  CHECK_EQ(found->st_ctim.tv_nsec, expected->st_ctim.tv_nsec);
  CHECK_EQ(found->st_birthtim.tv_sec, expected->st_ctim.tv_sec);
  CHECK_EQ(found->st_birthtim.tv_nsec, expected->st_ctim.tv_nsec);
}

static void body(void) {
  uv_fs_t req;
  struct stat expected;
  for (int round = 0; round < 2; round++) { /* the second call remembers the first */
    CHECK_EQ(FS_ONCE(stat, "none"), UV_ENOENT);
    CHECK_EQ(stat("link", &expected), 0);
    CHECK_EQ(FS(stat, &req, "link"), 0);
    check_request(&req, &expected);
    uv_fs_req_cleanup(&req);
    CHECK_EQ(lstat("link", &expected), 0);
    CHECK_EQ(FS(lstat, &req, "link"), 0);
    check_request(&req, &expected);
    uv_fs_req_cleanup(&req);
    int file = open("file", O_RDONLY | O_CLOEXEC);
    CHECK_EQ(fstat(file, &expected), 0);
    CHECK_EQ(FS(fstat, &req, file), 0);
    check_request(&req, &expected);
    uv_fs_req_cleanup(&req);
    close(file);
    CHECK_EQ(FS_ONCE(fstat, file), UV_EBADF);
  }
}

static int refusal;

static void without_statx(void) {
  if (!refuse_call(SYS_statx, refusal)) {
    SKIP("no system call filters here");
  }
  fs_both(body);
}

int main(void) {
  static const int errors[] = {EPERM, ENOSYS, EOPNOTSUPP, EINVAL};
  scratch_begin();
  put_text("file", "content");
  CHECK_EQ(symlink("file", "link"), 0);
  for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
    refusal = errors[i];
    in_child(without_statx);
  }
  return 0;
}
