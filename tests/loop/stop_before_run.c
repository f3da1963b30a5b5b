/* SPDX-License-Identifier: MIT */
/*
 * Proves that uv_stop before uv_run makes that run return at once without calling anything, in
 * every mode, with whether the loop is alive as result, and that the next run is as usual.
 */
#include "sim_loop.h"

int main(void) {
  uv_timer_t timer;
  named t = {"timer", NULL};
  open_loop();
  uv_timer_init(&loop, &timer);
  timer.data = &t;
  for (int mode = UV_RUN_DEFAULT; mode <= UV_RUN_NOWAIT; mode++) {
    uv_timer_start(&timer, on_timer, 0, 0);
    uv_stop(&loop);
    CHECK_EQ(uv_backend_timeout(&loop), 0);
    CHECK(run((uv_run_mode)mode) != 0);
    SAID("");
    CHECK_EQ(loop.stop_flag, 0);
    CHECK_EQ(run((uv_run_mode)mode), 0);
    SAID("timer");
  }
  uv_stop(&loop);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0); /* not alive: cleared nevertheless */
  CHECK_EQ(loop.stop_flag, 0);
  uv_close((uv_handle_t *)&timer, NULL);
  finish_loop();
  return 0;
}
