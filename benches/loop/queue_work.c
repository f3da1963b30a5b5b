/* SPDX-License-Identifier: MIT */
/*
 * Jobs for the thread pool: the given number in flight at all times, each busy for the given number
 * of nanoseconds. Every after-work callback queues its job again. An operation is one job, there
 * and back.
 *
 * @case queue_work_0us_1 5000 1 0 goal=30
 * @case queue_work_0us_64 20000 64 0
 * @case queue_work_0us_1024 50000 1024 0
 * @case queue_work_2us_1 5000 1 2000
 * @case queue_work_2us_64 10000 64 2000
 * @case queue_work_2us_1024 10000 1024 2000
 * @case queue_work_10us_1 3000 1 10000
 * @case queue_work_10us_64 5000 64 10000
 * @case queue_work_10us_1024 5000 1024 10000
 */
#include "bench.h"

static uint64_t busy_ns;
static uint64_t queued;
static uint64_t done;
static uint64_t enough;

static void work(uv_work_t *req) {
  (void)req;
  if (busy_ns > 0) {
    bench_spin(busy_ns);
  }
}

static void on_done(uv_work_t *req, int status);

static void queue_job(uv_work_t *req) {
  queued++;
  if (uv_queue_work(uv_default_loop(), req, work, on_done) != 0) {
    abort();
  }
}

static void on_done(uv_work_t *req, int status) {
  BENCH_CHECK(status == 0);
  done++;
  if (queued < enough) {
    queue_job(req);
  }
}

static void run_jobs(uv_work_t *reqs, size_t in_flight, uint64_t jobs) {
  queued = done = 0;
  enough = jobs;
  for (size_t i = 0; i < in_flight && queued < enough; i++) {
    queue_job(&reqs[i]);
  }
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  BENCH_CHECK(done == jobs);
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 2);
  size_t in_flight = strtoull(argv[2], NULL, 10);
  busy_ns = strtoull(argv[3], NULL, 10);
  uv_work_t *reqs = bench_memory(in_flight, sizeof(*reqs));
  run_jobs(reqs, in_flight, bench.ops / 10 + in_flight);
  bench_begin();
  run_jobs(reqs, in_flight, bench.ops);
  bench_end();
  return bench_report(bench.ops);
}
