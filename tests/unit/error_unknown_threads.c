/* SPDX-License-Identifier: MIT */
/*
 * Proves that threads that use the same unknown codes at once all get the right texts, and the same
 * text for each code.
 */
#include "../check.h"
#include "uv.h"

enum { THREADS = 4, CODES = 200 };

static uv_barrier_t start;
static const char *texts[THREADS][CODES];

static void ask(void *arg) {
  const char **mine = arg;
  uv_barrier_wait(&start);
  for (int i = 0; i < CODES; i++) {
    mine[i] = uv_strerror(100000 + i);
  }
}

int main(void) {
  uv_thread_t threads[THREADS];
  CHECK_EQ(uv_barrier_init(&start, THREADS), 0);
  for (int t = 0; t < THREADS; t++) {
    CHECK_EQ(uv_thread_create(&threads[t], ask, texts[t]), 0);
  }
  for (int t = 0; t < THREADS; t++) {
    CHECK_EQ(uv_thread_join(&threads[t]), 0);
  }
  uv_barrier_destroy(&start);
  for (int i = 0; i < CODES; i++) {
    char expected[64];
    snprintf(expected, sizeof(expected), "Unknown system error %d", 100000 + i);
    for (int t = 0; t < THREADS; t++) {
      CHECK_STR(texts[t][i], expected);
      CHECK(texts[t][i] == texts[0][i]);
    }
  }
  return 0;
}
