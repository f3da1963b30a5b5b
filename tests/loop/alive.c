/* SPDX-License-Identifier: MIT */
/*
 * Proves what keeps a loop alive: a handle of each kind that is active and referenced, a closing
 * handle, a pending callback, a request; and what does not: handles that are inactive or
 * unreferenced.
 */
#include "sim_loop.h"

enum { FD = 40 };

static void work_cb(uv_work_t *req) { (void)req; }

#define KEEPS(handle, start, stop)           \
  do {                                       \
    CHECK_EQ(uv_loop_alive(&loop), 0);       \
    start;                                   \
    CHECK(uv_loop_alive(&loop));             \
    CHECK(run(UV_RUN_NOWAIT) != 0);          \
    uv_unref((uv_handle_t *)(handle));       \
    uv_unref((uv_handle_t *)(handle));       \
    CHECK_EQ(uv_loop_alive(&loop), 0);       \
    uv_ref((uv_handle_t *)(handle));         \
    uv_ref((uv_handle_t *)(handle));         \
    CHECK(uv_loop_alive(&loop));             \
    uv_unref((uv_handle_t *)(handle));       \
    stop;                                    \
    CHECK_EQ(uv_loop_alive(&loop), 0);       \
    uv_ref((uv_handle_t *)(handle));         \
    CHECK_EQ(uv_loop_alive(&loop), 0);       \
    start;                                   \
    CHECK(uv_loop_alive(&loop));             \
    stop;                                    \
    CHECK_EQ(uv_loop_alive(&loop), 0);       \
    CHECK_EQ(loop.active_handles, 0);        \
    uv_close((uv_handle_t *)(handle), NULL); \
    CHECK(uv_loop_alive(&loop));             \
    CHECK_EQ(run(UV_RUN_NOWAIT), 0);         \
  } while (0)

static void nothing(gy_loop *l, gy_watcher *w, uint32_t events) {
  (void)l;
  (void)w;
  (void)events;
}

static void async_test(void) {
  uv_async_t async;
  uv_async_init(&loop, &async, NULL);
  CHECK(uv_loop_alive(&loop));
  uv_unref((uv_handle_t *)&async);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  uv_close((uv_handle_t *)&async, NULL);
  CHECK(uv_loop_alive(&loop));
  CHECK_EQ(run(UV_RUN_NOWAIT), 0);
}

int main(void) {
  uv_timer_t timer;
  uv_idle_t idle;
  uv_prepare_t prepare;
  uv_check_t check;
  uv_poll_t poll;
  uv_work_t work;
  gy_watcher watcher;
  named name = {"x", NULL};
  open_fd(FD);
  open_loop();
  uv_timer_init(&loop, &timer);
  uv_idle_init(&loop, &idle);
  uv_prepare_init(&loop, &prepare);
  uv_check_init(&loop, &check);
  CHECK_EQ(uv_poll_init(&loop, &poll, FD), 0);
  timer.data = idle.data = prepare.data = check.data = poll.data = &name;
  KEEPS(&timer, uv_timer_start(&timer, on_timer, 9, 0), uv_timer_stop(&timer));
  KEEPS(&idle, uv_idle_start(&idle, on_idle), uv_idle_stop(&idle));
  KEEPS(&prepare, uv_prepare_start(&prepare, on_prepare), uv_prepare_stop(&prepare));
  KEEPS(&check, uv_check_start(&check, on_check), uv_check_stop(&check));
  KEEPS(&poll, uv_poll_start(&poll, UV_READABLE, on_poll), uv_poll_stop(&poll));
  async_test();

  init_watcher(&watcher, nothing);
  gy_pending_add(inside(), &watcher);
  CHECK(uv_loop_alive(&loop));
  CHECK_EQ(run(UV_RUN_NOWAIT), 0);

  CHECK_EQ(uv_queue_work(&loop, &work, work_cb, NULL), 0);
  CHECK(uv_loop_alive(&loop));
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  close_loop();
  return 0;
}
