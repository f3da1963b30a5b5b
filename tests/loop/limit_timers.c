/* SPDX-License-Identifier: MIT */
/*
 * Proves that a limit on timers leaves the rest of those that are due for the next turns, in order
 * and before timers that become due later, and that the loop does not sleep meanwhile.
 */
#include "sim_loop.h"

static uv_timer_t timers[6];
static named names[] = {{"a", NULL}, {"b", NULL}, {"c", NULL},
                        {"d", NULL}, {"e", NULL}, {"f", NULL}};

int main(void) {
  open_loop();
  for (int i = 0; i < 6; i++) {
    uv_timer_init(&loop, &timers[i]);
    timers[i].data = &names[i];
    uv_timer_start(&timers[i], on_timer, 1 + (uint64_t)i / 4, 0);
  }
  CHECK_EQ(gyre_loop_limit(&loop, GYRE_PHASE_TIMERS, 2), 0);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("a b");
  CHECK_EQ(uv_backend_timeout(&loop), 0);
  gy_sim_pass(&sim, GY_SIM_MS); /* now the others are due too */
  uv_timer_stop(&timers[3]);
  sim.waits = 0;
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("c e");
  CHECK_EQ(sim.first_timeout_ns, 0);
  CHECK_EQ(run(UV_RUN_ONCE), 0);
  SAID("f");

  /* The timers before the first turn of UV_RUN_DEFAULT have a limit of their own. */
  for (int i = 0; i < 6; i++) {
    uv_timer_start(&timers[i], on_timer, 0, 0);
  }
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("a b c d e f");
  CHECK_EQ(now(), 2);
  for (int i = 0; i < 6; i++) {
    uv_close((uv_handle_t *)&timers[i], NULL);
  }
  finish_loop();
  return 0;
}
