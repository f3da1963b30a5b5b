/* SPDX-License-Identifier: MIT */
/* Proves that the first stat calls nobody, that every kind of change is reported with the facts
 * before and after it, and that without a change nothing is reported. */
#include <sys/time.h>

#include "fs_poll_log.h"

static void check_change(void) {
  uv_stat_t last = poll_now;
  wait_for_call();
  CHECK_EQ(poll_status, 0);
  CHECK(last.st_ino == 0 || memcmp(&last, &poll_before, sizeof(last)) == 0);
  struct stat facts = facts_of("file");
  CHECK_EQ(poll_now.st_ino, facts.st_ino);
  CHECK_EQ(poll_now.st_size, facts.st_size);
  CHECK_EQ(poll_now.st_mode, facts.st_mode);
  CHECK_EQ(poll_now.st_mtim.tv_sec, facts.st_mtim.tv_sec);
  CHECK_EQ(poll_now.st_mtim.tv_nsec, facts.st_mtim.tv_nsec);
  wait_for_silence();
}

int main(void) {
  begin();
  put_text("file", "x");
  start("file");
  wait_for_silence();
  CHECK_EQ(truncate("file", 1000), 0);
  check_change();
  CHECK_EQ(poll_before.st_size, 1);
  CHECK_EQ(poll_now.st_size, 1000);
  CHECK_EQ(chmod("file", 0600), 0);
  check_change();
  CHECK_EQ(poll_before.st_mode & 0777, 0644);
  CHECK_EQ(poll_now.st_mode & 0777, 0600);
  const struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 2000, .tv_nsec = 3000}};
  CHECK_EQ(utimensat(AT_FDCWD, "file", times, 0), 0);
  check_change();
  CHECK_EQ(poll_now.st_mtim.tv_sec, 2000);
  CHECK_EQ(poll_now.st_mtim.tv_nsec, 3000);
  put_text("other", "y");
  CHECK_EQ(rename("other", "file"), 0);
  check_change();
  CHECK(poll_before.st_ino != poll_now.st_ino);
  end();
  return 0;
}
