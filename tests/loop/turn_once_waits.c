/* SPDX-License-Identifier: MIT */
/*
 * Proves that UV_RUN_ONCE sleeps until the next timer and runs it, but does not sleep if an idle
 * handle was active or something was pending when the turn began.
 */
#include "sim_loop.h"

static gy_watcher watcher;
static void on_pending(gy_loop *l, gy_watcher *w, uint32_t events) {
  (void)events;
  GY_CALL(l, NONE, w, NULL, say("pending"));
}

static void stop_idle(void *handle) { uv_idle_stop(handle); }

int main(void) {
  uv_timer_t timer;
  uv_idle_t idle;
  named t = {"timer", NULL};
  named i = {"idle", stop_idle};
  open_loop();
  init_watcher(&watcher, on_pending);
  uv_timer_init(&loop, &timer);
  uv_idle_init(&loop, &idle);
  timer.data = &t;
  idle.data = &i;
  uv_timer_start(&timer, on_timer, 7, 0);

  uv_idle_start(&idle, on_idle); /* stops itself, so the wait would be allowed */
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("idle");
  CHECK_EQ(sim.last_timeout_ns, 0);

  gy_pending_add(inside(), &watcher);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("pending");
  CHECK_EQ(sim.last_timeout_ns, 0);

  CHECK_EQ(run(UV_RUN_ONCE), 0);
  SAID("timer");
  CHECK_EQ(now(), 7);
  uv_close((uv_handle_t *)&timer, NULL);
  uv_close((uv_handle_t *)&idle, NULL);
  finish_loop();
  return 0;
}
