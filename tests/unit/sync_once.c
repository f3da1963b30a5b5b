/* SPDX-License-Identifier: MIT */
/*
 * Proves that uv_once runs its callback once however many threads call it, and that none of them
 * returns before it has ended.
 */
#include "../check.h"
#include "uv.h"

enum { THREADS = 4 };

static uv_once_t guard = UV_ONCE_INIT;
static uv_barrier_t start;
static int runs;

static void run_slowly(void) {
  uv_sleep(20);
  runs++;
}

static void ask(void *arg) {
  (void)arg;
  uv_barrier_wait(&start);
  uv_once(&guard, run_slowly);
  CHECK_EQ(runs, 1);
}

int main(void) {
  uv_thread_t threads[THREADS];
  CHECK_EQ(uv_barrier_init(&start, THREADS), 0);
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_thread_create(&threads[i], ask, NULL), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_thread_join(&threads[i]), 0);
  }
  uv_once(&guard, run_slowly);
  CHECK_EQ(runs, 1);
  uv_barrier_destroy(&start);
  return 0;
}
