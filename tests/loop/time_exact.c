/* SPDX-License-Identifier: MIT */
/*
 * Proves that the loop's time is the millisecond of uv_hrtime when it was updated, by the program
 * or by a turn, never an older one, and never goes back; with the processor's counter and without
 * it; and that a timer runs on time in a loop that turns without sleeping, not only when something
 * else makes the loop read the clock.
 * no qemu: the test executes itself.
 */
#include "check.h"
#include "uv.h"

enum { TIMES = 300000, TURNS = 200000, TIMERS = 100 };

static uint64_t turn_began_ns;
static uint64_t before_ms;
static int turns;
static int timers_run;
static uint64_t due_ns;
static int punctual;

static uint64_t ms_of(uint64_t ns) { return ns / 1000000; }

static void check_update(uv_loop_t *loop) {
  for (int i = 0; i < TIMES; i++) {
    uint64_t before_ns = uv_hrtime();
    uv_update_time(loop);
    uint64_t now_ms = uv_now(loop);
    CHECK(now_ms >= ms_of(before_ns));
    CHECK(now_ms <= ms_of(uv_hrtime()));
    CHECK(now_ms >= before_ms);
    before_ms = now_ms;
  }
}

/* Poll has updated the time since the idle handle was called. */
static void on_idle(uv_idle_t *idle) {
  (void)idle;
  turn_began_ns = uv_hrtime();
}

static void on_check(uv_check_t *check) {
  uint64_t now_ms = uv_now(check->loop);
  CHECK(now_ms >= ms_of(turn_began_ns));
  CHECK(now_ms <= ms_of(uv_hrtime()));
  CHECK(now_ms >= before_ms);
  before_ms = now_ms;
  turns++;
}

static void close_handle(uv_handle_t *handle, void *unused) {
  (void)unused;
  uv_close(handle, NULL);
}

static void on_timer(uv_timer_t *timer) {
  uint64_t now_ns = uv_hrtime();
  CHECK(timers_run == 0 || now_ns >= due_ns);
  punctual += now_ns - due_ns < 200000;
  if (++timers_run >= TIMERS && turns >= TURNS) {
    uv_walk(timer->loop, close_handle, NULL);
    return;
  }
  uv_update_time(timer->loop);
  due_ns = uv_hrtime() + 2000000;
  CHECK_EQ(uv_timer_start(timer, on_timer, 2, 0), 0);
}

int main(int argc, char **argv) {
  uv_loop_t loop;
  uv_idle_t idle;
  uv_check_t check;
  uv_timer_t timer;
  CHECK_EQ(uv_loop_init(&loop), 0);
  check_update(&loop);
  uv_idle_init(&loop, &idle);
  uv_check_init(&loop, &check);
  uv_timer_init(&loop, &timer);
  CHECK_EQ(uv_idle_start(&idle, on_idle), 0);
  CHECK_EQ(uv_check_start(&check, on_check), 0);
  CHECK_EQ(uv_timer_start(&timer, on_timer, 1, 0), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK(punctual > timers_run / 10); /* a busy machine delays many */
  if (argc == 1) {
    char command[4096];
    CHECK(snprintf(command, sizeof(command), "GYRE_TSC=0 '%s' again", argv[0]) <
          (int)sizeof(command));
    CHECK_EQ(system(command), 0);
  }
  return 0;
}
