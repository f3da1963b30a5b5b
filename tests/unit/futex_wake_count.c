/* SPDX-License-Identifier: MIT */
/* Proves that a futex wake wakes at most as many sleepers as requested, and returns how many. */
#include <stdio.h>

#include "../check.h"
#include "os/futex.h"
#include "uv.h"

enum { SLEEPERS = 3 };

static _Atomic uint32_t word;
static _Atomic int woken;

static void sleep_once(void *arg) {
  (void)arg;
  CHECK_EQ(gy_futex_wait(&word, 0, NULL), 0);
  atomic_fetch_add(&woken, 1);
}

static void wait_for_woken(int count) {
  for (int i = 0; i < 1000 && atomic_load(&woken) < count; i++) {
    uv_sleep(5);
  }
  CHECK_EQ(atomic_load(&woken), count);
}

int main(void) {
  uv_thread_t threads[SLEEPERS];
  for (int i = 0; i < SLEEPERS; i++) {
    CHECK_EQ(uv_thread_create(&threads[i], sleep_once, NULL), 0);
  }
  /* Only a wake shows that a thread sleeps: wake until the first one did. */
  int count = 0;
  for (int i = 0; i < 1000 && count == 0; i++) {
    uv_sleep(5);
    count = gy_futex_wake(&word, 1);
  }
  CHECK_EQ(count, 1);
  wait_for_woken(1);
  uv_sleep(50);
  CHECK_EQ(atomic_load(&woken), 1);
  int rest = 0;
  for (int i = 0; i < 1000 && rest < SLEEPERS - 1; i++) {
    count = gy_futex_wake(&word, 100);
    CHECK(count >= 0);
    rest += count;
    uv_sleep(5);
  }
  CHECK_EQ(rest, SLEEPERS - 1);
  wait_for_woken(SLEEPERS);
  for (int i = 0; i < SLEEPERS; i++) {
    CHECK_EQ(uv_thread_join(&threads[i]), 0);
  }
  return 0;
}
