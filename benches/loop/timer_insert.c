/* SPDX-License-Identifier: MIT */
/*
 * Starting timers with random delays spread over 60 s, from none active to the given number. An
 * operation is one uv_timer_start.
 *
 * @case timer_insert_1k 20000 1000
 * @case timer_insert_100k 100000 100000
 * @case timer_insert_1M 1000000 1000000
 */
#include "timers.h"

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  size_t active = strtoull(argv[2], NULL, 10);
  uv_loop_t *loop = uv_default_loop();
  uv_timer_t *timers = timers_make(loop, active);
  uint64_t *delays = bench_memory(active, sizeof(*delays));
  uint64_t random = BENCH_SEED;
  for (size_t i = 0; i < active; i++) {
    delays[i] = timers_delay(&random);
  }
  int failed = 0;
  uint64_t done = 0;
  for (int batch = 0; done < bench.ops; batch++) {
    if (batch > 0) { /* the first batch is the warm-up */
      bench_begin();
    }
    for (size_t i = 0; i < active; i++) {
      failed |= uv_timer_start(&timers[i], timers_never, delays[i], 0);
    }
    if (batch > 0) {
      bench_end();
      done += active;
    }
    for (size_t i = 0; i < active; i++) {
      failed |= uv_timer_stop(&timers[i]);
    }
    /* Lets the loop's time advance between batches, as it would in a program. */
    uv_run(loop, UV_RUN_NOWAIT);
  }
  BENCH_CHECK(failed == 0);
  return bench_report(done);
}
