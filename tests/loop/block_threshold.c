/* SPDX-License-Identifier: MIT */
/* Proves that a callback which holds the loop for longer than the threshold is reported once, with
 * its stack, while it still runs; and that shorter ones and sleeps are not.
 * serial: it measures time. no tsan (which delays signals until a system call).
 * no musl: it has no function that walks stacks.
 * no qemu: stacks end at a signal. */
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "../check.h"
#include "gyre.h"
#include "own_stderr.h"

static int reading;
static char line[8000];

/* Reads the next line of standard error; false if there is none yet. */
static int read_line(int wait_ms) {
  struct pollfd ready = {.fd = reading, .events = POLLIN};
  size_t used = 0;
  while (poll(&ready, 1, used > 0 ? 1000 : wait_ms) == 1) {
    CHECK_EQ(read(reading, &line[used], 1), 1);
    if (line[used] == '\n') {
      line[used] = 0;
      return 1;
    }
    CHECK(++used < sizeof(line));
  }
  return 0;
}

static volatile unsigned sum;
static int reported_inside;

static __attribute__((noinline)) void work_hard(uint64_t ms) {
  uint64_t end_ns = uv_hrtime() + ms * 1000000;
  while (uv_hrtime() < end_ns) {
    for (int i = 0; i < 1000; i++) {
      sum += (unsigned)i;
    }
  }
}

static void on_long(uv_timer_t *timer) {
  (void)timer;
  work_hard(1000);
  reported_inside = read_line(0);
}

static void on_tick(void *arg) {
  work_hard((uint64_t)(uintptr_t)arg);
  sum++; /* no tail call: this function must stay on the stack */
}

static void on_long_tick(uv_timer_t *timer) {
  gyre_next_tick(timer->loop, on_tick, (void *)(uintptr_t)1000);
}

static int shorts;
static void on_short(uv_timer_t *timer) {
  work_hard(20);
  if (++shorts == 40) {
    uv_timer_stop(timer);
  }
}

static void run_once(uv_timer_t *timer, uv_timer_cb cb, uint64_t repeat) {
  CHECK_EQ(uv_timer_start(timer, cb, 1, repeat), 0);
  CHECK_EQ(uv_run(timer->loop, UV_RUN_DEFAULT), 0);
}

int main(void) {
  int ends[2];
  CHECK_EQ(pipe(ends), 0);
  failures = fdopen(dup(2), "w");
  CHECK_EQ(dup2(ends[1], 2), 2);
  reading = ends[0];
  CHECK_EQ(setenv("GYRE_BLOCK_THRESHOLD", "250", 1), 0);
  uv_loop_t *loop = uv_default_loop();
  uv_timer_t timer;
  CHECK_EQ(uv_timer_init(loop, &timer), 0);

  run_once(&timer, on_long, 0);
  CHECK(reported_inside);
  int held_ms;
  CHECK_EQ(sscanf(line, "gyre: a callback has held the loop for %d ms:", &held_ms), 1);
  CHECK(held_ms >= 250);
  CHECK(strstr(line, "work_hard (") != NULL && strstr(line, "on_long (") != NULL);
  CHECK(!read_line(0));

  run_once(&timer, on_long_tick, 0);
  CHECK(read_line(0) && strstr(line, "on_tick (") != NULL);

  run_once(&timer, on_short, 1); /* 800 ms of callbacks of 20 ms */
  CHECK_EQ(uv_timer_start(&timer, on_short, 600, 0), 0);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK(!read_line(0));

  CHECK_EQ(gyre_block_threshold(loop, 0), 0);
  run_once(&timer, on_long, 0);
  CHECK(!reported_inside && !read_line(0));
  return 0;
}
