/* SPDX-License-Identifier: MIT */
/*
 * Proves on the real clock that no timer runs before its timeout has passed, measured by uv_hrtime
 * from before uv_timer_start, with the loop's time updated; that the callbacks of a repeating one
 * are never too close; and that all of them run; with the processor's counter and without it.
 *
 * serial
 * no qemu: the test executes itself.
 */
#include "check.h"
#include "uv.h"

enum { TIMERS = 400, TURNS = 40 };

static uv_timer_t timers[TIMERS];
static uint64_t started_ns[TIMERS];
static int runs;

static void on_timer(uv_timer_t *timer) {
  int i = (int)(timer - timers);
  uint64_t timeout_ns = (uint64_t)(intptr_t)timer->data * 1000000;
  uint64_t passed_ns = uv_hrtime() - started_ns[i];
  if (passed_ns < timeout_ns) {
    fprintf(stderr, "timer %d: %llu ns early\n", i, (unsigned long long)(timeout_ns - passed_ns));
    exit(1);
  }
  runs++;
}

static void on_repeat(uv_timer_t *timer) {
  static uint64_t before_ns;
  static uint64_t before_ms;
  uint64_t now_ms = uv_now(timer->loop);
  CHECK(before_ns == 0 || uv_hrtime() - before_ns >= 2000000 - 1000000);
  CHECK(before_ms == 0 || now_ms - before_ms >= 2); /* exact on the loop's own clock */
  before_ns = uv_hrtime();
  before_ms = now_ms;
  if (++runs == TIMERS + TURNS) {
    uv_timer_stop(timer);
  }
}

int main(int argc, char **argv) {
  uv_loop_t loop;
  uv_timer_t repeat;
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < TIMERS; i++) {
    uint64_t timeout = (uint64_t)(i * 7 % 50);
    uv_timer_init(&loop, &timers[i]);
    timers[i].data = (void *)(intptr_t)timeout;
    uint64_t until_ns = uv_hrtime() + (uint64_t)(i % 10) * 30000;
    while (uv_hrtime() < until_ns) {
    }
    uv_update_time(&loop);
    started_ns[i] = uv_hrtime();
    CHECK_EQ(uv_timer_start(&timers[i], on_timer, timeout, 0), 0);
    if (i % 20 == 0) {
      uv_run(&loop, UV_RUN_NOWAIT);
    }
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(runs, TIMERS);
  uv_timer_init(&loop, &repeat);
  uv_timer_start(&repeat, on_repeat, 2, 2);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  for (int i = 0; i < TIMERS; i++) {
    uv_close((uv_handle_t *)&timers[i], NULL);
  }
  uv_close((uv_handle_t *)&repeat, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  if (argc == 1) {
    char command[4096];
    CHECK(snprintf(command, sizeof(command), "GYRE_TSC=0 '%s' again", argv[0]) <
          (int)sizeof(command));
    CHECK_EQ(system(command), 0);
  }
  return 0;
}
