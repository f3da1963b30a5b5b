/* SPDX-License-Identifier: MIT */
/*
 * Proves that uv_queue_work without memory for the pool returns UV_ENOMEM, leaks nothing, and works
 * as soon as there is memory again.
 */
#include "gyre.h"
#include "memory.h"

static atomic_int worked;
static int finished;

static void work(uv_work_t *req) {
  (void)req;
  atomic_fetch_add(&worked, 1);
}

static void after(uv_work_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  finished++;
}

int main(void) {
  uv_loop_t loop;
  uv_work_t req;
  gyre_pool_metrics_t metrics;
  memory_install();
  CHECK_EQ(uv_loop_init(&loop), 0);
  memory_fail(1, 3);
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(uv_queue_work(&loop, &req, work, after), UV_ENOMEM);
    CHECK_EQ(uv_loop_alive(&loop), 0);
    gyre_pool_metrics(&metrics);
    CHECK_EQ(metrics.threads, 0);
    CHECK_EQ(metrics.kinds[GYRE_WORK_USER].submitted, 0);
  }
  CHECK_EQ(uv_queue_work(&loop, &req, work, after), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(atomic_load(&worked), 1);
  CHECK_EQ(finished, 1);
  CHECK_EQ(uv_loop_close(&loop), 0);
  uv_library_shutdown();
  CHECK_EQ(atomic_load(&memory.outstanding), 0);
  return 0;
}
