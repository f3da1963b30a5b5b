/* SPDX-License-Identifier: MIT */
/*
 * Proves that the one thread which a barrier selects may destroy it at once and reuse its memory,
 * while the others are still leaving.
 */
#include "../check.h"
#include "uv.h"

#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define UNDER_TSAN 1
#endif
#elif defined(__SANITIZE_THREAD__)
#define UNDER_TSAN 1
#endif

enum { ROUNDS = 300 };

static void meet(void *arg) {
  uv_barrier_t *barrier = arg;
  if (uv_barrier_wait(barrier) > 0) {
    uv_barrier_destroy(barrier);
    memset(barrier, 0x55, sizeof(*barrier));
    free(barrier);
  }
}

int main(void) {
#ifdef UNDER_TSAN
  SKIP("ThreadSanitizer's own barrier reads the barrier again after the wait");
#endif
  for (int i = 0; i < ROUNDS; i++) {
    uv_barrier_t *barrier = malloc(sizeof(*barrier));
    CHECK(barrier != NULL);
    CHECK_EQ(uv_barrier_init(barrier, 2), 0);
    uv_thread_t thread;
    CHECK_EQ(uv_thread_create(&thread, meet, barrier), 0);
    meet(barrier);
    CHECK_EQ(uv_thread_join(&thread), 0);
  }
  return 0;
}
