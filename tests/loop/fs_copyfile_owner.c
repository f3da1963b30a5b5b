/* SPDX-License-Identifier: MIT */
/* Proves that a user who may not change owners still gets a copy, which belongs to that user and
 * has no set-id bits of the original. Needs root, to make a file of another owner. */
#include "fs_scratch.h"

static void body(void) {
  CHECK_EQ(FS_ONCE(copyfile, "foreign", "copy", 0), 0);
  check_text("copy", "content");
  CHECK_EQ(facts_of("copy").st_uid, geteuid());
  CHECK_EQ(facts_of("copy").st_mode & 07777, 0755);
  CHECK_EQ(unlink("copy"), 0);
}

int main(void) {
  if (geteuid() != 0) {
    SKIP("only root can make files of other owners");
  }
  scratch_begin();
  put_text("foreign", "content");
  CHECK_EQ(chown("foreign", 1234, 5678), 0);
  CHECK_EQ(chmod("foreign", 06755), 0);
  scratch_as_nobody();
  fs_both(body);
  return 0;
}
