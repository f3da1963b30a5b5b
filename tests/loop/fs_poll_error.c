/* SPDX-License-Identifier: MIT */
/* Proves that an error is reported once until it changes, with zeroed facts as the current ones;
 * and that its end is reported with the last known facts as the previous ones. */
#include <linux/fs.h>

#include "fs_poll_log.h"

int main(void) {
  begin();
  start("dir/file");
  wait_for_call();
  CHECK_EQ(poll_status, UV_ENOENT);
  CHECK(all_zero(&poll_before) && all_zero(&poll_now));
  wait_for_silence();

  put_text("dir", "not a directory");
  wait_for_call();
  CHECK_EQ(poll_status, UV_ENOTDIR);
  CHECK(all_zero(&poll_before) && all_zero(&poll_now));
  wait_for_silence();

  CHECK_EQ(mkdir("made", 0700), 0);
  put_text("made/file", "abc");
  CHECK_EQ(syscall(SYS_renameat2, AT_FDCWD, "made", AT_FDCWD, "dir", RENAME_EXCHANGE), 0);
  wait_for_call();
  CHECK_EQ(poll_status, 0);
  CHECK(all_zero(&poll_before));
  CHECK_EQ(poll_now.st_size, 3);
  uv_stat_t known = poll_now;
  wait_for_silence();

  CHECK_EQ(rename("dir/file", "away"), 0);
  wait_for_call();
  CHECK_EQ(poll_status, UV_ENOENT);
  CHECK_EQ(memcmp(&poll_before, &known, sizeof(known)), 0);
  CHECK(all_zero(&poll_now));
  wait_for_silence();

  CHECK_EQ(rename("away", "dir/file"), 0);
  wait_for_call();
  CHECK_EQ(poll_status, 0);
  CHECK_EQ(poll_now.st_ino, known.st_ino);
  CHECK_EQ(memcmp(&poll_before, &known, sizeof(known)), 0);
  wait_for_silence();
  CHECK_EQ(poll_calls, 5);
  end();
  return 0;
}
