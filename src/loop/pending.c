/* SPDX-License-Identifier: MIT */
/*
 * The pending phase: watchers that are called without an event, because something was completed at
 * a moment when a callback was not allowed (a write that finished at once, an early error).
 */
#include "loop/loop.h"

void gy_pending_add(gy_loop *loop, gy_watcher *watcher) {
  if (gy_queue_empty(&watcher->pending)) {
    gy_queue_push_back(&loop->pending, &watcher->pending);
  }
}

static void run_round(gy_loop *loop) {
  gy_queue ready;
  gy_queue_init(&ready);
  gy_queue_append(&ready, &loop->pending);
  while (!gy_queue_empty(&ready) && gy_loop_allow(loop, GYRE_PHASE_PENDING)) {
    gy_watcher *watcher = GY_CONTAINER(gy_queue_pop(&ready), gy_watcher, pending);
    watcher->fn(loop, watcher, GY_IO_PENDING);
  }
  gy_queue_prepend(&loop->pending, &ready);
}

/* The first of a turn has one round, the second more. */
void gy_pending_call(gy_loop *loop, int rounds) {
  loop->trace.at.step = rounds == 1 ? GY_STEP_PENDING : GY_STEP_PENDING_AGAIN;
  while (rounds-- > 0 && !gy_queue_empty(&loop->pending)) {
    run_round(loop);
  }
}
