/* SPDX-License-Identifier: MIT */
/*
 * The tracer, as seen from the loop: when a loop is traced, its borders, and the functions of
 * gyre.h. What is written and how is in src/trace.
 *
 * A loop starts or stops tracing only at certain moments, on its own thread: when it is created,
 * when uv_run begins, and when its own program asks for it. So no other thread ever changes its
 * ring.
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
SAME(MESSAGE);

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

const gy_trace_step gy_trace_steps[GY_STEP_COUNT] = {
#define STEP(NAME, phase, polled) [GY_STEP_##NAME] = {GYRE_PHASE_##phase, (polled) != 0},
#include "loop/phase.def"
#undef STEP
};

void gy_loop_trace_change(gy_loop *loop) {
  gy_trace_ring *ring = gy_loop_trace(loop);
  if (ring != NULL) {
    gy_loop_trace_release(loop);
  } else {
    ring = gy_trace_ring_take(GY_TRACE_LOOP, &loop->trace.at, loop->io.virtual_ns);
    if (ring != NULL) {
      loop->sleep.matters = true;
      loop->turn_due |= GY_TURN_TRACED;
      ring->ticks_queued = loop->tasks.ticks.count;
      ring->microtasks_queued = loop->tasks.microtasks.count;
      gy_roster_set_loop(ring, loop);
    }
    __atomic_store_n(&loop->trace.ring, ring, __ATOMIC_RELAXED);
  }
}

void gy_loop_trace_release(gy_loop *loop) {
  gy_trace_ring *ring = gy_loop_trace(loop);
  if (ring != NULL) {
    __atomic_store_n(&loop->trace.ring, NULL, __ATOMIC_RELAXED);
    loop->sleep.matters = loop->sleep.metrics;
    loop->turn_due &= ~(unsigned)GY_TURN_TRACED;
    gy_roster_set_loop(ring, NULL);
    gy_encode_settle(ring, gy_trace_now(ring));
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
  gy_encode_flush(before->ring);
  before->told = gy_encode_run_begin(before->ring, gy_trace_now(before->ring));
  before->here = gy_trace_here;
  gy_trace_here = before->ring;
}

/* If the trace began in the middle of this run, there is nothing to go back to. */
void gy_loop_trace_run_end(gy_loop *loop, const gy_loop_place *before) {
  gy_trace_ring *ring = gy_loop_trace(loop);
  bool same = before->ring == ring;
  gy_encode_flush(ring);
  gy_encode_run_end(ring, gy_trace_now(ring), same ? before->told : (gy_trace_told){0});
  gy_trace_here = same ? before->here : NULL;
}

/* That was the last callback that a limit allows. */
static __attribute__((noinline)) void note_limit(gy_loop *loop, gy_trace_ring *ring) {
  gyre_phase phase = gy_trace_steps[loop->trace.at.step].phase;
  uint64_t here = loop->trace.at.turns << 8 | loop->trace.at.step;
  if (loop->limits.left[phase] == 0 && ring->door.limited != here) {
    ring->door.limited = here;
    gy_encode_note(ring, GY_EVENT_LIMIT, (int)phase, NULL, NULL, (int32_t)loop->limits.of[phase]);
  }
}

/* ---- Probes -----------------------------------------------------------------------------------
 */

void gy_loop_trace_note(gy_loop *loop, int event, int kind, const void *subject, const void *site,
                        int64_t value) {
  if (gy_handle_is_shown(kind, subject)) {
    gy_encode_note(gy_loop_trace(loop), event, kind, subject, site,
                   value > INT32_MAX ? INT32_MAX : (int32_t)value);
  }
}

/*
 * Time. The loop's clock is its own: nothing here writes to it. But reading the counter is half the
 * cost of a record, and a loop that does not sleep reads it twice a turn anyway. So the tracer uses
 * the loop's reading where only a walk over lists happened since: in the phases that only call
 * back.
 */
