/* SPDX-License-Identifier: MIT */
/*
 * gyre.h: what libgyre adds to the interface of uv.h.
 *
 * A loop of libgyre has two more queues than the phases that uv.h describes: ticks and microtasks.
 * They belong to no phase. Each time a callback of the loop returns, the loop runs the ticks until
 * none is left, then the microtasks until none is left, and repeats this while there are any. Only
 * then does it continue with the next callback of the phase.
 *
 * Unless a comment says otherwise, call a function on the loop's own thread. Functions that can
 * fail return 0 or a negative UV_E* code; one that fails has changed nothing.
 *
 * Several loops. A process may have any number of loops, each run by one thread. They share the
 * pool, the signals and the children of the process, and nothing else. A handle belongs to the loop
 * that it was initialized with, and a connection can be on one loop only. Loops communicate through
 * memory and uv_async_send, the only function of a handle that any thread may call:
 *   - put the message where the other loop finds it (a list under a lock), then send;
 *   - sends may be combined: one callback for many of them, so take everything that is there;
 *   - what was written before the send is seen by the callback that follows it;
 *   - a send to a handle that has one pending is one atomic operation, and so is one to a loop that
 *     is awake, beside its callback (docs/performance.md: async_pummel); only a loop that sleeps
 *     costs a system call and the kernel's time to wake its thread, some ten times as much;
 *   - close the handle on its own loop, when no other thread can send any more: let a last send say
 *     so (examples/cores.c).
 * Servers can avoid communication: a loop for each core, and a listening socket for each loop on
 * the same port (uv_tcp_bind with UV_TCP_REUSEPORT). The kernel chooses by a hash of the addresses;
 * it does not know how busy a loop is. If that is too coarse, let one loop accept, and send
 * descriptors to the others: uv_fileno there, uv_tcp_open here.
 */
#ifndef GYRE_H
#define GYRE_H

#include "uv.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GYRE_VERSION_MAJOR 0
#define GYRE_VERSION_MINOR 1
#define GYRE_VERSION_PATCH 0

/* The version of the library that is running, as "major.minor.patch". Any thread. */
UV_EXTERN const char *gyre_version(void);

/* ---- Ticks and microtasks ------------------------------------------------------------------- */

/* A tick or a microtask. arg is the argument that was given when it was queued. */
typedef void (*gyre_task_cb)(void *arg);

/*
 * Queues a tick: cb(arg) runs once, after the current callback returns and before the loop calls
 * anything else. Ticks run in the order in which they were queued, all of them before the first
 * microtask. A tick that a tick queues runs in the same run. There is no limit: ticks that keep
 * queueing ticks starve the loop.
 *
 * Ticks that are queued outside of any callback run when uv_run starts, before its first phase. A
 * queued tick keeps the loop alive and awake.
 *
 * UV_EINVAL: cb is NULL. UV_ENOMEM.
 */
UV_EXTERN int gyre_next_tick(uv_loop_t *loop, gyre_task_cb cb, void *arg);

/*
 * Queues a microtask: like a tick, but it runs after all ticks are done. Microtasks queued by
 * microtasks run in the same run; ticks queued by microtasks run when no microtask is left.
 *
 * UV_EINVAL: cb is NULL. UV_ENOMEM.
 */
UV_EXTERN int gyre_microtask(uv_loop_t *loop, gyre_task_cb cb, void *arg);

/* Called after every callback of the loop, once ticks and microtasks are done. */
typedef void (*gyre_turn_hook)(uv_loop_t *loop, void *arg);

/*
 * Sets the loop's turn hook, or removes it (NULL). The hook is for runtimes that have their own
 * queues around the loop: it is called after each callback, when the loop's ticks and microtasks
 * have run; ticks and microtasks that it queues run as soon as it returns. A loop has one hook.
 * Without a hook there is no cost.
 */
UV_EXTERN void gyre_set_turn_hook(uv_loop_t *loop, gyre_turn_hook hook, void *arg);

/* ---- Children ------------------------------------------------------------------------------- */

/*
 * A flag for uv_process_options_t: do not run handlers of pthread_atfork. As in libuv, they run
 * when a child is made. A program without such handlers gets a child without a copy of its memory,
 * which is cheaper, above all for large programs. Whether it has any cannot be known, only whether
 * one of its libraries could have. If one could, but that does not matter, use this flag.
 */
#define GYRE_PROCESS_NO_ATFORK (1u << 30)

