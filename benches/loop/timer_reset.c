/* SPDX-License-Identifier: MIT */
/*
 * Postponing a timeout: stopping a random timer and starting it again for 30 s from now, where all
 * of the given number have that same timeout, as a server does for its connections. An operation is
 * one stop and one start.
 *
 * @case timer_reset_1k 50000 1000
 * @case timer_reset_100k 100000 100000
 * @case timer_reset_1M 200000 1000000
 */
#include "timers.h"

enum { LIMIT_MS = 30000, TIME_EVERY = 256 };

static int reset(uv_timer_t *timers, size_t active, uint64_t *random, uint64_t times) {
  int failed = 0;
  for (uint64_t i = 0; i < times; i++) {
    if (i % TIME_EVERY == 0) { /* one turn's worth, then the time moves on */
      uv_update_time(timers->loop);
    }
    uv_timer_t *timer = &timers[bench_random(random) % active];
    failed |= uv_timer_stop(timer);
    failed |= uv_timer_start(timer, timers_never, LIMIT_MS, 0);
  }
  return failed;
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  size_t active = strtoull(argv[2], NULL, 10);
  uv_loop_t *loop = uv_default_loop();
  uv_timer_t *timers = timers_make(loop, active);
  for (size_t i = 0; i < active; i++) {
    BENCH_CHECK(uv_timer_start(&timers[i], timers_never, LIMIT_MS, 0) == 0);
  }
  uint64_t random = BENCH_SEED;
  int failed = reset(timers, active, &random, 10000);
  bench_begin();
  failed |= reset(timers, active, &random, bench.ops);
  bench_end();
  BENCH_CHECK(failed == 0 && uv_loop_alive(loop));
  return bench_report(bench.ops);
}
