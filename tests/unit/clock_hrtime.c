/* SPDX-License-Identifier: MIT */
/* Proves that uv_hrtime is the monotonic clock in nanoseconds: it never goes back and never
 * drifts. */
#include <time.h>

#include "../check.h"
#include "os/clock.h"
#include "uv.h"

static uint64_t monotonic_ns(void) {
  struct timespec now;
  CHECK_EQ(clock_gettime(CLOCK_MONOTONIC, &now), 0);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int main(void) {
  for (int i = 0; i < 10000; i++) {
    uint64_t before_ns = monotonic_ns();
    uint64_t hrtime_ns = uv_hrtime();
    uint64_t inner_ns = gy_clock_ns();
    uint64_t after_ns = monotonic_ns();
    CHECK(before_ns <= hrtime_ns);
    CHECK(hrtime_ns <= inner_ns);
    CHECK(inner_ns <= after_ns);
  }

  struct timespec split = gy_clock_timespec(UINT64_C(3000000007));
  CHECK_EQ(split.tv_sec, 3);
  CHECK_EQ(split.tv_nsec, 7);
  return 0;
}
