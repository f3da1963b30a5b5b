/* SPDX-License-Identifier: MIT */
/* Proves that uv_clock_gettime reads the requested clock, and refuses unknown ones. */
#include <time.h>

#include "../check.h"
#include "uv.h"

static int64_t ns_of(int64_t seconds, int64_t nanoseconds) {
  CHECK(nanoseconds >= 0);
  CHECK(nanoseconds < 1000000000);
  return seconds * 1000000000 + nanoseconds;
}

static int64_t system_ns(clockid_t clock) {
  struct timespec now;
  CHECK_EQ(clock_gettime(clock, &now), 0);
  return ns_of(now.tv_sec, now.tv_nsec);
}

static int64_t uv_ns(uv_clock_id clock) {
  uv_timespec64_t now = {-1, -1};
  CHECK_EQ(uv_clock_gettime(clock, &now), 0);
  return ns_of(now.tv_sec, now.tv_nsec);
}

int main(void) {
  int64_t before_ns = system_ns(CLOCK_MONOTONIC);
  int64_t now_ns = uv_ns(UV_CLOCK_MONOTONIC);
  int64_t after_ns = system_ns(CLOCK_MONOTONIC);
  CHECK(before_ns <= now_ns);
  CHECK(now_ns <= after_ns);

  /* The time of day may be adjusted meanwhile, so only within a minute. */
  int64_t difference_ns = uv_ns(UV_CLOCK_REALTIME) - system_ns(CLOCK_REALTIME);
  CHECK(difference_ns < INT64_C(60000000000));
  CHECK(difference_ns > INT64_C(-60000000000));

  uv_timespec64_t unused;
  CHECK_EQ(uv_clock_gettime(UV_CLOCK_MONOTONIC, NULL), UV_EFAULT);
  CHECK_EQ(uv_clock_gettime((uv_clock_id)1337, &unused), UV_EINVAL);
  return 0;
}