static bool only_calls(const gy_loop *loop) {
  unsigned steps =
      1u << GY_STEP_IDLE | 1u << GY_STEP_PREPARE | 1u << GY_STEP_CHECK | 1u << GY_STEP_TIMERS;
  return (steps >> loop->trace.at.step & 1) != 0;
}

/* When the loop has read its clock, if since then nothing of the program has run and nothing was
 * recorded; 0: it has not, or its clock is not the ring's. */
static uint64_t seen_now(const gy_loop *loop, const gy_trace_ring *ring) {
  bool is_now = loop->time.fresh && ring->counts;
  return is_now && loop->time.reading.seen > gy_encode_last(ring) ? loop->time.reading.seen : 0;
}

static uint64_t now(const gy_loop *loop, const gy_trace_ring *ring) {
  uint64_t seen = only_calls(loop) ? seen_now(loop, ring) : 0;
  return seen != 0 ? seen : gy_trace_now(ring);
}

/* Nothing that takes time comes before the loop reads its clock or something is recorded: a call
 * that ends now ends then. */
static bool is_next_soon(const gy_loop *loop) {
  return only_calls(loop) && gy_queue_empty(&loop->pending) && loop->closing == NULL &&
         loop->closing_left == NULL;
}

void gy_loop_trace_poll(gy_loop *loop, gy_trace_reason reason) {
  gy_trace_ring *ring = loop->trace.ring;
  loop->trace.at.reason = (uint8_t)reason;
  if (gy_encode_end_state(ring) != GY_END_TOLD) {
    uint64_t seen = seen_now(loop, ring);
    gy_encode_settle(ring, seen != 0 ? seen : gy_trace_now(ring));
  }
}

static __attribute__((noinline)) void *call_shown(gy_loop *loop, int kind, void *subject,
                                                  const void *function) {
  gy_trace_ring *ring = loop->trace.ring;
  ring->door.hidden <<= 1;
  ring->door.quiet = false;
  ring->door.called = 0;
  gy_encode_flush(ring);
  gy_encode_call(ring, now(loop, ring), (uintptr_t)subject, (uintptr_t)function,
                 gy_trace_what(GY_EVENT_CALL, kind, 0, 0));
  return subject;
}

/* Opaque: the compiler must not know that it returns its argument (see GY_CALL). */
#ifdef __clang__
__attribute__((noinline))
#else
__attribute__((noipa))
#endif
void *
gy_loop_trace_call(gy_loop *loop, int kind, void *subject, const void *function) {
  gy_trace_ring *ring = loop->trace.ring;
  if (gy_handle_is_shown(kind, subject)) {
    return call_shown(loop, kind, subject, function);
  }
  ring->door.hidden = ring->door.hidden << 1 | 1;
  ring->door.quiet = kind == GY_KIND_IDLE;
  if (!ring->door.quiet) {
    ring->door.called = only_calls(loop) ? seen_now(loop, ring) : 0;
  }
  return subject;
}

bool gy_loop_trace_called_quietly(gy_loop *loop) {
  gy_trace_ring *ring = loop->trace.ring;
  if (ring == NULL || !ring->door.quiet || loop->limits.any) {
    return false;
  }
  ring->door.quiet = false;
  ring->door.hidden >>= 1;
  return true;
}

/* The innermost call ends, and so does the loop's callback, if it is not the same. */
static void end_calls(gy_loop *loop, gy_trace_ring *ring, bool runtimes, bool loops) {
  if (runtimes != loops && is_next_soon(loop)) {
    gy_encode_end_next(ring);
    return;
  }
  uint64_t time = gy_trace_now(ring);
  if (runtimes) {
    gy_encode_end(ring, time);
  }
  if (loops) {
    gy_encode_end_now(ring, time);
  }
}

