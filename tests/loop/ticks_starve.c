/* SPDX-License-Identifier: MIT */
/*
 * Proves that ticks which keep queueing ticks let nothing else run, however many there are, and
 * that the same holds for microtasks; and that the queues keep their order while they grow and
 * wrap.
 */
#include "sim_loop.h"

enum { CHAIN = 100000, FAN = 3 };

static int steps, others;
static int fan_queued, fan_ran;

static void step(void *kind) {
  CHECK_EQ(others, 0);
  if (++steps % CHAIN != 0) {
    CHECK_EQ(kind == NULL ? gyre_next_tick(&loop, step, kind) : gyre_microtask(&loop, step, kind),
             0);
  }
}

static void other(void *arg) {
  (void)arg;
  CHECK_EQ(steps, CHAIN);
}

static void fan(void *number) {
  CHECK_EQ((int)(intptr_t)number, fan_ran++);
  for (int i = 0; i < FAN && fan_queued < CHAIN; i++) {
    CHECK_EQ(gyre_next_tick(&loop, fan, (void *)(intptr_t)fan_queued++), 0);
  }
}

static void on_first(uv_timer_t *timer) {
  (void)timer;
  CHECK_EQ(gyre_microtask(&loop, other, NULL), 0); /* waits for all the ticks */
  CHECK_EQ(gyre_next_tick(&loop, step, NULL), 0);
}

static void on_second(uv_timer_t *timer) {
  (void)timer;
  CHECK_EQ(steps, CHAIN);
  CHECK_EQ(gyre_microtask(&loop, step, &steps), 0);
}

static void on_third(uv_timer_t *timer) {
  (void)timer;
  CHECK_EQ(steps, 2 * CHAIN);
  CHECK_EQ(gyre_next_tick(&loop, fan, (void *)(intptr_t)fan_queued++), 0);
}

static void on_last(uv_timer_t *timer) {
  (void)timer;
  CHECK_EQ(fan_ran, CHAIN);
  others++;
}

int main(void) {
  static const uv_timer_cb callbacks[] = {on_first, on_second, on_third, on_last};
  uv_timer_t timers[4];
  open_loop();
  for (int i = 0; i < 4; i++) {
    uv_timer_init(&loop, &timers[i]);
    uv_timer_start(&timers[i], callbacks[i], 1, 0);
  }
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  CHECK_EQ(others, 1);
  for (int i = 0; i < 4; i++) {
    uv_close((uv_handle_t *)&timers[i], NULL);
  }
  finish_loop();
  return 0;
}
