/* SPDX-License-Identifier: MIT */
/*
 * The given number of threads send to one async handle as fast as they can. Sends merge while the
 * callback has not run, so an operation is one callback: how often the loop runs it.
 *
 * @case async_pummel_1 5000 1 goal=3
 * @case async_pummel_2 5000 2 goal=2.5
 * @case async_pummel_4 5000 4 goal=2.5
 * @case async_pummel_8 5000 8 goal=2
 */
#include <stdatomic.h>
#include <stdbool.h>

#include "bench.h"

static uv_async_t async;
static atomic_bool over;
static uint64_t calls;
static uint64_t enough;

static void on_async(uv_async_t *handle) {
  if (++calls == enough) {
    uv_stop(handle->loop);
  }
}

static void pummel(void *arg) {
  (void)arg;
  while (!atomic_load_explicit(&over, memory_order_relaxed)) {
    uv_async_send(&async);
  }
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  size_t count = strtoull(argv[2], NULL, 10);
  uv_loop_t *loop = uv_default_loop();
  BENCH_CHECK(uv_async_init(loop, &async, on_async) == 0);
  uv_thread_t *threads = bench_memory(count, sizeof(*threads));
  for (size_t i = 0; i < count; i++) {
    BENCH_CHECK(uv_thread_create(&threads[i], pummel, NULL) == 0);
  }
  enough = 500;
  uv_run(loop, UV_RUN_DEFAULT);
  enough = calls + bench.ops;
  bench_begin();
  uv_run(loop, UV_RUN_DEFAULT);
  bench_end();
  atomic_store(&over, true);
  for (size_t i = 0; i < count; i++) {
    uv_thread_join(&threads[i]);
  }
  return bench_report(bench.ops);
}
