/* SPDX-License-Identifier: MIT */
/*
 * stat of a cached file, by its path or by its descriptor, the given number of requests at a time.
 * An operation is one request.
 *
 * @case fs_stat_1 3000 stat 1
 * @case fs_stat_16 6000 stat 16
 * @case fs_stat_64 6000 stat 64
 * @case fs_fstat_1 3000 fstat 1
 * @case fs_fstat_16 6000 fstat 16
 */
#include <fcntl.h>

#include "bench.h"

static const char path[] = "/proc/self/exe"; /* leads to the program itself, on a disk */
static char target[4096];
static int file = -1;
static uint64_t started;
static uint64_t done;
static uint64_t enough;

static void on_done(uv_fs_t *req);

static void start(uv_fs_t *req) {
  uv_loop_t *loop = uv_default_loop();
  started++;
  int err =
      file >= 0 ? uv_fs_fstat(loop, req, file, on_done) : uv_fs_stat(loop, req, target, on_done);
  BENCH_CHECK(err == 0);
}

static void on_done(uv_fs_t *req) {
  BENCH_CHECK(req->result == 0 && req->statbuf.st_size > 0);
  uv_fs_req_cleanup(req);
  done++;
  if (started < enough) {
    start(req);
  }
}

static void run(uv_fs_t *requests, size_t count, uint64_t operations) {
  started = done = 0;
  enough = operations;
  for (size_t i = 0; i < count && started < enough; i++) {
    start(&requests[i]);
  }
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  BENCH_CHECK(done == operations);
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 2);
  size_t count = strtoull(argv[3], NULL, 10);
  uv_fs_t *requests = bench_memory(count, sizeof(*requests));
  BENCH_CHECK(readlink(path, target, sizeof(target) - 1) > 0);
  if (strcmp(argv[2], "fstat") == 0) {
    file = open(target, O_RDONLY | O_CLOEXEC);
    BENCH_CHECK(file >= 0);
  }
  run(requests, count, bench.ops / 10 + count);
  bench_begin();
  run(requests, count, bench.ops);
  bench_end();
  return bench_report(done);
}
