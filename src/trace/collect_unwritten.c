/* SPDX-License-Identifier: MIT */
/*
 * What is not recorded yet when a trace is written: an end that the encoder keeps, a begin that a
 * runtime keeps, and the fact that open spans still last. A program that is ended by a signal in a
 * call that never returns has written nothing since that call began; this is how the call gets into
 * the recording.
 *
 * It may run in a signal handler that has interrupted the ring's own thread anywhere, even in the
 * middle of a record, or on another thread while the first one runs. So it relies on what the
 * records say is open, not on what the encoder believes to have written. What changes meanwhile is
 * left alone, since then the loop is about to record it.
 */
#include "trace/collect_state.h"
#include "trace/encode.h"

/* All that may be unwritten, as it was at one moment. */
typedef struct {
  uint64_t next; /* records that were begun */
  uint64_t last;
  uint64_t began;
  uint64_t end; /* as in the ring */
  int32_t kind;
  int32_t subject;
  int32_t label;
  int32_t ended;
  int32_t telling;
} moment;

static moment look(gy_trace_ring *ring) {
  const gyre_trace_kept *kept = atomic_load(&ring->kept);
  return (moment){
      .next = atomic_load(&ring->next),
      .last = gy_encode_last(ring),
      .began = kept->began,
      .end = atomic_load(&ring->end),
      .kind = kept->kind,
      .subject = kept->subject,
      .label = kept->label,
      .ended = kept->ended,
      .telling = kept->telling,
  };
}

static bool is_same(const moment *one, const moment *other) {
  return one->next == other->next && one->last == other->last && one->began == other->began &&
         one->end == other->end && one->kind == other->kind && one->subject == other->subject &&
         one->label == other->label && one->ended == other->ended && one->telling == other->telling;
}

/* The innermost span of EVENT inside of the innermost run; NULL: there is none. */
static const gy_trace_item *find_open(const gy_lane *lane, int event) {
  unsigned depth = lane->depth < GY_COLLECT_DEPTH ? lane->depth : GY_COLLECT_DEPTH;
  for (; depth > 0 && lane->open[depth - 1].event != GY_EVENT_RUN; depth--) {
    if (lane->open[depth - 1].event == event) {
      return &lane->open[depth - 1];
    }
  }
  return NULL;
}

/* The loop is in another turn or phase than the open one. The encoder knows that, unless it was
 * interrupted (`telling`): it may have noted what it has not written yet. */
static void move(gy_collect *collect, gy_lane *lane, unsigned thread, uint64_t time, bool telling) {
  const gy_trace_ring *ring = lane->reader.ring;
  const gy_trace_item *turn = find_open(lane, GY_EVENT_TURN);
  const gy_trace_item *phase = find_open(lane, GY_EVENT_PHASE);
  gy_trace_record border = {.time = time, .value = (int32_t)gy_encode_turn(ring)};
  if (ring->now->step == 0 || (!telling && !gy_encode_moved(ring))) {
    return;
  }
  bool same_turn = turn == NULL ? border.value == 0 : turn->value == border.value;
  bool same_phase = phase != NULL && phase->kind == gy_trace_steps[ring->now->step].phase;
  if (same_turn && same_phase && !gy_encode_moved(ring)) {
    return;
  }
  if (!same_turn && turn != NULL) {
    gy_collect_end(collect, lane, GY_EVENT_TURN, 0);
  } else if (phase != NULL) {
    gy_collect_end(collect, lane, GY_EVENT_PHASE, 0);
  }
  if (!same_turn && border.value != 0) {
    border.event = GY_EVENT_TURN;
    gy_collect_record(collect, lane, thread, &border);
  }
  border.value = 0;
  border.event = GY_EVENT_PHASE;
  border.kind = gy_trace_steps[ring->now->step].phase;
  gy_collect_record(collect, lane, thread, &border);
  if (border.kind == GYRE_PHASE_POLL && ring->now->reason > GY_REASON_NONE) {
    border.event = GY_EVENT_SLEEP;
    border.kind = ring->now->reason;
    border.flags = GY_TRACE_WHOLE;
    gy_collect_record(collect, lane, thread, &border);
  }
}

