/* SPDX-License-Identifier: MIT */
/*
 * Proves that after a callback all ticks run in order, ticks of ticks included, then all
 * microtasks, and that ticks which microtasks queue run when no microtask is left.
 */
#include "sim_loop.h"

static void tick_of_tick(void *arg) {
  say("%s", (const char *)arg);
  gyre_next_tick(&loop, on_task, "tick-of-tick");
  gyre_microtask(&loop, on_task, "micro-of-tick");
}

static void micro_of_micro(void *arg) {
  say("%s", (const char *)arg);
  gyre_next_tick(&loop, on_task, "tick-of-micro");
  gyre_microtask(&loop, on_task, "micro-of-micro");
}

static void queue_all(void *handle) {
  (void)handle;
  CHECK_EQ(gyre_microtask(&loop, micro_of_micro, "micro1"), 0);
  CHECK_EQ(gyre_next_tick(&loop, tick_of_tick, "tick1"), 0);
  CHECK_EQ(gyre_microtask(&loop, on_task, "micro2"), 0);
  CHECK_EQ(gyre_next_tick(&loop, on_task, "tick2"), 0);
}

int main(void) {
  uv_timer_t timers[2];
  named names[] = {{"callback", queue_all}, {"next", NULL}};
  open_loop();
  for (int i = 0; i < 2; i++) {
    uv_timer_init(&loop, &timers[i]);
    timers[i].data = &names[i];
    uv_timer_start(&timers[i], on_timer, 1, 0);
  }
  CHECK_EQ(gyre_next_tick(&loop, NULL, NULL), UV_EINVAL);
  CHECK_EQ(gyre_microtask(&loop, NULL, NULL), UV_EINVAL);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("callback tick1 tick2 tick-of-tick micro1 micro2 micro-of-tick micro-of-micro "
       "tick-of-micro next");
  uv_close((uv_handle_t *)&timers[0], NULL);
  uv_close((uv_handle_t *)&timers[1], NULL);
  finish_loop();
  return 0;
}
