/* SPDX-License-Identifier: MIT */
/* Proves that a thread runs its entry with its argument, and that join waits for its end. */
#include "../check.h"
#include "uv.h"

static void count_up(void *arg) {
  uv_sleep(20);
  int *value = arg;
  *value += 1;
}

int main(void) {
  int values[4] = {10, 20, 30, 40};
  uv_thread_t threads[4];
  for (int i = 0; i < 4; i++) {
    CHECK_EQ(uv_thread_create(&threads[i], count_up, &values[i]), 0);
  }
  for (int i = 0; i < 4; i++) {
    CHECK_EQ(uv_thread_join(&threads[i]), 0);
    CHECK_EQ(values[i], 10 * (i + 1) + 1);
  }
  return 0;
}
