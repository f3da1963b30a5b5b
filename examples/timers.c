/* SPDX-License-Identifier: MIT */
/*
 * Timers: once, repeated, restarted, and one that does not keep the program alive.
 *
 *   ./run examples/timers.c
 *
 * Timers run in the order in which they are due, and those that are due in the same millisecond
 * in the order in which they were started. A timer is never early.
 */
#include <inttypes.h>
#include <stdio.h>
#include <uv.h>

static uint64_t begin_ms;
static uv_timer_t once;
static uv_timer_t beat;
static uv_timer_t watchdog;
static uv_timer_t background;

static void say(uv_timer_t *timer, const char *what) {
  printf("%4" PRIu64 " ms  %s\n", uv_now(timer->loop) - begin_ms, what);
}

static void on_once(uv_timer_t *timer) { say(timer, "once"); }

/* Nobody has fed the watchdog for 40 ms: give up. The loop then has nothing left to wait for. */
static void on_watchdog(uv_timer_t *timer) {
  say(timer, "the watchdog: no beat for 40 ms");
  uv_close((uv_handle_t *)&once, NULL);
  uv_close((uv_handle_t *)&beat, NULL);
  uv_close((uv_handle_t *)&background, NULL);
  uv_close((uv_handle_t *)timer, NULL);
}

/* A repeating timer is armed again before its callback runs, which may therefore stop it. */
static void on_beat(uv_timer_t *timer) {
  static int beats;
  say(timer, "beat");
  uv_timer_again(&watchdog); /* from now on, its whole repeat time again */
  if (++beats == 4) {
    uv_timer_stop(timer);
  }
}

static void on_background(uv_timer_t *timer) { say(timer, "background"); }

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  begin_ms = uv_now(loop);

  uv_timer_init(loop, &once);
  uv_timer_start(&once, on_once, 15, 0);

  uv_timer_init(loop, &beat);
  uv_timer_start(&beat, on_beat, 0, 20);

  uv_timer_init(loop, &watchdog);
  uv_timer_start(&watchdog, on_watchdog, 40, 40);

  /* Runs as long as the others do, and no longer. */
  uv_timer_init(loop, &background);
  uv_timer_start(&background, on_background, 25, 25);
  uv_unref((uv_handle_t *)&background);

  uv_run(loop, UV_RUN_DEFAULT);
  return uv_loop_close(loop) == 0 ? 0 : 1;
}
