/* SPDX-License-Identifier: MIT */
/*
 * The process sends itself a signal, and the callback of a handle that watches it sends the next;
 * the given number of handles watch the same signal. An operation is one signal until the last
 * callback.
 *
 * @case signal_1 2000 1
 * @case signal_100 200 100
 */
#include "bench.h"

static size_t watchers;
static uint64_t calls;
static uint64_t done;
static uint64_t enough;

static void on_signal(uv_signal_t *handle, int number) {
  (void)number;
  if (++calls < watchers) {
    return;
  }
  calls = 0;
  if (++done < enough) {
    kill(getpid(), SIGUSR1);
  } else {
    uv_stop(handle->loop);
  }
}

static void run(uint64_t operations) {
  done = 0;
  enough = operations;
  kill(getpid(), SIGUSR1);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  BENCH_CHECK(done == operations);
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  watchers = strtoull(argv[2], NULL, 10);
  uv_signal_t *handles = bench_memory(watchers, sizeof(*handles));
  for (size_t i = 0; i < watchers; i++) {
    BENCH_CHECK(uv_signal_init(uv_default_loop(), &handles[i]) == 0);
    BENCH_CHECK(uv_signal_start(&handles[i], on_signal, SIGUSR1) == 0);
  }
  run(bench.ops / 10 + 1);
  bench_begin();
  run(bench.ops);
  bench_end();
  return bench_report(done);
}
