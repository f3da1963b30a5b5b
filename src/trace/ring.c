/* SPDX-License-Identifier: MIT */
/*
 * Rings of records: making them, finding them, reading them, and the few writes that are not
 * inline. trace.h has the rules that writers and readers keep.
 *
 * A ring is never freed: a reader may be looking at it. One that is given back serves the next loop
 * or thread of the pool, so there are never more than ran at the same time.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "os/environment.h"

#include "trace/trace.h"

#define EVENTS_DEFAULT (UINT64_C(1) << 20)
#define EVENTS_MIN UINT64_C(16)
#define EVENTS_MAX (UINT64_C(1) << 30)

_Thread_local gy_trace_ring *gy_trace_here __attribute__((tls_model("initial-exec")));
bool gy_trace_counts;
uint64_t gy_trace_zero;

static const gy_trace_place nowhere;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gy_trace_ring *_Atomic first;
static gy_trace_ring *last;
static gy_trace_ring *_Atomic others;

/* In letters or out of bounds: -1. */
static int64_t parse_size(const char *text) {
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 10);
  bool is_number = text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
  return !is_number || value == 0 || value > EVENTS_MAX ? -1 : (int64_t)value;
}

static uint64_t read_size(void) {
  const char *text = gy_environment_get("GYRE_TRACE_EVENTS");
  int64_t wanted = text == NULL ? (int64_t)EVENTS_DEFAULT : parse_size(text);
  if (wanted < 0) {
    fprintf(stderr, "gyre: GYRE_TRACE_EVENTS is \"%s\", not a number from 1 to %llu; using %llu\n",
            text, (unsigned long long)EVENTS_MAX, (unsigned long long)EVENTS_DEFAULT);
    wanted = (int64_t)EVENTS_DEFAULT;
  }
  uint64_t size = EVENTS_MIN;
  while (size < (uint64_t)wanted) {
    size *= 2;
  }
  return size;
}

static uint64_t ring_size;
static void set_size(void) { ring_size = read_size(); }

uint64_t gy_trace_ring_size(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, set_size);
  return ring_size;
}

gy_trace_ring *gy_trace_ring_first(void) { return atomic_load(&first); }

