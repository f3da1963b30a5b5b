/* SPDX-License-Identifier: MIT */
/*
 * Rings of records: what a record is, how one is written, and who may read it meanwhile.
 *
 * A traced loop has a ring (gy_loop.trace.ring), and so has each thread of the pool. One more ring
 * is shared by all others (senders on threads of the program, signal handlers). Each ring but this
 * last one has one writer. Its size is fixed: when it is full, the oldest record is overwritten.
 * Nobody waits. Readers are in ring.c: they copy a record and then check whether it was overwritten
 * meanwhile.
 *
 * A writer announces which record it is about to write (`next`), then writes its words, the last of
 * which has its number. They are written with release and read with acquire: a reader that has seen
 * any word of the later record also sees `next`, and knows that the earlier one is gone. On x86 all
 * of these are plain moves.
 *
 * What is written, and what one record says together with others, is in encode.h, the only writer
 * of the rings of loops and threads of the pool.
 */
#ifndef GY_TRACE_TRACE_H
#define GY_TRACE_TRACE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"
#include "gyre.h"
#include "os/clock.h"

enum {
#define EVENT(NAME, text) GY_EVENT_##NAME,
#include "trace/event.def"
#undef EVENT
  GY_EVENT_COUNT
};

enum {
#define KIND(NAME, text) GY_KIND_##NAME,
#include "trace/event.def"
#undef KIND
  GY_KIND_COUNT
};

typedef enum {
#define REASON(NAME, text) GY_REASON_##NAME,
#include "trace/event.def"
#undef REASON
  GY_REASON_COUNT
} gy_trace_reason;

/* Bits of gy_trace_record.flags. */
enum {
  GY_TRACE_END = 1,      /* the end of a span */
  GY_TRACE_WHOLE = 2,    /* a span of no length: both its ends */
  GY_TRACE_NUMBER = 4,   /* the subject is a number that a runtime gave, no address */
  GY_TRACE_LABELLED = 8, /* the label is a number of label.c, no address */

  /* What has ended or begun just before, in this order; of calls, and of phases. */
  GY_TRACE_ENDS = 128, /* the call before ended, at the same time */
  GY_TRACE_NEXT = 16,  /* the turn or phase before ended, when the record before was written */
  GY_TRACE_TURN = 32,  /* a turn begins; the value is its number */
  GY_TRACE_PHASE = 64, /* a phase begins, see gy_trace_phase_flag; it ends with its turn at last */
  GY_TRACE_BORDERS = GY_TRACE_ENDS | GY_TRACE_NEXT | GY_TRACE_TURN | GY_TRACE_PHASE
};

/* Which phase, in the flags. */
static inline int gy_trace_phase_flag(int phase) { return GY_TRACE_PHASE | phase << 12; }
static inline int gy_trace_flag_phase(int flags) { return flags >> 12; }

/* A record as it is read. */
typedef struct {
  uint64_t time;    /* on the ring's clock, see gy_trace_now */
  uint64_t subject; /* address of a handle or request, 48 bits; 0: none */
  uint64_t label;   /* address of a function or of a place in one */
  int32_t value;
  uint8_t event;
  uint8_t kind;
  uint16_t flags;
} gy_trace_record;

/*
 * The same in a ring. What a record costs is the memory that it takes, so two fit a cache line:
 *
 *   time
 *   subject << 16 | flags
 *   label << 16 | kind << 8 | event
 *   value | number << 32    NUMBER counts the records of the ring, from 1; modulo 2^32
 */
enum { GY_TRACE_WORDS = 4 };
typedef struct {
  _Atomic uint64_t words[GY_TRACE_WORDS];
} gy_trace_slot;

typedef enum { GY_TRACE_LOOP, GY_TRACE_POOL, GY_TRACE_OTHERS } gy_trace_owner;

/* What the encoder must know of each step of a run; loop/trace.c has the table, of phase.def. */
typedef struct {
  uint8_t phase;
  bool has_polled; /* the poll phase of its turn has begun: gy_trace_place.turns counts it */
} gy_trace_step;
extern const gy_trace_step gy_trace_steps[];

/* Where a loop is. It is stored whether the loop is traced or not: a store is cheaper than a
 * test. */
