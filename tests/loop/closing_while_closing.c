/* SPDX-License-Identifier: MIT */
/*
 * Proves that a handle that is closed from within a close callback gets its own close callback in
 * the next turn, and that the loop does not sleep before that.
 */
#include "sim_loop.h"

static uv_timer_t first, second, third;
static named names[] = {{"second", NULL}, {"third", NULL}};

static void on_first_closed(uv_handle_t *h) {
  (void)h;
  say("first-closed");
  uv_close((uv_handle_t *)&third, on_closed);
}

int main(void) {
  open_loop();
  uv_timer_init(&loop, &first);
  uv_timer_init(&loop, &second);
  uv_timer_init(&loop, &third);
  second.data = &names[0];
  third.data = &names[1];
  uv_close((uv_handle_t *)&second, on_closed);
  uv_close((uv_handle_t *)&first, on_first_closed);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("first-closed second-closed");
  CHECK_EQ(run(UV_RUN_ONCE), 0);
  SAID("third-closed");
  CHECK_EQ(sim.last_timeout_ns, 0);
  CHECK_EQ(now(), 0);
  close_loop();
  return 0;
}
