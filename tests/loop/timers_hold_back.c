/* SPDX-License-Identifier: MIT */
/*
 * Proves that a timer never runs before its timeout has passed since the call that started it, to
 * the nanosecond, although it is due by whole milliseconds of the loop's time; and that holding it
 * back changes no order.
 */
#include "sim_loop.h"

static void on_due(uv_timer_t *timer) {
  (void)timer;
  say("%llu", (unsigned long long)(sim.now_ns - GY_SIM_START_NS));
}

int main(void) {
  uv_timer_t timers[3];
  named late = {"late", NULL};
  open_loop();
  for (int i = 0; i < 3; i++) {
    uv_timer_init(&loop, &timers[i]);
  }
  gy_sim_pass(&sim, 700000); /* the loop's cached time is still 0 */
  uv_timer_start(&timers[0], on_due, 2, 0);
  CHECK(run(UV_RUN_ONCE) == 0);
  SAID("2700000");

  uv_update_time(&loop);
  gy_sim_pass(&sim, 100000); /* at 2.8 ms, while the loop's time is rounded down to 2 */
  uv_timer_start(&timers[0], on_due, 1, 0);
  CHECK_EQ(uv_timer_get_due_in(&timers[0]), 1);
  CHECK(run(UV_RUN_ONCE) == 0);
  SAID("3800000");

  /* A timer that is held back holds back those that were started after it for the same time. */
  gy_sim_pass(&sim, 150000);
  uv_timer_start(&timers[0], on_due, 5, 0); /* due at 8, not before 8.95 */
  gy_sim_pass(&sim, 50000 + 3 * GY_SIM_MS);
  uv_update_time(&loop);
  uv_timer_start(&timers[1], on_due, 1, 0); /* due at 8 too, not before 8.0 */
  timers[2].data = &late;
  uv_timer_start(&timers[2], on_timer, 2, 0);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("8950000 8950000");
  CHECK(run(UV_RUN_ONCE) == 0);
  SAID("late");

  /* The cached time is old by more than a millisecond: due by the loop's time, held back by the
   * maximum. */
  gy_sim_pass(&sim, 5 * GY_SIM_MS);
  CHECK_EQ(now(), 9);
  uv_timer_start(&timers[0], on_due, 20, 0);
  CHECK(run(UV_RUN_DEFAULT) == 0);
  SAID("29999999");
  for (int i = 0; i < 3; i++) {
    uv_close((uv_handle_t *)&timers[i], NULL);
  }
  finish_loop();
  return 0;
}