typedef struct {
  uint64_t turns; /* how many poll phases it has begun */
  uint8_t step;   /* 0: outside of uv_run */
  uint8_t reason; /* if it is traced: of this poll phase's wait, which is of no length;
                     GY_REASON_NONE: it was told */
  uint8_t mode;   /* of this uv_run */
} gy_trace_place;

/* What has been told of where the loop is. The encoder's own. */
typedef struct {
  uint64_t turns;
  uint64_t first_turns; /* what it was when the run began */
  uint64_t turn;        /* number of the turn that is open */
  uint8_t step;
  bool run_open;
  bool turn_open;
  bool phase_open;
} gy_trace_told;

/* How the end of the innermost call stands, as long as no record tells it. */
enum { GY_END_TOLD, GY_END_KNOWN /* it was at `last` */, GY_END_NEXT /* when the next is told */ };
enum { GY_END_BITS = 2 };

/* What the door of a loop knows of the callbacks that the loop is in: loop/trace.c's own. */
typedef struct {
  uint64_t hidden;  /* a bit for each, the innermost last: it makes no record */
  uint64_t called;  /* when the innermost began, if it is hidden; 0: not known, or it was told */
  uint64_t limited; /* step and turn of the limit that was noted last */
  bool quiet;       /* a hidden idle handle is being called, and nothing else was since */
} gy_trace_door;

typedef struct gy_roster gy_roster;
typedef struct gy_trace_ring gy_trace_ring;
struct gy_trace_ring {
  gy_trace_slot *slots;
  uint64_t mask;              /* how many there are, less one */
  _Atomic uint64_t next;      /* how many records were begun */
  bool counts;                /* its clock is the processor's counter, as gy_trace_counts */
  const uint64_t *virtual_ns; /* the clock of its loop, if that is not the system's */
  uint64_t virtual_start;     /* what it showed first */
  bool is_virtual;            /* once and for all */

  const gy_trace_place *now; /* where its loop is */
  gy_trace_told told;
  _Atomic uint64_t last; /* the time of what was told last; the encoder's */
  _Atomic uint64_t end;  /* GY_END_*, with `next` at that time above; 0: told; the same */
  gy_trace_door door;
  gyre_trace_kept *_Atomic kept; /* what a runtime has not told yet; never NULL */
  void (*flush)(void);           /* has it do so */
  uint64_t ticks_queued;         /* they have no address: they are told apart by counting */
  uint64_t ticks_run;
  uint64_t microtasks_queued;
  uint64_t microtasks_run;

  gy_roster *_Atomic roster; /* NULL: nobody asks what keeps the loop alive */
  void *loop;                /* under the lock of roster.h; NULL: it is closed */

  /* Set once, or under the lock of ring.c. */
  gy_trace_owner owner;
  unsigned number; /* among those of the same owner, from 1 */
  char name[64];   /* of its loops; only what is behind name_size changes */
  _Atomic unsigned name_size;
  atomic_bool in_use;
  gy_trace_ring *_Atomic following; /* of all rings; none ever leaves the list */
};

/* The ring of the current thread, or NULL: of the loop in whose uv_run it is, or its own if it
 * belongs to the pool. Read in signal handlers, so the access must not allocate. */
extern _Thread_local gy_trace_ring *gy_trace_here __attribute__((tls_model("initial-exec")));

/* True: the processor's counter is the clock of rings, else CLOCK_MONOTONIC. Decided before the
 * first ring is created. */
extern bool gy_trace_counts;

/* What that clock showed when the trace began. */
extern uint64_t gy_trace_zero;

/* The time as rings keep it: counts of the processor's counter, or nanoseconds. */
static inline uint64_t gy_trace_now(const gy_trace_ring *ring) {
  if (GY_LIKELY(ring->counts)) {
    return gy_clock_counter();
  }
  return ring->virtual_ns != NULL ? *ring->virtual_ns : gy_clock_ns();
}

static inline uint64_t gy_trace_what(int event, int kind, int flags, int32_t value) {
  return (uint32_t)value | (uint64_t)(uint8_t)event << 32 | (uint64_t)(uint8_t)kind << 40 |
         (uint64_t)(uint16_t)flags << 48;
}

