/* SPDX-License-Identifier: MIT */
/*
 * Proves uv_cancel: queued work is cancelled and its callback comes later with UV_ECANCELED;
 * running or finished work returns UV_EBUSY; other request types return UV_EINVAL; all other work
 * runs.
 */
#include "pool.h"

enum { WORKS = 5 };

static uv_work_t blockers[2], works[WORKS];
static atomic_int ran;
static int cancelled;
static bool in_run;

static void work(uv_work_t *req) {
  (void)req;
  atomic_fetch_add(&ran, 1);
}

static void after(uv_work_t *req, int status) {
  bool odd = (req - works) % 2 == 1;
  CHECK(in_run);
  CHECK_EQ(status, odd ? UV_ECANCELED : 0);
  cancelled += odd;
  CHECK_EQ(uv_cancel((uv_req_t *)req), UV_EBUSY);
}

int main(void) {
  uv_loop_t loop;
  uv_req_t other = {.type = UV_WRITE};
  gyre_pool_metrics_t metrics;
  set_threads("2");
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_queue_work(&loop, &blockers[0], block, NULL), 0);
  CHECK_EQ(uv_queue_work(&loop, &blockers[1], block, NULL), 0);
  wait_entered(2);
  for (int i = 0; i < WORKS; i++) {
    CHECK_EQ(uv_queue_work(&loop, &works[i], work, after), 0);
  }
  CHECK_EQ(uv_cancel((uv_req_t *)&blockers[0]), UV_EBUSY);
  CHECK_EQ(uv_cancel((uv_req_t *)&works[1]), 0);
  CHECK_EQ(uv_cancel((uv_req_t *)&works[3]), 0);
  CHECK_EQ(uv_cancel((uv_req_t *)&works[3]), UV_EBUSY);
  CHECK_EQ(uv_cancel(&other), UV_EINVAL);
  gyre_pool_metrics(&metrics);
  CHECK_EQ(metrics.queued, 3);
  CHECK_EQ(metrics.kinds[GYRE_WORK_USER].cancelled, 2);
  in_run = true;
  uv_run(&loop, UV_RUN_ONCE); /* cancelled requests need no thread */
  CHECK_EQ(cancelled, 2);
  let_go(1);
  while (uv_run(&loop, UV_RUN_NOWAIT) != 0 && atomic_load(&ran) < 3) {
    usleep(1000);
  }
  let_go(1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(atomic_load(&ran), 3);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
