/* SPDX-License-Identifier: MIT */
/*
 * Proves when uv_loop_close returns UV_EBUSY: while a handle is not fully closed, even an inactive
 * one, and while a request is active; that a refused close changes nothing; and that `data`
 * survives init and close.
 */
#include "sim_loop.h"

static uv_sem_t go;

static void work_cb(uv_work_t *req) {
  (void)req;
  uv_sem_wait(&go);
}

int main(void) {
  uv_timer_t timer;
  uv_work_t work;
  named t = {"timer", NULL};
  int datum;
  loop.data = &datum;
  open_loop();
  CHECK(uv_loop_get_data(&loop) == &datum);
  uv_timer_init(&loop, &timer);
  timer.data = &t;
  CHECK_EQ(uv_loop_close(&loop), UV_EBUSY);
  uv_timer_start(&timer, on_timer, 1, 0);
  CHECK_EQ(uv_loop_close(&loop), UV_EBUSY);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("timer");
  uv_close((uv_handle_t *)&timer, NULL);
  CHECK_EQ(uv_loop_close(&loop), UV_EBUSY);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);

  CHECK_EQ(uv_sem_init(&go, 0), 0);
  CHECK_EQ(uv_queue_work(&loop, &work, work_cb, NULL), 0);
  CHECK_EQ(uv_loop_close(&loop), UV_EBUSY);
  uv_sem_post(&go);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK(loop.data == &datum);
  uv_sem_destroy(&go);

  uv_loop_t *made = uv_loop_new();
  CHECK(made != NULL && uv_loop_size() == sizeof(uv_loop_t));
  uv_loop_set_data(made, &datum);
  CHECK(made->data == &datum);
  uv_loop_delete(made);
  return 0;
}
