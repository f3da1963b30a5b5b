/* SPDX-License-Identifier: MIT */
/* Proves that readers never see a half-done change of a writer, with all of them active at once. */
#include <sched.h>

#include "../check.h"
#include "uv.h"

enum { READERS = 3, WRITERS = 2, ROUNDS = 5000 };

static uv_rwlock_t rwlock;
static uv_barrier_t start;
static long left;
static long right;

static void write_both(void *arg) {
  (void)arg;
  uv_barrier_wait(&start);
  for (int i = 0; i < ROUNDS; i++) {
    uv_rwlock_wrlock(&rwlock);
    left++;
    if (i % 4 == 0) {
      sched_yield(); /* give readers a chance to see it */
    }
    right++;
    uv_rwlock_wrunlock(&rwlock);
  }
}

static void read_both(void *arg) {
  (void)arg;
  uv_barrier_wait(&start);
  for (int i = 0; i < ROUNDS; i++) {
    uv_rwlock_rdlock(&rwlock);
    CHECK_EQ(left, right);
    uv_rwlock_rdunlock(&rwlock);
  }
}

int main(void) {
  uv_thread_t threads[READERS + WRITERS];
  CHECK_EQ(uv_rwlock_init(&rwlock), 0);
  CHECK_EQ(uv_barrier_init(&start, READERS + WRITERS), 0);
  for (int i = 0; i < READERS + WRITERS; i++) {
    CHECK_EQ(uv_thread_create(&threads[i], i < READERS ? read_both : write_both, NULL), 0);
  }
  for (int i = 0; i < READERS + WRITERS; i++) {
    CHECK_EQ(uv_thread_join(&threads[i]), 0);
  }
  CHECK_EQ(left, (long)WRITERS * ROUNDS);
  CHECK_EQ(right, (long)WRITERS * ROUNDS);
  uv_rwlock_destroy(&rwlock);
  uv_barrier_destroy(&start);
  return 0;
}
