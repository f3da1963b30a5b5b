/* SPDX-License-Identifier: MIT */
/*
 * The given number of async handles, and one thread that sends to each of them in turn, over and
 * over. An operation is one callback.
 *
 * @case async_many_1M 500000 1000000 goal=3
 */
#include <stdatomic.h>
#include <stdbool.h>

#include "bench.h"

static uv_async_t *handles;
static size_t count;
static atomic_bool over;
static uint64_t calls;
static uint64_t enough;

static void on_async(uv_async_t *handle) {
  if (++calls == enough) {
    uv_stop(handle->loop);
  }
}

static void send_to_all(void *arg) {
  (void)arg;
  while (true) {
    for (size_t i = 0; i < count; i++) {
      if (atomic_load_explicit(&over, memory_order_relaxed)) {
        return;
      }
      uv_async_send(&handles[i]);
    }
  }
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  count = strtoull(argv[2], NULL, 10);
  uv_loop_t *loop = uv_default_loop();
  handles = bench_memory(count, sizeof(*handles));
  for (size_t i = 0; i < count; i++) {
    BENCH_CHECK(uv_async_init(loop, &handles[i], on_async) == 0);
  }
  uv_thread_t thread;
  BENCH_CHECK(uv_thread_create(&thread, send_to_all, NULL) == 0);
  enough = 1000;
  uv_run(loop, UV_RUN_DEFAULT);
  /* A loop need not stop in the middle of a batch: callbacks that ran meanwhile count as well. */
  uint64_t before = calls;
  enough = calls + bench.ops;
  bench_begin();
  uv_run(loop, UV_RUN_DEFAULT);
  bench_end();
  uint64_t done = calls - before;
  atomic_store(&over, true);
  uv_thread_join(&thread);
  return bench_report(done);
}
