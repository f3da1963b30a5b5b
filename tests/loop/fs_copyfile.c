/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_copyfile copies content of every size, mode and times, over an existing file
 * and through links, and the owner if permitted. */
#include "fs_scratch.h"

#define LARGE (3 * 1024 * 1024 + 5)

static char content[LARGE];

static void check_facts(const char *source, const char *target) {
  struct stat from = facts_of(source);
  struct stat to = facts_of(target);
  CHECK_EQ(to.st_mode, from.st_mode);
  CHECK_EQ(to.st_atim.tv_sec, from.st_atim.tv_sec);
  CHECK_EQ(to.st_atim.tv_nsec, from.st_atim.tv_nsec);
  CHECK_EQ(to.st_mtim.tv_sec, from.st_mtim.tv_sec);
  CHECK_EQ(to.st_mtim.tv_nsec, from.st_mtim.tv_nsec);
  CHECK_EQ(to.st_uid, from.st_uid);
  CHECK_EQ(to.st_gid, from.st_gid);
}

static void sizes(void) {
  static const size_t all[] = {0, 1, 4095, 4096, 70000, LARGE};
  static const struct timespec times[2] = {{1000, 123}, {-2000, 456}};
  static const int flags[] = {0, UV_FS_COPYFILE_FICLONE, 0};
  uv_fs_t req;
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
    for (int before = 0; before < 3; before++) { /* no target, a shorter one, a longer one */
      unlink("target");
      if (before > 0) {
        put_file("target", content, before == 1 ? 7 : LARGE);
      }
      put_file("source", content + LARGE - all[i], all[i]);
      CHECK_EQ(utimensat(AT_FDCWD, "source", times, 0), 0);
      CHECK_EQ(FS(copyfile, &req, "source", "target", flags[before]), 0);
      CHECK_EQ(req.fs_type, UV_FS_COPYFILE);
      CHECK_STR(req.path, "source");
      uv_fs_req_cleanup(&req);
      CHECK_EQ(utimensat(AT_FDCWD, "source", times, 0), 0); /* was changed by reading */
      check_facts("source", "target");
      check_file("target", content + LARGE - all[i], all[i]);
      check_file("source", content + LARGE - all[i], all[i]);
    }
  }
  unlink("source");
  unlink("target");
}

static void modes(void) {
  static const mode_t all[] = {0600, 0640, 0444, 0777, 01644, 02755, 04755, 07777};
  put_text("source", "content");
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
    for (int before = 0; before < 2; before++) {
      unlink("target");
      if (before == 1) {
        put_text("target", "something");
        CHECK_EQ(chmod("target", 0666), 0);
      }
      CHECK_EQ(chmod("source", all[i]), 0);
      CHECK_EQ(FS_ONCE(copyfile, "source", "target", 0), 0);
      CHECK_EQ(facts_of("target").st_mode & 07777, all[i]);
    }
  }
  unlink("source");
  unlink("target");
}

static void through_links(void) {
  put_text("source", "content");
  CHECK_EQ(symlink("source", "from"), 0);
  CHECK_EQ(symlink("target", "to"), 0);
  CHECK_EQ(FS_ONCE(copyfile, "from", "to", 0), 0);
  check_text("target", "content");
  CHECK(S_ISLNK(facts_of("to").st_mode));
  CHECK(S_ISREG(facts_of("target").st_mode));
  unlink("source");
  unlink("target");
  unlink("from");
  unlink("to");
}

static void owner(void) {
  put_text("source", "content");
  CHECK_EQ(chmod("source", 04751), 0);
  CHECK_EQ(chown("source", 1234, 5678), 0);
  CHECK_EQ(chmod("source", 04751), 0);
  CHECK_EQ(FS_ONCE(copyfile, "source", "target", 0), 0);
  CHECK_EQ(facts_of("target").st_uid, 1234);
  CHECK_EQ(facts_of("target").st_gid, 5678);
  CHECK_EQ(facts_of("target").st_mode & 07777, 04751);
  unlink("source");
  unlink("target");
}

int main(void) {
  scratch_begin();
  scratch_limit();
  umask(077);
  for (size_t i = 0; i < LARGE; i++) {
    content[i] = (char)(i * 17 >> 3);
  }
  fs_both(sizes);
  fs_both(modes);
  fs_both(through_links);
  if (geteuid() == 0) {
    fs_both(owner);
  }
  return 0;
}
