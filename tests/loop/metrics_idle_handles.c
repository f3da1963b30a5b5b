/* SPDX-License-Identifier: MIT */
/*
 * Proves that neither callbacks nor polls that do not wait, as with an idle handle, count as idle
 * time; only sleeps do.
 */
#include "sim_loop.h"

static int turns;

static void take_time(void *handle) {
  gy_sim_pass(&sim, 3 * GY_SIM_MS);
  if (++turns == 20) {
    uv_idle_stop(handle);
  }
}

int main(void) {
  uv_timer_t timer;
  uv_idle_t idle;
  named names[] = {{"", take_time}, {"timer", NULL}};
  open_loop();
  CHECK_EQ(uv_loop_configure(&loop, UV_METRICS_IDLE_TIME), 0);
  uv_idle_init(&loop, &idle);
  idle.data = &names[0];
  uv_idle_start(&idle, on_idle);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  CHECK_EQ(now(), 60);
  CHECK_EQ(uv_metrics_idle_time(&loop), 0);
  uv_timer_init(&loop, &timer);
  timer.data = &names[1];
  uv_timer_start(&timer, on_timer, 40, 0);
  sim.interrupts = 1; /* a sleep that is interrupted once is still one sleep */
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_metrics_idle_time(&loop), 40 * GY_SIM_MS);
  uv_close((uv_handle_t *)&timer, NULL);
  uv_close((uv_handle_t *)&idle, NULL);
  finish_loop();
  return 0;
}