/* ---- Phases ---------------------------------------------------------------------------------- */

/* The phases of a turn, in the order in which a turn goes through them (timers end it). */
typedef enum {
  GYRE_PHASE_PENDING, /* callbacks that the loop has deferred: write callbacks, early errors */
  GYRE_PHASE_IDLE,    /* idle handles */
  GYRE_PHASE_PREPARE, /* prepare handles */
  GYRE_PHASE_POLL,    /* descriptors, finished work of the pool, async handles */
  GYRE_PHASE_CHECK,   /* check handles */
  GYRE_PHASE_CLOSING, /* close callbacks */
  GYRE_PHASE_TIMERS,  /* timers that are due */
  GYRE_PHASE_COUNT
} gyre_phase;

/* The phase's name in lower case ("timers"), or NULL for an invalid number. Any thread. */
UV_EXTERN const char *gyre_phase_name(gyre_phase phase);

/*
 * Lets a phase make at most max_callbacks callbacks in one turn. 0 removes the limit; a new loop
 * has none. What is left over keeps its order and comes first in that phase of the next turn; the
 * loop does not sleep meanwhile.
 *
 * For idle, prepare and check, what is left over are the handles that were not called yet: with a
 * limit of one and two handles, each is called in every second turn. The pending phase, which a
 * turn may enter more than once, has one limit for the whole turn.
 *
 * UV_EINVAL: no such phase.
 */
UV_EXTERN int gyre_loop_limit(uv_loop_t *loop, gyre_phase phase, unsigned int max_callbacks);

/* ---- The pool -------------------------------------------------------------------------------- */

/* The kinds of work that the pool distinguishes. */
typedef enum {
  GYRE_WORK_USER, /* uv_queue_work */
  GYRE_WORK_FILE, /* uv_fs_* */
  GYRE_WORK_NAME, /* uv_getaddrinfo, uv_getnameinfo: at most half of the threads at a time */
  GYRE_WORK_OTHER,
  GYRE_WORK_COUNT
} gyre_work_kind;

/* Counters of one kind of work since the process started. Times are in nanoseconds. */
typedef struct {
  uint64_t submitted;    /* passed to the pool */
  uint64_t started;      /* begun by a thread */
  uint64_t finished;     /* done, whether or not its loop has seen it yet */
  uint64_t cancelled;    /* by uv_cancel, before a thread began it */
  uint64_t queue_ns;     /* time in the queue, sum of what was started */
  uint64_t queue_max_ns; /* the longest of them */
  uint64_t run_ns;       /* time on a thread, sum of what was finished */
  uint64_t run_max_ns;   /* the longest of them */
} gyre_work_metrics;

typedef struct {
  unsigned int threads; /* 0 until the first work is submitted */
  unsigned int busy;    /* threads that are running work */
  unsigned int queued;  /* work that waits for a thread */
  gyre_work_metrics kinds[GYRE_WORK_COUNT];
  uint64_t reserved[8];
} gyre_pool_metrics_t;

/* Reads the pool's counters. All loops of the process share the pool. Any thread. */
UV_EXTERN void gyre_pool_metrics(gyre_pool_metrics_t *metrics);

/* ---- Whole files ----------------------------------------------------------------------------- */

/* The step at which a request failed. */
typedef enum {
  GYRE_FS_OPEN,
  GYRE_FS_FSTAT,
  GYRE_FS_READ,
  GYRE_FS_WRITE,
  GYRE_FS_FSYNC,
  GYRE_FS_CLOSE
} gyre_fs_step;

typedef struct gyre_fs_whole_s gyre_fs_whole_t;
typedef void (*gyre_fs_whole_cb)(gyre_fs_whole_t *req);

/* A request: all zero at first, then with the members that describe it. */
struct gyre_fs_whole_s {
  UV_REQ_FIELDS;
  /* private */
  uv_fs_type fs_type;
  uv_loop_t *loop;
  gyre_fs_whole_cb cb;
  uint64_t due;
  size_t room; /* public if it is to be written: how much */
  int finished;
  int sized; /* read-only: the size was known when `base` was allocated */

  /* the request; the path must stay in memory */
  const char *path; /* NULL: of `file`, which stays open */
  int file;
  int flags, mode;
  int writing; /* `room` bytes at `base` */
  int flush;   /* and fsync */
  uint64_t
      most; /* that may be read; 0: no limit. A larger file is UV_EFBIG, and `size` is its size */
  void *(*grow)(void *memory, size_t size); /* any thread; NULL: the library's allocator */
  int (*stops)(gyre_fs_whole_t *req);       /* between pieces, on the loop's thread; may be NULL */

