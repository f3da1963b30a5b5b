/* SPDX-License-Identifier: MIT */
/*
 * The tracer, seen from the loop: when a loop is traced, its borders, and the functions of gyre.h.
 * What is written and how is src/trace.
 *
 * A loop follows what is wanted at certain moments only, on its own thread: when it is made, when
 * uv_run begins, and between two turns if somebody has asked for it. So nobody else ever changes
 * its ring.
 */
#include "base/check.h"
#include "loop/loop.h"

/* What gyre.h names is numbered as in event.def. */
#define SAME(name) _Static_assert((int)GYRE_TRACE_##name == (int)GY_KIND_##name, #name)
SAME(TIMER);
SAME(TICK);
SAME(MICROTASK);
SAME(MAIN);
SAME(TIMEOUT);
SAME(INTERVAL);
SAME(IMMEDIATE);
SAME(CALLBACK);
SAME(LISTENER);
SAME(BEFORE_EXIT);
SAME(EXIT);

#define SAME_EVENT(name) _Static_assert((int)GYRE_TRACE_##name == (int)GY_EVENT_##name, #name)
SAME_EVENT(CALL);
SAME_EVENT(TICKS);
SAME_EVENT(MICROTASKS);
SAME_EVENT(SCHEDULE);
SAME_EVENT(CANCEL);
SAME_EVENT(CREATE);
SAME_EVENT(DESTROY);
SAME_EVENT(MARK);
SAME_EVENT(STARVE);

void gy_loop_trace_change(gy_loop *loop) {
  gy_trace_ring *ring = gy_loop_trace(loop);
  if (ring != NULL) {
    gy_loop_trace_release(loop);
  } else {
    ring = gy_trace_ring_take(GY_TRACE_LOOP, loop->io.virtual_ns);
    if (ring != NULL) {
      ring->ticks_queued = loop->ticks.count;
      ring->microtasks_queued = loop->microtasks.count;
    }
    atomic_store_explicit(&loop->trace, ring, memory_order_relaxed);
  }
}

void gy_loop_trace_release(gy_loop *loop) {
  gy_trace_ring *ring = gy_loop_trace(loop);
  if (ring != NULL) {
    atomic_store_explicit(&loop->trace, NULL, memory_order_relaxed);
    gy_trace_ring_give_back(ring);
    if (gy_trace_here == ring) {
      gy_trace_here = NULL;
    }
  }
}

bool gy_loop_trace_again(gy_loop *loop) {
  if (loop->stop_flag != GY_STOP_FOR_TRACE) {
    return false;
  }
  loop->stop_flag = 0;
  gy_loop_trace_follow(loop);
  return true;
}

/* ---- Borders ----------------------------------------------------------------------------------
 */

gy_trace_place gy_loop_trace_run(gy_loop *loop, uv_run_mode mode) {
  gy_trace_ring *ring = gy_loop_trace(loop);
  gy_trace_place before = gy_trace_run_begin(ring, (int)mode);
  before.outer = gy_trace_here;
  gy_trace_here = ring;
  return before;
}

void gy_loop_trace_run_end(gy_loop *loop, gy_trace_place before) {
  gy_trace_ring *ring = gy_loop_trace(loop);
  if (ring != NULL) {
    gy_trace_run_end(ring, before);
  }
  gy_trace_here = before.outer;
}

void gy_loop_trace_turn(gy_loop *loop) {
  gy_trace_ring *ring = gy_loop_trace(loop);
  if (ring != NULL) {
    gy_trace_turn(ring, loop->turns + 1);
  }
}

/* A phase that was held up by its limit says so. */
static void note_limit(const gy_loop *loop, gy_trace_ring *ring) {
  int phase = ring->at.phase;
  if (loop->limited && phase < GYRE_PHASE_COUNT && ring->at.phase_open &&
      loop->allowance[phase] == 0) {
    gy_trace_note(ring, GY_EVENT_LIMIT, phase, NULL, NULL, (int32_t)loop->limit[phase]);
  }
}

void gy_loop_trace_turn_end(gy_loop *loop) {
  gy_trace_ring *ring = gy_loop_trace(loop);
  if (ring != NULL) {
    note_limit(loop, ring);
    gy_trace_turn_end(ring);
  }
}

void gy_loop_trace_phase(gy_loop *loop, gyre_phase phase) {
  gy_trace_ring *ring = gy_loop_trace(loop);
  if (ring != NULL) {
    note_limit(loop, ring);
    gy_trace_phase(ring, (int)phase);
  }
}

