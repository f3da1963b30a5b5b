/* SPDX-License-Identifier: MIT */
/*
 * The loop as the library sees it: data first, then what the files of this folder offer each other.
 *
 * gy_loop is a view of the storage of a uv_loop_t (the program owns it), gy_handle one of any
 * uv_handle_t. The members that uv.h shows stand where it shows them; src/loop/loop.c and
 * src/loop/handle.c assert it.
 *
 * Where things wait:
 *   a handle         on gy_loop.handles, from its init until its close callback has run
 *   a watcher        in gy_loop.slots under its descriptor while it wants events from it; on
 *                    gy_loop.changed while the kernel has not been told yet; on gy_loop.pending
 *                    when something below wants it to be called without an event
 *   a timer          in the wheel (base/wheel.h)
 *   idle & co.       on their phase's `active` list; on `left` when a limit kept them from running
 *   a post           pushed by another thread, on gy_loop.shared.pushed; then on one of
 *                    gy_loop.posts.lists: work that the pool has finished; async handles that were
 *                    sent to; late: signals that were caught and children that have ended. Async
 *                    handles that are being called are on gy_loop.posts.pass
 *   a closing handle on gy_loop.closing
 */
#ifndef GY_LOOP_LOOP_H
#define GY_LOOP_LOOP_H

#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/mpsc.h"
#include "base/queue.h"
#include "base/wheel.h"
#include "gyre.h"
#include "io/io.h"
#include "io/uring.h"
#include "loop/exchange.h"
#include "os/clock.h"
#include "os/spin.h"
#include "trace/encode.h"
#include "trace/sites.h"

typedef struct gy_loop gy_loop;
typedef struct gy_handle gy_handle;
typedef struct gy_watcher gy_watcher;

/* Bits of gy_handle.flags. A program outside sets 0x4000 by hand, so that one is fixed for ever. */
enum {
  GY_HANDLE_CLOSING = 0x1,
  GY_HANDLE_CLOSED = 0x2,
  GY_HANDLE_ACTIVE = 0x4,
  GY_HANDLE_REF = 0x8,
  GY_HANDLE_INTERNAL = 0x10, /* not the program's: hidden from uv_walk */
  GY_HANDLE_UNTRACED = 0x20, /* the runtime traces better itself what it is for */
  GY_HANDLE_READABLE = 0x4000
};

struct gy_handle {
  void *data;
  gy_loop *loop;
  uv_handle_type type;
  uv_close_cb close_cb;
  gy_queue link; /* on gy_loop.handles */
  union {
    int fd;
    void *reserved[4];
  } u;
  gy_handle *closing_next;
  unsigned int flags;
};

/* What each handle type brings; the table is in src/handle/kinds.c. */
typedef struct {
  const char *name;
  size_t size;
  /* Stop the handle at once. True: it may finish in the next closing phase; false: it is not ready
   * for that, and its own code calls gy_closing_add when it is. */
  bool (*close)(gy_handle *handle);
  /* In the child of a fork: forget what other threads were doing; NULL: nothing to do. */
  void (*forked)(gy_handle *handle);
  /* Runs in the closing phase just before the close callback; NULL if there is nothing to do. */
  void (*finish)(gy_handle *handle);
  /* Runs when a loop is closed: give back what handles of this type keep in it; NULL: nothing. */
  void (*release)(gy_loop *loop);
} gy_handle_kind;

extern const gy_handle_kind gy_handle_kinds[UV_HANDLE_TYPE_MAX];

/* Bits of gy_loop.turn_due: a tick or microtask waits or there is a hook; the loop is traced. */
enum { GY_TURN_TASKS = 1, GY_TURN_TRACED = 2 };

/* In gy_loop.trace.at.step: where the loop is in its turn. */
enum {
  GY_STEP_NONE, /* outside of uv_run */
#define STEP(NAME, phase, polled) GY_STEP_##NAME,
#include "loop/phase.def"
#undef STEP
  GY_STEP_COUNT
};