/* The runtime was about to tell what it keeps: the newest record may be it. */
static bool is_told(const gy_lane *lane, const moment *seen, const gy_trace_record *record) {
  const gy_trace_record *newest = &lane->records[lane->newest];
  return seen->telling != 0 && newest->event == record->event && newest->kind == record->kind &&
         (newest->flags & GY_TRACE_END) == 0 && newest->time == record->time &&
         (uint32_t)newest->subject == (uint32_t)record->subject && newest->label == record->label;
}

static bool has_begun(const moment *seen) {
  return (seen->kind > GY_KIND_NONE && seen->kind < GY_KIND_COUNT) ||
         seen->kind == GYRE_TRACE_KEPT_MICROTASKS;
}

/* A loop with a clock of its own has no use for that of its runtime. */
static uint64_t begin_time(const gy_trace_ring *ring, const moment *seen) {
  return ring->is_virtual ? *ring->virtual_ns : seen->began;
}

static void tell_begin(gy_collect *collect, gy_lane *lane, unsigned thread, const moment *seen) {
  bool is_call = seen->kind > GY_KIND_NONE;
  gy_trace_record record = {
      .time = begin_time(lane->reader.ring, seen),
      .event = is_call ? GY_EVENT_CALL : GY_EVENT_MICROTASKS,
      .kind = is_call ? (uint8_t)seen->kind : GY_KIND_NONE,
      .subject = is_call ? (uint32_t)seen->subject : 0,
      .label = is_call ? (uint32_t)seen->label : 0,
      .flags = GY_TRACE_NUMBER | GY_TRACE_LABELLED,
  };
  if (!is_told(lane, seen, &record)) {
    move(collect, lane, thread, record.time, seen->telling != 0);
    gy_collect_record(collect, lane, thread, &record);
  }
}

/* An end that the encoder keeps, unless its record is there and only that was not noted yet. */
static void tell_end(gy_collect *collect, gy_lane *lane, const moment *seen, double now) {
  if (seen->end == GY_END_TOLD || lane->reader.next > seen->end >> GY_END_BITS) {
    return;
  }
  if ((seen->end & GY_END_KNOWN) != 0) {
    now = gy_collect_time_of(collect, lane, seen->last);
  } else if (has_begun(seen)) {
    now = gy_collect_time_of(collect, lane, begin_time(lane->reader.ring, seen));
  }
  lane->last = now;
  gy_collect_end(collect, lane, GY_EVENT_CALL, 0);
}

void gy_collect_unwritten(gy_collect *collect, gy_lane *lane, unsigned thread) {
  gy_trace_ring *ring = lane->reader.ring;
  moment seen = look(ring);
  uint64_t clock = ring->is_virtual ? *ring->virtual_ns : gyre_trace_clock();
  double now = gy_collect_time_of(collect, lane, clock);
  moment again = look(ring);
  /* Everything that was written has been read, except a record that is being written. */
  bool is_whole = lane->at == lane->count && lane->reader.next + 1 >= seen.next;
  if (!ring->in_use || ring->owner == GY_TRACE_OTHERS || !is_whole || !is_same(&seen, &again)) {
    return;
  }
  tell_end(collect, lane, &seen, now);
  if (has_begun(&seen)) {
    tell_begin(collect, lane, thread, &seen);
  }
  if (seen.ended != 0 || seen.kind == GYRE_TRACE_KEPT_END) {
    lane->last = now;
    gy_collect_end(collect, lane, GY_EVENT_CALL, 0);
  }
  if (lane->depth > 0 && now > collect->time) {
    collect->time = now;
  }
}