  /* the result */
  int result; /* 0 or an error */
  gyre_fs_step step;
  char *base; /* what was read, or NULL; the caller frees it */
  size_t size;
};

/*
 * Reads or writes a whole file: open, fstat, read or write, and close as one piece of work for the
 * pool (a large file is read in several). cb comes in the poll phase, at the earliest TURNS poll
 * phases from now. If cb is NULL, everything is done before this returns, and `result` is returned.
 * Otherwise it returns 0, or an error, and then cb is not called. uv_cancel may cancel it.
 */
UV_EXTERN int gyre_fs_whole(uv_loop_t *loop, gyre_fs_whole_t *req, unsigned int turns,
                            gyre_fs_whole_cb cb);

/* ---- Virtual time ---------------------------------------------------------------------------- */

/*
 * From now on the time of LOOP, and of all loops that are opened later, is virtual: the clock of
 * the process is a number that stands still while the program computes. When the process waits for
 * time only, the clock jumps to the next moment that something waits for. uv_now, uv_hrtime,
 * uv_clock_gettime, uv_gettimeofday and uv_sleep use it. While the pool works, the clock stands
 * still, for up to a second. While a child runs, or a descriptor is watched whose other end is
 * outside of the process (a socket, a terminal, a pipe), it follows the real clock. Must be called
 * before there is another thread that reads the time. GYRE_VIRTUAL_TIME=1 does the same for every
 * loop of a process.
 *
 * UV_EBUSY: the loop runs, or is traced. UV_ENOMEM.
 */
UV_EXTERN int gyre_virtual_time(uv_loop_t *loop);

/* Not 0 if the loop's time is virtual. */
UV_EXTERN int gyre_is_virtual(const uv_loop_t *loop);

/* A thread of a runtime computes outside of uv_run (1), or no longer (-1). The clock stands still
 * while there is such a thread, and from then on also between two uv_run of a loop. Any thread. */
UV_EXTERN void gyre_virtual_hold(int change);

/*
 * For runtimes that let a loop's thread block in ways that the loop cannot see. The thread waits
 * for another one, or until uv_hrtime() returns UNTIL_NS (UINT64_MAX: for ever): others need not
 * wait for it, and if all wait, the clock moves. Call it repeatedly while the thread waits, with
 * short real waits in between; and with 0 afterwards. 1: that time has come. 0: not yet. UV_EINVAL:
 * the loop's time is real.
 */
UV_EXTERN int gyre_virtual_block(uv_loop_t *loop, uint64_t until_ns);

/* The calling thread may have woken threads that are blocked: they look before the clock moves. */
UV_EXTERN void gyre_virtual_unblock(void);

/* ---- Other orders ---------------------------------------------------------------------------- */

/*
 * What a loop is free to decide; with exploration it decides differently. Each decision is a
 * number; 0 is the usual one. All but GYRE_CHOICE_READ are times of the virtual clock, from a list.
 */
typedef enum {
  GYRE_CHOICE_START, /* how long a thread of the pool takes to begin a request */
  GYRE_CHOICE_END,   /* how long it takes until the loop learns that it is done */
  GYRE_CHOICE_READY, /* how long a ready descriptor is held back */
  GYRE_CHOICE_CLOSE, /* how long a close callback is deferred */
  GYRE_CHOICE_STALL, /* how late the loop runs its timers */
  GYRE_CHOICE_READ,  /* how many bytes a stream reads at once, from a list */
  GYRE_CHOICE_COUNT
} gyre_choice;

/* Decision number OCCURRENCE (from 1) of this kind about LABEL ("fs.stat", "tcp"); must be below
 * COUNT. Called on the thread of a loop; it must not call the loop. */
typedef unsigned int (*gyre_choose_cb)(gyre_choice kind, const char *label, unsigned int occurrence,
                                       unsigned int count, void *arg);

/*
 * Loops that are opened from now on use virtual time, and decide by WISHES, in the form of
 * GYRE_EXPLORE ("seed:N,dense"), or ask CB if it is not NULL. Must be called before the first loop
 * is opened. Exits with a line on standard error if WISHES are invalid.
 *
 * UV_EALREADY: that is done, or time is virtual.
 */
