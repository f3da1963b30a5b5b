/* SPDX-License-Identifier: MIT */
/*
 * Proves that a repeating timer is armed for now plus its repeat before its callback runs, so that
 * the callback finds it active and may stop it; that missed periods are not made up for; and that a
 * timer that does not repeat is inactive in its callback.
 */
#include "sim_loop.h"

static int calls;

static void on_repeat(uv_timer_t *timer) {
  say("%ld", now());
  CHECK(uv_is_active((uv_handle_t *)timer));
  CHECK_EQ(uv_timer_get_due_in(timer), 10);
  if (++calls == 2) {
    gy_sim_pass(&sim, 35 * GY_SIM_MS);
  } else if (calls == 5) {
    uv_timer_stop(timer);
  }
}

static void on_once(uv_timer_t *timer) {
  say("once");
  CHECK(!uv_is_active((uv_handle_t *)timer));
}

int main(void) {
  uv_timer_t timer;
  open_loop();
  uv_timer_init(&loop, &timer);
  uv_timer_start(&timer, on_repeat, 5, 10);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("5 15 50 60 70");
  uv_timer_start(&timer, on_once, 5, 0);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("once");
  uv_close((uv_handle_t *)&timer, NULL);
  finish_loop();
  return 0;
}
