/* SPDX-License-Identifier: MIT */
/* Proves that a mutex lets one thread in at a time, and that the next thread sees what the previous
 * one wrote. */
#include "../check.h"
#include "uv.h"

enum { THREADS = 4, ROUNDS = 20000 };

static uv_mutex_t mutex;
static long counter;
static int inside;

static void count(void *arg) {
  (void)arg;
  for (int i = 0; i < ROUNDS; i++) {
    uv_mutex_lock(&mutex);
    CHECK_EQ(inside, 0);
    inside = 1;
    counter++;
    inside = 0;
    uv_mutex_unlock(&mutex);
  }
}

int main(void) {
  uv_thread_t threads[THREADS];
  CHECK_EQ(uv_mutex_init(&mutex), 0);
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_thread_create(&threads[i], count, NULL), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_thread_join(&threads[i]), 0);
  }
  CHECK_EQ(counter, (long)THREADS * ROUNDS);
  uv_mutex_destroy(&mutex);
  return 0;
}
