/* SPDX-License-Identifier: MIT */
/*
 * Proves that gy_lock lets one thread in at a time and loses no wake-up, with critical sections
 * that are very short and some that make the others sleep.
 */
#include "../check.h"
#include "os/futex.h"
#include "uv.h"

enum { THREADS = 4, ROUNDS = 20000 };

static gy_lock lock;
static long counter;
static int inside;

static void count(void *arg) {
  (void)arg;
  for (int i = 0; i < ROUNDS; i++) {
    gy_lock_acquire(&lock);
    CHECK_EQ(inside, 0);
    inside = 1;
    counter++;
    if (i % 4000 == 0) {
      uv_sleep(1);
    }
    inside = 0;
    gy_lock_release(&lock);
  }
}

int main(void) {
  uv_thread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_thread_create(&threads[i], count, NULL), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_thread_join(&threads[i]), 0);
  }
  CHECK_EQ(counter, (long)THREADS * ROUNDS);
  CHECK_EQ(atomic_load(&lock.word), GY_LOCK_FREE);
  return 0;
}
