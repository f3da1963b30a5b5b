/* SPDX-License-Identifier: MIT */
/*
 * Proves that a futex wait sleeps only while the word has the expected value, and ends on timeout
 * and on a wake.
 */
#include "../check.h"
#include "os/clock.h"
#include "os/futex.h"
#include "uv.h"

static _Atomic uint32_t word;

static void set_and_wake(void *arg) {
  (void)arg;
  uv_sleep(20);
  atomic_store(&word, 8);
  CHECK(gy_futex_wake(&word, 1) >= 0);
}

int main(void) {
  atomic_store(&word, 7);
  CHECK_EQ(gy_futex_wait(&word, 6, NULL), -EAGAIN);
  CHECK_EQ(gy_futex_wake(&word, 1), 0);

  struct timespec span = gy_clock_timespec(UINT64_C(20000000));
  uint64_t start_ns = gy_clock_ns();
  CHECK_EQ(gy_futex_wait(&word, 7, &span), -ETIMEDOUT);
  CHECK(gy_clock_ns() - start_ns >= UINT64_C(20000000));

  uv_thread_t thread;
  CHECK_EQ(uv_thread_create(&thread, set_and_wake, NULL), 0);
  struct timespec guard = gy_clock_timespec(UINT64_C(30000000000));
  while (atomic_load(&word) == 7) {
    int err = gy_futex_wait(&word, 7, &guard);
    CHECK(err == 0 || err == -EAGAIN);
  }
  CHECK_EQ(atomic_load(&word), 8);
  CHECK_EQ(uv_thread_join(&thread), 0);
  return 0;
}
