/* SPDX-License-Identifier: MIT */
/*
 * uv_loop_alive on a loop with one active handle. An operation is one call.
 *
 * @case loop_alive 20000 goal=0.95
 */
#include "bench.h"

static void on_timer(uv_timer_t *handle) { (void)handle; }

int main(int argc, char **argv) {
  bench_open(argc, argv, 0);
  uv_loop_t *loop = uv_default_loop();
  uv_timer_t timer;
  uv_timer_init(loop, &timer);
  uv_timer_start(&timer, on_timer, 3600000, 0);
  uint64_t alive = (uint64_t)uv_loop_alive(loop);
  bench_begin();
  for (uint64_t i = 0; i < bench.ops; i++) {
    alive += uv_loop_alive(loop) != 0;
  }
  bench_end();
  BENCH_CHECK(alive == bench.ops + 1);
  return bench_report(bench.ops);
}
