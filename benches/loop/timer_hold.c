/* SPDX-License-Identifier: MIT */
/*
 * Timers that are due and are started again by their callbacks: the given number active at all
 * times, with random delays of up to the given number of milliseconds. An operation is one expiry
 * and one start.
 *
 * The clock is real, and cannot be hurried: the program waits for a millisecond to pass, outside
 * the window, and then lets the loop take one turn. The delays leave even a slow loop time to keep
 * up; one that falls behind would find its timers due in one sweep, which is not this benchmark.
 *
 * @case timer_hold_1k 10000 1000 4
 * @case timer_hold_100k 100000 100000 200
 * @case timer_hold_1M 100000 1000000 5000
 */
#include "timers.h"

static uint64_t delay_max;
static uint64_t expiries;
static uint64_t random_state = BENCH_SEED;

static void on_timer(uv_timer_t *handle) {
  expiries++;
  if (uv_timer_start(handle, on_timer, 1 + bench_random(&random_state) % delay_max, 0) != 0) {
    abort();
  }
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 2);
  size_t active = strtoull(argv[2], NULL, 10);
  delay_max = strtoull(argv[3], NULL, 10);
  uv_loop_t *loop = uv_default_loop();
  uv_timer_t *timers = timers_make(loop, active);
  uv_update_time(loop);
  for (size_t i = 0; i < active; i++) {
    uint64_t delay = 1 + bench_random(&random_state) % delay_max;
    BENCH_CHECK(uv_timer_start(&timers[i], on_timer, delay, 0) == 0);
  }
  while (expiries < active / 10) {
    timers_next_ms();
    uv_run(loop, UV_RUN_NOWAIT);
  }
  expiries = 0;
  while (expiries < bench.ops) {
    timers_next_ms();
    bench_begin();
    uv_run(loop, UV_RUN_NOWAIT);
    bench_end();
  }
  return bench_report(expiries);
}