UV_EXTERN int gyre_explore(const char *wishes, gyre_choose_cb cb, void *arg);

/* Not 0 if loops explore. */
UV_EXTERN int gyre_is_explored(void);

/* The seed, for runtimes that draw random numbers, too. */
UV_EXTERN uint64_t gyre_explore_seed(void);

/*
 * For runtimes that have their own timers: records their events in the journal of a run, which
 * `journal:FD` in the wishes requests. Not 0: there is a journal.
 */
UV_EXTERN int gyre_explore_is_told(void);

/* The number of the event whose callbacks run now; 0: the program itself. */
UV_EXTERN unsigned int gyre_explore_event(void);

/*
 * An event of the runtime: WHAT it is ("fire"; "set" is not an event, but records that a timer was
 * set), the event that led to it, and where that was. Returns its number, or 0. What follows
 * belongs to it.
 */
UV_EXTERN unsigned int gyre_explore_tell(const char *what, const char *label, unsigned int cause,
                                         const char *place);

/* The name of a kind in schedules ("start"), or NULL. Any thread. */
UV_EXTERN const char *gyre_choice_name(gyre_choice kind);

/* ---- What keeps a loop alive ----------------------------------------------------------------- */

/* Something that keeps a loop alive, or several of a kind. */
typedef struct {
  const char *kind;    /* of a handle or request: its name by uv_handle_type_name or
                          uv_req_type_name; "tick", "microtask"; "request": unknown which */
  const void *subject; /* the handle or request; NULL: none */
  unsigned int count;  /* 1 if there is a subject */
  int is_handle;       /* the subject is a handle; otherwise it is a request */
  int closing;         /* a handle that waits for its close callback */
  uint64_t since_ns;   /* when it was created, by uv_hrtime(); 0: not recorded */
  const char *site;    /* where it was created; "": not recorded */
} gyre_alive_item;

typedef void (*gyre_alive_cb)(const gyre_alive_item *item, void *arg);

/* Calls cb for everything that keeps the loop alive; it must not change the loop. */
UV_EXTERN void gyre_alive(uv_loop_t *loop, gyre_alive_cb cb, void *arg);

/*
 * Prints what keeps the loop alive, one line for each kind and place: how many, for how long, and
 * where they were created. Handles that do not keep it alive are counted on the last line. Times
 * and places are only known for what was created after gyre_why, or with GYRE_WHY in the
 * environment.
 */
UV_EXTERN void gyre_print_alive(uv_loop_t *loop, FILE *stream);

/*
 * From now on records where handles and requests are created, and prints what keeps the loop alive
 * to standard error on SIGUSR2, and on SIGINT before that ends the process, unless the program
 * handles the signal, now or later. GYRE_WHY=1 does the same for every loop of a process.
 *
 * UV_ENOMEM, UV_EAGAIN: no thread could be started.
 */
UV_EXTERN int gyre_why(uv_loop_t *loop);

/* ---- What blocks a loop ---------------------------------------------------------------------- */

/*
 * Prints one line with a stack to standard error whenever a callback blocks the loop for longer
 * than threshold_ms. It does so while the callback runs, because that may never end. A thread
 * checks the loop eight times within that time; ticks and microtasks count with their callback. 0:
 * no longer. GYRE_BLOCK_THRESHOLD=MS does the same for every loop of a process.
 *
 * The stack is taken by a signal to the loop's thread, which may interrupt a system call of the
 * callback.
 *
 * UV_ENOMEM, UV_EAGAIN: no thread could be started.
 */
UV_EXTERN int gyre_block_threshold(uv_loop_t *loop, unsigned int threshold_ms);

/* ---- For runtimes ---------------------------------------------------------------------------- */

/* Hooks for a runtime of another language. Any may be NULL. */
typedef struct {
  /* Where the program is, as a line of text, when it creates something; 0: not in its language. */
  int (*site)(char *text, size_t room);
  /* At a signal, in place of gyre_print_alive: to standard error. */
  void (*print_alive)(uv_loop_t *loop);
  /* A callback blocks the loop. Called in a signal handler on the loop's thread, which was
   * interrupted at this address. Not 0: the runtime will call gyre_block_report as soon as
   * possible. */
  int (*interrupt)(const void *address);
  /* The same on another thread, if interrupt could not. */
  void (*ask)(void);
  /* On another thread: which callback of the program runs, as text that is not freed; NULL:
   * unknown. It is printed with the native stack, if there is no other. */
  const char *(*inside)(void);
  /* Changes whenever a callback of the runtime ends; one callback of the loop may make many. */
  const volatile int32_t *beats;
} gyre_runtime_hooks;