/* In gy_loop_sleep.idle_since_ns: a sleep is over and is about to be added to idle_ns. */
#define GY_IDLE_ENDING 1

/* Called by poll.c with the events that are ready and wanted, or by pending.c with GY_IO_PENDING.
 */
typedef void gy_watcher_fn(gy_loop *loop, gy_watcher *watcher, uint32_t events);

/* Interest in one descriptor. Its size and the place of `fd` are part of the binary interface. */
struct gy_watcher {
  gy_watcher_fn *fn;
  gy_queue pending; /* on gy_loop.pending */
  gy_queue changed; /* on gy_loop.changed while `wanted` differs from what the kernel has */
  uint32_t wanted;
  uint32_t stopped; /* gy_loop.flushes when nothing was wanted any more */
  int fd;           /* -1: none */
};

/* What the loop knows of a descriptor. Outlives its watcher: the kernel is told lazily. */
#define GY_SLOT_IDLE (UINT32_C(1) << 31)
typedef struct {
  gy_watcher *watcher; /* NULL: nobody is interested */
  uint32_t registered; /* what the kernel was told; GY_SLOT_IDLE: it watches without need */
  uint32_t stamp;      /* changes whenever events that were fetched before must be dropped */
} gy_slot;

/*
 * Something that another thread wants to run on the loop's thread; part of an async handle or of a
 * request. The loop owns it from the push until it calls `run`, which happens once for each push.
 * The owner may set `run` to NULL on the loop's thread: then the loop drops the post when it comes
 * to it.
 */
typedef struct gy_post gy_post;
struct gy_post {
  gy_mpsc_node node;
  void (*run)(gy_loop *loop, gy_post *post);
};

static inline gy_post *gy_post_next(gy_post *post) {
  gy_mpsc_node *next = atomic_load_explicit(&post->node.next, memory_order_relaxed);
  return next == NULL ? NULL : GY_CONTAINER(next, gy_post, node);
}

static inline void gy_post_link(gy_post *post, gy_post *next) {
  atomic_store_explicit(&post->node.next, next == NULL ? NULL : &next->node, memory_order_relaxed);
}

/* The post of an async handle. */
typedef struct {
  gy_post post;
  uint32_t number;   /* counts the async handles of a loop, in the order of their creation */
  atomic_uint state; /* see handle/async.c */
} gy_async_post;

/* In gy_loop_shared.sleeping. A nap ends by itself very soon: a post that is not urgent need not
 * end it. Outside of uv_run the loop is woken, too, for programs that wait for its descriptor. */
enum { GY_AWAKE, GY_NAPPING, GY_ASLEEP, GY_OUTSIDE };

/* A file operation on the ring has ended. */
typedef void gy_ring_done(gy_loop *loop, void *tag, int result);

/* The lists of posts: work that the pool has finished; async handles; and what runs after those and
 * after all descriptors. */
typedef enum { GY_POSTS_WORK, GY_POSTS_ASYNC, GY_POSTS_LATE, GY_POSTS_COUNT } gy_post_list;

/* The loop's side of a list: what it has of the posts, in the order in which they were pushed. */
typedef struct {
  gy_mpsc_node *head; /* in gy_loop.shared.pushed */
  gy_post *left;      /* taken off that but not run yet: before all that is there */
  gy_post *left_last; /* the last of them; stale if there are none */
} gy_post_side;

/* A run of such a phase, on the stack of what runs it. */
typedef struct gy_watch_pass gy_watch_pass;
struct gy_watch_pass {
  gy_queue *next;       /* the next to be called, or the end of the list */
  gy_watch_pass *outer; /* of a uv_run from whose callbacks uv_run was called; else NULL */
};

/* An idle, prepare or check phase. */
typedef struct {
  gy_queue active;     /* handles, in the order in which they run */
  gy_queue left;       /* those that a limit kept waiting: before all others */
  gy_watch_pass *pass; /* NULL while the phase does not run */
} gy_watch_phase;

