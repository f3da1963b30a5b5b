/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_copyfile works without the system calls that it prefers, and without those that
 * set owner and times; but not without the one that sets the mode. */
#include "fs_scratch.h"

static char content[300000];
static int refusal;

static void check_copy(void) {
  put_text("target", "before");
  CHECK_EQ(FS_ONCE(copyfile, "source", "target", 0), 0);
  check_file("target", content, sizeof(content));
  CHECK_EQ(facts_of("target").st_mode & 07777, 0754);
  CHECK_EQ(unlink("target"), 0);
}

static void refuse_or_skip(long number, int err) {
  if (!refuse_call(number, err)) {
    SKIP("no system call filters here");
  }
}

static void without_range(void) {
  refuse_or_skip(SYS_copy_file_range, refusal);
  fs_both(check_copy);
}

static void without_any(void) {
  refuse_or_skip(SYS_copy_file_range, ENOSYS);
  refuse_or_skip(SYS_sendfile, refusal);
  fs_both(check_copy);
}

static void without_favours(void) {
  refuse_or_skip(SYS_fchown, EPERM);
  refuse_or_skip(SYS_utimensat, EPERM);
  fs_both(check_copy);
}

static void expect_refusal(void) {
  CHECK_EQ(FS_ONCE(copyfile, "source", "target", 0), -refusal);
  CHECK(!exists("target"));
}

static void without_mode(void) {
  refuse_or_skip(SYS_fchmod, refusal);
  fs_both(expect_refusal);
}

int main(void) {
  static const int range_errors[] = {ENOSYS, EXDEV, EPERM, EINVAL, EOPNOTSUPP, EBADF, EIO};
  static const int send_errors[] = {ENOSYS, EINVAL};
  static const int mode_errors[] = {EPERM, EIO};
  scratch_begin();
  scratch_limit();
  for (size_t i = 0; i < sizeof(content); i++) {
    content[i] = (char)(i * 11 >> 1);
  }
  put_file("source", content, sizeof(content));
  CHECK_EQ(chmod("source", 0754), 0);
  for (size_t i = 0; i < sizeof(range_errors) / sizeof(range_errors[0]); i++) {
    refusal = range_errors[i];
    in_child(without_range);
  }
  for (size_t i = 0; i < sizeof(send_errors) / sizeof(send_errors[0]); i++) {
    refusal = send_errors[i];
    in_child(without_any);
  }
  for (size_t i = 0; i < sizeof(mode_errors) / sizeof(mode_errors[0]); i++) {
    refusal = mode_errors[i];
    in_child(without_mode);
  }
  in_child(without_favours);
  return 0;
}
