/* SPDX-License-Identifier: MIT */
/*
 * Proves that a limit on close callbacks leaves the rest for the next turns, before handles that
 * were closed since, and that the loop stays alive and does not sleep until all have run.
 */
#include "sim_loop.h"

int main(void) {
  uv_timer_t timers[5];
  named names[] = {{"a", NULL}, {"b", NULL}, {"c", NULL}, {"d", NULL}, {"e", NULL}};
  open_loop();
  for (int i = 0; i < 5; i++) {
    uv_timer_init(&loop, &timers[i]);
    timers[i].data = &names[i];
  }
  for (int i = 0; i < 3; i++) {
    uv_close((uv_handle_t *)&timers[i], on_closed);
  }
  CHECK_EQ(gyre_loop_limit(&loop, GYRE_PHASE_CLOSING, 1), 0);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("c-closed");
  uv_close((uv_handle_t *)&timers[3], on_closed);
  uv_close((uv_handle_t *)&timers[4], on_closed);
  CHECK(run(UV_RUN_ONCE) != 0);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("b-closed a-closed");
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("e-closed d-closed");
  CHECK_EQ(now(), 0);
  CHECK_EQ(sim.last_timeout_ns, 0);
  close_loop();
  return 0;
}