/* Ticks or microtasks: a ring that doubles when full. */
typedef struct {
  struct gy_task *items;
  unsigned head;
  unsigned count;
  unsigned capacity; /* a power of two, or 0 */
} gy_task_ring;

/*
 * What time it is. The loop's time is `now_ms` (uv_now) and `now_ns`. It stands still between
 * updates, so that all timers of a phase see the same time. `reading` is the last reading of the
 * clock, which may be later. No decision depends on it; it only makes the next answer cheap
 * (os/clock.h). Only time.c and time.h write these members.
 */
typedef struct {
  uint64_t now_ms;
  uint64_t now_ns; /* a reading in that millisecond, no later than the time was updated */
  gy_clock_reading reading;
  bool fresh; /* nothing of the program has run since the time was updated */
} gy_loop_time;

/* What other threads have pushed, the loop's part: see posts.c and asyncs.c. */
typedef struct {
  gy_post_side lists[GY_POSTS_COUNT];
  gy_post *pass;         /* async handles that are being called, in the order of their numbers */
  uint32_t async_number; /* of the async handle that was made last */
  unsigned dropped;      /* of closing handles, still on a list */
  bool asyncs_due;       /* the poll phase has found posts before it called back */
  bool asyncs_kept;      /* they waited for finished work (a limit): now they come first */
  bool pass_full;        /* the pass has PASS_MAX handles; there may be more */
  bool first;            /* posts waited because of a limit, and come first now */
  bool ran;              /* since the last sleep */
} gy_loop_posts;

/* The members that other threads write; on cache lines of their own. */
typedef struct {
  gy_mpsc pushed[GY_POSTS_COUNT];
  atomic_uint sleeping;   /* GY_AWAKE, or a sender of a post must wake the loop */
  atomic_ushort posting;  /* pool threads between a push and the end of their wake-up */
  atomic_ushort woken_us; /* when a sender began to wake the loop; 0: the loop has seen it */
} gy_loop_shared;

/* How the loop sleeps, and whether it pays off to poll for a while before: poll.c, posts.c. */
typedef struct {
  bool metrics;          /* UV_METRICS_IDLE_TIME */
  bool matters;          /* for that, or because the loop is traced */
  bool napping;          /* the sleep is a nap */
  bool slept;            /* before the callbacks that run now */
  gy_exchange exchange;  /* with the peers of streams */
  uint32_t nap_ns;       /* how long a nap may be, as the pool sees it; 0: the pool is not busy */
  gy_spin spin;          /* how often polling before a sleep paid off, */
  gy_spin nap;           /* naps, */
  gy_spin look;          /* and stats by path that the loop made because the pool was too slow */
  atomic_ullong idle_ns; /* time slept in poll */
  atomic_ullong idle_since_ns; /* when the current sleep began; 0: awake; GY_IDLE_ENDING */
} gy_loop_sleep;

/* The tracer's side of the loop: trace.c. */
typedef struct {
  gy_trace_ring *ring; /* NULL: it is not traced. Written by the loop's own thread alone */
  gy_trace_place at;   /* where the loop is in its turn */
} gy_loop_tracing;

/* File operations on an io_uring: files.c. */
typedef struct {
  gy_ring *ring;      /* NULL until there is one */
  gy_ring_done *done; /* called for each that ends; NULL: nobody has asked for a ring */
  bool refused;       /* the kernel has no ring for us */
  bool last;          /* the ring has used up a limit: in the next turn it comes after all others */
} gy_loop_files;

/* What runs behind each callback: turn.c. */
typedef struct {
  gy_task_ring ticks;
  gy_task_ring microtasks;
  gyre_turn_hook hook;
  void *hook_arg;
} gy_loop_tasks;