/* The hooks must stay in memory. The site is asked for on all threads, from the last runtime. */
UV_EXTERN void gyre_set_runtime(uv_loop_t *loop, const gyre_runtime_hooks *hooks);

/* Code of the program runs (1), or no longer (0), although uv_run does not. */
UV_EXTERN void gyre_block_hold(uv_loop_t *loop, int held);

/* Prints the line about the callback that blocks the loop, with this stack, unless that was done or
 * the callback is over. */
UV_EXTERN void gyre_block_report(uv_loop_t *loop, const char *stack);

/* ---- Traces ---------------------------------------------------------------------------------- */

/*
 * A trace is a record of what the loops of the process do: turns, phases, callbacks, sleeps, the
 * pool, with times and causes. Each loop and each thread of the pool keeps the newest of its
 * records in memory; GYRE_TRACE_EVENTS in the environment is their number (default: 2^20; 32 bytes
 * each). The environment variable GYRE_TRACE starts a trace in any program.
 *
 * Starts a trace: all loops are traced, LOOP from this moment on, those of other threads from their
 * next uv_run on. LOOP may be NULL if no loop of the caller runs. When the trace is stopped, or the
 * process ends, it is written to PATH in a format that depends on the ending: .html is a page,
 * .json Chrome's format, and "-" is text on standard error. A `%p` in PATH becomes the process id.
 * If PATH is NULL, nothing is written.
 *
 * UV_EALREADY: there is a trace with a path. UV_EINVAL: another ending. Or the error of opening the
 * file.
 */
UV_EXTERN int gyre_trace_start(uv_loop_t *loop, const char *path);

/* Stops it, and writes it if it has a path. UV_EINVAL: there is none. Or the error of writing. */
UV_EXTERN int gyre_trace_stop(uv_loop_t *loop);

/*
 * Serves a page that shows the loops of the process while they run, on 127.0.0.1 and this port (0:
 * any free one), until the process ends. Its address is printed to standard error; without it
 * nothing can be seen. GYRE_LIVE=PORT does the same for any program. LOOP as above.
 *
 * UV_EALREADY: that is done. UV_EINVAL: not a port. Or the error of listening there.
 */
UV_EXTERN int gyre_live(uv_loop_t *loop, int port);

/* Notifies viewers of that page that the program ends. That is done at exit and by signals that end
 * the process; call it before _exit. Takes up to a second if there are viewers. Any thread. */
UV_EXTERN void gyre_live_end(void);

/* Is the loop being traced? One load. */
UV_EXTERN int gyre_trace_enabled(const uv_loop_t *loop);

/* How many records were overwritten by newer ones. Any thread. */
UV_EXTERN uint64_t gyre_trace_dropped(void);

/* Adds TEXT to the loop's trace at this moment, if there is one. */
UV_EXTERN void gyre_trace_mark(uv_loop_t *loop, const char *text);

/* Gives the lane of the loop a name, if it is traced; a lane that another loop had before is shown
 * with both names. */
UV_EXTERN void gyre_trace_name(uv_loop_t *loop, const char *name);

/* The rest is for runtimes, which trace what the loop does not see. */

/* What a record is about. Spans have a begin and an end (with GYRE_TRACE_END), and nest. */
enum {
  GYRE_TRACE_CALL = 5,       /* span: a function of the program */
  GYRE_TRACE_TICKS = 6,      /* span: a run of the tick queue; value of its end: how many ran */
  GYRE_TRACE_MICROTASKS = 7, /* span: the same for microtasks; -1: unknown */
  GYRE_TRACE_SCHEDULE = 10,  /* the subject was started or queued and will be called */
  GYRE_TRACE_CANCEL = 11,    /* it will not */
  GYRE_TRACE_CREATE = 12,    /* the subject exists from now on; the label is where it was created */
  GYRE_TRACE_DESTROY = 13,   /* it is gone */
  GYRE_TRACE_MARK = 16,      /* the label is a text of the program */
  GYRE_TRACE_STARVE = 17,    /* ticks or microtasks delay the loop; value: milliseconds */
  GYRE_TRACE_END = 256
};

