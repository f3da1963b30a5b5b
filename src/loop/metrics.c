/* SPDX-License-Identifier: MIT */
/* What a loop counts about itself: uv_metrics_*. poll.c does the counting. */
#include "loop/loop.h"

/*
 * Any thread may ask, also while the loop sleeps. poll.c adds a sleep to the sum before it says
 * that the sleep is over; so if the sum is the same before and after reading the start of the
 * sleep, that sleep is not in it yet.
 */
uint64_t uv_metrics_idle_time(uv_loop_t *storage) {
  gy_loop *loop = gy_loop_of(storage);
  for (;;) {
    uint64_t sum_ns = atomic_load(&loop->idle_ns);
    uint64_t since_ns = atomic_load(&loop->idle_since_ns);
    if (since_ns == 0) {
      return atomic_load(&loop->idle_ns); /* a sleep that has just ended is in it now */
    }
    uint64_t now_ns = gy_loop_clock(loop);
    if (atomic_load(&loop->idle_ns) == sum_ns) {
      return sum_ns + (now_ns > since_ns ? now_ns - since_ns : 0);
    }
  }
}

int uv_metrics_info(uv_loop_t *storage, uv_metrics_t *metrics) {
  const gy_loop *loop = gy_loop_of(storage);
  *metrics = (uv_metrics_t){
      .loop_count = loop->turns, .events = loop->events, .events_waiting = loop->events_waiting};
  return 0;
}
