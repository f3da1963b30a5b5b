/* SPDX-License-Identifier: MIT */
/*
 * The tracer, seen from the loop: when a loop is traced, its borders, and the functions of gyre.h.
 * What is written and how is src/trace.
 *
 * A loop follows what is wanted at certain moments only, on its own thread: when it is made, when
 * uv_run begins, and when its own program asks for it. So nobody else ever changes its ring.
 */
#include "base/check.h"
#include "loop/loop.h"
#include "trace/live.h"

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
    ring = gy_trace_ring_take(GY_TRACE_LOOP, &loop->at, loop->io.virtual_ns);
    if (ring != NULL) {
      loop->sleeps_matter = true;
      loop->turn_due |= GY_TURN_TRACED;
      ring->ticks_queued = loop->ticks.count;
      ring->microtasks_queued = loop->microtasks.count;
      gy_roster_set_loop(ring, loop);
    }
    __atomic_store_n(&loop->trace, ring, __ATOMIC_RELAXED);
  }
}

void gy_loop_trace_release(gy_loop *loop) {
  gy_trace_ring *ring = gy_loop_trace(loop);
  if (ring != NULL) {
    __atomic_store_n(&loop->trace, NULL, __ATOMIC_RELAXED);
    loop->sleeps_matter = loop->idle_metrics;
    loop->time_was_seen = GY_TIME_UNSEEN;
    loop->turn_due &= ~(unsigned)GY_TURN_TRACED;
    gy_roster_set_loop(ring, NULL);
    gy_trace_tell_end(ring);
    gy_trace_ring_give_back(ring);
    if (gy_trace_here == ring) {
      gy_trace_here = NULL;
    }
  }
}

/* ---- Borders ----------------------------------------------------------------------------------
 */

void gy_loop_trace_run_begin(gy_loop *loop, gy_loop_place *before) {
  before->ring = gy_loop_trace(loop);
  before->told = gy_trace_run_begin(before->ring);
  before->here = gy_trace_here;
  gy_trace_here = before->ring;
}

/* If the trace began in the middle of this run, there is nothing to go back to. */
void gy_loop_trace_run_end(gy_loop *loop, const gy_loop_place *before) {
  gy_trace_ring *ring = gy_loop_trace(loop);
  bool same = before->ring == ring;
  gy_trace_run_end(ring, same ? before->told : (gy_trace_told){0});
  gy_trace_here = same ? before->here : NULL;
  loop->time_was_seen = GY_TIME_UNSEEN; /* what the program does next is not seen */
}

