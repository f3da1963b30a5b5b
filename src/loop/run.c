/* SPDX-License-Identifier: MIT */
/* The loop: uv_run, one call for each phase. */
#include <string.h>

#include "loop/loop.h"
#include "loop/time.h"
#include "loop/watch.h"

#define ROUNDS_AFTER_POLL 8 /* what poll has queued may queue more */

/* How long this turn's poll phase may sleep. A turn that had work before it polls does not wait. */
static gy_wait turn_wait(gy_loop *loop, uv_run_mode mode, bool was_busy) {
  if (mode == UV_RUN_DEFAULT || (mode == UV_RUN_ONCE && !was_busy)) {
    return gy_poll_wait(loop);
  }
  return (gy_wait){.reason = mode == UV_RUN_ONCE ? GY_REASON_BUSY : GY_REASON_MODE};
}

/* Resets the limits. */
static void new_turn(gy_loop *loop) {
  memcpy(loop->limits.left, loop->limits.of, sizeof(loop->limits.of));
}

static void turn(gy_loop *loop, uv_run_mode mode) {
  bool was_busy = !gy_queue_empty(&loop->pending) || gy_watchers_active(&loop->idle);
  new_turn(loop);

  gy_pending_run(loop, 1);
  gy_watchers_run(loop, &loop->idle, GYRE_PHASE_IDLE);
  gy_watchers_run(loop, &loop->prepare, GYRE_PHASE_PREPARE);
  gy_poll_run(loop, turn_wait(loop, mode, was_busy));
  gy_pending_run(loop, ROUNDS_AFTER_POLL);
  gy_watchers_run(loop, &loop->check, GYRE_PHASE_CHECK);
  gy_closing_run(loop);
  if (!loop->time.fresh) {
    gy_time_update(loop);
  }
  gy_timers_run(loop);
}

/* A uv_run may be called from a callback of another one of the same loop. */
static void run_begin(gy_loop *loop, uv_run_mode mode, gy_loop_place *before) {
  gy_loop_trace_follow(loop);
  before->step = loop->trace.at.step;
  before->mode = loop->trace.at.mode;
  loop->trace.at.step = GY_STEP_NONE;
  loop->trace.at.mode = (uint8_t)mode;
  if (GY_UNLIKELY(gy_loop_trace(loop) != NULL)) {
    gy_loop_trace_run_begin(loop, before);
  }
}

static void run_end(gy_loop *loop, const gy_loop_place *before) {
  if (GY_UNLIKELY(gy_loop_trace(loop) != NULL)) {
    gy_loop_trace_run_end(loop, before);
  }
  loop->trace.at.step = before->step;
  loop->trace.at.mode = before->mode;
}

int uv_run(uv_loop_t *storage, uv_run_mode mode) {
  gy_loop *loop = gy_loop_of(storage);
  gy_loop_place before = {.ring = NULL};
  if (GY_UNLIKELY(loop->wheel == NULL)) {
    return 1; /* closed, or never opened: as libuv */
  }
  if (GY_UNLIKELY(loop->watch != NULL)) {
    gy_watch_enter(loop->watch);
  }
  run_begin(loop, mode, &before);
  gy_posts_awake(loop);
  gy_files_awake(loop);
  gy_glance_begin(&loop->io.glance);
  if (loop->stop_flag == 0) {
    gy_turn_begin(loop); /* ticks that were queued before the loop ran */
  }
  bool alive = gy_loop_alive(loop);
  if (!alive) {
    gy_time_update_asked(loop);
  } else if (mode == UV_RUN_DEFAULT && loop->stop_flag == 0) {
    new_turn(loop);
    gy_time_update(loop);
    gy_timers_run(loop); /* even if they were all that kept it alive, one turn follows */
  }

  while (alive && loop->stop_flag == 0) {
    turn(loop, mode);
    alive = gy_loop_alive(loop);
    if (mode != UV_RUN_DEFAULT) {
      break;
    }
  }

  loop->stop_flag = 0;
  gy_posts_sleep(loop);
  gy_files_sleep(loop);
  run_end(loop, &before);
  if (GY_UNLIKELY(loop->watch != NULL)) {
    gy_watch_leave(loop->watch);
  }
  return alive;
}

void uv_stop(uv_loop_t *loop) { loop->stop_flag = 1; }
