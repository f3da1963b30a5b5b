/* SPDX-License-Identifier: MIT */
/* What is recorded of a loop, in as few records as possible: see encode.h. */
#include "trace/encode.h"

static inline __attribute__((always_inline)) void put(gy_trace_ring *ring, uint64_t time,
                                                      uint64_t subject, uint64_t label,
                                                      uint64_t what) {
  atomic_store_explicit(&ring->last, time, memory_order_relaxed);
  gy_trace_put(ring, time, subject, label, what);
}

static __attribute__((noinline)) void put_border(gy_trace_ring *ring, uint64_t time, int event,
                                                 int kind, int flags, int32_t value) {
  put(ring, time, 0, 0, gy_trace_what(event, kind, flags, value));
}

/* ---- Ends -------------------------------------------------------------------------------------
 */

static void set_told(gy_trace_ring *ring) {
  atomic_store_explicit(&ring->end, GY_END_TOLD, memory_order_release); /* after its record */
}

void gy_encode_settle(gy_trace_ring *ring, uint64_t time) {
  int state = gy_encode_end_state(ring);
  if (state != GY_END_TOLD) {
    put(ring, state == GY_END_NEXT ? time : gy_encode_last(ring), 0, 0,
        gy_trace_what(GY_EVENT_CALL, 0, GY_TRACE_END, 0));
    set_told(ring);
  }
}

/* ---- Borders: turns and phases ----------------------------------------------------------------
 */

/* Nothing was recorded since the last record: its time is the end's. The end of a turn is the end
 * of its phase as well. If another one follows, its record tells the end (GY_TRACE_NEXT). */
static void close_phase(gy_trace_ring *ring) {
  if (ring->told.phase_open) {
    ring->told.phase_open = false;
    put_border(ring, gy_encode_last(ring), GY_EVENT_PHASE, 0, GY_TRACE_END, 0);
  }
}

static void close_turn(gy_trace_ring *ring) {
  if (ring->told.turn_open) {
    ring->told.turn_open = ring->told.phase_open = false;
    put_border(ring, gy_encode_last(ring), GY_EVENT_TURN, 0, GY_TRACE_END, 0);
  }
}

static void open_run(gy_trace_ring *ring, uint64_t time) {
  ring->told.run_open = true;
  put_border(ring, time, GY_EVENT_RUN, 0, 0, ring->now->mode);
}

/* What was open ends, unless the next record says so: its flags. */
static int leave(gy_trace_ring *ring, uint64_t turn) {
  bool same_turn = turn == ring->told.turn;
  bool goes_on = ring->now->step != 0 && (same_turn || turn != 0);
  bool next = goes_on && (same_turn ? ring->told.phase_open : ring->told.turn_open);
  if (next) {
    ring->told.phase_open = false;
    ring->told.turn_open = same_turn && ring->told.turn_open;
    return GY_TRACE_NEXT;
  }
  if (!same_turn) {
    close_turn(ring);
  }
  close_phase(ring);
  return 0;
}

/* Most often one phase or turn follows another, and the next record tells all of it. */
static inline bool follows(const gy_trace_ring *ring, uint64_t turn) {
  return turn != 0 && ring->told.turn_open && ring->told.phase_open;
}

static inline uint64_t follow(gy_trace_ring *ring, uint64_t turn) {
  const gy_trace_place *now = ring->now;
  int flags = GY_TRACE_NEXT | gy_trace_phase_flag(gy_trace_steps[now->step].phase);
  bool same_turn = turn == ring->told.turn;
  ring->told.turns = now->turns;
  ring->told.step = now->step;
  ring->told.turn = turn;
  return same_turn ? gy_trace_what(0, 0, flags, 0)
                   : gy_trace_what(0, 0, flags | GY_TRACE_TURN, (int32_t)turn);
}

static __attribute__((noinline)) uint64_t arrive_anew(gy_trace_ring *ring, uint64_t time,
                                                      uint64_t turn) {
  const gy_trace_place *now = ring->now;
  int flags = leave(ring, turn);
  ring->told.turns = now->turns;
  ring->told.step = now->step;
  ring->told.turn = turn;
  if (now->step == 0) {
    return 0;
  }
  if (!ring->told.run_open) { /* the trace began in the middle of it */
    open_run(ring, time);
  }
  flags |= gy_trace_phase_flag(gy_trace_steps[now->step].phase);
  ring->told.phase_open = true;
  if (turn == 0 || ring->told.turn_open) {
    return gy_trace_what(0, 0, flags, 0);
  }
  ring->told.turn_open = true;
  return gy_trace_what(0, 0, flags | GY_TRACE_TURN, (int32_t)turn);
}