/* What is called. */
typedef enum {
  GYRE_TRACE_TIMER = 1,
  GYRE_TRACE_TICK = 28,
  GYRE_TRACE_MICROTASK,
  GYRE_TRACE_MAIN,     /* the program itself, or a module of it */
  GYRE_TRACE_TIMEOUT,  /* setTimeout */
  GYRE_TRACE_INTERVAL, /* setInterval */
  GYRE_TRACE_IMMEDIATE,
  GYRE_TRACE_CALLBACK, /* the argument of a function that calls back */
  GYRE_TRACE_LISTENER, /* of an event */
  GYRE_TRACE_BEFORE_EXIT,
  GYRE_TRACE_EXIT,
  GYRE_TRACE_MESSAGE /* from another thread, or this one, to a port */
} gyre_trace_kind;

/*
 * A number for a function's name and place ("file:line:column"; NULL: none), for the functions
 * below. The same pair always has the same number. Costs a table look-up, so keep it. 0, which is
 * no name, if there are as many as a ring has records. Any thread.
 */
UV_EXTERN uint32_t gyre_trace_label(const char *name, const char *site);

/*
 * Writes a record, if the loop is traced. SUBJECT is a number of the runtime, of 47 bits, for the
 * timer, immediate or promise that it is about (0: none). It must not be used for another one on
 * any loop: what one loop schedules, another one may call (a message). The cause of a call is the
 * last GYRE_TRACE_SCHEDULE of the same subject and kind. LABEL: for a call, the function; otherwise
 * where it was done. VALUE: for a schedule, milliseconds. An end has only `what` and `value`.
 */
UV_EXTERN void gyre_trace_put(uv_loop_t *loop, int what, gyre_trace_kind kind, uint64_t subject,
                              uint32_t label, int32_t value);

/* A handle of the runtime, for something that the runtime itself traces: its starts, stops and
 * calls are not recorded, if it is a timer, an idle, prepare, check or poll handle. An idle handle
 * is assumed to only keep the loop awake: its calls are taken to need no time. */
UV_EXTERN void gyre_trace_hide(uv_handle_t *handle);

/*
 * A record that the runtime holds back, in memory that the tracer can read: the begin of a call, if
 * the runtime does not know yet whether anything happens within. While `kind` is not 0, the tracer
 * calls FLUSH before it writes something else (except by gyre_trace_put_at, which is the runtime
 * itself). FLUSH writes the record with its proper time, then sets `kind` to 0; while it does so,
 * `telling` is 1.
 *
 * The tracer reads this at any time, on any thread: a call that does not end is seen, live, and in
 * the recording of a program that is ended by a signal.
 */
typedef struct {
  volatile int32_t kind; /* a gyre_trace_kind; 0: none; or GYRE_TRACE_KEPT_* */
  volatile int32_t subject;
  volatile int32_t label;
  volatile int32_t ended; /* not 0: the innermost call has ended, or the kept one if there is one */
  volatile int32_t telling;
  int32_t unused;
  volatile uint64_t began;
} gyre_trace_kept;

/* For `kind`: a run of microtasks; the same, but it may be empty; nothing begins, but a call has
 * ended: if that is so when a callback of the loop returns, the tracer records it, and sets it to
 * 0. */
#define GYRE_TRACE_KEPT_MICROTASKS (-1)
#define GYRE_TRACE_KEPT_END (-2)
#define GYRE_TRACE_KEPT_PERHAPS (-3)

/* From now on, as long as this trace lasts and LOOP is open. */
UV_EXTERN void gyre_trace_keep(uv_loop_t *loop, gyre_trace_kept *kept, void (*flush)(void));

/* The tracer's clock, for gyre_trace_put_at. Its unit is the tracer's own. */
UV_EXTERN uint64_t gyre_trace_clock(void);

/* The same, for a runtime that is called by a handle of gyre_trace_hide: when the loop called it,
 * if the loop knows, and has not returned that before. */
UV_EXTERN uint64_t gyre_trace_clock_called(const uv_loop_t *loop);

/* Like gyre_trace_put, with a time that was taken before; not earlier than that of the last
 * record. */
UV_EXTERN void gyre_trace_put_at(uv_loop_t *loop, uint64_t time, int what, gyre_trace_kind kind,
                                 uint64_t subject, uint32_t label, int32_t value);

#ifdef __cplusplus
}
#endif

#endif
