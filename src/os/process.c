/* SPDX-License-Identifier: MIT */
/* Which process this is, its priority, and what it has used. Programs call it. */
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "uv.h"

uv_pid_t uv_os_getpid(void) { return getpid(); }

uv_pid_t uv_os_getppid(void) { return getppid(); }

int uv_os_getpriority(uv_pid_t pid, int *priority) {
  if (priority == NULL) {
    return UV_EINVAL;
  }
  /* -1 can be a priority as well as an error. */
  errno = 0;
  int value = getpriority(PRIO_PROCESS, (id_t)pid);
  if (value == -1 && errno != 0) {
    return -errno;
  }
  *priority = value;
  return 0;
}

int uv_os_setpriority(uv_pid_t pid, int priority) {
  /* The kernel would use the nearest possible one. */
  if (priority < UV_PRIORITY_HIGHEST || priority > UV_PRIORITY_LOW) {
    return UV_EINVAL;
  }
  return setpriority(PRIO_PROCESS, (id_t)pid, priority) == 0 ? 0 : -errno;
}

static int read_usage(int whose, uv_rusage_t *rusage) {
  struct rusage usage;
  if (getrusage(whose, &usage) != 0) {
    return -errno;
  }
  memset(rusage, 0, sizeof(*rusage));
  rusage->ru_utime.tv_sec = usage.ru_utime.tv_sec;
  rusage->ru_utime.tv_usec = usage.ru_utime.tv_usec;
  rusage->ru_stime.tv_sec = usage.ru_stime.tv_sec;
  rusage->ru_stime.tv_usec = usage.ru_stime.tv_usec;
  rusage->ru_maxrss = (uint64_t)usage.ru_maxrss;
  rusage->ru_ixrss = (uint64_t)usage.ru_ixrss;
  rusage->ru_idrss = (uint64_t)usage.ru_idrss;
  rusage->ru_isrss = (uint64_t)usage.ru_isrss;
  rusage->ru_minflt = (uint64_t)usage.ru_minflt;
  rusage->ru_majflt = (uint64_t)usage.ru_majflt;
  rusage->ru_nswap = (uint64_t)usage.ru_nswap;
  rusage->ru_inblock = (uint64_t)usage.ru_inblock;
  rusage->ru_oublock = (uint64_t)usage.ru_oublock;
  rusage->ru_msgsnd = (uint64_t)usage.ru_msgsnd;
  rusage->ru_msgrcv = (uint64_t)usage.ru_msgrcv;
  rusage->ru_nsignals = (uint64_t)usage.ru_nsignals;
  rusage->ru_nvcsw = (uint64_t)usage.ru_nvcsw;
  rusage->ru_nivcsw = (uint64_t)usage.ru_nivcsw;
  return 0;
}

int uv_getrusage(uv_rusage_t *rusage) { return read_usage(RUSAGE_SELF, rusage); }

int uv_getrusage_thread(uv_rusage_t *rusage) { return read_usage(RUSAGE_THREAD, rusage); }