/* Limits on the callbacks of a phase, by gyre_phase; UINT_MAX: none. */
typedef struct {
  bool any;                      /* there is, or was, one: something may be left over by a phase */
  unsigned of[GYRE_PHASE_COUNT]; /* callbacks a turn */
  unsigned left[GYRE_PHASE_COUNT]; /* what is left of it in this turn */
} gy_loop_limits;

struct gy_loop {
  /* The program sees these, see uv.h. */
  void *data;
  unsigned int active_handles; /* that are active and referenced */
  unsigned int turn_due;       /* GY_TURN_*: see call.h */
  gy_queue handles;
  union {
    void *unused;
    unsigned int count;
  } active_reqs;
  gy_wheel *wheel; /* the `internal_fields` of uv.h */
  unsigned int stop_flag;

  bool block_sigprof; /* UV_LOOP_BLOCK_SIGNAL */
  gy_loop_time time;

  gy_io io;
  gy_slot *slots; /* by descriptor */
  unsigned slot_count;
  int spare_fd; /* closed when there are no other descriptors: see handle/listen.c; -1: none */
  gy_queue changed;
  gy_queue pending;
  gy_loop_limits limits;
  uint32_t flushes; /* how often the kernel could have been told of `changed` */
  gy_loop_files files;
  gy_watch_phase idle;
  gy_watch_phase prepare;
  gy_watch_phase check;
  gy_handle *closing;      /* last closed first */
  gy_handle *closing_left; /* what a limit kept waiting: before those */

  gy_loop_tasks tasks;
  struct {
    unsigned count; /* requests at the pool */
    unsigned looks; /* of these, stat and lstat by path */
  } work;
  gy_loop_posts posts;
  gy_loop_sleep sleep;
  gy_loop_tracing trace;
  struct {
    uint64_t events;
    uint64_t waiting; /* of these, how many the loop did not have to wait for */
  } metrics;
  struct gy_watch *watch; /* see watch.h; NULL: nobody watches */

  /* These two are rarely read. With `apart` they keep all other members off the cache lines that
   * other threads write to. */
  void *fs_events; /* what handle/fs_event.c keeps for this loop; NULL: nothing was watched yet */
  void *udp_batch; /* what handle/udp_batch.c keeps for this loop; NULL: nothing yet */
  char apart[48];
  gy_loop_shared shared;
};

static inline gy_loop *gy_loop_of(const uv_loop_t *loop) { return (gy_loop *)loop; }

static inline gy_handle *gy_handle_of(const void *handle) { return (gy_handle *)handle; }

/* One callback of PHASE may run: true, and it is counted. */
static inline bool gy_loop_allow(gy_loop *loop, gyre_phase phase) {
  unsigned left = loop->limits.left[phase];
  if (GY_LIKELY(left == UINT_MAX)) {
    return true;
  }
  if (left == 0) {
    return false;
  }
  loop->limits.left[phase] = left - 1;
  return true;
}

/* A request keeps the loop alive from its begin to its end. Its type is set. */
static inline void gy_loop_request_begin(gy_loop *loop, const void *request) {
  loop->active_reqs.count++;
  if (GY_UNLIKELY(gy_sites_on)) {
    gy_sites_add(loop, request, (int)((const uv_req_t *)request)->type);
  }
}
static inline void gy_loop_request_end(gy_loop *loop, const void *request) {
  loop->active_reqs.count--;
  if (GY_UNLIKELY(gy_sites_on)) {
    gy_sites_remove(request);
  }
}

/* loop.c */
int gy_loop_open(uv_loop_t *storage, const gy_io *io); /* takes over IO; NULL: epoll */
static inline bool gy_loop_alive(const gy_loop *loop) {
  return loop->active_handles > 0 || loop->active_reqs.count > 0 ||
         !gy_queue_empty(&loop->pending) || loop->closing != NULL || loop->closing_left != NULL ||
         loop->tasks.ticks.count > 0 || loop->tasks.microtasks.count > 0;
}

