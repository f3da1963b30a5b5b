/* SPDX-License-Identifier: MIT */
/*
 * Sending to one async handle and running its callback, beside the given number of idle ones: do
 * unused handles cost anything? An operation is one send and one turn, in one thread.
 *
 * @case async_idle_1 20000 1
 * @case async_idle_100k 100 100000
 */
#include "bench.h"

static uint64_t calls;

static void on_async(uv_async_t *handle) {
  (void)handle;
  calls++;
}

static void send_and_turn(uv_async_t *async, uint64_t times) {
  for (uint64_t i = 0; i < times; i++) {
    uv_async_send(async);
    uv_run(async->loop, UV_RUN_NOWAIT);
  }
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  size_t silent = strtoull(argv[2], NULL, 10);
  uv_loop_t *loop = uv_default_loop();
  uv_async_t *handles = bench_memory(silent + 1, sizeof(*handles));
  for (size_t i = 0; i < silent + 1; i++) {
    BENCH_CHECK(uv_async_init(loop, &handles[i], on_async) == 0);
  }
  uv_async_t *busy = &handles[silent / 2];
  uint64_t warm_up = bench.ops / 10 + 1;
  send_and_turn(busy, warm_up);
  bench_begin();
  send_and_turn(busy, bench.ops);
  bench_end();
  BENCH_CHECK(calls == warm_up + bench.ops);
  return bench_report(bench.ops);
}
