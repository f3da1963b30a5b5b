/* SPDX-License-Identifier: MIT */
/*
 * Blocks of 4 KiB of a cached file are read or written, the given number of requests at a time: at
 * offsets of their own, or one after the other at the file's own position. An operation is one
 * request.
 *
 * @case fs_read_1 3000 read 1
 * @case fs_read_16 6000 read 16
 * @case fs_read_64 6000 read 64
 * @case fs_read_next_1 3000 next 1
 * @case fs_read_next_16 6000 next 16
 * @case fs_write_1 3000 write 1
 * @case fs_write_16 6000 write 16
 * @case fs_write_64 6000 write 64
 */
#include <fcntl.h>

#include "bench.h"

enum { SIZE = 4096, BLOCKS = 256 };

typedef struct {
  uv_fs_t req;
  char bytes[SIZE];
} job;

static int file;
static int writing;
static int positioned;
static uint64_t started;
static uint64_t done;
static uint64_t enough;

static void on_done(uv_fs_t *req);

static void start(job *it) {
  uv_buf_t buf = uv_buf_init(it->bytes, SIZE);
  int64_t offset = positioned ? (int64_t)(started % BLOCKS) * SIZE : -1;
  uv_loop_t *loop = uv_default_loop();
  started++;
  int err = writing ? uv_fs_write(loop, &it->req, file, &buf, 1, offset, on_done)
                    : uv_fs_read(loop, &it->req, file, &buf, 1, offset, on_done);
  BENCH_CHECK(err == 0);
}

static void on_done(uv_fs_t *req) {
  if (req->result == 0 && !positioned) {
    lseek(file, 0, SEEK_SET);
  } else {
    BENCH_CHECK(req->result == SIZE);
  }
  uv_fs_req_cleanup(req);
  done++;
  if (started < enough) {
    start((job *)req);
  }
}

static void run_jobs(job *jobs, size_t count, uint64_t operations) {
  started = done = 0;
  enough = operations;
  for (size_t i = 0; i < count && started < enough; i++) {
    start(&jobs[i]);
  }
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  BENCH_CHECK(done == operations);
}

int main(int argc, char **argv) {
  char path[4096];
  bench_open(argc, argv, 2);
  writing = strcmp(argv[2], "write") == 0;
  positioned = strcmp(argv[2], "next") != 0;
  size_t count = strtoull(argv[3], NULL, 10);
  job *jobs = bench_memory(count, sizeof(*jobs));
  const char *directory = getenv("TMPDIR");
  snprintf(path, sizeof(path), "%s/bench-fs-XXXXXX", directory == NULL ? P_tmpdir : directory);
  file = mkstemp(path);
  BENCH_CHECK(file >= 0 && unlink(path) == 0);
  for (int i = 0; i < BLOCKS; i++) {
    BENCH_CHECK(write(file, jobs[0].bytes, SIZE) == SIZE);
  }
  BENCH_CHECK(lseek(file, 0, SEEK_SET) == 0);
  run_jobs(jobs, count, bench.ops / 10 + count);
  bench_begin();
  run_jobs(jobs, count, bench.ops);
  bench_end();
  return bench_report(done);
}
