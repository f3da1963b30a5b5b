/* SPDX-License-Identifier: MIT */
/*
 * Proves that a pool that was shut down while one of its threads looked for work serves the next
 * requests, even after all of its new threads have gone to sleep.
 */
#include "../check.h"
#include "uv.h"

static int done;

static void work(uv_work_t *req) { (void)req; }

static void on_done(uv_work_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  done++;
}

static void queue_one(void) {
  uv_work_t req;
  CHECK_EQ(uv_queue_work(uv_default_loop(), &req, work, on_done), 0);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
}

int main(void) {
  for (int i = 0; i < 100; i++) { /* so that a thread polls before it sleeps */
    queue_one();
  }
  uv_library_shutdown(); /* while it does */
  for (int i = 0; i < 3; i++) {
    queue_one();
    uv_sleep(5); /* longer than a thread polls */
  }
  CHECK_EQ(done, 103);
  return 0;
}
