/* SPDX-License-Identifier: MIT */
/*
 * Proves that uv_loop_init returns UV_EMFILE if any of the descriptors that it needs cannot be
 * opened, and leaks none.
 */
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"
#include "uv.h"

static int open_descriptors(void) {
  int count = 0;
  for (int fd = 0; fd < 256; fd++) {
    count += fcntl(fd, F_GETFD) >= 0;
  }
  return count;
}

int main(void) {
  uv_loop_t loop;
  struct rlimit limit;
  int next = dup(0);
  CHECK(next > 0);
  close(next);
  int before = open_descriptors();
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  int failures = 0;
  for (int free_ones = 0;; free_ones++) {
    limit.rlim_cur = (rlim_t)(next + free_ones);
    CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
    int err = uv_loop_init(&loop);
    if (err == 0) {
      break;
    }
    CHECK_EQ(err, UV_EMFILE);
    CHECK_EQ(open_descriptors(), before);
    failures++;
  }
  CHECK(failures >= 2);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(open_descriptors(), before);
  return 0;
}
