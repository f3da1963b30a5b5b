/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_chown follows links, that uv_fs_lchown does not, that uv_fs_fchown takes a
 * descriptor, that -1 leaves an id alone, and who is refused. */
#include "fs_scratch.h"

static void check_owner(const char *path, uid_t uid, gid_t gid) {
  CHECK_EQ(facts_of(path).st_uid, uid);
  CHECK_EQ(facts_of(path).st_gid, gid);
}

static void as_root(void) {
  int file = open("file", O_RDWR | O_CLOEXEC);
  CHECK_EQ(FS_ONCE(chown, "link", 1234, 5678), 0);
  check_owner("file", 1234, 5678);
  check_owner("link", 0, 0);
  CHECK_EQ(FS_ONCE(lchown, "link", 11, 12), 0);
  check_owner("file", 1234, 5678);
  check_owner("link", 11, 12);
  CHECK_EQ(FS_ONCE(fchown, file, (uv_uid_t)-1, 77), 0);
  check_owner("file", 1234, 77);
  CHECK_EQ(FS_ONCE(chown, "file", 78, (uv_gid_t)-1), 0);
  check_owner("file", 78, 77);
  CHECK_EQ(FS_ONCE(chown, "file", 0, 0), 0);
  CHECK_EQ(FS_ONCE(lchown, "link", 0, 0), 0);
  close(file);
}

static void as_anybody(void) {
  uv_fs_t req;
  int file = open("file", O_RDWR | O_CLOEXEC);
  CHECK_EQ(FS(chown, &req, "file", geteuid(), getegid()), 0);
  CHECK_EQ(req.fs_type, UV_FS_CHOWN);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(FS(lchown, &req, "link", (uv_uid_t)-1, (uv_gid_t)-1), 0);
  CHECK_EQ(req.fs_type, UV_FS_LCHOWN);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(FS(fchown, &req, file, (uv_uid_t)-1, getegid()), 0);
  CHECK_EQ(req.fs_type, UV_FS_FCHOWN);
  uv_fs_req_cleanup(&req);
  check_owner("file", geteuid(), getegid());
  close(file);
  CHECK_EQ(FS_ONCE(chown, "none", 1, 1), UV_ENOENT);
  CHECK_EQ(FS_ONCE(lchown, "none", 1, 1), UV_ENOENT);
  CHECK_EQ(FS_ONCE(fchown, file, 1, 1), UV_EBADF);
}

static void as_nobody(void) {
  as_anybody();
  CHECK_EQ(FS_ONCE(chown, "file", 0, 0), UV_EPERM);
  CHECK_EQ(FS_ONCE(lchown, "link", 0, 0), UV_EPERM);
}

int main(void) {
  scratch_begin();
  put_text("file", "");
  CHECK_EQ(symlink("file", "link"), 0);
  if (geteuid() == 0) {
    fs_sync(as_root);
    fs_sync(as_anybody);
    CHECK_EQ(unlink("file"), 0);
    CHECK_EQ(unlink("link"), 0);
  }
  scratch_as_nobody(); /* forks: there must be no threads yet */
  if (!exists("file")) {
    put_text("file", "");
    CHECK_EQ(symlink("file", "link"), 0);
  }
  fs_both(as_nobody);
  return 0;
}
