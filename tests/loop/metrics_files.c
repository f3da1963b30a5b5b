/* SPDX-License-Identifier: MIT */
/* The completion of a file request counts as an event, whether it came from a thread, a ring, or
 * the loop itself. A program that counts its file callbacks finds at least as many events, as in
 * libuv. */
#include "fs_scratch.h"

enum { STEPS = 20, WIDE = 200 };

static uv_loop_t own;
static uint64_t called;
static uv_fs_t reqs[WIDE];

static void on_stat(uv_fs_t *done) {
  uv_metrics_t metrics;
  CHECK_EQ(done->result, 0);
  uv_fs_req_cleanup(done);
  called++;
  CHECK_EQ(uv_metrics_info(&own, &metrics), 0);
  CHECK(metrics.events >= called);
}

int main(void) {
  CHECK_EQ(uv_loop_init(&own), 0);
  for (int i = 0; i < STEPS; i++) { /* one at a time */
    CHECK_EQ(uv_fs_stat(&own, &reqs[0], "/", on_stat), 0);
    CHECK_EQ(uv_run(&own, UV_RUN_DEFAULT), 0);
  }
  for (int i = 0; i < WIDE; i++) { /* so many that the loop does some itself */
    CHECK_EQ(uv_fs_stat(&own, &reqs[i], "/", on_stat), 0);
  }
  CHECK_EQ(uv_run(&own, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, STEPS + WIDE);
  CHECK_EQ(uv_loop_close(&own), 0);
  return 0;
}
