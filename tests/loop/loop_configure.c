/* SPDX-License-Identifier: MIT */
/*
 * Proves what uv_loop_configure accepts: only SIGPROF may be blocked, and it is blocked while the
 * loop waits; idle time is measured from the call on; unknown options return UV_ENOSYS.
 */
#include <signal.h>

#include "sim_loop.h"

int main(void) {
  uv_timer_t timer;
  open_loop();
  uv_timer_init(&loop, &timer);
  uv_timer_start(&timer, on_timer, 10, 0);
  timer.data = &(named){"timer", NULL};
  CHECK_EQ(uv_loop_configure(&loop, UV_LOOP_BLOCK_SIGNAL, SIGINT), UV_EINVAL);
  CHECK_EQ(uv_loop_configure(&loop, (uv_loop_option)77), UV_ENOSYS);
  run(UV_RUN_ONCE);
  CHECK(!sim.blocked_sigprof);
  CHECK_EQ(uv_metrics_idle_time(&loop), 0);

  CHECK_EQ(uv_loop_configure(&loop, UV_LOOP_BLOCK_SIGNAL, SIGPROF), 0);
  CHECK_EQ(uv_loop_configure(&loop, UV_METRICS_IDLE_TIME), 0);
  uv_timer_start(&timer, on_timer, 10, 0);
  run(UV_RUN_ONCE);
  CHECK(sim.blocked_sigprof);
  CHECK_EQ(uv_metrics_idle_time(&loop), 10 * GY_SIM_MS);
  uv_close((uv_handle_t *)&timer, NULL);
  finish_loop();
  return 0;
}
