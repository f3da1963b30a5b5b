/* SPDX-License-Identifier: MIT */
/*
 * Proves the numbers of gyre_pool_metrics: threads, busy, queued, and for each kind of work how
 * many were submitted, started, finished and cancelled, and the times in queue and on a thread.
 */
#include "pool.h"

enum { WORKS = 4 };

static void after(uv_work_t *req, int status) {
  (void)req;
  (void)status;
}

int main(void) {
  uv_loop_t loop;
  uv_work_t works[WORKS];
  gyre_pool_metrics_t m;
  const gyre_work_metrics *user = &m.kinds[GYRE_WORK_USER];
  set_threads("2");
  gyre_pool_metrics(&m);
  CHECK_EQ(m.threads + m.busy + m.queued + user->submitted, 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < WORKS; i++) {
    CHECK_EQ(uv_queue_work(&loop, &works[i], block, after), 0);
  }
  wait_entered(2);
  usleep(5000);
  gyre_pool_metrics(&m);
  CHECK_EQ(m.threads, 2);
  CHECK_EQ(m.busy, 2);
  CHECK_EQ(m.queued, 2);
  CHECK_EQ(user->submitted, 4);
  CHECK_EQ(user->started, 2);
  CHECK_EQ(user->finished, 0);
  CHECK_EQ(uv_cancel((uv_req_t *)&works[3]), 0);
  let_go(WORKS);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  gyre_pool_metrics(&m);
  CHECK_EQ(m.busy, 0);
  CHECK_EQ(m.queued, 0);
  CHECK_EQ(user->submitted, 4);
  CHECK_EQ(user->started, 3);
  CHECK_EQ(user->finished, 3);
  CHECK_EQ(user->cancelled, 1);
  CHECK(user->queue_max_ns >= 5000000); /* the third waited for the first two */
  CHECK(user->queue_ns >= user->queue_max_ns);
  CHECK(user->run_max_ns >= 5000000);
  CHECK(user->run_ns >= 2 * 5000000);
  CHECK(user->run_ns >= user->run_max_ns);
  CHECK_EQ(m.kinds[GYRE_WORK_FILE].submitted, 0);
  CHECK_EQ(m.kinds[GYRE_WORK_NAME].submitted, 0);
  CHECK_EQ(m.kinds[GYRE_WORK_OTHER].submitted, 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
