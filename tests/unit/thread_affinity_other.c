/* SPDX-License-Identifier: MIT */
/* Proves that another thread can be bound to a CPU while the caller keeps its own mask. */
#include <sched.h>

#include "../check.h"
#include "uv.h"

enum { SIZE = CPU_SETSIZE };

static uv_sem_t bound;
static int ran_on;

static void report_cpu(void *arg) {
  (void)arg;
  uv_sem_wait(&bound);
  ran_on = uv_thread_getcpu();
}

int main(void) {
  char all[SIZE];
  char one[SIZE] = {0};
  char now[SIZE];
  uv_thread_t self = uv_thread_self();
  CHECK_EQ(uv_thread_getaffinity(&self, all, SIZE), 0);
  int last = -1;
  int usable = 0;
  for (int cpu = 0; cpu < SIZE; cpu++) {
    if (all[cpu]) {
      last = cpu;
      usable++;
    }
  }
  if (usable < 2) {
    SKIP("only one CPU to run on");
  }
  one[last] = 1;

  uv_thread_t thread;
  CHECK_EQ(uv_sem_init(&bound, 0), 0);
  CHECK_EQ(uv_thread_create(&thread, report_cpu, NULL), 0);
  CHECK_EQ(uv_thread_setaffinity(&thread, one, NULL, SIZE), 0);
  CHECK_EQ(uv_thread_getaffinity(&thread, now, SIZE), 0);
  CHECK_EQ(memcmp(now, one, SIZE), 0);
  CHECK_EQ(uv_thread_getaffinity(&self, now, SIZE), 0);
  CHECK_EQ(memcmp(now, all, SIZE), 0);
  uv_sem_post(&bound);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK_EQ(ran_on, last);
  return 0;
}
