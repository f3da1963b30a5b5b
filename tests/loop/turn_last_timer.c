/* SPDX-License-Identifier: MIT */
/*
 * Proves that in UV_RUN_DEFAULT a whole turn follows the timers that run before the first turn,
 * even if nothing else kept the loop alive.
 */
#include "sim_loop.h"

int main(void) {
  uv_timer_t timer;
  uv_check_t check;
  named t = {"timer", NULL};
  named c = {"check", NULL};
  open_loop();
  uv_timer_init(&loop, &timer);
  uv_check_init(&loop, &check);
  timer.data = &t;
  check.data = &c;
  uv_check_start(&check, on_check);
  uv_unref((uv_handle_t *)&check);
  uv_timer_start(&timer, on_timer, 0, 0);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("timer check");
  uv_close((uv_handle_t *)&timer, NULL);
  uv_close((uv_handle_t *)&check, NULL);
  finish_loop();
  return 0;
}
