/* SPDX-License-Identifier: MIT */
/*
 * Proves that a thread can be bound to each CPU it may use, runs there, reports it, gets its old
 * mask back, and that a mask that is too small or without a usable CPU is refused.
 */
#include <sched.h>

#include "../check.h"
#include "uv.h"

int main(void) {
  int size = uv_cpumask_size();
  CHECK_EQ(size, CPU_SETSIZE);
  char *all = calloc(1, (size_t)size);
  char *one = calloc(1, (size_t)size);
  char *old = calloc(1, (size_t)size);
  char *now = calloc(1, (size_t)size);
  CHECK(all != NULL && one != NULL && old != NULL && now != NULL);
  uv_thread_t self = uv_thread_self();
  CHECK_EQ(uv_thread_getaffinity(&self, all, (size_t)size), 0);

  cpu_set_t system;
  CHECK_EQ(sched_getaffinity(0, sizeof(system), &system), 0);
  int usable = 0;
  for (int cpu = 0; cpu < size; cpu++) {
    CHECK_EQ(all[cpu], CPU_ISSET(cpu, &system) ? 1 : 0);
    usable += all[cpu];
  }
  CHECK(usable >= 1);

  for (int cpu = 0; cpu < size; cpu++) {
    if (!all[cpu]) {
      continue;
    }
    memset(one, 0, (size_t)size);
    one[cpu] = 1;
    memset(old, 0x55, (size_t)size);
    CHECK_EQ(uv_thread_setaffinity(&self, one, old, (size_t)size), 0);
    CHECK_EQ(memcmp(old, all, (size_t)size), 0);
    CHECK_EQ(uv_thread_getaffinity(&self, now, (size_t)size), 0);
    CHECK_EQ(memcmp(now, one, (size_t)size), 0);
    CHECK_EQ(uv_thread_getcpu(), cpu);
    /* One array for both, and no array for the old one. */
    memcpy(now, all, (size_t)size);
    CHECK_EQ(uv_thread_setaffinity(&self, now, now, (size_t)size), 0);
    CHECK_EQ(memcmp(now, one, (size_t)size), 0);
    CHECK_EQ(uv_thread_setaffinity(&self, all, NULL, (size_t)size), 0);
  }
  CHECK_EQ(uv_thread_getaffinity(&self, now, (size_t)size), 0);
  CHECK_EQ(memcmp(now, all, (size_t)size), 0);

  CHECK_EQ(uv_thread_getaffinity(&self, now, (size_t)size - 1), UV_EINVAL);
  CHECK_EQ(uv_thread_setaffinity(&self, all, NULL, (size_t)size - 1), UV_EINVAL);
  memset(one, 0, (size_t)size);
  CHECK_EQ(uv_thread_setaffinity(&self, one, NULL, (size_t)size), UV_EINVAL);
  free(all);
  free(one);
  free(old);
  free(now);
  return 0;
}
