/* SPDX-License-Identifier: MIT */
/*
 * Proves that a wait which a signal interrupts, or which ends early without events, continues for
 * the rest of its time: the turn is not over, and the timer runs when it is due.
 */
#include "sim_loop.h"

int main(void) {
  uv_timer_t timer;
  uv_prepare_t prepare;
  named names[] = {{"timer", NULL}, {"prepare", NULL}};
  open_loop();
  uv_timer_init(&loop, &timer);
  uv_prepare_init(&loop, &prepare);
  timer.data = &names[0];
  prepare.data = &names[1];
  uv_prepare_start(&prepare, on_prepare);
  uv_unref((uv_handle_t *)&prepare);

  uv_timer_start(&timer, on_timer, 16, 0);
  sim.interrupts = 2;
  CHECK_EQ(run(UV_RUN_ONCE), 0);
  SAID("prepare timer");
  CHECK_EQ(now(), 16);
  CHECK_EQ(sim.waits, 3);
  CHECK_EQ(sim.first_timeout_ns, 16 * GY_SIM_MS);
  CHECK_EQ(sim.last_timeout_ns, 4 * GY_SIM_MS);

  uv_timer_start(&timer, on_timer, 16, 0);
  sim.early_returns = 3;
  CHECK_EQ(run(UV_RUN_ONCE), 0);
  SAID("prepare timer");
  CHECK_EQ(now(), 32);
  CHECK_EQ(sim.waits, 7);
  CHECK_EQ(sim.last_timeout_ns, 2 * GY_SIM_MS);
  uv_close((uv_handle_t *)&timer, NULL);
  uv_close((uv_handle_t *)&prepare, NULL);
  finish_loop();
  return 0;
}