/* That was the last that a limit allows. */
static __attribute__((noinline)) void note_limit(gy_loop *loop, gy_trace_ring *ring) {
  gyre_phase phase = gy_trace_phases[loop->at.step];
  if (loop->allowance[phase] == 0 && !ring->told.limit) {
    ring->told.limit = true;
    gy_trace_note(ring, GY_EVENT_LIMIT, (int)phase, NULL, NULL, (int32_t)loop->limit[phase]);
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

/* The counter is the clock of this ring. */
static bool counts(const gy_trace_ring *ring) { return gy_trace_counts && !ring->is_virtual; }

/* The time, if the loop has read it just now: after a poll phase that found nothing, or before
 * timers. A record may have been written since. 0: it has not. */
static uint64_t seen_now(const gy_loop *loop, const gy_trace_ring *ring) {
  bool is_now = loop->time_is_fresh &&
                (loop->at.step == GY_STEP_CHECK || loop->at.step == GY_STEP_TIMERS) && counts(ring);
  if (!is_now || loop->clock.seen == 0) {
    return 0;
  }
  return loop->clock.seen > ring->last ? loop->clock.seen : ring->last;
}

static __attribute__((noinline)) void *call_shown(gy_loop *loop, int kind, void *subject,
                                                  const void *function) {
  gy_trace_ring *ring = loop->trace;
  loop->time_was_seen = GY_TIME_UNSEEN;
  ring->told.hidden <<= 1;
  ring->told.quiet = false;
  ring->told.called = 0;
  gy_trace_call(ring, kind, subject, (uintptr_t)function);
  return subject;
}

/* Opaque: whoever calls it must not know that it returns what it was given (see GY_CALL). */
#ifdef __clang__
__attribute__((noinline))
#else
__attribute__((noipa))
#endif
void *
gy_loop_trace_call(gy_loop *loop, int kind, void *subject, const void *function) {
  gy_trace_ring *ring = loop->trace;
  if (gy_handle_is_shown(kind, subject)) {
    return call_shown(loop, kind, subject, function);
  }
  ring->told.hidden = ring->told.hidden << 1 | 1;
  ring->told.quiet = kind == GY_KIND_IDLE;
  if (!ring->told.quiet) {
    loop->time_was_seen = GY_TIME_UNSEEN;
    ring->told.called = seen_now(loop, ring);
  }
  return subject;
}

/*
 * The time for the loop. A loop that does not sleep reads the counter twice a turn, and what is
 * traced in it reads it as well: one reading serves both if nothing of the program has run between.
 * For that the loop's `same_ms` is taken away, so that whoever updates the time comes here; until
 * the clock is read the next time.
 */
static void share_time(gy_loop *loop, gy_trace_ring *ring) {
  gy_clock_reading *clock = &loop->clock;
  clock->seen = ring->last;
  if (clock->same_ms != 0) {
    ring->same_ms = clock->same_ms;
    ring->same_ms_counter = clock->counter;
    clock->same_ms = 0;
  }
}

void gy_loop_trace_time(gy_loop *loop) {
  const gy_trace_ring *ring = loop->trace;
  gy_clock_reading *clock = &loop->clock;
  if (loop->time_was_seen == GY_TIME_TAKEN) {
    loop->time_is_fresh = true;
    return;
  }
  if (clock->same_ms == 0 && clock->counter == ring->same_ms_counter && counts(ring)) {
    if (loop->time_was_seen == GY_TIME_UNSEEN) {
      clock->seen = gy_clock_counter();
    }
    if (clock->seen - clock->counter < ring->same_ms) {
      gy_loop_keep_time(loop);
      if (loop->time_was_seen == GY_TIME_SEEN) {
        loop->time_was_seen = GY_TIME_TAKEN;
      }
      return;
    }
  }
  gy_loop_read_time(loop);
}

bool gy_loop_trace_called_quietly(gy_loop *loop) {
  gy_trace_ring *ring = loop->trace;
  if (ring == NULL || !ring->told.quiet || loop->limited) {
    return false;
  }
  ring->told.quiet = false;
  ring->told.hidden >>= 1;
  return true;
}

void gy_loop_trace_called(gy_loop *loop) {
  gy_trace_ring *ring = loop->trace;
  ring->told.quiet = false;
  int32_t pending = *ring->pending;
  if (pending == GY_TRACE_ENDING) {
    *ring->pending = 0;
    gy_trace_tell_end(ring);
    gy_trace_hold_end(ring, gy_trace_now(ring));
  } else if (pending != 0) {
    ring->flush();
  }
  bool settled = pending != 0;
  if ((ring->told.hidden & 1) == 0) {
    gy_trace_tell_end(ring);
    gy_trace_hold_end(ring, settled ? ring->last : gy_trace_now(ring));
    settled = true;
  }
  if (settled && counts(ring)) {
    loop->time_was_seen = GY_TIME_SEEN;
    share_time(loop, ring);
  } else {
    loop->time_was_seen = GY_TIME_UNSEEN;
  }
  ring->told.hidden >>= 1;
  if (GY_UNLIKELY(loop->limited)) {
    note_limit(loop, ring);
  }
  gy_roster *roster = atomic_load_explicit(&ring->roster, memory_order_acquire);
  if (GY_UNLIKELY(roster != NULL)) {
    gy_roster_after_call(loop, ring, roster);
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

static void follow_now(uv_loop_t *loop) {
  if (loop != NULL) {
    gy_loop_trace_follow(gy_loop_of(loop));
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
  gy_trace_ring *ring = loop == NULL ? NULL : gy_loop_trace(gy_loop_of(loop));
  if (ring != NULL) {
    gy_trace_settle(ring);
  }
  int err = gy_trace_file_end();
  if (err == UV_EINVAL) {
    err = gy_trace_record_end();
  }
  follow_now(loop);
  return err;
}

int gyre_live(uv_loop_t *loop, int port) {
  int err = port < 0 || port > UINT16_MAX ? UV_EINVAL : gy_live_start(port);
  if (err == 0) {
    follow_now(loop);
  }
  return err;
}

void gyre_live_end(void) { gy_live_end(); }

int gyre_trace_enabled(const uv_loop_t *loop) { return gy_loop_trace(gy_loop_of(loop)) != NULL; }

uint64_t gyre_trace_dropped(void) { return gy_trace_dropped(); }

uint32_t gyre_trace_label(const char *name, const char *site) {
  return gy_trace_label(name, site == NULL ? "" : site);
}

/* One record of a runtime, whose subjects are numbers and whose labels are those of label.c. */
static inline void put(gy_trace_ring *ring, uint64_t time, int what, int kind, uint64_t subject,
                       uint32_t label, int32_t value) {
  if (what == (GYRE_TRACE_CALL | GYRE_TRACE_END)) {
    gy_trace_hold_end(ring, time);
    return;
  }
  int flags = GY_TRACE_NUMBER | GY_TRACE_LABELLED | (what & GYRE_TRACE_END ? GY_TRACE_END : 0);
  gy_trace_put(ring, time, subject, label,
               gy_trace_what(what & ~GYRE_TRACE_END, kind, flags, value));
}

void gyre_trace_put(uv_loop_t *loop, int what, gyre_trace_kind kind, uint64_t subject,
                    uint32_t label, int32_t value) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  if (ring != NULL) {
    gy_trace_flush(ring);
    gyre_trace_put_at(loop, gy_trace_now(ring), what, kind, subject, label, value);
  }
}

void gyre_trace_hide(uv_handle_t *handle) { handle->flags |= GY_HANDLE_UNTRACED; }

void gyre_trace_lazy(uv_loop_t *loop, volatile int32_t *kind, const volatile int32_t *label,
                     void (*flush)(void)) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  if (ring != NULL) {
    ring->pending = kind;
    ring->flush = flush;
    atomic_store(&ring->begun[1], label);
    atomic_store(&ring->begun[0], kind);
  }
}

void gyre_trace_mark(uv_loop_t *loop, const char *text) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  if (ring != NULL) {
    uint32_t label = gy_trace_label(text, "");
    uint64_t time = gy_trace_now(ring);
    gy_trace_opened(ring, time);
    put(ring, time, GYRE_TRACE_MARK, GY_KIND_NONE, 0, label, 0);
  }
}

uint64_t gyre_trace_clock(void) {
  return GY_LIKELY(gy_trace_counts) ? gy_clock_counter() : gy_clock_ns();
}

uint64_t gyre_trace_clock_called(const uv_loop_t *loop) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  uint64_t called = ring == NULL ? 0 : ring->told.called;
  if (called == 0) {
    return gyre_trace_clock();
  }
  ring->told.called = 0;
  return called;
}

/* A loop with a clock of its own has no use for that of the caller. */
static uint64_t time_for(const gy_trace_ring *ring, uint64_t time) {
  return GY_UNLIKELY(ring->virtual_ns != NULL) ? *ring->virtual_ns : time;
}

/* Something has to be told first. */
static __attribute__((noinline)) void put_later(gy_trace_ring *ring, uint64_t time, int what,
                                                gyre_trace_kind kind, uint64_t subject,
                                                uint32_t label, int32_t value) {
  time = time_for(ring, time);
  gy_trace_tell_end(ring);
  if (gy_trace_moved(ring)) {
    gy_trace_move(ring, time);
  }
  put(ring, time, what, (int)kind, subject, label, value);
}

void gyre_trace_put_at(uv_loop_t *loop, uint64_t time, int what, gyre_trace_kind kind,
                       uint64_t subject, uint32_t label, int32_t value) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  if (ring == NULL) {
    return;
  }
  if (what == GYRE_TRACE_CALL) {
    gy_trace_put_call(
        ring, time_for(ring, time), subject, label,
        gy_trace_what(GY_EVENT_CALL, (int)kind, GY_TRACE_NUMBER | GY_TRACE_LABELLED, 0));
  } else if (GY_UNLIKELY(ring->ended || gy_trace_moved(ring) || ring->virtual_ns != NULL)) {
    put_later(ring, time, what, kind, subject, label, value);
  } else {
    put(ring, time, what, (int)kind, subject, label, value);
  }
}
