/* SPDX-License-Identifier: MIT */
/*
 * The loop: uv_run, one call for each phase.
 *
 * A loop that is traced has a turn of its own, made of the same lines: the other one does not even
 * ask whether it is. When a trace begins or ends in a callback, the run is stopped for a moment
 * (gy_loop_trace_again) and goes on with the other.
 */
#include <string.h>

#include "loop/loop.h"
#include "loop/watch.h"

#define ROUNDS_AFTER_POLL 8 /* what poll has queued may queue more */

#define INLINE static inline __attribute__((always_inline))

/* How long this turn's poll phase may sleep. A turn that had work before it polls does not wait. */
INLINE gy_wait turn_wait(gy_loop *loop, uv_run_mode mode, bool was_busy) {
  if (mode == UV_RUN_DEFAULT || (mode == UV_RUN_ONCE && !was_busy)) {
    return gy_poll_wait(loop);
  }
  return (gy_wait){.kind = GY_WAIT_NOT,
                   .reason = mode == UV_RUN_ONCE ? GY_REASON_BUSY : GY_REASON_MODE};
}

/* Limits start anew. */
static void new_turn(gy_loop *loop) { memcpy(loop->allowance, loop->limit, sizeof(loop->limit)); }

/* PHASE is about to run; the one before is over. */
INLINE void enter(gy_loop *loop, bool traced, gyre_phase phase) {
  if (traced) {
    gy_loop_trace_phase(loop, phase);
  }
}

INLINE void turn(gy_loop *loop, uv_run_mode mode, bool traced) {
  bool was_busy = !gy_queue_empty(&loop->pending) || gy_watchers_active(&loop->idle);
  new_turn(loop);

  enter(loop, traced, GYRE_PHASE_PENDING);
  gy_pending_run(loop, 1);
  enter(loop, traced, GYRE_PHASE_IDLE);
  gy_watchers_run(loop, &loop->idle, GYRE_PHASE_IDLE);
  enter(loop, traced, GYRE_PHASE_PREPARE);
  gy_watchers_run(loop, &loop->prepare, GYRE_PHASE_PREPARE);
  enter(loop, traced, GYRE_PHASE_POLL);
  (traced ? gy_poll_run_traced : gy_poll_run)(loop, turn_wait(loop, mode, was_busy));
  enter(loop, traced, GYRE_PHASE_PENDING);
  gy_pending_run(loop, ROUNDS_AFTER_POLL);
  enter(loop, traced, GYRE_PHASE_CHECK);
  gy_watchers_run(loop, &loop->check, GYRE_PHASE_CHECK);
  enter(loop, traced, GYRE_PHASE_CLOSING);
  gy_closing_run(loop);
  if (!loop->time_is_fresh) {
    gy_loop_update_time(loop);
  }
  enter(loop, traced, GYRE_PHASE_TIMERS);
  gy_timers_run(loop);
}

/* Until nothing is left to do, or it is stopped. False: nothing is left. */
INLINE bool turns(gy_loop *loop, uv_run_mode mode, bool traced) {
  bool alive = true;
  while (alive && loop->stop_flag == 0) {
    if (traced) {
      gy_loop_trace_turn(loop);
    }
    turn(loop, mode, traced);
    if (traced) {
      gy_loop_trace_turn_end(loop);
    }
    alive = gy_loop_alive(loop);
    if (mode != UV_RUN_DEFAULT) {
      break;
    }
  }
  return alive;
}

static __attribute__((noinline)) bool traced_turns(gy_loop *loop, uv_run_mode mode) {
  return turns(loop, mode, true);
}

/* What comes before the first turn. False: there is nothing to do. */
INLINE bool begin(gy_loop *loop, uv_run_mode mode, bool traced) {
  if (loop->stop_flag == 0) { /* ticks that were queued before the loop ran */
    (traced ? gy_turn_drain_traced : gy_turn_drain)(loop);
  }
  if (!gy_loop_alive(loop)) {
    gy_loop_update_time(loop);
    return false;
  }
  if (mode == UV_RUN_DEFAULT && loop->stop_flag == 0) {
    new_turn(loop);
    gy_loop_update_time(loop);
    enter(loop, traced, GYRE_PHASE_TIMERS);
    gy_timers_run(loop); /* even if they were all that kept it alive, one turn follows */
  }
  return true;
}

static __attribute__((noinline)) bool run_traced(gy_loop *loop, uv_run_mode mode) {
  gy_trace_place before = gy_loop_trace_run(loop, mode);
  bool alive = begin(loop, mode, true);
  if (alive) {
    gy_loop_trace_turn_end(loop); /* those timers belonged to none */
    alive = traced_turns(loop, mode);
  }
  gy_loop_trace_run_end(loop, before);
  return alive;
}

/* A trace has begun or ended in the middle: go on as is right now. */
static __attribute__((noinline)) bool go_on(gy_loop *loop, uv_run_mode mode, bool alive) {
  while (gy_loop_trace_again(loop) && alive && mode == UV_RUN_DEFAULT) {
    if (gy_loop_trace(loop) == NULL) {
      alive = turns(loop, mode, false);
    } else {
      gy_trace_place before = gy_loop_trace_run(loop, mode);
      alive = traced_turns(loop, mode);
      gy_loop_trace_run_end(loop, before);
    }
  }
  return alive;
}

int uv_run(uv_loop_t *storage, uv_run_mode mode) {
  gy_loop *loop = gy_loop_of(storage);
  bool alive;
  if (GY_UNLIKELY(loop->watch != NULL)) {
    gy_watch_enter(loop->watch);
  }
  gy_posts_awake(loop);
  gy_files_awake(loop);
  gy_glance_begin(&loop->io.glance);
  gy_loop_trace_follow(loop);
  loop->stop_flag &= ~(unsigned)GY_STOP_FOR_TRACE; /* of somebody who asked before this run */
  if (GY_UNLIKELY(gy_loop_trace(loop) != NULL)) {
    alive = run_traced(loop, mode);
  } else {
    alive = begin(loop, mode, false) && turns(loop, mode, false);
  }
  if (GY_UNLIKELY(loop->stop_flag == GY_STOP_FOR_TRACE)) {
    alive = go_on(loop, mode, alive);
  }
  loop->stop_flag = 0;
  gy_posts_sleep(loop);
  gy_files_sleep(loop);
  if (GY_UNLIKELY(loop->watch != NULL)) {
    gy_watch_leave(loop->watch);
  }
  return alive;
}

void uv_stop(uv_loop_t *loop) { loop->stop_flag = 1; }
