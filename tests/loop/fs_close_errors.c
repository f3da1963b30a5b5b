/* SPDX-License-Identifier: MIT */
/* Proves that an interrupted close counts as done, since the descriptor is gone, and that an error
 * that only close reports is passed on, and makes a copy fail. */
#include "fs_scratch.h"

static int refusal;
static int expected;

static void body(void) {
  CHECK_EQ(FS_ONCE(close, 1000), expected);
  CHECK_EQ(FS_ONCE(copyfile, "source", "target", 0), expected);
  CHECK_EQ(exists("target"), expected == 0);
}

static void refused(void) {
  if (!refuse_call(SYS_close, refusal)) {
    SKIP("no system call filters here");
  }
  fs_sync(body); /* otherwise no loop could be closed */
}

int main(void) {
  static const int errors[] = {EINTR, EINPROGRESS, EIO, ENOSPC};
  scratch_begin();
  put_text("source", "content");
  for (int i = 0; i < 4; i++) {
    refusal = errors[i];
    expected = i < 2 ? 0 : -refusal;
    unlink("target");
    in_child(refused);
  }
  return 0;
}
