/* SPDX-License-Identifier: MIT */
/*
 * Proves that a loop which turns without sleeping and without events makes no system call: neither
 * to look for events nor, where the processor's counter can be used, for the time. The kernel kills
 * the process at the first one. no tsan: it makes system calls of its own.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "glance.h"

enum { TURNS = 200000 };

static int turns;

static void forbid_calls(void) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_gettime, 1, 0), /* no vDSO: not tested here */
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof(code) / sizeof(code[0]), .filter = code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    _exit(TEST_SKIP);
  }
}

static void on_idle(uv_idle_t *idle) {
  if (++turns == ENOUGH_TURNS) {
    forbid_calls();
  }
  if (turns == ENOUGH_TURNS + TURNS) {
    syscall(SYS_exit_group, is_quiet(idle->loop) ? 0 : 1); /* _exit does more under a sanitizer */
  }
}

static void never(uv_poll_t *poll, int status, int events) {
  (void)poll, (void)status, (void)events;
  _exit(2);
}

static void never_timer(uv_timer_t *timer) {
  (void)timer;
  _exit(3);
}

static void run_forbidden(bool inside) {
  uv_loop_t loop;
  uv_idle_t idle;
  uv_poll_t poll;
  uv_timer_t timer;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_idle_init(&loop, &idle), 0);
  CHECK_EQ(uv_idle_start(&idle, on_idle), 0);
  CHECK_EQ(uv_poll_init(&loop, &poll, eventfd(0, EFD_NONBLOCK)), 0);
  CHECK_EQ(uv_poll_start(&poll, UV_READABLE, never), 0);
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  CHECK_EQ(uv_timer_start(&timer, never_timer, 3600000, 0), 0);
  while (inside ? uv_run(&loop, UV_RUN_DEFAULT) : uv_run(&loop, UV_RUN_NOWAIT)) {
  }
  _exit(4);
}

int main(void) {
  glance_needed();
  for (int inside = 0; inside < 2; inside++) {
    int status;
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      run_forbidden(inside);
    }
    CHECK_EQ(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == TEST_SKIP) {
      SKIP("no system call filters here");
    }
    CHECK(WIFEXITED(status));
    CHECK_EQ(WEXITSTATUS(status), 0);
  }
  return 0;
}
