/* SPDX-License-Identifier: MIT */
/*
 * Proves that uv_metrics_info counts the turns, the events that were fetched, and how many of those
 * were already waiting when the loop polled.
 */
#include "sim_loop.h"

enum { FIRST = 40 };

static void quiet(void *handle) {
  (void)handle;
  gy_sim_ready(&sim, FIRST, 0);
  gy_sim_ready(&sim, FIRST + 1, 0);
}

int main(void) {
  uv_poll_t polls[2];
  uv_idle_t idle;
  uv_metrics_t metrics;
  named names[] = {{"fd", quiet}, {"idle", NULL}};
  open_loop();
  CHECK_EQ(uv_loop_configure(&loop, UV_METRICS_IDLE_TIME), 0);
  CHECK_EQ(uv_metrics_info(&loop, &metrics), 0);
  CHECK_EQ(metrics.loop_count + metrics.events + metrics.events_waiting, 0);
  for (int i = 0; i < 2; i++) {
    open_fd(FIRST + i);
    CHECK_EQ(uv_poll_init(&loop, &polls[i], FIRST + i), 0);
    polls[i].data = &names[0];
    uv_poll_start(&polls[i], UV_READABLE, on_poll);
  }
  uv_idle_init(&loop, &idle);
  idle.data = &names[1];

  gy_sim_at(&sim, 5 * GY_SIM_MS, FIRST, GY_IO_READ); /* the loop sleeps until then */
  run(UV_RUN_ONCE);
  CHECK_EQ(uv_metrics_info(&loop, &metrics), 0);
  CHECK_EQ(metrics.loop_count, 1);
  CHECK_EQ(metrics.events, 1);
  CHECK_EQ(metrics.events_waiting, 0);

  uv_idle_start(&idle, on_idle);
  gy_sim_ready(&sim, FIRST, GY_IO_READ);
  gy_sim_ready(&sim, FIRST + 1, GY_IO_READ);
  run(UV_RUN_ONCE);
  run(UV_RUN_ONCE);
  CHECK_EQ(uv_metrics_info(&loop, &metrics), 0);
  CHECK_EQ(metrics.loop_count, 3);
  CHECK_EQ(metrics.events, 3);
  CHECK_EQ(metrics.events_waiting, 2);
  uv_close((uv_handle_t *)&polls[0], NULL);
  uv_close((uv_handle_t *)&polls[1], NULL);
  uv_close((uv_handle_t *)&idle, NULL);
  finish_loop();
  return 0;
}
