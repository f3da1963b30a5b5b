/* SPDX-License-Identifier: MIT */
/* Proves that priorities are read and set as nice values of a process, and which are refused. */
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

static void check_priority(uv_pid_t pid, int priority) {
  int err = uv_os_setpriority(pid, priority);
  if (err == UV_EACCES || err == UV_EPERM) {
    return; /* higher than we are allowed to set */
  }
  CHECK_EQ(err, 0);
  int actual = 99;
  CHECK_EQ(uv_os_getpriority(pid, &actual), 0);
  CHECK_EQ(actual, priority);
  CHECK_EQ(getpriority(PRIO_PROCESS, (id_t)pid), priority);
}

int main(void) {
  int actual = 99;
  CHECK_EQ(uv_os_getpriority(0, &actual), 0);
  CHECK_EQ(actual, getpriority(PRIO_PROCESS, 0));
  CHECK_EQ(uv_os_getpriority(0, NULL), UV_EINVAL);
  CHECK_EQ(uv_os_setpriority(0, 20), UV_EINVAL);
  CHECK_EQ(uv_os_setpriority(0, -21), UV_EINVAL);

  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    pause();
    _exit(0);
  }
  for (int priority = actual; priority <= UV_PRIORITY_LOW; priority++) {
    check_priority(child, priority);
  }
  check_priority(child, -1); /* the value that the C library also returns on failure */
  check_priority(child, UV_PRIORITY_HIGHEST);
  int unchanged = 99;
  CHECK_EQ(uv_os_getpriority(0, &unchanged), 0);
  CHECK_EQ(unchanged, actual);
  check_priority(0, UV_PRIORITY_LOW);
  CHECK_EQ(uv_os_getpriority(uv_os_getpid(), &actual), 0);
  CHECK_EQ(actual, UV_PRIORITY_LOW);

  CHECK_EQ(kill(child, SIGKILL), 0);
  CHECK_EQ(waitpid(child, NULL, 0), child);
  CHECK_EQ(uv_os_getpriority(child, &actual), UV_ESRCH);
  CHECK_EQ(uv_os_setpriority(child, 5), UV_ESRCH);
  return 0;
}
