/* SPDX-License-Identifier: MIT */
/*
 * Random programs of loop operations, for model.c: their parts, how a seed becomes one, and the
 * player that the library and the model share. A program is a list of steps; each happens either
 * before one of the runs or inside one callback, which is identified by its number in the whole
 * run. So a step can be removed from a program and the rest is still meaningful.
 */
#ifndef GY_TEST_MODEL_PROGRAM_H
#define GY_TEST_MODEL_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "check.h"
#include "gyre.h"
#include "io/io.h"
#include "io/sim.h"

/* Handles have numbers; each kind has a range of them. */
enum {
  TIMER_0 = 0,
  IDLE_0 = 6,
  PREPARE_0 = 9,
  CHECK_0 = 12,
  ASYNC_0 = 15,
  POLL_0 = 18,
  HEARTBEAT = 22, /* a poll handle of the player: no run sleeps for ever */
  HANDLES = 23,
  FIRST_FD = 40,
  FDS = 3,
  HEARTBEAT_FD = FIRST_FD + FDS,
  WATCHERS = 3, /* that are put on the pending queue */
  RUNS_MAX = 8,
  STEPS_MAX = 200,
  CALLBACKS_WITH_STEPS = 150,
  CALLBACKS_PER_RUN = 40, /* from then on every callback stops the loop */
  HEARTBEAT_NS = 300000000,
  LOG_MAX = 8192
};

typedef enum { TIMER, IDLE, PREPARE, CHECKER, ASYNC, POLLER } handle_kind;

static const char *const kind_names[] = {"timer", "idle", "prepare", "check", "async", "poll"};

static inline handle_kind kind_of(int handle) {
  return handle < IDLE_0      ? TIMER
         : handle < PREPARE_0 ? IDLE
         : handle < CHECK_0   ? PREPARE
         : handle < ASYNC_0   ? CHECKER
         : handle < POLL_0    ? ASYNC
                              : POLLER;
}

#define OPERATIONS(X) \
  X(TIMER_START)      \
  X(TIMER_STOP)       \
  X(TIMER_AGAIN)      \
  X(TIMER_REPEAT)     \
  X(WATCH_START)      \
  X(WATCH_STOP)       \
  X(SEND)             \
  X(POLL_START)       \
  X(POLL_STOP)        \
  X(POLL_RESTART)     \
  X(FD_READY)         \
  X(FD_LATER)         \
  X(FD_REFUSE)        \
  X(PENDING_ADD)      \
  X(PENDING_FORGET)   \
  X(TICK)             \
  X(MICROTASK)        \
  X(HOOK)             \
  X(LIMIT)            \
  X(STOP)             \
  X(REF)              \
  X(UNREF)            \
  X(CLOSE)            \
  X(INIT)             \
  X(PASS)             \
  X(UPDATE_TIME)      \
  X(INTERRUPT)        \
  X(EARLY)

#define AS_ENUM(name) OP_##name,
#define AS_TEXT(name) #name,
enum { OPERATIONS(AS_ENUM) OPERATION_COUNT };
static const char *const operation_names[] = {OPERATIONS(AS_TEXT)};

typedef struct {
  int at; /* the number of the run that follows, or of the callback */
  int op;
  int target; /* a handle, a descriptor, a watcher, a phase */
  uint64_t a;
  uint64_t b;
} step;

typedef struct {
  int run_count;
  uv_run_mode modes[RUNS_MAX];
  int outer_count; /* steps before runs, by `at` */
  step outer[STEPS_MAX];
  int inner_count; /* steps in callbacks, by `at` */
  step inner[STEPS_MAX];
  uint32_t unborn;     /* handles that do not exist at first, as bits */
  unsigned keep_ready; /* one in this many descriptor callbacks leaves its descriptor ready */
} program;

/* What happened, in order. Two runs are the same if their logs are identical. */
#define ENTRIES(X) \
  X(CALLBACK)      \
  X(TASK)          \
  X(PENDING)       \
  X(HOOK)          \
  X(CLOSED)        \
  X(WAIT)          \
  X(RESULT)        \
  X(RUN)           \
  X(RAN)           \
  X(TIMEOUT)       \
  X(HANDLE)        \
  X(DUE)           \
  X(WALK)          \
  X(SETS)

#define AS_ENTRY(name) LOG_##name,
enum { ENTRIES(AS_ENTRY) ENTRY_COUNT };
static const char *const entry_names[] = {ENTRIES(AS_TEXT)};

