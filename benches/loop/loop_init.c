/* SPDX-License-Identifier: MIT */
/*
 * A loop's whole life: uv_loop_init, one empty turn, uv_loop_close. An operation is one life.
 *
 * @case loop_init 1000
 */
#include "bench.h"

static void live(uint64_t lives) {
  for (uint64_t i = 0; i < lives; i++) {
    uv_loop_t loop;
    BENCH_CHECK(uv_loop_init(&loop) == 0);
    BENCH_CHECK(uv_run(&loop, UV_RUN_DEFAULT) == 0);
    BENCH_CHECK(uv_loop_close(&loop) == 0);
  }
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 0);
  live(100);
  bench_begin();
  live(bench.ops);
  bench_end();
  return bench_report(bench.ops);
}