/* explore/, which is the layer above: time becomes virtual, or orders are explored, if the
 * environment said so when the first loop was opened, or if other loops already do it. */
int gy_quiet_open(gy_loop *loop);

/* trace.c: the side of the loop. */
static inline gy_trace_ring *gy_loop_trace(const gy_loop *loop) { return loop->trace.ring; }
static inline bool gy_loop_is_traced(const gy_loop *loop) { /* any thread */
  return __atomic_load_n(&loop->trace.ring, __ATOMIC_RELAXED) != NULL;
}
void gy_loop_trace_change(gy_loop *loop);                /* begin or end, as is wanted now */
static inline void gy_loop_trace_follow(gy_loop *loop) { /* the same, if need be */
  bool wanted = atomic_load_explicit(&gy_trace_wanted, memory_order_relaxed);
  if (GY_UNLIKELY(wanted != (gy_loop_trace(loop) != NULL))) {
    gy_loop_trace_change(loop);
  }
}
void gy_loop_trace_release(gy_loop *loop); /* it is being closed */

/* Around each uv_run; one may be inside of another. */
typedef struct {
  uint8_t step;
  uint8_t mode;
  gy_trace_ring *ring; /* NULL: it was not traced, and there is no more */
  gy_trace_told told;
  gy_trace_ring *here;
} gy_loop_place;
void gy_loop_trace_run_begin(gy_loop *loop, gy_loop_place *before);
void gy_loop_trace_run_end(gy_loop *loop, const gy_loop_place *before);

/* roster.c: somebody asks what keeps the loop alive (trace/roster.h). */
void gy_roster_before_sleep(gy_loop *loop, gy_trace_ring *ring, gy_roster *roster);
void gy_roster_after_call(gy_loop *loop, gy_trace_ring *ring, gy_roster *roster);
void gy_roster_set_loop(gy_trace_ring *ring, gy_loop *loop); /* NULL: it is closed */

/* False for a handle of a kind with one callback that is not to be traced. */
static inline bool gy_handle_is_shown(int kind, const void *subject) {
  const uint64_t handles = UINT64_C(1) << GY_KIND_TIMER | UINT64_C(1) << GY_KIND_IDLE |
                           UINT64_C(1) << GY_KIND_PREPARE | UINT64_C(1) << GY_KIND_CHECK |
                           UINT64_C(1) << GY_KIND_POLL;
  return (handles >> kind & 1) == 0 ||
         (((const gy_handle *)subject)->flags & GY_HANDLE_UNTRACED) == 0;
}

/* Something that leads to a callback, or keeps it from coming: use the macros. */
__attribute__((cold)) void gy_loop_trace_note(gy_loop *loop, int event, int kind,
                                              const void *subject, const void *site, int64_t value);
/* A callback begins. SUBJECT. */
void *gy_loop_trace_call(gy_loop *loop, int kind, void *subject, const void *function);
void gy_loop_trace_called(gy_loop *loop);         /* it has returned */
bool gy_loop_trace_called_quietly(gy_loop *loop); /* the same, if it was nothing to speak of */
void gy_loop_trace_poll(gy_loop *loop, gy_trace_reason reason); /* the poll phase begins */
/* Like gy_loop_trace_note, on any thread, and in signal handlers. */
void gy_loop_trace_send(int kind, const void *subject, const void *site);

/*
 * GY_SCHEDULE(loop, kind, subject, value): SUBJECT (a handle or request) was started, armed or
 * submitted. It leads to a callback of KIND, after VALUE milliseconds if it is a timer. GY_CANCEL:
 * it will not. Used in the function that the program called, because the caller is recorded as the
 * place.
 */
#define GY_NOTE(loop, event, kind, subject, value)                         \
  (GY_UNLIKELY(gy_loop_trace(loop) != NULL)                                \
       ? gy_loop_trace_note((loop), GY_EVENT_##event, (kind), (subject),   \
                            __builtin_return_address(0), (int64_t)(value)) \
       : (void)0)
