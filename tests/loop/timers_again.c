/* SPDX-License-Identifier: MIT */
/*
 * Proves uv_timer_again: UV_EINVAL for a timer that was never started, no effect on one without
 * repeat, otherwise a new start with the repeat as timeout, also if it was stopped.
 */
#include "sim_loop.h"

static void on_tick(uv_timer_t *timer) {
  (void)timer;
  say("%ld", now());
}

int main(void) {
  uv_timer_t timer;
  open_loop();
  uv_timer_init(&loop, &timer);
  CHECK_EQ(uv_timer_again(&timer), UV_EINVAL);
  uv_timer_set_repeat(&timer, 5);
  CHECK_EQ(uv_timer_again(&timer), UV_EINVAL);

  uv_timer_start(&timer, on_tick, 20, 0);
  CHECK_EQ(uv_timer_get_repeat(&timer), 0);
  CHECK_EQ(uv_timer_again(&timer), 0);
  CHECK_EQ(uv_timer_get_due_in(&timer), 20);

  uv_timer_set_repeat(&timer, 7);
  CHECK_EQ(uv_timer_get_due_in(&timer), 20); /* no effect on a timer that is already armed */
  CHECK_EQ(uv_timer_again(&timer), 0);
  CHECK_EQ(uv_timer_get_due_in(&timer), 7);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("7");
  uv_timer_stop(&timer);
  CHECK_EQ(uv_timer_again(&timer), 0);
  CHECK(uv_is_active((uv_handle_t *)&timer));
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("14");

  uv_close((uv_handle_t *)&timer, NULL);
  CHECK_EQ(uv_timer_again(&timer), UV_EINVAL);
  finish_loop();
  return 0;
}
