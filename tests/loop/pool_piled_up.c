/* SPDX-License-Identifier: MIT */
/*
 * Proves that a loop is not woken for each request while the pool has plenty to do, and that a
 * request that never ends does not delay the callbacks of finished ones.
 */
#include "pool.h"

enum { JOBS = 4000, IN_FLIGHT = 256, JOB_NS = 20000, ROUNDS = 100, BEHIND = 40 };

static uv_loop_t loop;
static int queued;
static int finished;

static void work(uv_work_t *req) {
  (void)req;
  uint64_t start_ns = uv_hrtime();
  while (uv_hrtime() - start_ns < JOB_NS) {
  }
}

static void after(uv_work_t *req, int status) {
  CHECK_EQ(status, 0);
  finished++;
  if (queued < JOBS) {
    queued++;
    CHECK_EQ(uv_queue_work(&loop, req, work, after), 0);
  }
}

static void check_turns(void) {
  static uv_work_t works[IN_FLIGHT];
  uv_metrics_t before;
  uv_metrics_t now;
  CHECK_EQ(uv_metrics_info(&loop, &before), 0);
  for (queued = 0; queued < IN_FLIGHT; queued++) {
    CHECK_EQ(uv_queue_work(&loop, &works[queued], work, after), 0);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_metrics_info(&loop, &now), 0);
  CHECK_EQ(finished, JOBS);
  CHECK(now.loop_count - before.loop_count < JOBS / 2);
}

static void after_first(uv_work_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  let_go(1); /* until this call the only thread is blocked */
}

/* The first is done, the second holds the thread, and many wait behind it. */
static void check_not_kept(void) {
  static uv_work_t works[BEHIND + 2];
  CHECK_EQ(uv_queue_work(&loop, &works[0], work, after_first), 0);
  CHECK_EQ(uv_queue_work(&loop, &works[1], block, NULL), 0);
  for (int i = 2; i < BEHIND + 2; i++) {
    CHECK_EQ(uv_queue_work(&loop, &works[i], work, NULL), 0);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
}

int main(void) {
  alarm(50);
  set_threads("1");
  CHECK_EQ(uv_loop_init(&loop), 0);
  check_turns();
  for (int i = 0; i < ROUNDS; i++) {
    check_not_kept();
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
