/* SPDX-License-Identifier: MIT */
/*
 * A cached file is opened, examined with fstat, read and closed, again and again, by the given
 * number of chains of requests at a time. An operation is one such cycle of four requests.
 *
 * @case fs_cycle_1 1000 1
 * @case fs_cycle_16 2000 16
 * @case fs_cycle_64 2000 64
 */
#include <fcntl.h>

#include "bench.h"

enum { STEPS = 4, SIZE = 4096 };

typedef struct {
  uv_fs_t req;
  int step;
  int file;
  char bytes[SIZE];
} chain;

static char path[4096]; /* the program itself: an existing, cached file */
static uint64_t started;
static uint64_t done;
static uint64_t enough;

static void on_done(uv_fs_t *req);

static void go_on(chain *it) {
  uv_buf_t buf = uv_buf_init(it->bytes, SIZE);
  uv_loop_t *loop = uv_default_loop();
  int err;
  if (it->step == 0) {
    started++;
    err = uv_fs_open(loop, &it->req, path, O_RDONLY, 0, on_done);
  } else if (it->step == 1) {
    err = uv_fs_fstat(loop, &it->req, it->file, on_done);
  } else if (it->step == 2) {
    err = uv_fs_read(loop, &it->req, it->file, &buf, 1, 0, on_done);
  } else {
    err = uv_fs_close(loop, &it->req, it->file, on_done);
  }
  BENCH_CHECK(err == 0);
}

static void on_done(uv_fs_t *req) {
  chain *it = (chain *)req;
  BENCH_CHECK(it->step == 2 ? req->result == SIZE : req->result >= 0);
  if (it->step == 0) {
    it->file = (int)req->result;
  }
  uv_fs_req_cleanup(req);
  it->step = (it->step + 1) % STEPS;
  if (it->step == 0) {
    done++;
  }
  if (it->step != 0 || started < enough) {
    go_on(it);
  }
}

static void run_chains(chain *chains, size_t count, uint64_t operations) {
  started = done = 0;
  enough = operations;
  for (size_t i = 0; i < count && started < enough; i++) {
    go_on(&chains[i]);
  }
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  BENCH_CHECK(done == started);
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  size_t count = strtoull(argv[2], NULL, 10);
  chain *chains = bench_memory(count, sizeof(*chains));
  BENCH_CHECK(readlink("/proc/self/exe", path, sizeof(path) - 1) > 0);
  run_chains(chains, count, bench.ops / 10 + count);
  bench_begin();
  run_chains(chains, count, bench.ops);
  bench_end();
  return bench_report(done);
}