/* What a record says that is the first in this phase; 0: the loop is in none. */
static inline uint64_t arrive(gy_trace_ring *ring, uint64_t time) {
  uint64_t turn = gy_encode_turn(ring);
  return follows(ring, turn) ? follow(ring, turn) : arrive_anew(ring, time, turn);
}

/* The wait of this phase has no length, and was not told. */
static bool skipped_wait(const gy_trace_place *now) {
  return now->reason > GY_REASON_NONE && gy_trace_steps[now->step].phase == GYRE_PHASE_POLL;
}

static void move(gy_trace_ring *ring, uint64_t time) {
  uint64_t borders = arrive(ring, time);
  if (borders != 0) {
    put(ring, time, 0, 0, borders | gy_trace_what(GY_EVENT_PHASE, 0, 0, 0));
    if (skipped_wait(ring->now)) {
      put_border(ring, time, GY_EVENT_SLEEP, ring->now->reason, GY_TRACE_WHOLE, 0);
    }
  }
}

/* ---- Telling ----------------------------------------------------------------------------------
 *
 * What happens most often comes first and needs no call: the compiler then saves no registers.
 */

static __attribute__((noinline)) void call_elsewhere(gy_trace_ring *ring, uint64_t time,
                                                     uint64_t subject, uint64_t label,
                                                     uint64_t what) {
  gy_encode_settle(ring, time);
  if (skipped_wait(ring->now)) {
    move(ring, time);
  } else {
    what |= arrive(ring, time);
  }
  put(ring, time, subject, label, what);
}

static __attribute__((noinline)) void call_later(gy_trace_ring *ring, uint64_t time,
                                                 uint64_t subject, uint64_t label, uint64_t what) {
  gy_encode_settle(ring, time);
  put(ring, time, subject, label, what);
}

void gy_encode_call(gy_trace_ring *ring, uint64_t time, uint64_t subject, uint64_t label,
                    uint64_t what) {
  if (gy_encode_moved(ring)) {
    uint64_t turn = gy_encode_turn(ring);
    if (skipped_wait(ring->now) || !follows(ring, turn)) {
      call_elsewhere(ring, time, subject, label, what);
      return;
    }
    what |= follow(ring, turn);
  }
  int end = gy_encode_end_state(ring);
  if (end == GY_END_NEXT || (end == GY_END_KNOWN && gy_encode_last(ring) == time)) {
    put(ring, time, subject, label, what | gy_trace_what(0, 0, GY_TRACE_ENDS, 0));
    set_told(ring);
  } else if (end == GY_END_TOLD) {
    put(ring, time, subject, label, what);
  } else {
    call_later(ring, time, subject, label, what);
  }
}

static __attribute__((noinline)) void put_elsewhere(gy_trace_ring *ring, uint64_t time,
                                                    uint64_t subject, uint64_t label,
                                                    uint64_t what) {
  gy_encode_settle(ring, time);
  if (gy_encode_moved(ring)) {
    move(ring, time);
  }
  put(ring, time, subject, label, what);
}

void gy_encode_put(gy_trace_ring *ring, uint64_t time, uint64_t subject, uint64_t label,
                   uint64_t what) {
  if (gy_encode_end_state(ring) != GY_END_TOLD || gy_encode_moved(ring)) {
    put_elsewhere(ring, time, subject, label, what);
  } else {
    put(ring, time, subject, label, what);
  }
}

gy_trace_told gy_encode_run_begin(gy_trace_ring *ring, uint64_t time) {
  gy_encode_settle(ring, time);
  gy_trace_told before = ring->told;
  ring->told = (gy_trace_told){.turns = ring->now->turns, .first_turns = ring->now->turns};
  open_run(ring, time);
  return before;
}

void gy_encode_run_end(gy_trace_ring *ring, uint64_t time, gy_trace_told before) {
  gy_encode_settle(ring, time);
  close_turn(ring);
  close_phase(ring);
  if (ring->told.run_open) {
    put_border(ring, time, GY_EVENT_RUN, 0, GY_TRACE_END, 0);
  }
  ring->told = before;
  ring->told.turns = ring->now->turns;
}
