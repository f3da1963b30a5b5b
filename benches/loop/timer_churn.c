/* SPDX-License-Identifier: MIT */
/*
 * Stopping a random timer and starting it again with a random delay, with the given number active.
 * An operation is one stop and one start.
 *
 * @case timer_churn_1k 50000 1000
 * @case timer_churn_100k 100000 100000
 * @case timer_churn_1M 200000 1000000
 */
#include "timers.h"

static int churn(uv_timer_t *timers, size_t active, uint64_t *random, uint64_t times) {
  int failed = 0;
  for (uint64_t i = 0; i < times; i++) {
    uv_timer_t *timer = &timers[bench_random(random) % active];
    failed |= uv_timer_stop(timer);
    failed |= uv_timer_start(timer, timers_never, timers_delay(random), 0);
  }
  return failed;
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  size_t active = strtoull(argv[2], NULL, 10);
  uv_loop_t *loop = uv_default_loop();
  uv_timer_t *timers = timers_make(loop, active);
  uint64_t random = BENCH_SEED;
  for (size_t i = 0; i < active; i++) {
    BENCH_CHECK(uv_timer_start(&timers[i], timers_never, timers_delay(&random), 0) == 0);
  }
  int failed = churn(timers, active, &random, 10000);
  bench_begin();
  failed |= churn(timers, active, &random, bench.ops);
  bench_end();
  BENCH_CHECK(failed == 0 && uv_loop_alive(loop));
  return bench_report(bench.ops);
}
