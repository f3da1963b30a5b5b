/* SPDX-License-Identifier: MIT */
/*
 * Proves that a thread which waits long for a gy_lock sleeps instead of using its CPU, that it
 * marks the lock so that the release wakes it, and that an uncontended lock is never marked.
 */
#include <time.h>

#include "../check.h"
#include "os/futex.h"
#include "uv.h"

static gy_lock lock;

static uint64_t thread_cpu_ns(void) {
  struct timespec used;
  CHECK_EQ(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used), 0);
  return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

static void wait_for_lock(void *arg) {
  uint64_t start_ns = thread_cpu_ns();
  gy_lock_acquire(&lock);
  *(uint64_t *)arg = thread_cpu_ns() - start_ns;
  gy_lock_release(&lock);
}

int main(void) {
  gy_lock_acquire(&lock);
  CHECK_EQ(atomic_load(&lock.word), GY_LOCK_HELD);
  gy_lock_release(&lock);
  CHECK_EQ(atomic_load(&lock.word), GY_LOCK_FREE);

  gy_lock_acquire(&lock);
  uv_thread_t thread;
  uint64_t used_ns = UINT64_MAX;
  CHECK_EQ(uv_thread_create(&thread, wait_for_lock, &used_ns), 0);
  for (int i = 0; i < 1000 && atomic_load(&lock.word) != GY_LOCK_CONTENDED; i++) {
    uv_sleep(5);
  }
  CHECK_EQ(atomic_load(&lock.word), GY_LOCK_CONTENDED);
  uv_sleep(200);
  gy_lock_release(&lock);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK(used_ns < UINT64_C(50000000));
  CHECK_EQ(atomic_load(&lock.word), GY_LOCK_FREE);
  return 0;
}
