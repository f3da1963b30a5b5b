/* SPDX-License-Identifier: MIT */
/*
 * What the scheduler is told about a thread: on which CPUs it may run, and how it ranks among
 * others. Programs call it.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>

#include "uv.h"

int uv_cpumask_size(void) { return CPU_SETSIZE; }

int uv_thread_getaffinity(uv_thread_t *tid, char *cpumask, size_t mask_size) {
  if (mask_size < CPU_SETSIZE) {
    return UV_EINVAL;
  }
  cpu_set_t set;
  CPU_ZERO(&set);
  int err = pthread_getaffinity_np(*tid, sizeof(set), &set);
  if (err != 0) {
    return -err;
  }
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    cpumask[cpu] = CPU_ISSET(cpu, &set) != 0;
  }
  return 0;
}

int uv_thread_setaffinity(uv_thread_t *tid, char *cpumask, char *oldmask, size_t mask_size) {
  if (mask_size < CPU_SETSIZE) {
    return UV_EINVAL;
  }
  /* Read the new mask before the old one is written: a caller may pass one array for both. */
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (cpumask[cpu]) {
      CPU_SET(cpu, &set);
    }
  }
  if (oldmask != NULL) {
    int err = uv_thread_getaffinity(tid, oldmask, mask_size);
    if (err != 0) {
      return err;
    }
  }
  return -pthread_setaffinity_np(*tid, sizeof(set), &set);
}

int uv_thread_getcpu(void) {
  int cpu = sched_getcpu();
  return cpu < 0 ? -errno : cpu;
}

/*
 * Always the priority within the thread's scheduling policy. Ordinary policies have but one, 0: the
 * nice value that uv_thread_setpriority sets there is not reported, as programs expect it.
 */
int uv_thread_getpriority(uv_thread_t tid, int *priority) {
  if (priority == NULL) {
    return UV_EINVAL;
  }
  int policy;
  struct sched_param param;
  int err = pthread_getschedparam(tid, &policy, &param);
  if (err != 0) {
    return -err;
  }
  *priority = param.sched_priority;
  return 0;
}

/* The same steps that uv.h names for whole processes. */
static int nice_value(int priority) {
  switch (priority) {
    case UV_THREAD_PRIORITY_HIGHEST:
      return UV_PRIORITY_HIGHEST;
    case UV_THREAD_PRIORITY_ABOVE_NORMAL:
      return UV_PRIORITY_ABOVE_NORMAL;
    case UV_THREAD_PRIORITY_BELOW_NORMAL:
      return UV_PRIORITY_BELOW_NORMAL;
    case UV_THREAD_PRIORITY_LOWEST:
      return UV_PRIORITY_LOW;
    default:
      return UV_PRIORITY_NORMAL;
  }
}

int uv_thread_setpriority(uv_thread_t tid, int priority) {
  if (priority < UV_THREAD_PRIORITY_LOWEST || priority > UV_THREAD_PRIORITY_HIGHEST) {
    return UV_EINVAL;
  }
  int policy;
  struct sched_param param;
  int err = pthread_getschedparam(tid, &policy, &param);
  if (err != 0) {
    return -err;
  }
  int bare_policy = policy & ~SCHED_RESET_ON_FORK;
  int least = sched_get_priority_min(bare_policy);
  int most = sched_get_priority_max(bare_policy);
  if (least < 0 || most < 0) {
    return -errno;
  }
  if (least == most && pthread_equal(tid, pthread_self())) {
    /* An ordinary policy ranks threads by nice value, which Linux keeps per thread; 0 means the
     * calling one. There is no way from another's pthread_t to its kernel id: such a call sets the
     * only priority that the policy has, below, and changes nothing. */
    return setpriority(PRIO_PROCESS, 0, nice_value(priority)) == 0 ? 0 : -errno;
  }
  int steps = UV_THREAD_PRIORITY_HIGHEST - UV_THREAD_PRIORITY_LOWEST;
  param.sched_priority = least + (most - least) * (priority - UV_THREAD_PRIORITY_LOWEST) / steps;
  return -pthread_setschedparam(tid, policy, &param);
}
