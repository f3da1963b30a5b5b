/* SPDX-License-Identifier: MIT */
/*
 * The given number of repeating timers on the real clock: the loop sleeps between them. An
 * operation is one expiry; only its CPU time is meaningful, since the clock is as fast for both.
 *
 * @case timer_real_1 20 1 1
 * @case timer_real_1000 2000 1000 10
 */
#include "bench.h"

static uint64_t done;
static uint64_t enough;

static void on_timer(uv_timer_t *timer) {
  if (++done == enough) {
    uv_stop(timer->loop);
  }
}

static void run(uint64_t operations) {
  done = 0;
  enough = operations;
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  BENCH_CHECK(done >= operations);
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 2);
  size_t count = strtoull(argv[2], NULL, 10);
  uint64_t repeat_ms = strtoull(argv[3], NULL, 10);
  uv_timer_t *timers = bench_memory(count, sizeof(*timers));
  for (size_t i = 0; i < count; i++) {
    BENCH_CHECK(uv_timer_init(uv_default_loop(), &timers[i]) == 0);
    BENCH_CHECK(uv_timer_start(&timers[i], on_timer, 1 + i % repeat_ms, repeat_ms) == 0);
  }
  run(bench.ops / 10 + count);
  bench_begin();
  run(bench.ops);
  bench_end();
  return bench_report(done);
}
