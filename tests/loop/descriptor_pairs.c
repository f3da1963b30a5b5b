/* SPDX-License-Identifier: MIT */
/* uv_pipe and uv_socketpair make pairs that child programs do not inherit, each end blocking or not
 * as requested; after an error nothing is left open.
 * no qemu: it returns other errors. */
#include <sys/resource.h>

#include "stream_peer.h"

static void check_pair(const int *ends, bool first, bool second) {
  char text[4];
  for (int i = 0; i < 2; i++) {
    CHECK((fcntl(ends[i], F_GETFD) & FD_CLOEXEC) != 0);
    CHECK_EQ((fcntl(ends[i], F_GETFL) & O_NONBLOCK) != 0, i == 0 ? first : second);
  }
  CHECK_EQ(write(ends[1], "abc", 3), 3);
  CHECK_EQ(read(ends[0], text, sizeof(text)), 3);
  close(ends[0]);
  close(ends[1]);
}

int main(void) {
  int ends[2];
  struct rlimit limit;
  for (int i = 0; i < 4; i++) {
    int first = (i & 1) != 0 ? UV_NONBLOCK_PIPE : 0, second = (i & 2) != 0 ? UV_NONBLOCK_PIPE : 0;
    CHECK_EQ(uv_pipe(ends, first, second), 0);
    check_pair(ends, first != 0, second != 0);
    CHECK_EQ(uv_socketpair(SOCK_STREAM, 0, ends, first, second), 0);
    check_pair(ends, first != 0, second != 0);
    CHECK_EQ(uv_socketpair(SOCK_DGRAM, 0, ends, first, second), 0);
    check_pair(ends, first != 0, second != 0);
  }
  CHECK_EQ(uv_socketpair(12345, 0, ends, 0, 0), UV_EINVAL);
  ends[0] = ends[1] = -7;
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  int next = dup(0);
  close(next);
  rlim_t enough = limit.rlim_cur;
  limit.rlim_cur = (rlim_t)next + 1; /* room for one */
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  CHECK_EQ(uv_pipe(ends, 0, 0), UV_EMFILE);
  CHECK_EQ(uv_socketpair(SOCK_STREAM, 0, ends, 0, 0), UV_EMFILE);
  CHECK(ends[0] == -7 && ends[1] == -7);
  CHECK_EQ(dup(0), next);
  limit.rlim_cur = enough;
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  return 0;
}
