/* SPDX-License-Identifier: MIT */
/*
 * Proves that nobody passes a barrier before all threads have arrived, that exactly one thread per
 * round gets a positive result, and that a barrier works for many rounds.
 */
#include <stdatomic.h>

#include "../check.h"
#include "uv.h"

enum { THREADS = 4, ROUNDS = 300 };

static uv_barrier_t barrier;
static atomic_int arrived[ROUNDS];
static atomic_int chosen[ROUNDS];

static void go_round(void *arg) {
  (void)arg;
  for (int i = 0; i < ROUNDS; i++) {
    atomic_fetch_add(&arrived[i], 1);
    int result = uv_barrier_wait(&barrier);
    CHECK(result >= 0);
    CHECK_EQ(atomic_load(&arrived[i]), THREADS);
    atomic_fetch_add(&chosen[i], result > 0 ? 1 : 0);
  }
}

int main(void) {
  uv_thread_t threads[THREADS];
  CHECK_EQ(uv_barrier_init(&barrier, THREADS), 0);
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_thread_create(&threads[i], go_round, NULL), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_thread_join(&threads[i]), 0);
  }
  for (int i = 0; i < ROUNDS; i++) {
    CHECK_EQ(atomic_load(&chosen[i]), 1);
  }
  uv_barrier_destroy(&barrier);

  CHECK_EQ(uv_barrier_init(&barrier, 0), UV_EINVAL);
  CHECK_EQ(uv_barrier_init(&barrier, 1), 0);
  CHECK(uv_barrier_wait(&barrier) > 0);
  uv_barrier_destroy(&barrier);
  return 0;
}
