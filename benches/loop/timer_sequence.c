/* SPDX-License-Identifier: MIT */
/*
 * Timers started in the order in which they are due, the same number for every one of the given
 * number of milliseconds. insert: an operation is one uv_timer_start. expire: all of them are due
 * meanwhile, and one turn calls them; an operation is one expiry.
 *
 * @case timer_seq_insert_1k 10000 insert 1000 10
 * @case timer_seq_insert_100k 100000 insert 100000 100
 * @case timer_seq_insert_1M 1000000 insert 1000000 200 goal=2.5
 * @case timer_seq_expire_1k 5000 expire 1000 10
 * @case timer_seq_expire_100k 100000 expire 100000 100
 * @case timer_seq_expire_1M 1000000 expire 1000000 200 goal=5
 */
#include "timers.h"

static uint64_t expiries;

static void on_timer(uv_timer_t *handle) {
  (void)handle;
  expiries++;
}

static void start_all(uv_timer_t *timers, size_t count, uint64_t spread_ms) {
  size_t per_ms = count / spread_ms;
  uint64_t delay = 0;
  for (size_t i = 0; i < count; i++) {
    if (i % per_ms == 0) {
      delay++;
    }
    if (uv_timer_start(&timers[i], on_timer, delay, 0) != 0) {
      abort();
    }
  }
}

/* One turn; more only if some of them were not due yet after all. */
static void expire_all(uv_loop_t *loop, size_t count) {
  expiries = 0;
  while (expiries < count) {
    uv_run(loop, UV_RUN_NOWAIT);
  }
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 3);
  int is_insert = strcmp(argv[2], "insert") == 0;
  size_t count = strtoull(argv[3], NULL, 10);
  uint64_t spread_ms = strtoull(argv[4], NULL, 10);
  uv_loop_t *loop = uv_default_loop();
  uv_timer_t *timers = timers_make(loop, count);
  start_all(timers, count, spread_ms);
  uint64_t done = 0;
  bench_wait_counts();
  while (done < bench.ops) {
    for (size_t i = 0; i < count; i++) {
      BENCH_CHECK(uv_timer_stop(&timers[i]) == 0);
    }
    uv_update_time(loop);
    uint64_t due_ns = bench_now_ns() + (spread_ms + 2) * 1000000;
    if (is_insert) {
      bench_begin();
      start_all(timers, count, spread_ms);
      bench_end();
    } else {
      start_all(timers, count, spread_ms);
      while (bench_now_ns() < due_ns) {
        usleep(100);
      }
      timers_next_ms();
      bench_begin();
      expire_all(loop, count);
      bench_end();
    }
    done += count;
  }
  return bench_report(done);
}
