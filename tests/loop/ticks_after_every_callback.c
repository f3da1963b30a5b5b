/* SPDX-License-Identifier: MIT */
/*
 * Proves that ticks, microtasks and the turn hook run after each callback of every kind, before the
 * next callback: timer, idle, prepare, check, poll, refused poll, async, work, close.
 */
#include "sim_loop.h"
#include "work/request.h"

enum { FD = 40, REFUSED_FD = 41, KINDS = 10 };

static int due; /* callbacks that have returned without their ticks having run */
static int hooks, callbacks;

static void on_micro(void *arg) {
  (void)arg;
  CHECK_EQ(due, 2);
  due = 3;
}

static void on_tick(void *arg) {
  (void)arg;
  CHECK_EQ(due, 1);
  due = 2;
}

static void on_hook(uv_loop_t *l, void *arg) {
  CHECK(l == &loop && arg == &hooks);
  CHECK_EQ(due, 3);
  due = 0;
  hooks++;
}

static void entered(void *unused) {
  (void)unused;
  CHECK_EQ(due, 0);
  due = 1;
  callbacks++;
  CHECK_EQ(gyre_microtask(&loop, on_micro, NULL), 0);
  CHECK_EQ(gyre_next_tick(&loop, on_tick, NULL), 0);
}

static void timer_cb(uv_timer_t *h) { entered(h); }
static void idle_cb(uv_idle_t *h) {
  entered(h);
  uv_idle_stop(h);
}
static void prepare_cb(uv_prepare_t *h) {
  entered(h);
  uv_prepare_stop(h);
}
static void check_cb(uv_check_t *h) {
  entered(h);
  uv_check_stop(h);
}
static void async_cb(uv_async_t *h) { entered(h); }
static void poll_cb(uv_poll_t *h, int status, int events) {
  (void)status;
  (void)events;
  entered(h);
  uv_poll_stop(h);
}
static void close_cb(uv_handle_t *h) { entered(h); }
static void work_cb(uv_work_t *req) { (void)req; }
static void after_cb(uv_work_t *req, int status) {
  CHECK_EQ(status, 0);
  entered(req);
}

int main(void) {
  uv_timer_t timers[2], gone;
  uv_idle_t idles[2];
  uv_prepare_t prepares[2];
  uv_check_t checks[2];
  uv_async_t asyncs[2];
  uv_poll_t polls[2];
  uv_work_t works[2];
  open_fd(FD);
  open_fd(REFUSED_FD);
  open_loop();
  gyre_set_turn_hook(&loop, on_hook, &hooks);
  uv_timer_init(&loop, &gone);
  uv_close((uv_handle_t *)&gone, close_cb);
  for (int i = 0; i < 2; i++) { /* two of each, so that what runs between them shows */
    uv_timer_init(&loop, &timers[i]);
    uv_timer_start(&timers[i], timer_cb, 0, 0);
    uv_idle_init(&loop, &idles[i]);
    uv_idle_start(&idles[i], idle_cb);
    uv_prepare_init(&loop, &prepares[i]);
    uv_prepare_start(&prepares[i], prepare_cb);
    uv_check_init(&loop, &checks[i]);
    uv_check_start(&checks[i], check_cb);
    uv_async_init(&loop, &asyncs[i], async_cb);
    uv_async_send(&asyncs[i]);
    CHECK_EQ(uv_poll_init(&loop, &polls[i], FD + i), 0);
    uv_poll_start(&polls[i], UV_READABLE, poll_cb);
    CHECK_EQ(uv_queue_work(&loop, &works[i], work_cb, after_cb), 0);
  }
  gy_sim_ready(&sim, FD, GY_IO_READ);
  sim.fds[REFUSED_FD].set_error = -EPERM;
  while (callbacks < 15) {
    CHECK(run(UV_RUN_ONCE) != 0);
  }
  void *handles[] = {&timers[0], &timers[1], &idles[0],  &idles[1],  &prepares[0], &prepares[1],
                     &checks[0], &checks[1], &asyncs[0], &asyncs[1], &polls[0],    &polls[1]};
  for (int i = 0; i < 12; i++) {
    uv_close(handles[i], close_cb);
  }
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  CHECK_EQ(callbacks, 15 + 12);
  CHECK_EQ(hooks, callbacks);
  CHECK_EQ(due, 0);
  close_loop();
  return 0;
}