/* Not from what uv_replace_allocator set: the program would see memory that it did not ask for. */
static void *map(size_t size) {
  void *memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static volatile int32_t nothing_pending; /* stays 0 */

static gy_trace_ring *make(gy_trace_owner owner) {
  uint64_t size = gy_trace_ring_size();
  gy_trace_ring *ring = map(sizeof(*ring));
  gy_trace_slot *slots = map(size * sizeof(*slots));
  if (ring == NULL || slots == NULL) {
    if (ring != NULL) {
      munmap(ring, sizeof(*ring));
    }
    if (slots != NULL) {
      munmap(slots, size * sizeof(*slots));
    }
    return NULL;
  }
  madvise(slots, size * sizeof(*slots), MADV_HUGEPAGE); /* else the first lap costs a fault each
                                                           hundred records; refused: it does */
  ring->slots = slots;
  ring->mask = size - 1;
  ring->owner = owner;
  ring->pending = &nothing_pending;
  ring->number = 1;
  for (gy_trace_ring *other = first; other != NULL; other = other->following) {
    ring->number += other->owner == owner;
  }
  if (last == NULL) {
    atomic_store(&first, ring);
  } else {
    atomic_store(&last->following, ring);
  }
  last = ring;
  return ring;
}

static gy_trace_ring *find_free(gy_trace_owner owner, bool is_virtual) {
  gy_trace_ring *ring = first;
  while (ring != NULL && (ring->in_use || ring->owner != owner || ring->is_virtual != is_virtual)) {
    ring = ring->following;
  }
  return ring;
}

gy_trace_ring *gy_trace_ring_take(gy_trace_owner owner, const gy_trace_place *now,
                                  const uint64_t *virtual_ns) {
  pthread_mutex_lock(&lock);
  gy_trace_ring *ring = find_free(owner, virtual_ns != NULL);
  if (ring == NULL) {
    ring = make(owner);
  }
  if (ring != NULL) {
    ring->in_use = true;
    ring->pending = &nothing_pending;
    ring->virtual_ns = virtual_ns;
    ring->ended = false;
    ring->begun[0] = ring->begun[1] = NULL;
    if (virtual_ns != NULL && !ring->is_virtual) {
      ring->is_virtual = true;
      ring->virtual_start = *virtual_ns;
    }
    ring->now = now == NULL ? &nowhere : now;
    ring->told = (gy_trace_told){.turns = ring->now->turns, .first_turns = ring->now->turns};
    ring->ticks_queued = ring->ticks_run = ring->microtasks_queued = ring->microtasks_run = 0;
  }
  if (others == NULL) {
    atomic_store(&others, make(GY_TRACE_OTHERS));
  }
  pthread_mutex_unlock(&lock);
  return ring;
}

void gy_trace_ring_give_back(gy_trace_ring *ring) {
  pthread_mutex_lock(&lock);
  ring->in_use = false;
  pthread_mutex_unlock(&lock);
}

void gy_trace_ring_forked(void) {
  pthread_mutex_init(&lock, NULL);
  for (gy_trace_ring *ring = first; ring != NULL; ring = ring->following) {
    ring->in_use = false;
    atomic_store(&ring->next, 0);
    for (uint64_t i = 0; i <= ring->mask; i++) { /* numbers of the parent's records */
      _Atomic uint64_t *last_word = &ring->slots[i].words[GY_TRACE_WORDS - 1];
      if (atomic_load_explicit(last_word, memory_order_relaxed) == 0) {
        break;
      }
      atomic_store_explicit(last_word, 0, memory_order_relaxed);
    }
  }
  gy_trace_here = NULL;
}

void gy_trace_put_other(uint64_t subject, uint64_t label, uint64_t what) {
  gy_trace_ring *ring = atomic_load(&others);
  if (ring != NULL) {
    uint64_t at = atomic_fetch_add_explicit(&ring->next, 1, memory_order_relaxed);
    gy_trace_fill(ring, at, gy_trace_now(ring), subject, label, what);
  }
}

/* ---- The borders ------------------------------------------------------------------------------
 */

static void put_border(gy_trace_ring *ring, uint64_t time, int event, int kind, int flags,
                       int32_t value) {
  gy_trace_put(ring, time, 0, 0, gy_trace_what(event, kind, flags, value));
}

/* Nothing of note has happened since the last record: its time is the end's. The end of a turn is
 * the end of its phase as well. If another one follows, that tells it (GY_TRACE_NEXT). */
static void close_phase(gy_trace_ring *ring) {
  if (ring->told.phase_open) {
    ring->told.phase_open = false;
    put_border(ring, ring->last, GY_EVENT_PHASE, 0, GY_TRACE_END, 0);
  }
}

static void close_turn(gy_trace_ring *ring) {
  if (ring->told.turn_open) {
    ring->told.turn_open = ring->told.phase_open = false;
    put_border(ring, ring->last, GY_EVENT_TURN, 0, GY_TRACE_END, 0);
  }
}

/* The number of the turn that the loop is in; 0: none, as timers may run before the first. */
static uint64_t turn_of(const gy_trace_ring *ring) {
  const gy_trace_place *now = ring->now;
  if (now->step == GY_STEP_NONE) {
    return 0;
  }
  if (now->step < GY_STEP_POLL) {
    return now->turns + 1;
  }
  return now->turns == ring->told.first_turns ? 0 : now->turns;
}

static void open_run(gy_trace_ring *ring, uint64_t time) {
  ring->told.run_open = true;
  put_border(ring, time, GY_EVENT_RUN, 0, 0, ring->now->mode);
}

const uint8_t gy_trace_phases[GY_STEP_COUNT] = {
    [GY_STEP_PENDING] = GYRE_PHASE_PENDING,       [GY_STEP_IDLE] = GYRE_PHASE_IDLE,
    [GY_STEP_PREPARE] = GYRE_PHASE_PREPARE,       [GY_STEP_POLL] = GYRE_PHASE_POLL,
    [GY_STEP_PENDING_AGAIN] = GYRE_PHASE_PENDING, [GY_STEP_CHECK] = GYRE_PHASE_CHECK,
    [GY_STEP_CLOSING] = GYRE_PHASE_CLOSING,       [GY_STEP_TIMERS] = GYRE_PHASE_TIMERS};

/* What was open ends, unless the next record says so: its flags. */
static int leave(gy_trace_ring *ring, uint64_t turn) {
  bool same_turn = turn == ring->told.turn;
  bool goes_on = ring->now->step != GY_STEP_NONE && (same_turn || turn != 0);
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

/* What a record says that is the first in this phase; 0: the loop is in none. */
static uint64_t arrive(gy_trace_ring *ring, uint64_t time) {
  const gy_trace_place *now = ring->now;
  uint64_t turn = turn_of(ring);
  int flags = leave(ring, turn);
  ring->told.turns = now->turns;
  ring->told.limit = false;
  ring->told.step = now->step;
  ring->told.turn = turn;
  if (now->step == GY_STEP_NONE) {
    return 0;
  }
  if (!ring->told.run_open) { /* the trace began in the middle of it */
    open_run(ring, time);
  }
  flags |= gy_trace_phase_flag(gy_trace_phases[now->step]);
  ring->told.phase_open = true;
  if (turn == 0 || ring->told.turn_open) {
    return gy_trace_what(0, 0, flags, 0);
  }
  ring->told.turn_open = true;
  return gy_trace_what(0, 0, flags | GY_TRACE_TURN, (int32_t)turn);
}

/* The wait of this phase is of no length, and was not told. */
static bool skipped_wait(const gy_trace_place *now) {
  return now->step == GY_STEP_POLL && now->reason > GY_REASON_NONE;
}

void gy_trace_move(gy_trace_ring *ring, uint64_t time) {
  uint64_t borders = arrive(ring, time);
  if (borders != 0) {
    gy_trace_put(ring, time, 0, 0, borders | gy_trace_what(GY_EVENT_PHASE, 0, 0, 0));
    if (skipped_wait(ring->now)) {
      put_border(ring, time, GY_EVENT_SLEEP, ring->now->reason, GY_TRACE_WHOLE, 0);
    }
  }
}

/* Most often it is the same phase of the next turn: what arrive would do, in fewer steps. */
static inline bool comes_again(const gy_trace_ring *ring) {
  const gy_trace_told *told = &ring->told;
  return ring->now->step == told->step && told->step > GY_STEP_POLL && told->turn_open &&
         told->turn == told->turns;
}

static inline uint64_t arrive_again(gy_trace_ring *ring) {
  uint64_t turn = ring->now->turns;
  ring->told.turns = ring->told.turn = turn;
  ring->told.limit = false;
  int phase = gy_trace_phase_flag(gy_trace_phases[ring->told.step]);
  return gy_trace_what(0, 0, GY_TRACE_NEXT | GY_TRACE_TURN | phase, (int32_t)turn);
}

static __attribute__((noinline)) void put_call_elsewhere(gy_trace_ring *ring, uint64_t time,
                                                         uint64_t subject, uint64_t label,
                                                         uint64_t what) {
  gy_trace_tell_end(ring);
  if (skipped_wait(ring->now)) {
    gy_trace_move(ring, time);
  } else {
    what |= arrive(ring, time);
  }
  gy_trace_put(ring, time, subject, label, what);
}

void gy_trace_put_call(gy_trace_ring *ring, uint64_t time, uint64_t subject, uint64_t label,
                       uint64_t what) {
  if (gy_trace_moved(ring)) {
    if (!comes_again(ring)) {
      put_call_elsewhere(ring, time, subject, label, what);
      return;
    }
    what |= arrive_again(ring);
  }
  if (ring->ended && ring->last == time) {
    what |= gy_trace_what(0, 0, GY_TRACE_ENDS, 0);
    ring->ended = false;
  } else {
    gy_trace_tell_end(ring);
  }
  gy_trace_put(ring, time, subject, label, what);
}

gy_trace_told gy_trace_run_begin(gy_trace_ring *ring) {
  gy_trace_settle(ring);
  gy_trace_told before = ring->told;
  ring->told = (gy_trace_told){.turns = ring->now->turns, .first_turns = ring->now->turns};
  open_run(ring, gy_trace_now(ring));
  return before;
}

void gy_trace_run_end(gy_trace_ring *ring, gy_trace_told before) {
  gy_trace_settle(ring);
  close_turn(ring);
  close_phase(ring);
  if (ring->told.run_open) {
    put_border(ring, gy_trace_now(ring), GY_EVENT_RUN, 0, GY_TRACE_END, 0);
  }
  ring->told = before;
  ring->told.turns = ring->now->turns;
}

/* ---- Reading ----------------------------------------------------------------------------------
 */

/* False: it is not written yet, or not there any more. */
static bool copy(gy_trace_ring *ring, uint64_t at, gy_trace_record *record) {
  _Atomic uint64_t *words = ring->slots[at & ring->mask].words;
  uint64_t last_word = atomic_load_explicit(&words[3], memory_order_acquire);
  if (last_word >> 32 != (uint32_t)(at + 1)) {
    return false;
  }
  uint64_t subject = atomic_load_explicit(&words[1], memory_order_acquire);
  uint64_t label = atomic_load_explicit(&words[2], memory_order_acquire);
  *record = (gy_trace_record){
      .time = atomic_load_explicit(&words[0], memory_order_acquire),
      .subject = subject & GY_TRACE_LOW_48,
      .label = label & GY_TRACE_LOW_48,
      .value = (int32_t)(uint32_t)last_word,
      .event = (uint8_t)(label >> 48),
      .kind = (uint8_t)(label >> 56),
      .flags = (uint16_t)(subject >> 48),
  };
  return atomic_load_explicit(&ring->next, memory_order_relaxed) - at <= ring->mask + 1;
}

/* The writer has come round while it was read. If it is that fast, it does so at every record: who
 * stays that near is in its way, and gets none. */
static void keep_away(gy_trace_reader *reader) {
  uint64_t size = reader->ring->mask + 1;
  uint64_t next = atomic_load_explicit(&reader->ring->next, memory_order_relaxed);
  if (next - reader->next > size) {
    reader->lost += next - size * 3 / 4 - reader->next;
    reader->next = next - size * 3 / 4;
  }
}

unsigned gy_trace_read(gy_trace_reader *reader, gy_trace_record *records, unsigned max) {
  gy_trace_ring *ring = reader->ring;
  unsigned count = 0;
  while (count < max) {
    uint64_t next = atomic_load_explicit(&ring->next, memory_order_relaxed);
    if (next < reader->next) { /* emptied after a fork */
      reader->next = 0;
    }
    if (reader->next == next) {
      break;
    }
    if (next - reader->next > ring->mask + 1) {
      uint64_t oldest = next - (ring->mask + 1);
      reader->lost += oldest - reader->next;
      reader->next = oldest;
    }
    if (copy(ring, reader->next, &records[count])) {
      reader->next++;
      count++;
    } else if (atomic_load_explicit(&ring->next, memory_order_relaxed) == next) {
      break; /* the writer is in the middle of it */
    } else {
      keep_away(reader);
    }
  }
  return count;
}
