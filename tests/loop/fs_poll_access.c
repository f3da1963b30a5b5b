/* SPDX-License-Identifier: MIT */
/* Proves that reading is no change, although it sets the access time. */
#include "fs_poll_log.h"

int main(void) {
  begin();
  put_text("file", "x");
  const struct timespec times[2] = {{.tv_sec = 1000}, {.tv_nsec = UTIME_OMIT}};
  CHECK_EQ(utimensat(AT_FDCWD, "file", times, 0), 0);
  start("file");
  wait_for_silence();
  check_text("file", "x");
  if (facts_of("file").st_atim.tv_sec == 1000) {
    SKIP("this file system does not keep access times");
  }
  wait_for_silence();
  CHECK_EQ(poll_calls, 0);
  end();
  return 0;
}
