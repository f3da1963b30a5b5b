/* SPDX-License-Identifier: MIT */
/*
 * Proves that a loop turns and sees new events also without a ring: because the environment
 * disables it, because the kernel refuses it, or because the kernel refuses it only later.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "glance_watch.h"

static void use(void) {
  for (int i = 0; i < 5; i++) {
    called = 0;
    turn_times(&loop, ENOUGH_TURNS);
    put(fd);
    turn_times(&loop, 1);
    CHECK_EQ(called, 1);
  }
}

static void refuse(unsigned call) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof(code) / sizeof(code[0]), .filter = code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    SKIP("no system call filters here");
  }
}

static void by_environment(void) {
  CHECK_EQ(setenv("UV_USE_IO_URING", "0", 1), 0);
  open_all();
  use();
}

static void by_kernel(void) {
  refuse(SYS_io_uring_setup);
  open_all();
  use();
}

static void later(void) {
  glance_needed();
  open_all();
  make_quiet(&loop);
  refuse(SYS_io_uring_enter);
  use();
}

int main(void) {
  void (*const ways[])(void) = {by_environment, by_kernel, later};
  bool skipped = false;
  for (int i = 0; i < 3; i++) {
    int status;
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      ways[i]();
      CHECK_EQ(glance_rings(), 0);
      CHECK(!is_quiet(&loop));
      exit(0);
    }
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == TEST_SKIP);
    skipped |= WEXITSTATUS(status) != 0;
  }
  return skipped ? TEST_SKIP : 0;
}
