/* SPDX-License-Identifier: MIT */
/*
 * Proves that bytes come from /dev/urandom where there is no getrandom or a sandbox forbids it, and
 * that an error is returned where neither is available.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

/* From now on getrandom fails with RANDOM_ERRNO, and open with OPEN_ERRNO unless that is 0. */
static int forbid(int random_errno, int open_errno) {
  unsigned open_answer = open_errno == 0 ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO;
  struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getrandom, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)random_errno),
#ifdef SYS_open
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_open, 1, 0),
#endif
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, open_answer | (unsigned)open_errno),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof(steps) / sizeof(steps[0]), steps};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void on_random(uv_random_t *req, int status, void *buf, size_t buflen) {
  (void)buf;
  CHECK_EQ(buflen, 4096);
  *(int *)req->data = status;
}

static void check_forbidden(int random_errno, int open_errno, int expected) {
  static unsigned char buf[4096];
  static const unsigned char zeroes[4096];
  if (!forbid(random_errno, open_errno)) {
    SKIP("no system call filters here");
  }
  CHECK(getrandom(buf, 1, 0) == -1 && errno == random_errno);
  CHECK_EQ(uv_random(NULL, NULL, buf, 0, 0, NULL), 0);
  CHECK_EQ(uv_random(NULL, NULL, buf, sizeof(buf), 0, NULL), expected);
  for (size_t i = 0; i < sizeof(buf); i += 64) {
    CHECK((memcmp(buf + i, zeroes, 64) != 0) == (expected == 0));
  }
  uv_random_t req;
  int status = 77;
  req.data = &status;
  uv_loop_t *loop = uv_default_loop();
  CHECK_EQ(uv_random(loop, &req, buf, sizeof(buf), 0, on_random), 0);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(status, expected);
  CHECK_EQ(uv_loop_close(loop), 0);
}

int main(void) {
  static const int cases[][3] = {
      {ENOSYS, 0, 0}, {EPERM, 0, 0}, {ENOSYS, EACCES, UV_EACCES}, {EIO, 0, UV_EIO}};
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      check_forbidden(cases[i][0], cases[i][1], cases[i][2]);
      _exit(0); /* exit would let LeakSanitizer open files */
    }
    int status;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status));
    if (WEXITSTATUS(status) != 0) {
      exit(WEXITSTATUS(status));
    }
  }
  return 0;
}
