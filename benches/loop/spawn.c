/* SPDX-License-Identifier: MIT */
/*
 * A small program is started and waited for, the given number at a time. An operation is one
 * uv_spawn until its exit callback and close callback; CPU time is the parent's alone.
 *
 * @case spawn_1 50 1
 * @case spawn_8 50 8
 */
#include "bench.h"

static uint64_t started;
static uint64_t done;
static uint64_t enough;

static void start(uv_process_t *process);

static void on_closed(uv_handle_t *handle) {
  done++;
  if (started < enough) {
    start((uv_process_t *)handle);
  }
}

static void on_exit_of(uv_process_t *process, int64_t status, int signal) {
  BENCH_CHECK(status == 0 && signal == 0);
  uv_close((uv_handle_t *)process, on_closed);
}

static void start(uv_process_t *process) {
  char *args[] = {"true", NULL};
  uv_process_options_t options = {.file = "/bin/true", .args = args, .exit_cb = on_exit_of};
  started++;
  BENCH_CHECK(uv_spawn(uv_default_loop(), process, &options) == 0);
}

static void run(uv_process_t *processes, size_t count, uint64_t operations) {
  started = done = 0;
  enough = operations;
  for (size_t i = 0; i < count && started < enough; i++) {
    start(&processes[i]);
  }
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  BENCH_CHECK(done == operations);
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  size_t count = strtoull(argv[2], NULL, 10);
  uv_process_t *processes = bench_memory(count, sizeof(*processes));
  run(processes, count, count + 2);
  bench_begin();
  run(processes, count, bench.ops);
  bench_end();
  return bench_report(done);
}