void gy_loop_trace_called(gy_loop *loop) {
  gy_trace_ring *ring = loop->trace.ring;
  gyre_trace_kept *kept = atomic_load_explicit(&ring->kept, memory_order_relaxed);
  bool ending = kept->kind == GYRE_TRACE_KEPT_END;
  bool shown = (ring->door.hidden & 1) == 0;
  ring->door.quiet = false;
  if (ending) {
    kept->kind = 0;
  } else {
    gy_encode_flush(ring);
  }
  if (ending || shown) {
    end_calls(loop, ring, ending, shown);
  }
  ring->door.hidden >>= 1;
  if (GY_UNLIKELY(loop->limits.any)) {
    note_limit(loop, ring);
  }
  gy_roster *roster = atomic_load_explicit(&ring->roster, memory_order_acquire);
  if (GY_UNLIKELY(roster != NULL)) {
    gy_roster_after_call(loop, ring, roster);
  }
}

void gy_loop_trace_send(int kind, const void *subject, const void *site) {
  if (gy_trace_here != NULL) {
    gy_encode_note(gy_trace_here, GY_EVENT_SCHEDULE, kind, subject, site, 0);
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
    gy_encode_flush(ring);
    gy_encode_settle(ring, gy_trace_now(ring));
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

void gyre_trace_put(uv_loop_t *loop, int what, gyre_trace_kind kind, uint64_t subject,
                    uint32_t label, int32_t value) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  if (ring != NULL) {
    gy_encode_flush(ring);
    gyre_trace_put_at(loop, gy_trace_now(ring), what, kind, subject, label, value);
  }
}

void gyre_trace_hide(uv_handle_t *handle) { handle->flags |= GY_HANDLE_UNTRACED; }

void gyre_trace_keep(uv_loop_t *loop, gyre_trace_kept *kept, void (*flush)(void)) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  if (ring != NULL) {
    ring->flush = flush;
    atomic_store(&ring->kept, kept);
  }
}

void gyre_trace_mark(uv_loop_t *loop, const char *text) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  if (ring != NULL) {
    uint32_t label = gy_trace_label(text, "");
    gy_encode_flush(ring);
    gy_encode_put(
        ring, gy_trace_now(ring), 0, label,
        gy_trace_what(GY_EVENT_MARK, GY_KIND_NONE, GY_TRACE_NUMBER | GY_TRACE_LABELLED, 0));
  }
}

void gyre_trace_name(uv_loop_t *loop, const char *name) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  if (ring != NULL) {
    gy_trace_ring_name(ring, name);
  }
}

uint64_t gyre_trace_clock(void) {
  return GY_LIKELY(gy_trace_counts) ? gy_clock_counter() : gy_clock_ns();
}

uint64_t gyre_trace_clock_called(const uv_loop_t *loop) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  uint64_t called = ring == NULL ? 0 : ring->door.called;
  if (called == 0) {
    return gyre_trace_clock();
  }
  ring->door.called = 0;
  return called;
}

/* A runtime's subjects are numbers, and its labels are those of label.c. */
void gyre_trace_put_at(uv_loop_t *loop, uint64_t time, int what, gyre_trace_kind kind,
                       uint64_t subject, uint32_t label, int32_t value) {
  gy_trace_ring *ring = gy_loop_trace(gy_loop_of(loop));
  if (ring == NULL) {
    return;
  }
  if (GY_UNLIKELY(ring->virtual_ns != NULL)) { /* the caller's time is not used */
    time = *ring->virtual_ns;
  }
  int flags = GY_TRACE_NUMBER | GY_TRACE_LABELLED;
  if (what == GYRE_TRACE_CALL) {
    gy_encode_call(ring, time, subject, label, gy_trace_what(GY_EVENT_CALL, (int)kind, flags, 0));
  } else if (what == (GYRE_TRACE_CALL | GYRE_TRACE_END)) {
    gy_encode_end(ring, time);
  } else {
    flags |= what & GYRE_TRACE_END ? GY_TRACE_END : 0;
    gy_encode_put(ring, time, subject, label,
                  gy_trace_what(what & ~GYRE_TRACE_END, (int)kind, flags, value));
  }
}
