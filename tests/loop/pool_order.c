/* SPDX-License-Identifier: MIT */
/*
 * Proves that work starts in the order in which it was queued, that callbacks come in the order of
 * completion, on the loop's thread, and that a missing work callback is refused.
 */
#include "pool.h"

enum { WORKS = 100 };

static uv_work_t works[WORKS];
static int started, finished;
static uv_thread_t loop_thread;

static void work(uv_work_t *req) {
  uv_thread_t self = uv_thread_self();
  CHECK(!uv_thread_equal(&self, &loop_thread));
  CHECK(req == &works[started++]); /* one thread: no race */
}

static void after(uv_work_t *req, int status) {
  uv_thread_t self = uv_thread_self();
  CHECK(uv_thread_equal(&self, &loop_thread));
  CHECK_EQ(status, 0);
  CHECK(req == &works[finished++]);
}

int main(void) {
  uv_loop_t loop;
  uv_work_t blocker;
  set_threads("1");
  loop_thread = uv_thread_self();
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_queue_work(&loop, &works[0], NULL, after), UV_EINVAL);
  CHECK_EQ(uv_queue_work(&loop, &blocker, block, NULL), 0);
  for (int i = 0; i < WORKS; i++) {
    CHECK_EQ(uv_queue_work(&loop, &works[i], work, after), 0);
    CHECK_EQ(works[i].type, UV_WORK);
    CHECK(works[i].loop == &loop);
  }
  let_go(1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(finished, WORKS);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