static inline void gy_trace_fill(gy_trace_ring *ring, uint64_t at, uint64_t time, uint64_t subject,
                                 uint64_t label, uint64_t what) {
  _Atomic uint64_t *words = ring->slots[at & ring->mask].words;
  atomic_store_explicit(&words[0], time, memory_order_release);
  atomic_store_explicit(&words[1], subject << 16 | what >> 48, memory_order_release);
  atomic_store_explicit(&words[2], label << 16 | (uint16_t)(what >> 32), memory_order_release);
  atomic_store_explicit(&words[3], (uint32_t)what | (at + 1) << 32, memory_order_release);
}

/* By the ring's writer. A signal handler that runs between the first two lines and writes to the
 * same ring loses its record; there is no other harm. */
static inline void gy_trace_put(gy_trace_ring *ring, uint64_t time, uint64_t subject,
                                uint64_t label, uint64_t what) {
  uint64_t at = atomic_load_explicit(&ring->next, memory_order_relaxed);
  atomic_store_explicit(&ring->next, at + 1, memory_order_relaxed);
  gy_trace_fill(ring, at, time, subject, label, what);
}

/* Into the ring of all others: any thread, any signal handler. */
void gy_trace_put_other(uint64_t subject, uint64_t label, uint64_t what);

/* ---- ring.c: rings and their readers --------------------------------------------------------- */

/* A ring for a loop or a thread of the pool (then NOW is NULL), new or one that was given back;
 * NULL: no memory. */
gy_trace_ring *gy_trace_ring_take(gy_trace_owner owner, const gy_trace_place *now,
                                  const uint64_t *virtual_ns);
/* Its loop is closed, its thread ended. What it holds stays until it is overwritten. */
void gy_trace_ring_name(gy_trace_ring *ring, const char *name); /* by its owner */
void gy_trace_ring_give_back(gy_trace_ring *ring);
/* The first of all rings, in the order in which they were made; NULL: there are none. */
gy_trace_ring *gy_trace_ring_first(void);
/* In the child of a fork: all are empty and free. */
void gy_trace_ring_forked(void);
/* How many records each has. Says on standard error what is wrong with GYRE_TRACE_EVENTS. */
uint64_t gy_trace_ring_size(void);

/* Who reads a ring, on any thread, while it is being written. */
typedef struct {
  gy_trace_ring *ring;
  uint64_t next; /* number of the first record that was not read yet, less one */
  uint64_t lost; /* how many were overwritten before they could be read */
} gy_trace_reader;

/* Up to MAX of the records that are there, in their order; how many. 0: no more for now. */
unsigned gy_trace_read(gy_trace_reader *reader, gy_trace_record *records, unsigned max);

/* ---- label.c: names that a runtime gives ------------------------------------------------------
 */

uint32_t gy_trace_label(const char *name, const char *site); /* any thread; 0: no room for more */
uint32_t gy_trace_label_count(void);
/* Those of a number below the count. They stay where they are. */
const char *gy_trace_label_name(uint32_t number);
const char *gy_trace_label_site(uint32_t number);

/* ---- session.c: when there is a trace, and where it goes ------------------------------------- */

/* Is a trace wanted now? What can be traced, and is not, then asks gy_trace_ring_take. */
extern atomic_bool gy_trace_wanted;

/* When the trace began, by each clock. */
typedef struct {
  uint64_t counter;
  uint64_t ns;
  uint64_t wall_ns; /* since 1970 */
} gy_trace_moment;
gy_trace_moment gy_trace_began(void);
gy_trace_moment gy_trace_moment_now(void);

/* Heeds the environment (GYRE_TRACE), the first time. Called before a loop is made. */
void gy_trace_prepare(void);

/* A signal that ends the process, and that the program left to its default, ends the trace first.
 */
void gy_trace_watch_signals(void);

/* Records without a file, as long as it is wanted; each begin needs an end. */
int gy_trace_record_begin(void);
int gy_trace_record_end(void); /* UV_EINVAL: nobody does */

/* Records, and writes PATH at the end. UV_EALREADY: there is such a trace. */
int gy_trace_file_begin(const char *path);
int gy_trace_file_end(void);

/* How many records of all rings were overwritten before anybody read them. */
uint64_t gy_trace_dropped(void);

/* In the child of a fork, when it continues with a loop: a new trace begins. */
void gy_trace_forked(void);

#endif
