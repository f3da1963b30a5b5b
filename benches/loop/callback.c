/* SPDX-License-Identifier: MIT */
/*
 * The cost of calling a user's callback: 1000 idle handles, so that the turn around them hardly
 * counts. On gyre this is the price of the one door that every callback goes through, with both
 * turn queues empty. An operation is one callback.
 *
 * @case callback 200000
 */
#include "bench.h"

enum { HANDLES = 1000 };

static uint64_t calls;
static uint64_t enough;

static void on_idle(uv_idle_t *handle) {
  if (++calls == enough) {
    uv_stop(handle->loop);
  }
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 0);
  uv_loop_t *loop = uv_default_loop();
  uv_idle_t *idles = bench_memory(HANDLES, sizeof(*idles));
  for (int i = 0; i < HANDLES; i++) {
    uv_idle_init(loop, &idles[i]);
    uv_idle_start(&idles[i], on_idle);
  }
  enough = 100 * HANDLES;
  uv_run(loop, UV_RUN_DEFAULT);
  uint64_t before = calls;
  enough += bench.ops;
  bench_begin();
  uv_run(loop, UV_RUN_DEFAULT);
  bench_end();
  return bench_report(calls - before);
}