typedef struct {
  int64_t what;
  int64_t who;
  int64_t now;
  int64_t detail;
} entry;

typedef struct {
  int count;
  entry entries[LOG_MAX];
} run_log;

typedef enum { GONE, OPEN, CLOSING } handle_state;

/* What the player needs from each of the two worlds, library and model. */
typedef struct world world;
struct world {
  const program *source;
  run_log log;
  int callbacks; /* so far */
  int stop_from; /* callbacks from this number on stop the loop */
  int cursor;    /* in source->inner */
  int task_count;
  bool ending; /* no more steps: all handles are being closed */
  handle_state states[HANDLES];
  int fds[HANDLES]; /* of poll handles */
  uint64_t (*now)(world *w);
  void (*apply)(world *w, const step *s);
  int (*run)(world *w, uv_run_mode mode);
  void (*inspect)(world *w); /* logs all that can be queried from outside */
};

static inline bool sensible(const world *w, const step *s);

static inline void note(world *w, int what, int64_t who, int64_t detail) {
  CHECK(w->log.count < LOG_MAX);
  w->log.entries[w->log.count++] =
      (entry){.what = what, .who = who, .now = (int64_t)w->now(w), .detail = detail};
}

static inline void apply_simple(world *w, int op, int target, uint64_t a) {
  w->apply(w, &(step){.op = op, .target = target, .a = a});
}

/* Every callback of the program does this: it logs itself, then takes its steps. */
static inline void play(world *w, int what, int64_t who, int64_t detail) {
  note(w, what, who, detail);
  int number = w->callbacks++;
  if (what == LOG_CLOSED) {
    w->states[who] = GONE;
  }
  if (w->ending) {
    return;
  }
  if (what == LOG_CALLBACK && who == HEARTBEAT) {
    apply_simple(w, OP_FD_READY, HEARTBEAT_FD, 0);
    apply_simple(w, OP_STOP, 0, 0);
  } else if (what == LOG_CALLBACK && kind_of((int)who) == POLLER &&
             (unsigned)number % w->source->keep_ready != 0) {
    apply_simple(w, OP_FD_READY, w->fds[who], 0);
  }
  while (w->cursor < w->source->inner_count && w->source->inner[w->cursor].at < number) {
    w->cursor++;
  }
  if (number >= w->stop_from) {
    apply_simple(w, OP_STOP, 0, 0);
    return;
  }
  while (w->cursor < w->source->inner_count && w->source->inner[w->cursor].at == number) {
    w->apply(w, &w->source->inner[w->cursor++]);
  }
}

/* Closes all open handles, and lets the loop end. */
static inline void play_ending(world *w) {
  w->ending = true;
  for (int phase = 0; phase < GYRE_PHASE_COUNT; phase++) {
    apply_simple(w, OP_LIMIT, phase, 0);
  }
  apply_simple(w, OP_HOOK, 0, 0);
  for (int handle = 0; handle < HANDLES; handle++) {
    apply_simple(w, OP_CLOSE, handle, 0);
  }
  int alive = 1;
  for (int run = 0; alive != 0; run++) {
    CHECK(run < 10);
    alive = w->run(w, UV_RUN_DEFAULT);
    note(w, LOG_RAN, -1, alive);
  }
}

static inline void play_program(world *w) {
  const program *p = w->source;
  int next = 0;
  apply_simple(w, OP_UNREF, HEARTBEAT, 0);
  apply_simple(w, OP_POLL_START, HEARTBEAT, GY_IO_READ);
  for (int run = 0; run < p->run_count; run++) {
    while (next < p->outer_count && p->outer[next].at <= run) {
      w->apply(w, &p->outer[next++]);
    }
    step beat = {.op = OP_FD_LATER, .target = HEARTBEAT_FD, .a = GY_IO_READ, .b = HEARTBEAT_NS};
    w->apply(w, &beat);
    w->stop_from = w->callbacks + CALLBACKS_PER_RUN;
    note(w, LOG_RUN, run, (int64_t)p->modes[run]);
    w->inspect(w);
    note(w, LOG_RAN, run, w->run(w, p->modes[run]));
    w->inspect(w);
  }
  play_ending(w);
}

