/* SPDX-License-Identifier: MIT */
/* Proves that infinity as a time means now and NaN means "leave it", for each of the two times
 * independently, and that a time beyond what file systems store is handled. */
#include <math.h>
#include <time.h>

#include "fs_scratch.h"

static const struct timespec old[2] = {{1000, 1000}, {2000, 2000}};

static void check_old(const char *path, int which) {
  struct stat facts = facts_of(path);
  struct timespec found = which == 0 ? facts.st_atim : facts.st_mtim;
  CHECK_EQ(found.tv_sec, old[which].tv_sec);
  CHECK_EQ(found.tv_nsec, old[which].tv_nsec);
}

static void check_now(const char *path, int which) {
  struct stat facts = facts_of(path);
  time_t found = which == 0 ? facts.st_atim.tv_sec : facts.st_mtim.tv_sec;
  time_t now = time(NULL);
  CHECK(found >= now - 60 && found <= now + 1);
}

static void set(int form, int file, double atime, double mtime) {
  CHECK_EQ(utimensat(AT_FDCWD, "file", old, 0), 0);
  CHECK_EQ(utimensat(AT_FDCWD, "link", old, AT_SYMLINK_NOFOLLOW), 0);
  CHECK_EQ(form == 0   ? FS_ONCE(utime, "file", atime, mtime)
           : form == 1 ? FS_ONCE(futime, file, atime, mtime)
                       : FS_ONCE(lutime, "link", atime, mtime),
           0);
}

static void body(void) {
  int file = open("file", O_RDWR | O_CLOEXEC);
  for (int form = 0; form < 3; form++) {
    const char *path = form == 2 ? "link" : "file";
    set(form, file, UV_FS_UTIME_NOW, UV_FS_UTIME_OMIT);
    check_now(path, 0);
    check_old(path, 1);
    set(form, file, UV_FS_UTIME_OMIT, UV_FS_UTIME_NOW);
    check_old(path, 0);
    check_now(path, 1);
    set(form, file, UV_FS_UTIME_NOW, -INFINITY);
    check_now(path, 0);
    check_now(path, 1);
    set(form, file, UV_FS_UTIME_OMIT, -NAN);
    check_old(path, 0);
    check_old(path, 1);
    set(form, file, UV_FS_UTIME_OMIT, 77);
    check_old(path, 0);
    CHECK_EQ(facts_of(path).st_mtim.tv_sec, 77);
    set(form, file, 1e300, -1e300); /* the file system stores the nearest time that it can */
    CHECK(facts_of(path).st_atim.tv_sec > facts_of(path).st_mtim.tv_sec);
    set(form, file, 0x1p63, -0x1p63);
    CHECK(facts_of(path).st_atim.tv_sec > facts_of(path).st_mtim.tv_sec);
  }
  close(file);
}

int main(void) {
  scratch_begin();
  put_text("file", "");
  CHECK_EQ(symlink("file", "link"), 0);
  fs_both(body);
  return 0;
}
