/* SPDX-License-Identifier: MIT */
/*
 * Proves that several loops in several threads share the pool: each gets the callbacks of its own
 * work, on its own thread, all of them, while some of the work is cancelled.
 *
 * time limit: 120 s
 */
#include "pool.h"

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { WORKS = 3000 };
#else
enum { WORKS = 20000 };
#endif
enum { LOOPS = 4, AT_ONCE = 50 };

typedef struct {
  uv_loop_t loop;
  uv_thread_t thread;
  uv_work_t works[AT_ONCE];
  atomic_int worked;
  int queued, finished, cancelled;
} side;

static side sides[LOOPS];

static void work(uv_work_t *req) {
  side *s = req->data;
  CHECK(req->loop == &s->loop);
  atomic_fetch_add(&s->worked, 1);
}

static void after(uv_work_t *req, int status) {
  side *s = req->data;
  uv_thread_t self = uv_thread_self();
  CHECK(uv_thread_equal(&self, &s->thread));
  CHECK(status == 0 || status == UV_ECANCELED);
  s->finished++;
  s->cancelled += status != 0;
  if (s->queued < WORKS) {
    s->queued++;
    CHECK_EQ(uv_queue_work(&s->loop, req, work, after), 0);
    if (s->queued % 7 == 0) {
      int err = uv_cancel((uv_req_t *)req);
      CHECK(err == 0 || err == UV_EBUSY);
    }
  }
}

static void run_loop(void *arg) {
  side *s = arg;
  s->thread = uv_thread_self();
  CHECK_EQ(uv_loop_init(&s->loop), 0);
  for (int i = 0; i < AT_ONCE; i++) {
    s->works[i].data = s;
    s->queued++;
    CHECK_EQ(uv_queue_work(&s->loop, &s->works[i], work, after), 0);
  }
  CHECK_EQ(uv_run(&s->loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&s->loop), 0);
  CHECK_EQ(s->finished, WORKS);
  CHECK_EQ(atomic_load(&s->worked) + s->cancelled, WORKS);
}

int main(void) {
  uv_thread_t threads[LOOPS];
  gyre_pool_metrics_t metrics;
  for (int i = 0; i < LOOPS; i++) {
    CHECK_EQ(uv_thread_create(&threads[i], run_loop, &sides[i]), 0);
  }
  for (int i = 0; i < LOOPS; i++) {
    CHECK_EQ(uv_thread_join(&threads[i]), 0);
  }
  gyre_pool_metrics(&metrics);
  const gyre_work_metrics *user = &metrics.kinds[GYRE_WORK_USER];
  CHECK_EQ(user->submitted, LOOPS * WORKS);
  CHECK_EQ(user->started + user->cancelled, LOOPS * WORKS);
  CHECK_EQ(metrics.queued, 0);
  return 0;
}