/* These would only be mistakes of the program: both worlds skip them. */
static inline bool sensible(const world *w, const step *s) {
  switch (s->op) {
    case OP_TIMER_START:
    case OP_TIMER_AGAIN:
    case OP_WATCH_START:
    case OP_POLL_START: /* of a closing handle: must be refused */
    case OP_REF:
    case OP_UNREF:
      return w->states[s->target] == OPEN || w->states[s->target] == CLOSING;
    case OP_TIMER_STOP:
    case OP_TIMER_REPEAT:
    case OP_WATCH_STOP:
    case OP_SEND:
    case OP_POLL_STOP:
    case OP_POLL_RESTART:
    case OP_CLOSE:
      return w->states[s->target] == OPEN;
    case OP_INIT:
      return w->states[s->target] == GONE;
    default:
      return true;
  }
}

typedef struct {
  uint64_t state;
} random_source;

static inline uint64_t random_next(random_source *r) {
  uint64_t z = (r->state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

static inline uint64_t random_below(random_source *r, uint64_t n) { return random_next(r) % n; }

static inline uint64_t random_ms(random_source *r) {
  static const uint64_t rare[] = {63, 64, 65, 128, 4095, 4096, 300000, UINT64_MAX, INT64_MAX};
  return random_below(r, 12) == 0 ? rare[random_below(r, sizeof(rare) / sizeof(rare[0]))]
                                  : random_below(r, 6);
}

static inline uint64_t random_ns(random_source *r) {
  static const uint64_t spans[] = {1, 300000, 500000, 999999, 1000000, 1700000, 4000001, 70000000};
  return spans[random_below(r, sizeof(spans) / sizeof(spans[0]))];
}

static inline uint64_t random_events(random_source *r) {
  static const uint64_t events[] = {0,
                                    GY_IO_READ,
                                    GY_IO_READ,
                                    GY_IO_WRITE,
                                    GY_IO_READ | GY_IO_WRITE,
                                    GY_IO_DISCONNECT,
                                    GY_IO_HANGUP,
                                    GY_IO_ERROR,
                                    GY_IO_ERROR | GY_IO_URGENT,
                                    GY_IO_READ | GY_IO_HANGUP};
  return events[random_below(r, sizeof(events) / sizeof(events[0]))];
}

static inline int random_handle(random_source *r, int first, int end) {
  return first + (int)random_below(r, (uint64_t)(end - first));
}

static inline bool has_handle(int op) {
  return op <= OP_POLL_RESTART || (op >= OP_REF && op <= OP_INIT);
}

static inline step random_step(random_source *r, int op) {
  step s = {.op = op, .a = random_ms(r), .b = random_below(r, 3) == 0 ? random_ms(r) : 0};
  switch (op) {
    case OP_TIMER_START:
    case OP_TIMER_STOP:
    case OP_TIMER_AGAIN:
    case OP_TIMER_REPEAT:
      s.target = random_handle(r, TIMER_0, IDLE_0);
      break;
    case OP_WATCH_START:
    case OP_WATCH_STOP:
      s.target = random_handle(r, IDLE_0, ASYNC_0);
      break;
    case OP_SEND:
      s.target = random_handle(r, ASYNC_0, POLL_0);
      break;
    case OP_POLL_START:
    case OP_POLL_STOP:
    case OP_POLL_RESTART:
      s.target = random_handle(r, POLL_0, HEARTBEAT);
      s.a = random_below(r, 16);
      break;
    case OP_FD_READY:
    case OP_FD_LATER:
    case OP_FD_REFUSE:
      s.target = random_handle(r, FIRST_FD, HEARTBEAT_FD);
      s.a = random_events(r);
      s.b = random_ns(r);
      break;
    case OP_PENDING_ADD:
    case OP_PENDING_FORGET:
      s.target = (int)random_below(r, WATCHERS);
      break;
    case OP_TICK:
    case OP_MICROTASK:
      s.a = 1 + random_below(r, 3);
      break;
    case OP_HOOK:
      s.a = random_below(r, 2);
      break;
    case OP_LIMIT:
      s.target = (int)random_below(r, GYRE_PHASE_COUNT);
      s.a = random_below(r, 4);
      break;
    case OP_INIT:
      s.a = FIRST_FD + random_below(r, FDS);
      /* fall through */
    case OP_REF:
    case OP_UNREF:
    case OP_CLOSE:
      s.target = random_handle(r, 0, HEARTBEAT);
      break;
    case OP_PASS:
      s.a = random_ns(r);
      break;
    default:
      break;
  }
  return s;
}

/* What a program may choose from. Each uses only some operations and some handles, otherwise all
 * would be similar and few would use the same handle twice. */
typedef struct {
  int count;
  int ops[OPERATION_COUNT];
  unsigned handles[6]; /* how many of each kind */
} vocabulary;

static inline vocabulary random_vocabulary(random_source *r) {
  static const unsigned kinds[] = {IDLE_0 - TIMER_0,  PREPARE_0 - IDLE_0, CHECK_0 - PREPARE_0,
                                   ASYNC_0 - CHECK_0, POLL_0 - ASYNC_0,   HEARTBEAT - POLL_0};
  vocabulary v = {0};
  uint64_t sixths = 1 + random_below(r, 6);
  while (v.count == 0) {
    for (int op = 0; op < OPERATION_COUNT; op++) {
      if (random_below(r, 6) < sixths) {
        v.ops[v.count++] = op;
      }
    }
  }
  for (int kind = 0; kind < 6; kind++) {
    v.handles[kind] = 1 + (unsigned)random_below(r, kinds[kind]);
  }
  return v;
}

static inline step next_step(random_source *r, const vocabulary *v, int at) {
  static const int first[] = {TIMER_0, IDLE_0, PREPARE_0, CHECK_0, ASYNC_0, POLL_0};
  step s = random_step(r, v->ops[random_below(r, (uint64_t)v->count)]);
  s.at = at;
  if (has_handle(s.op)) {
    handle_kind kind = kind_of(s.target);
    s.target = first[kind] + (s.target - first[kind]) % (int)v->handles[kind];
  }
  return s;
}

static inline void make_program(program *p, uint64_t seed) {
  random_source r = {.state = seed * UINT64_C(0x2545f4914f6cdd1d) + 1};
  vocabulary v = random_vocabulary(&r);
  *p = (program){.run_count = 1 + (int)random_below(&r, RUNS_MAX)};
  p->keep_ready = 1 + (unsigned)random_below(&r, 5);
  p->unborn = (uint32_t)(random_next(&r) & random_next(&r));
  p->unborn |= random_below(&r, 2) == 0 ? 7u << ASYNC_0 : 0;
  p->unborn &= (1u << HEARTBEAT) - 1;
  for (int run = 0; run < p->run_count; run++) {
    p->modes[run] = (uv_run_mode)random_below(&r, 3);
    int count = (int)random_below(&r, run == 0 ? 25 : 8);
    for (int i = 0; i < count && p->outer_count < STEPS_MAX; i++) {
      p->outer[p->outer_count++] = next_step(&r, &v, run);
    }
  }
  uint64_t gap = 1 + random_below(&r, 4);
  uint64_t most = 1 + random_below(&r, 4);
  for (int at = 0; at < CALLBACKS_WITH_STEPS; at++) {
    int count = random_below(&r, gap) == 0 ? 1 + (int)random_below(&r, most) : 0;
    for (int i = 0; i < count && p->inner_count < STEPS_MAX; i++) {
      p->inner[p->inner_count++] = next_step(&r, &v, at);
    }
  }
}

static inline void print_steps(const step *steps, int count, const char *where) {
  for (int i = 0; i < count; i++) {
    const step *s = &steps[i];
    fprintf(stderr, "  %s %d: %s %d %lld %lld\n", where, s->at, operation_names[s->op], s->target,
            (long long)s->a, (long long)s->b);
  }
}

static inline void print_program(const program *p) {
  static const char *const modes[] = {"DEFAULT", "ONCE", "NOWAIT"};
  for (int handle = 0; handle < HANDLES; handle++) {
    if ((p->unborn >> handle & 1) != 0) {
      fprintf(stderr, "  not there at first: %s %d\n", kind_names[kind_of(handle)], handle);
    }
  }
  print_steps(p->outer, p->outer_count, "before run");
  print_steps(p->inner, p->inner_count, "in callback");
  for (int run = 0; run < p->run_count; run++) {
    fprintf(stderr, "  run %d: %s\n", run, modes[p->modes[run]]);
  }
}

static inline void print_entry(const entry *e) {
  fprintf(stderr, "%-8s who %lld now %lld detail %lld", entry_names[e->what], (long long)e->who,
          (long long)e->now, (long long)e->detail);
  if (e->what == LOG_CALLBACK) {
    fprintf(stderr, " (%s)", kind_names[kind_of((int)e->who)]);
  }
  if (e->what == LOG_RESULT) {
    fprintf(stderr, " (%s)", operation_names[e->who]);
  }
  fputc('\n', stderr);
}

#endif
