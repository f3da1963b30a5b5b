/* SPDX-License-Identifier: MIT */
/*
 * uv_backend_timeout, which embedders call before every wait, with the given number of active
 * timers. An operation is one call.
 *
 * @case backend_timeout_1 1000 1
 * @case backend_timeout_100k 1000 100000
 */
#include "bench.h"

static void on_timer(uv_timer_t *handle) { (void)handle; }

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  size_t active = strtoull(argv[2], NULL, 10);
  uv_loop_t *loop = uv_default_loop();
  uv_timer_t *timers = bench_memory(active, sizeof(*timers));
  uint64_t random = BENCH_SEED;
  for (size_t i = 0; i < active; i++) {
    uv_timer_init(loop, &timers[i]);
    uv_timer_start(&timers[i], on_timer, 30000 + bench_random(&random) % 60000, 0);
  }
  /* A turn, since a loop may return 0 while it has changes that no wait has processed yet. */
  uv_run(loop, UV_RUN_NOWAIT);
  uint64_t sum = 0;
  bench_begin();
  for (uint64_t i = 0; i < bench.ops; i++) {
    sum += (uint64_t)uv_backend_timeout(loop);
  }
  bench_end();
  BENCH_CHECK(sum > 0);
  return bench_report(bench.ops);
}
