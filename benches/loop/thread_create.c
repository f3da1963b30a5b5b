/* SPDX-License-Identifier: MIT */
/*
 * uv_thread_create and uv_thread_join of a thread that returns at once. An operation is both.
 *
 * @case thread_create 1000 goal=0.95
 */
#include "bench.h"

static uint64_t ran;

static void enter(void *arg) { (*(uint64_t *)arg)++; }

static void create_and_join(uint64_t times) {
  for (uint64_t i = 0; i < times; i++) {
    uv_thread_t thread;
    BENCH_CHECK(uv_thread_create(&thread, enter, &ran) == 0);
    BENCH_CHECK(uv_thread_join(&thread) == 0);
  }
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 0);
  create_and_join(100);
  bench_begin();
  create_and_join(bench.ops);
  bench_end();
  BENCH_CHECK(ran == bench.ops + 100);
  return bench_report(bench.ops);
}
