/* SPDX-License-Identifier: MIT */
/*
 * Proves that a new repeat set in the callback counts from the next expiry on, since the timer is
 * armed before its callback, and that a repeat of 0 makes that expiry the last.
 */
#include "sim_loop.h"

static int calls;

static void on_repeat(uv_timer_t *timer) {
  say("%ld", now());
  calls++;
  uv_timer_set_repeat(timer, calls == 1 ? 3 : calls == 3 ? 0 : uv_timer_get_repeat(timer));
}

int main(void) {
  uv_timer_t timer;
  open_loop();
  uv_timer_init(&loop, &timer);
  uv_timer_start(&timer, on_repeat, 10, 10);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("10 20 23 26");
  CHECK(!uv_is_active((uv_handle_t *)&timer));
  uv_close((uv_handle_t *)&timer, NULL);
  finish_loop();
  return 0;
}
