/* SPDX-License-Identifier: MIT */
/* What a loop counts about itself: uv_metrics_*. poll.c does the counting. */
#include <sched.h>

#include "loop/loop.h"
#include "loop/time.h"

/*
 * Any thread may ask, even while the loop sleeps, and must never see the time go back. When a sleep
 * ends, poll.c announces that before it reads the clock. So if the start of the sleep is the same
 * before and after we have read our clock, we count no more of that sleep than it will last.
 */
uint64_t uv_metrics_idle_time(uv_loop_t *storage) {
  gy_loop *loop = gy_loop_of(storage);
  for (;;) {
    uint64_t since_ns = atomic_load(&loop->sleep.idle_since_ns);
    uint64_t sum_ns = atomic_load(&loop->sleep.idle_ns);
    if (since_ns == GY_IDLE_ENDING) {
      sched_yield(); /* for a few instructions the sum is not right */
      continue;
    }
    if (since_ns == 0) {
      return sum_ns;
    }
    uint64_t now_ns = gy_time_clock(loop);
    if (atomic_load(&loop->sleep.idle_since_ns) == since_ns) {
      return sum_ns + (now_ns > since_ns ? now_ns - since_ns : 0);
    }
  }
}

int uv_metrics_info(uv_loop_t *storage, uv_metrics_t *metrics) {
  const gy_loop *loop = gy_loop_of(storage);
  *metrics = (uv_metrics_t){.loop_count = loop->trace.at.turns,
                            .events = loop->metrics.events,
                            .events_waiting = loop->metrics.waiting};
  return 0;
}
