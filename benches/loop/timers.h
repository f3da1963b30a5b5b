/* SPDX-License-Identifier: MIT */
/* Shared by the timer benchmarks: timers on the default loop, and waiting for a millisecond. */
#ifndef GY_BENCH_TIMERS_H
#define GY_BENCH_TIMERS_H

#include "bench.h"

static inline void timers_never(uv_timer_t *handle) {
  (void)handle;
  BENCH_CHECK(!"a timer expired unexpectedly");
}

static inline uv_timer_t *timers_make(uv_loop_t *loop, size_t count) {
  uv_timer_t *timers = bench_memory(count, sizeof(*timers));
  for (size_t i = 0; i < count; i++) {
    BENCH_CHECK(uv_timer_init(loop, &timers[i]) == 0);
  }
  return timers;
}

/* 1..60000 ms. No timer becomes due as long as the loop does not turn. */
static inline uint64_t timers_delay(uint64_t *random) { return 1 + bench_random(random) % 60000; }

/* Busy until the next whole millisecond of the clock, so that no sleep is measured. */
static inline void timers_next_ms(void) { bench_spin(1000000 - bench_now_ns() % 1000000); }

#endif
