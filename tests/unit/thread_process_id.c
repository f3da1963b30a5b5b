/* SPDX-License-Identifier: MIT */
/*
 * Proves that the process ids are the kernel's: the same in every thread, and those of the child
 * after a fork.
 */
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

static void store_id(void *arg) { *(uv_pid_t *)arg = uv_os_getpid(); }

int main(void) {
  uv_pid_t own = uv_os_getpid();
  CHECK_EQ(own, syscall(SYS_getpid));
  CHECK_EQ(uv_os_getppid(), syscall(SYS_getppid));

  uv_thread_t thread;
  uv_pid_t seen = 0;
  CHECK_EQ(uv_thread_create(&thread, store_id, &seen), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK_EQ(seen, own);

  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    _exit(uv_os_getpid() == syscall(SYS_getpid) && uv_os_getpid() != own && uv_os_getppid() == own
              ? 0
              : 1);
  }
  int status;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
  return 0;
}