#define GY_SCHEDULE(loop, kind, subject, value) \
  GY_NOTE(loop, SCHEDULE, GY_KIND_##kind, subject, value)
#define GY_CANCEL(loop, kind, subject) GY_NOTE(loop, CANCEL, GY_KIND_##kind, subject, 0)

/* handle.c. SITE: the caller of the function that creates it. */
void gy_handle_make(gy_loop *loop, void *handle, uv_handle_type type, const void *site);
#define gy_handle_init(loop, handle, type) \
  gy_handle_make(loop, handle, type, __builtin_return_address(0))
static inline bool gy_handle_active(const gy_handle *handle) {
  return (handle->flags & GY_HANDLE_ACTIVE) != 0;
}
static inline void gy_handle_start(gy_handle *handle) { /* becomes active */
  unsigned flags = handle->flags;
  if ((flags & GY_HANDLE_ACTIVE) == 0) {
    handle->flags = flags | GY_HANDLE_ACTIVE;
    handle->loop->active_handles += (flags & GY_HANDLE_REF) != 0;
  }
}
static inline void gy_handle_stop(gy_handle *handle) {
  unsigned flags = handle->flags;
  if ((flags & GY_HANDLE_ACTIVE) != 0) {
    handle->flags = flags & ~(unsigned)GY_HANDLE_ACTIVE;
    handle->loop->active_handles -= (flags & GY_HANDLE_REF) != 0;
  }
}
static inline bool gy_handle_closing(const gy_handle *handle) {
  return (handle->flags & (GY_HANDLE_CLOSING | GY_HANDLE_CLOSED)) != 0;
}

/* timers.c */
void gy_timers_call(gy_loop *loop);
static inline void gy_timers_run(gy_loop *loop) {
  if (!gy_wheel_rests(loop->wheel, loop->time.now_ms)) {
    gy_timers_call(loop);
  }
}
bool gy_timers_close(gy_handle *handle);

/* pending.c: WATCHER is called with GY_IO_PENDING in the next pending phase. */
void gy_pending_add(gy_loop *loop, gy_watcher *watcher);
void gy_pending_call(gy_loop *loop, int rounds);
static inline void gy_pending_run(gy_loop *loop, int rounds) {
  if (!gy_queue_empty(&loop->pending)) {
    gy_pending_call(loop, rounds);
  }
}

/* watchers.c: idle, prepare, check */
void gy_watchers_call(gy_loop *loop, gyre_phase phase);
bool gy_watchers_close(gy_handle *handle);
static inline bool gy_watchers_active(const gy_watch_phase *list) {
  return !gy_queue_empty(&list->active) || !gy_queue_empty(&list->left);
}
static inline void gy_watchers_run(gy_loop *loop, const gy_watch_phase *list, gyre_phase phase) {
  if (gy_watchers_active(list)) {
    gy_watchers_call(loop, phase);
  }
}

/* poll.c */
typedef struct {
  gy_trace_reason reason; /* GY_REASON_TIMER: until then; _FOREVER; others: it may not sleep, and
                             _NONE: for a reason that need not be known */
  uint64_t until_ns;      /* on the loop's clock */
} gy_wait;
static inline bool gy_wait_not(gy_wait wait) { return wait.reason > GY_REASON_FOREVER; }
gy_wait gy_poll_wait(const gy_loop *loop); /* how long the poll phase may sleep */
void gy_poll_run(gy_loop *loop, gy_wait wait);

/* descriptors.c: what the loop watches */
void gy_watcher_init(gy_watcher *watcher, gy_watcher_fn *fn, int fd);
int gy_watcher_start(gy_loop *loop, gy_watcher *watcher, uint32_t events); /* adds events */
void gy_watcher_stop(gy_loop *loop, gy_watcher *watcher, uint32_t events); /* takes them away */
void gy_watcher_forget(gy_loop *loop, gy_watcher *watcher); /* at once: the fd may be closed next */
bool gy_watcher_exists(const gy_loop *loop, int fd);
int gy_watcher_probe(gy_loop *loop, int fd);         /* 0: the kernel can watch it */
void gy_descriptors_unwanted(gy_loop *loop, int fd); /* there was an event that nobody wants */
bool gy_descriptors_flush(gy_loop *loop); /* tell the kernel what has changed; true: it refused
                                             some, and callbacks have run */
void gy_descriptors_forked(gy_loop *loop);

/* asyncs.c: in which order async handles are called */
unsigned gy_asyncs_run(gy_loop *loop);     /* how many callbacks */
void gy_asyncs_drop_closed(gy_loop *loop); /* from the pass */

/* posts.c: what other threads want from the loop */
/* Any thread, any signal handler. LIST is one of the loop's three. */
void gy_posts_push(gy_loop *loop, gy_post_list list, gy_post *post);
void gy_posts_push_last(gy_loop *loop, gy_post *post, bool patient); /* any thread, if POST may be
                                  all that keeps the loop from being closed and freed; patient: it
                                  can wait for the end of a nap */
bool gy_posts_waiting(gy_loop *loop);                                /* never false during a push */
void gy_posts_begin(gy_loop *loop);   /* those pushed until now are the next to run */
unsigned gy_posts_run(gy_loop *loop); /* run them, and all that are late; how many callbacks */
bool gy_posts_run_one(gy_loop *loop, gy_post *post);
void gy_posts_sift(gy_loop *loop, gy_post_list list, gy_post *post); /* to `left`, or drop it */
void gy_posts_drop_closed(gy_loop *loop);
void gy_posts_sleep(gy_loop *loop);                   /* from now on senders wake the loop */
int64_t gy_posts_may_sleep(gy_loop *loop, bool spun); /* likewise, after a last look, which is short
                                    if the loop has spun already; 0: some wait, else for how long
                                    it may sleep, in nanoseconds */
void gy_posts_learn(gy_loop *loop);                   /* from the sleep that has ended */
static inline void gy_posts_awake(gy_loop *loop) {
  atomic_store_explicit(&loop->shared.sleeping, GY_AWAKE, memory_order_relaxed);
  bool woken = atomic_load_explicit(&loop->shared.woken_us, memory_order_relaxed) != 0;
  if (GY_UNLIKELY(woken || loop->sleep.napping)) {
    gy_posts_learn(loop);
  }
}
void gy_posts_forked(gy_loop *loop);

/* metrics.c: before the callbacks of this many events */
static inline void gy_metrics_count(gy_loop *loop, unsigned events) {
  loop->metrics.events += events;
  loop->metrics.waiting += loop->sleep.slept ? 0 : events;
}

/* files.c: file operations on the ring */
gy_ring *gy_files_ring(gy_loop *loop, gy_ring_done *done); /* NULL: use the pool */
bool gy_files_waiting(const gy_loop *loop);                /* something to send or to take */
bool gy_files_call(gy_loop *loop);
static inline bool gy_files_run(gy_loop *loop) { /* true: callbacks ran */
  return loop->files.ring != NULL && gy_files_call(loop);
}
bool gy_files_sleep(gy_loop *loop); /* completions wake the loop from now on; false: some wait */
void gy_files_awake(gy_loop *loop);
void gy_files_close(gy_loop *loop);
void gy_files_forked(gy_loop *loop);

/* closing.c */
void gy_closing_add(gy_handle *handle);
void gy_closing_call(gy_loop *loop);
static inline void gy_closing_run(gy_loop *loop) {
  if (loop->closing != NULL || loop->closing_left != NULL) {
    gy_closing_call(loop);
  }
}

/* turn.c */
void gy_turn_run(gy_loop *loop);   /* ticks, microtasks, hook: see call.h */
void gy_turn_begin(gy_loop *loop); /* before the first phase: ticks and microtasks */
void gy_turn_release(gy_loop *loop);

#endif
