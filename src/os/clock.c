/* SPDX-License-Identifier: MIT */
/* The clocks that programs read, and sleeping. Owns no state. */
#include "os/clock.h"

#include <errno.h>

#include "uv.h"

void gy_clock_fail(void) {
  gy_check_failed(__FILE__, __LINE__, "gy_clock_ns", "the monotonic clock can be read");
}

uint64_t uv_hrtime(void) { return gy_clock_ns(); }

int uv_clock_gettime(uv_clock_id clock_id, uv_timespec64_t *ts) {
  if (ts == NULL) {
    return UV_EFAULT;
  }
  clockid_t clock;
  switch (clock_id) {
    case UV_CLOCK_MONOTONIC:
      clock = CLOCK_MONOTONIC;
      break;
    case UV_CLOCK_REALTIME:
      clock = CLOCK_REALTIME;
      break;
    default:
      return UV_EINVAL;
  }
  struct timespec now;
  if (clock_gettime(clock, &now) != 0) {
    return -errno;
  }
  ts->tv_sec = now.tv_sec;
  ts->tv_nsec = (int32_t)now.tv_nsec;
  return 0;
}

int uv_gettimeofday(uv_timeval64_t *tv) {
  if (tv == NULL) {
    return UV_EINVAL;
  }
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) {
    return -errno;
  }
  tv->tv_sec = now.tv_sec;
  tv->tv_usec = (int32_t)(now.tv_nsec / 1000);
  return 0;
}

void uv_sleep(unsigned int msec) {
  if (msec == 0) {
    return;
  }
  /* Against an absolute time, so that a signal neither shortens the sleep nor, by rounding what is
   * left at each interruption, stretches it. */
  struct timespec until = gy_clock_timespec(gy_clock_ns() + msec * GY_CLOCK_NS_PER_MS);
  int err;
  do {
    err = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
  } while (err == EINTR);
  GY_CHECK(err == 0);
}
