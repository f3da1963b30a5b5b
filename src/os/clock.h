/* SPDX-License-Identifier: MIT */
/*
 * The monotonic clock in nanoseconds. Everything inside the library that measures or waits reads
 * it here; the loop's cached time is built on it.
 */
#ifndef GY_OS_CLOCK_H
#define GY_OS_CLOCK_H

#include <stdint.h>
#include <time.h>

#include "base/check.h"

#define GY_CLOCK_NS_PER_SECOND UINT64_C(1000000000)
#define GY_CLOCK_NS_PER_MS UINT64_C(1000000)
#define GY_CLOCK_NS_PER_US UINT64_C(1000)

/* Out of line so that the reader stays small where it is inlined. */
_Noreturn void gy_clock_fail(void);

static inline uint64_t gy_clock_ns(void) {
  struct timespec now;
  if (GY_UNLIKELY(clock_gettime(CLOCK_MONOTONIC, &now) != 0)) {
    gy_clock_fail();
  }
  return (uint64_t)now.tv_sec * GY_CLOCK_NS_PER_SECOND + (uint64_t)now.tv_nsec;
}

/* A time or a span in nanoseconds as the kernel wants it. Every uint64_t fits. */
static inline struct timespec gy_clock_timespec(uint64_t ns) {
  struct timespec result = {
      .tv_sec = (time_t)(ns / GY_CLOCK_NS_PER_SECOND),
      .tv_nsec = (long)(ns % GY_CLOCK_NS_PER_SECOND),
  };
  return result;
}

#endif
