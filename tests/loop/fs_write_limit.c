/* SPDX-License-Identifier: MIT */
/* Proves that a write that fails half way returns how much was written, and the next write the
 * error. */
#include <signal.h>
#include <sys/resource.h>

#include "fs_scratch.h"

static void body(void) {
  uv_buf_t bufs[6];
  for (int i = 0; i < 6; i++) {
    bufs[i] = buffer("01234567", 8);
  }
  put_text("file", "");
  int file = open("file", O_RDWR | O_CLOEXEC);
  CHECK_EQ(FS_ONCE(write, file, bufs, 3, -1), 20); /* in the middle of the third */
  CHECK_EQ(FS_ONCE(write, file, bufs, 3, -1), UV_EFBIG);
  CHECK_EQ(FS_ONCE(write, file, bufs, 6, 1), 19);
  CHECK_EQ(FS_ONCE(write, file, bufs, 1, 16), 4);
  CHECK_EQ(FS_ONCE(write, file, bufs, 1, 20), UV_EFBIG);
  check_text("file", "00123456701234560123");
  CHECK_EQ(close(file), 0);
}

int main(void) {
  scratch_begin();
  signal(SIGXFSZ, SIG_IGN);
  CHECK_EQ(setrlimit(RLIMIT_FSIZE, &(struct rlimit){20, 20}), 0);
  fs_both(body);
  return 0;
}
