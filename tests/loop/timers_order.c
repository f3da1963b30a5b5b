/* SPDX-License-Identifier: MIT */
/*
 * Proves that timers run by due time and then in the order of their starts, that a restart counts
 * as a new start, and that the time at which they were started does not matter.
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
  }
  uv_timer_start(&timers[0], on_timer, 5, 0);
  uv_timer_start(&timers[1], on_timer, 3, 0);
  uv_timer_start(&timers[2], on_timer, 5, 0);
  uv_timer_start(&timers[3], on_timer, 3, 0);
  uv_timer_start(&timers[4], on_timer, 5, 0);
  uv_timer_start(&timers[0], on_timer, 5, 0);
  gy_sim_pass(&sim, 2 * GY_SIM_MS);
  uv_update_time(&loop);
  uv_timer_start(&timers[5], on_timer, 3, 0); /* at 5 as well */
  gy_sim_pass(&sim, 20 * GY_SIM_MS);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("b d c e a f");

  for (int i = 5; i >= 0; i--) { /* far apart: several levels of the wheel */
    uv_timer_start(&timers[i], on_timer, (uint64_t)1 << (6 * i), 0);
  }
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("a b c d e f");
  CHECK_EQ(now(), 22 + (1 << 30));
  for (int i = 0; i < 6; i++) {
    uv_close((uv_handle_t *)&timers[i], NULL);
  }
  finish_loop();
  return 0;
}
