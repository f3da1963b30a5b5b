/* SPDX-License-Identifier: MIT */
/*
 * gyre's turn queues, which libuv does not have: gyre_next_tick and gyre_microtask. An operation is
 * one entry queued and run.
 *
 * chain: every entry queues the next one. burst: one callback queues 1000 entries. each: each of
 * 1000 idle callbacks queues one, which the door runs before the next callback; take the row
 * `callback` off to have the price of the entry.
 *
 * The functions are looked up at run time: the program is built against libuv's own interface.
 *
 * @case next_tick_chain 200000 gyre_next_tick chain ours
 * @case next_tick_burst 200000 gyre_next_tick burst ours
 * @case next_tick_each 200000 gyre_next_tick each ours
 * @case microtask_chain 200000 gyre_microtask chain ours
 * @case microtask_burst 200000 gyre_microtask burst ours
 * @case microtask_each 200000 gyre_microtask each ours
 */
#include "bench.h"

enum { HANDLES = 1000, BURST = 1000 };

typedef int (*queue_fn)(uv_loop_t *loop, void (*cb)(void *), void *arg);

static queue_fn queue;
static uv_loop_t *loop;
static uint64_t run;
static uint64_t enough;

static void on_entry(void *arg) {
  BENCH_CHECK(arg == &run);
  if (++run == enough) {
    uv_stop(loop);
  }
}

static void on_link(void *arg) {
  on_entry(arg);
  if (run < enough) {
    BENCH_CHECK(queue(loop, on_link, arg) == 0);
  }
}

static void idle_chain(uv_idle_t *handle) {
  (void)handle;
  BENCH_CHECK(queue(loop, on_link, &run) == 0);
}

static void idle_burst(uv_idle_t *handle) {
  (void)handle;
  for (int i = 0; i < BURST; i++) {
    BENCH_CHECK(queue(loop, on_entry, &run) == 0);
  }
}

static void idle_each(uv_idle_t *handle) {
  (void)handle;
  BENCH_CHECK(queue(loop, on_entry, &run) == 0);
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 2);
  *(void **)&queue = dlsym(RTLD_DEFAULT, argv[2]);
  if (queue == NULL) {
    fprintf(stderr, "this library has no %s\n", argv[2]);
    return BENCH_SKIP;
  }
  int each = strcmp(argv[3], "each") == 0;
  uv_idle_cb cb = each ? idle_each : strcmp(argv[3], "burst") == 0 ? idle_burst : idle_chain;
  int handles = each ? HANDLES : 1;
  loop = uv_default_loop();
  uv_idle_t *idles = bench_memory(HANDLES, sizeof(*idles));
  for (int i = 0; i < handles; i++) {
    uv_idle_init(loop, &idles[i]);
    uv_idle_start(&idles[i], cb);
  }
  enough = 100 * BURST;
  uv_run(loop, UV_RUN_DEFAULT);
  uint64_t before = run;
  enough = run + bench.ops;
  bench_begin();
  uv_run(loop, UV_RUN_DEFAULT);
  bench_end();
  return bench_report(run - before);
}
