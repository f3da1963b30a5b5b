/* SPDX-License-Identifier: MIT */
/*
 * The encoder: begins, ends and notes, each with its time, become records of a ring. It is the only
 * owner of what has been recorded. Its callers say what happens, in order. It writes as few records
 * as possible, from which a collector (collect.c) makes exactly what was said:
 *
 *   - A loop only stores where it is (gy_trace_place). A turn and a phase begin with the first
 *     thing that is recorded in them, and end with the last; if there is none, they are not
 *     recorded.
 *   - If that first thing is a call, its record includes the borders.
 *   - The end of a call may be kept. If another call begins at the same time, its record includes
 *     the end; else the end is a record of its own, before whatever comes next.
 *   - If the time of an end is not known yet, because the loop reads its clock next and does
 *     nothing else until then, the caller says so (gy_encode_end_next): the time is that of what
 *     comes next.
 *
 * What a runtime keeps back (gyre_trace_kept) comes before everything that others record.
 *
 * A signal may come at any instruction and cause the trace to be written. So an end counts as
 * recorded when its record is complete, and not before: `end` has the number that its record will
 * have at least.
 *
 * Every function is for the ring's own thread. tests/unit/trace_encode.c compares random sequences
 * with a recorder that writes everything.
 */
#ifndef GY_TRACE_ENCODE_H
#define GY_TRACE_ENCODE_H

#include "trace/trace.h"

/* The loop has gone on since something was told. */
static inline bool gy_encode_moved(const gy_trace_ring *ring) {
  return ring->told.step != ring->now->step || ring->told.turns != ring->now->turns;
}

/* The number of the turn that the loop is in; 0: none, as timers may run before the first. */
static inline uint64_t gy_encode_turn(const gy_trace_ring *ring) {
  const gy_trace_place *now = ring->now;
  if (now->step == 0) {
    return 0;
  }
  if (!gy_trace_steps[now->step].has_polled) {
    return now->turns + 1;
  }
  return now->turns == ring->told.first_turns ? 0 : now->turns;
}

static inline uint64_t gy_encode_last(const gy_trace_ring *ring) {
  return atomic_load_explicit(&ring->last, memory_order_relaxed);
}
static inline int gy_encode_end_state(const gy_trace_ring *ring) {
  return (int)(atomic_load_explicit(&ring->end, memory_order_relaxed) & ((1 << GY_END_BITS) - 1));
}

/* Records what a runtime keeps back. Before all below, unless the runtime itself is calling. */
static inline void gy_encode_flush(gy_trace_ring *ring) {
  gyre_trace_kept *kept = atomic_load_explicit(&ring->kept, memory_order_relaxed);
  if (GY_UNLIKELY(kept->kind != 0)) {
    ring->flush();
  }
}

/* An end that is kept has its record, at TIME if its own is not known. */
void gy_encode_settle(gy_trace_ring *ring, uint64_t time);

/* A call begins. WHAT: see gy_trace_what. */
void gy_encode_call(gy_trace_ring *ring, uint64_t time, uint64_t subject, uint64_t label,
                    uint64_t what);

/* Another span begins, or ends (GY_TRACE_END), or there is an instant. */
void gy_encode_put(gy_trace_ring *ring, uint64_t time, uint64_t subject, uint64_t label,
                   uint64_t what);

/* The innermost call ends: at TIME, or when the next thing is told. gy_encode_end_now writes the
 * record at once, which is cheaper if no other call begins at that time. */
static inline void gy_encode_keep_end(gy_trace_ring *ring, unsigned state) {
  uint64_t next = atomic_load_explicit(&ring->next, memory_order_relaxed);
  atomic_store_explicit(&ring->end, next << GY_END_BITS | state, memory_order_relaxed);
}
static inline void gy_encode_end(gy_trace_ring *ring, uint64_t time) {
  if (gy_encode_end_state(ring) != GY_END_TOLD) {
    gy_encode_settle(ring, time);
  }
  atomic_store_explicit(&ring->last, time, memory_order_relaxed);
  gy_encode_keep_end(ring, GY_END_KNOWN);
}
static inline void gy_encode_end_now(gy_trace_ring *ring, uint64_t time) {
  if (gy_encode_end_state(ring) != GY_END_TOLD) {
    gy_encode_settle(ring, time);
  }
  atomic_store_explicit(&ring->last, time, memory_order_relaxed);
  gy_trace_put(ring, time, 0, 0, gy_trace_what(GY_EVENT_CALL, 0, GY_TRACE_END, 0));
}
static inline void gy_encode_end_next(gy_trace_ring *ring) {
  if (gy_encode_end_state(ring) != GY_END_TOLD) {
    gy_encode_settle(ring, gy_trace_now(ring));
  }
  gy_encode_keep_end(ring, GY_END_NEXT);
}

/* Around a uv_run. What was told before is restored after it: it may be a nested one. */
gy_trace_told gy_encode_run_begin(gy_trace_ring *ring, uint64_t time);
void gy_encode_run_end(gy_trace_ring *ring, uint64_t time, gy_trace_told before);

/* ---- For the loop and the pool: the runtime first, and at this moment -------------------------
 */

static inline void gy_encode_begin(gy_trace_ring *ring, int event, int kind, const void *subject,
                                   uint64_t label) {
  gy_encode_flush(ring);
  gy_encode_put(ring, gy_trace_now(ring), (uintptr_t)subject, label,
                gy_trace_what(event, kind, 0, 0));
}

static inline void gy_encode_end_of(gy_trace_ring *ring, int event, int32_t value) {
  gy_encode_flush(ring);
  gy_encode_put(ring, gy_trace_now(ring), 0, 0, gy_trace_what(event, 0, GY_TRACE_END, value));
}

static inline void gy_encode_note(gy_trace_ring *ring, int event, int kind, const void *subject,
                                  const void *site, int32_t value) {
  gy_encode_flush(ring);
  gy_encode_put(ring, gy_trace_now(ring), (uintptr_t)subject, (uintptr_t)site,
                gy_trace_what(event, kind, 0, value));
}

#endif
