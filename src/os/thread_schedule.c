/* SPDX-License-Identifier: MIT */
/*
 * Scheduling of a thread: on which CPUs it may run, and its priority. Programs call it.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
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

/* Whether Linux uses this thread's nice value, and we can access it: only for the calling thread,
 * because another's pthread_t does not give its kernel id. */
static bool has_nice(uv_thread_t tid, int policy) {
  int bare_policy = policy & ~SCHED_RESET_ON_FORK;
  return sched_get_priority_min(bare_policy) == sched_get_priority_max(bare_policy) &&
         pthread_equal(tid, pthread_self());
}

/* The priority within the thread's scheduling policy. Ordinary policies have only one, 0; for those
 * it is the nice value, if that is available. */
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
  if (!has_nice(tid, policy)) {
    *priority = param.sched_priority;
    return 0;
  }
  errno = 0;
  int value = getpriority(PRIO_PROCESS, 0);
  if (value == -1 && errno != 0) {
    return -errno;
  }
  *priority = value;
  return 0;
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
  if (has_nice(tid, policy)) {
    /* Two for each step. Linux keeps it per thread; 0 means the calling one. For another thread
     * the only priority that the policy has is set, below, and nothing changes. */
    return setpriority(PRIO_PROCESS, 0, -2 * priority) == 0 ? 0 : -errno;
  }
  int steps = UV_THREAD_PRIORITY_HIGHEST - UV_THREAD_PRIORITY_LOWEST;
  param.sched_priority = least + (most - least) * (priority - UV_THREAD_PRIORITY_LOWEST) / steps;
  return -pthread_setschedparam(tid, policy, &param);
}
