/* SPDX-License-Identifier: MIT */
/*
 * Proves that a wait is right although the wheel slot of the first timer holds more timers than the
 * search for the first may visit: the loop may wake early, but neither late nor often.
 */
#include "sim_loop.h"

enum { TIMERS = 300 };

static uv_timer_t timers[TIMERS];
static int runs;

static void on_due(uv_timer_t *timer) {
  CHECK_EQ(now(), (long)(intptr_t)timer->data);
  runs++;
}

int main(void) {
  open_loop();
  for (int i = 0; i < TIMERS; i++) {
    long due = 20000 - i * 7;
    uv_timer_init(&loop, &timers[i]);
    timers[i].data = (void *)(intptr_t)due;
    uv_timer_start(&timers[i], on_due, (uint64_t)due, 0);
  }
  uv_timer_stop(&timers[TIMERS - 1]); /* the first of all: the known first is now invalid */
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  CHECK_EQ(runs, TIMERS - 1);
  CHECK(sim.waits < TIMERS + 2 * GY_WHEEL_LEVELS);
  for (int i = 0; i < TIMERS; i++) {
    uv_close((uv_handle_t *)&timers[i], NULL);
  }
  finish_loop();
  return 0;
}