/* ---- Probes -----------------------------------------------------------------------------------
 */

void gy_loop_trace_note(gy_loop *loop, int event, int kind, const void *subject, const void *site,
                        int64_t value) {
  if (gy_handle_is_shown(kind, subject)) {
    gy_trace_note(gy_loop_trace(loop), event, kind, subject, site,
                  value > INT32_MAX ? INT32_MAX : (int32_t)value);
  }
}

void gy_loop_trace_send(int kind, const void *subject, const void *site) {
  if (gy_trace_here != NULL) {
    gy_trace_note(gy_trace_here, GY_EVENT_SCHEDULE, kind, subject, site, 0);
  } else {
    gy_trace_put_other((uintptr_t)subject, (uintptr_t)site,
                       gy_trace_what(GY_EVENT_SCHEDULE, kind, 0, 0));
  }
}

/* ---- What gyre.h offers -----------------------------------------------------------------------
 */

/* A run that is under way looks up at the end of its turn. */
static void follow_now(uv_loop_t *storage) {
  if (storage != NULL) {
    gy_loop *loop = gy_loop_of(storage);
    gy_loop_trace_follow(loop);
    loop->stop_flag |= loop->stop_flag == 0 ? GY_STOP_FOR_TRACE : 0;
  }
}

int gyre_trace_start(uv_loop_t *loop, const char *path) {
  int err = path == NULL ? gy_trace_record_begin() : gy_trace_file_begin(path);
  if (err == 0) {
    follow_now(loop);
  }
  return err;
}

int gyre_trace_stop(uv_loop_t *loop) {
  int err = gy_trace_file_end();
  if (err == UV_EINVAL) {
    err = gy_trace_record_end();
  }
  follow_now(loop);
  return err;
}

int gyre_trace_enabled(const uv_loop_t *loop) { return gy_loop_trace(gy_loop_of(loop)) != NULL; }

uint64_t gyre_trace_dropped(void) { return gy_trace_dropped(); }

uint32_t gyre_trace_label(const char *name, const char *site) {
  return gy_trace_label(name, site == NULL ? "" : site);
}

/* One record of a runtime, whose subjects are numbers and whose labels are those of label.c. */
static void put(gy_trace_ring *ring, uint64_t time, int what, int kind, uint64_t subject,
                uint32_t label, int32_t value) {
  int flags = GY_TRACE_NUMBER | GY_TRACE_LABELLED | (what & GYRE_TRACE_END ? GY_TRACE_END : 0);
  gy_trace_opened(ring, time);
  gy_trace_put(ring, time, subject, label,
               gy_trace_what(what & ~GYRE_TRACE_END, kind, flags, value));
}

void gyre_trace_put(uv_loop_t *loop, int what, gyre_trace_kind kind, uint64_t subject,
                    uint32_t label, int32_t value) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  if (ring != NULL) {
    put(ring, gy_trace_now(ring), what, (int)kind, subject, label, value);
  }
}

void gyre_trace_hide(uv_handle_t *handle) { handle->flags |= GY_HANDLE_UNTRACED; }

void gyre_trace_lazy(uv_loop_t *loop, const volatile int32_t *pending, void (*flush)(void)) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  if (ring != NULL) {
    ring->pending = pending;
    ring->flush = flush;
  }
}

void gyre_trace_mark(uv_loop_t *loop, const char *text) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  if (ring != NULL) {
    uint32_t label = gy_trace_label(text, "");
    put(ring, gy_trace_now(ring), GYRE_TRACE_MARK, GY_KIND_NONE, 0, label, 0);
  }
}

double gyre_trace_clock(void) {
  uint64_t now = gy_trace_counts ? gy_clock_counter() : gy_clock_ns();
  gy_trace_moment began = gy_trace_began();
  return (double)(now - (gy_trace_counts ? began.counter : began.ns));
}

/* A loop with a clock of its own has no use for that of the caller. */
void gyre_trace_put_all(uv_loop_t *loop, const gyre_trace_entry *entries, size_t count) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  if (ring == NULL) {
    return;
  }
  gy_trace_moment began = gy_trace_began();
  uint64_t start = gy_trace_counts ? began.counter : began.ns;
  for (const gyre_trace_entry *entry = entries; entry < entries + count; entry++) {
    uint64_t time = ring->virtual_ns != NULL ? *ring->virtual_ns : start + (uint64_t)entry->time;
    put(ring, time, entry->what, entry->kind, (uint64_t)entry->subject, entry->label, entry->value);
  }
}
