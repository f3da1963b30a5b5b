/* SPDX-License-Identifier: MIT */
/*
 * Proves that uv_library_shutdown lets the pool finish queued work and waits for its threads, that
 * it may be called twice, and that a loop that still runs loses none of its callbacks.
 */
#include "pool.h"

enum { WORKS = 50 };

static atomic_int worked;
static int finished;

static void work(uv_work_t *req) {
  (void)req;
  usleep(200);
  atomic_fetch_add(&worked, 1);
}

static void after(uv_work_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  finished++;
}

int main(void) {
  uv_loop_t loop;
  static uv_work_t works[WORKS];
  gyre_pool_metrics_t metrics;
  set_threads("3");
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < WORKS; i++) {
    CHECK_EQ(uv_queue_work(&loop, &works[i], work, after), 0);
  }
  uv_library_shutdown();
  CHECK_EQ(atomic_load(&worked), WORKS);
  gyre_pool_metrics(&metrics);
  CHECK_EQ(metrics.threads, 0);
  uv_library_shutdown();
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(finished, WORKS);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
