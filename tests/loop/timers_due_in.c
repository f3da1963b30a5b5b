/* SPDX-License-Identifier: MIT */
/*
 * Proves what uv_timer_get_due_in returns: the rest by the loop's time, 0 if overdue or never
 * started, the last due time even when stopped; and that invalid starts return UV_EINVAL and change
 * nothing.
 */
#include "sim_loop.h"

int main(void) {
  uv_timer_t timer;
  open_loop();
  uv_timer_init(&loop, &timer);
  CHECK_EQ(uv_timer_get_due_in(&timer), 0);
  CHECK_EQ(uv_timer_stop(&timer), 0);
  CHECK_EQ(uv_timer_start(&timer, NULL, 5, 5), UV_EINVAL);
  CHECK(!uv_is_active((uv_handle_t *)&timer));
  CHECK_EQ(uv_timer_get_repeat(&timer), 0);
  CHECK_EQ(uv_timer_start(&timer, on_timer, 10, 0), 0);
  gy_sim_pass(&sim, 4 * GY_SIM_MS);
  CHECK_EQ(uv_timer_get_due_in(&timer), 10);
  uv_update_time(&loop);
  CHECK_EQ(uv_timer_get_due_in(&timer), 6);
  uv_timer_stop(&timer);
  CHECK_EQ(uv_timer_get_due_in(&timer), 6);
  gy_sim_pass(&sim, 40 * GY_SIM_MS);
  uv_update_time(&loop);
  CHECK_EQ(uv_timer_get_due_in(&timer), 0);
  uv_close((uv_handle_t *)&timer, NULL);
  CHECK_EQ(uv_timer_start(&timer, on_timer, 1, 0), UV_EINVAL);
  finish_loop();
  return 0;
}
