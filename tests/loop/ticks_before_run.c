/* SPDX-License-Identifier: MIT */
/*
 * Proves that ticks and microtasks that are queued outside of any callback keep the loop alive, run
 * when uv_run starts, before its first phase and in every mode, but not if the loop was stopped.
 */
#include "sim_loop.h"

int main(void) {
  uv_timer_t timer;
  named t = {"timer", NULL};
  open_loop();
  uv_timer_init(&loop, &timer);
  timer.data = &t;
  for (int mode = UV_RUN_DEFAULT; mode <= UV_RUN_NOWAIT; mode++) {
    uv_timer_start(&timer, on_timer, 0, 0);
    gyre_microtask(&loop, on_task, "micro");
    gyre_next_tick(&loop, on_task, "tick");
    CHECK_EQ(run((uv_run_mode)mode), 0);
    SAID("tick micro timer");
  }
  gyre_next_tick(&loop, on_task, "tick");
  CHECK(uv_loop_alive(&loop));
  CHECK_EQ(uv_backend_timeout(&loop), 0);
  uv_stop(&loop);
  CHECK(run(UV_RUN_DEFAULT) != 0);
  SAID("");
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("tick");
  gyre_microtask(&loop, on_task, "micro");
  CHECK(uv_loop_alive(&loop));
  CHECK_EQ(run(UV_RUN_ONCE), 0);
  SAID("micro");
  uv_close((uv_handle_t *)&timer, NULL);
  finish_loop();
  return 0;
}
