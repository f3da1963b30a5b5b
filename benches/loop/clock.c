/* SPDX-License-Identifier: MIT */
/*
 * Reading the time. update: uv_update_time and uv_now. hrtime: uv_hrtime. An operation is one
 * reading.
 *
 * @case clock_update 200000 update
 * @case clock_hrtime 200000 hrtime
 */
#include "bench.h"

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  uv_loop_t *loop = uv_default_loop();
  uint64_t last = 0;
  if (strcmp(argv[2], "update") == 0) {
    bench_begin();
    for (uint64_t i = 0; i < bench.ops; i++) {
      uv_update_time(loop);
      uint64_t now = uv_now(loop);
      BENCH_CHECK(now >= last);
      last = now;
    }
    bench_end();
  } else {
    bench_begin();
    for (uint64_t i = 0; i < bench.ops; i++) {
      uint64_t now = uv_hrtime();
      BENCH_CHECK(now >= last);
      last = now;
    }
    bench_end();
  }
  return bench_report(bench.ops);
}
