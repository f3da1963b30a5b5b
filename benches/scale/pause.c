/* SPDX-License-Identifier: MIT */
/*
 * The longest pause that many timers bring about before any of them is due:
 *
 *   pause COUNT
 *
 * Constant cost on average is not constant cost at all times: a wheel spreads the timers of a slot
 * when it comes to it. COUNT timers are due in one slot of 4096 ms, started in an order that has
 * nothing to do with where they lie in memory; a timer of a millisecond ticks meanwhile, until
 * after the slot has begun and before the first of them is due. Prints the longest CPU time, in
 * nanoseconds, between two ticks.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <uv.h>

enum { SLOT_MS = 4096, UNTIL_MS = 1000, DUE_MS = 2048, WARM_UP = 50 };

static uv_loop_t loop;
static uint64_t end_ms;
static uint64_t last_ns;
static uint64_t longest_ns;
static unsigned ticks;

static void on_never(uv_timer_t *timer) {
  (void)timer;
  abort();
}

static void on_tick(uv_timer_t *timer) {
  (void)timer;
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  uint64_t now_ns = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
  if (++ticks > WARM_UP && now_ns - last_ns > longest_ns) {
    longest_ns = now_ns - last_ns;
  }
  last_ns = now_ns;
  if (uv_now(&loop) >= end_ms) {
    uv_stop(&loop);
  }
}

int main(int argc, char **argv) {
  size_t count = argc == 2 ? strtoull(argv[1], NULL, 10) : 0;
  uv_timer_t *timers = calloc(count, sizeof(*timers));
  uv_timer_t tick;
  if (count == 0 || timers == NULL || uv_loop_init(&loop) != 0) {
    fprintf(stderr, "usage: pause COUNT\n");
    return 2;
  }
  for (size_t i = 0; i < count; i++) {
    uv_timer_init(&loop, &timers[i]);
  }
  uv_update_time(&loop);
  uint64_t slot_ms = (uv_now(&loop) / SLOT_MS + 2) * SLOT_MS; /* not the next: see it coming */
  for (size_t i = 0; i < count; i++) {
    size_t scattered = (size_t)(i * 2654435761u % count);
    uint64_t due_ms = slot_ms + DUE_MS + i * 2654435761u % (SLOT_MS - DUE_MS);
    uv_timer_start(&timers[scattered], on_never, due_ms - uv_now(&loop), 0);
  }
  end_ms = slot_ms + UNTIL_MS;
  uv_timer_init(&loop, &tick);
  uv_timer_start(&tick, on_tick, 1, 1);
  uv_run(&loop, UV_RUN_DEFAULT);
  printf("%llu\n", (unsigned long long)longest_ns);
  return 0;
}
