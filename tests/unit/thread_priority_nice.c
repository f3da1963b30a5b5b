/* SPDX-License-Identifier: MIT */
/*
 * Proves that under the ordinary policy a thread's own priority is its nice value, that setting it
 * affects no other thread, and that it is what is reported.
 */
#include <errno.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

static int nice_of(pid_t thread_id) {
  errno = 0;
  int value = getpriority(PRIO_PROCESS, (id_t)thread_id);
  CHECK(value != -1 || errno == 0);
  return value;
}

static pid_t own_id(void) { return (pid_t)syscall(SYS_gettid); }

static void check_step(int priority, int nice) {
  CHECK_EQ(uv_thread_setpriority(uv_thread_self(), priority), 0);
  CHECK_EQ(nice_of(own_id()), nice);
  int reported = -1;
  CHECK_EQ(uv_thread_getpriority(uv_thread_self(), &reported), 0);
  CHECK_EQ(reported, nice);
}

/* Downwards only: that needs no privilege. */
static void go_down(void *arg) {
  (void)arg;
  check_step(UV_THREAD_PRIORITY_BELOW_NORMAL, 2);
  check_step(UV_THREAD_PRIORITY_LOWEST, 4);
}

static void go_up(void *arg) {
  (void)arg;
  int err = uv_thread_setpriority(uv_thread_self(), UV_THREAD_PRIORITY_HIGHEST);
  if (err != 0) {
    /* Without the privilege it must report an error. */
    CHECK(err == UV_EACCES || err == UV_EPERM);
    CHECK_EQ(nice_of(own_id()), 0);
    return;
  }
  CHECK_EQ(nice_of(own_id()), -4);
  check_step(UV_THREAD_PRIORITY_ABOVE_NORMAL, -2);
  check_step(UV_THREAD_PRIORITY_NORMAL, 0);
}

int main(void) {
  pid_t main_id = own_id();
  if (nice_of(main_id) != 0 || sched_getscheduler(0) != SCHED_OTHER) {
    SKIP("not started with the ordinary priority");
  }
  uv_thread_t thread;
  CHECK_EQ(uv_thread_create(&thread, go_down, NULL), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK_EQ(nice_of(main_id), 0);
  CHECK_EQ(uv_thread_create(&thread, go_up, NULL), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK_EQ(nice_of(main_id), 0);
  return 0;
}
