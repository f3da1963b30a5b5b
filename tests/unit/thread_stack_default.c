/* SPDX-License-Identifier: MIT */
/*
 * Proves that a thread without a given stack size gets one as large as the current stack limit, and
 * 2 MiB where the limit is not usable as a size.
 * no musl: the stack size that it reports includes its own data.
 * no qemu: resource limits are not those of the program.
 */
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

static void measure(void *arg) {
  pthread_attr_t attributes;
  CHECK_EQ(pthread_getattr_np(pthread_self(), &attributes), 0);
  CHECK_EQ(pthread_attr_getstacksize(&attributes, arg), 0);
  pthread_attr_destroy(&attributes);
}

static void check_stack_under(rlim_t soft, size_t expected) {
  struct rlimit limit;
  CHECK_EQ(getrlimit(RLIMIT_STACK, &limit), 0);
  if (soft > limit.rlim_max) {
    SKIP("the hard stack limit is too low");
  }
  limit.rlim_cur = soft;
  CHECK_EQ(setrlimit(RLIMIT_STACK, &limit), 0);
  uv_thread_t thread;
  size_t given = 0;
  CHECK_EQ(uv_thread_create(&thread, measure, &given), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK_EQ(given, expected);
}

/* In a separate process: the C library would reuse the larger stack of an earlier thread. */
static void check_alone(rlim_t soft, size_t expected) {
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    check_stack_under(soft, expected);
    exit(0);
  }
  int status;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  if (WEXITSTATUS(status) != 0) {
    exit(WEXITSTATUS(status));
  }
}

int main(void) {
  check_alone((rlim_t)3 << 20, (size_t)3 << 20);
  check_alone(((rlim_t)1 << 20) + 5, (size_t)1 << 20);
  check_alone(4096, (size_t)2 << 20);
  check_alone(RLIM_INFINITY, (size_t)2 << 20);
  return 0;
}
