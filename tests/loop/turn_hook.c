/* SPDX-License-Identifier: MIT */
/*
 * Proves that the turn hook runs once after each callback, after ticks and microtasks, that tasks
 * it queues run before the next callback, and that it can be removed, even by itself.
 */
#include "sim_loop.h"

static void on_hook(uv_loop_t *l, void *arg) {
  say("hook");
  gyre_next_tick(l, on_task, "hook-tick");
  gyre_microtask(l, on_task, arg);
}

static void on_last_hook(uv_loop_t *l, void *arg) {
  (void)arg;
  say("last-hook");
  gyre_set_turn_hook(l, NULL, NULL);
}

static void queue(void *handle) {
  (void)handle;
  gyre_microtask(&loop, on_task, "micro");
  gyre_next_tick(&loop, on_task, "tick");
}

int main(void) {
  uv_timer_t timers[2];
  named names[] = {{"a", queue}, {"b", NULL}};
  open_loop();
  for (int i = 0; i < 2; i++) {
    uv_timer_init(&loop, &timers[i]);
    timers[i].data = &names[i];
    uv_timer_start(&timers[i], on_timer, 1, 0);
  }
  gyre_set_turn_hook(&loop, on_hook, "hook-micro");
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("a tick micro hook hook-tick hook-micro b hook hook-tick hook-micro");

  gyre_set_turn_hook(&loop, on_last_hook, NULL);
  uv_timer_start(&timers[0], on_timer, 1, 0);
  uv_timer_start(&timers[1], on_timer, 1, 0);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("a tick micro last-hook b");
  CHECK_EQ(uv_loop_alive(&loop), 0);
  uv_close((uv_handle_t *)&timers[0], NULL);
  uv_close((uv_handle_t *)&timers[1], NULL);
  finish_loop();
  return 0;
}
