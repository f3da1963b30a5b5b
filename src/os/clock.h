/* SPDX-License-Identifier: MIT */
/*
 * The monotonic clock in nanoseconds. Everything in the library that measures or waits reads it
 * here; the loop's cached time is built on it.
 *
 * Reading it costs more than everything else in an idle turn of a loop. So a reading can be kept,
 * and the processor's counter (TSC) tells what is still certain about it: that the millisecond is
 * the same, or how late it is at most. The counter does not replace the clock. It only bounds how
 * far the clock can have moved since the reading, with a margin for the fastest rate at which the
 * kernel adjusts its clock. Where that is not certain enough, the clock is read. The results are
 * those that the clock itself would have given.
 *
 * This works where the kernel's own clock is the counter (clocksource tsc). Elsewhere, and with
 * GYRE_TSC=0 in the environment, each result is a reading.
 */
#ifndef GY_OS_CLOCK_H
#define GY_OS_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/check.h"
#include "os/arch.h"

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

/* A time or a span in nanoseconds in the kernel's form. Every uint64_t fits. */
static inline struct timespec gy_clock_timespec(uint64_t ns) {
  struct timespec result = {
      .tv_sec = (time_t)(ns / GY_CLOCK_NS_PER_SECOND),
      .tv_nsec = (long)(ns % GY_CLOCK_NS_PER_SECOND),
  };
  return result;
}

/* A reading that is kept. Belongs to one thread at a time. All zero: none yet. */
typedef struct {
  uint64_t ns;
  uint64_t ms;      /* the same, truncated */
  uint64_t counter; /* just before the clock was read */
  uint64_t same_ms; /* for this many counts the millisecond is certainly the same; 0: unknown */
  uint64_t seen;    /* the counter, when it was last read; 0: it cannot be used */
} gy_clock_reading;

/* The longest that one count of the counter can be, in 2^-32 ns; 0: the counter cannot be used, or
 * its rate is not known yet. Changes once or twice in the life of a process. */
extern _Atomic uint64_t gy_clock_count_max;

/* A reading this young can be used for gy_clock_latest, which adds at most a third of its age. */
#define GY_CLOCK_YOUNG_COUNTS UINT64_C(8192)

/* Far more than what the counters of two processors can differ by, and than how early the counter
 * can be read because of reordering. */
#define GY_CLOCK_COUNTER_ERROR_NS UINT64_C(200)

static inline uint64_t gy_clock_counter(void) { return gy_arch_counter(); }

/* May the counter be used as a clock: does the kernel do so? After the first reading. */
bool gy_clock_counter_is_clock(void);

/* Reads the clock. */
void gy_clock_read(gy_clock_reading *reading);

/* True only if the clock, read now, would show the same millisecond. */
static inline bool gy_clock_same_ms(gy_clock_reading *reading) {
  if (reading->same_ms == 0) {
    return false;
  }
  reading->seen = gy_clock_counter();
  return reading->seen - reading->counter < reading->same_ms;
}

/* The time, or a time that is later by a few microseconds, never an earlier one. May renew the
 * reading. */
static inline uint64_t gy_clock_latest(gy_clock_reading *reading) {
  uint64_t count_max = atomic_load_explicit(&gy_clock_count_max, memory_order_relaxed);
  if (GY_LIKELY(count_max != 0)) {
    uint64_t counts = gy_clock_counter() - reading->counter;
    if (GY_LIKELY(counts < GY_CLOCK_YOUNG_COUNTS)) {
      return reading->ns + (counts * count_max >> 32) + GY_CLOCK_COUNTER_ERROR_NS;
    }
  }
  gy_clock_read(reading);
  return reading->ns;
}

#endif
