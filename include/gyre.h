/* SPDX-License-Identifier: MIT */
/*
 * gyre.h: what libgyre adds to the interface of uv.h.
 *
 * A loop of libgyre has two more queues than the phases that uv.h describes: ticks and microtasks.
 * They belong to no phase. Each time a callback that the loop has called returns, the loop runs the
 * ticks until none is left, then the microtasks until none is left, and starts over while either
 * has work. Only then does it go on to the next callback of the phase.
 *
 * Unless a function says otherwise, call it on the loop's own thread. Functions that can fail
 * return 0 or a negative UV_E* code; one that fails has changed nothing.
 *
 * Several loops. A process may have as many loops as it likes, each run by one thread. They share
 * the pool, its signals and its children, and nothing else; a handle belongs to the loop it was
 * initialized with, and a connection can be on one loop only. Loops talk by memory and
 * uv_async_send, the one function of a handle that any thread may call:
 *   - put what is to be told where the other loop finds it (a list under a lock), then send;
 *   - sends may be joined: one callback for many of them, so take all that is there each time;
 *   - what was written before the send is seen by the callback that follows it;
 *   - a send to a handle that has one pending is one atomic operation, and so is one to a loop that
 *     is awake, beside its callback (docs/performance.md: async_pummel); only a loop that sleeps
 *     costs a system call and the kernel's time to wake its thread, some ten times as much;
 *   - close the handle on its own loop, once no other thread can send any more: let a last send say
 *     so (examples/cores.c).
 * For servers there is a way that needs no talk at all: a loop for each core, and a listening
 * socket for each loop on the same port (uv_tcp_bind with UV_TCP_REUSEPORT). The kernel chooses by
 * a hash of the addresses; it does not know how busy a loop is. Where that is too coarse, one loop
 * accepts, and sends descriptors to the others: uv_fileno there, uv_tcp_open here.
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

/* A tick or a microtask. arg is what was given when it was queued. */
typedef void (*gyre_task_cb)(void *arg);

/*
 * Queue a tick: cb(arg) runs once, after the callback that is running now returns and before the
 * loop calls anything else. Ticks run in the order in which they were queued, a tick queued by a
 * tick in the same run, all of them before the first microtask. There is no limit: ticks that keep
 * queueing ticks starve the loop.
 *
 * Queued outside of any callback, they run when uv_run starts, before its first phase. A queued
 * tick keeps the loop alive and lets it not sleep.
 *
 * UV_EINVAL: cb is NULL. UV_ENOMEM.
 */
UV_EXTERN int gyre_next_tick(uv_loop_t *loop, gyre_task_cb cb, void *arg);

/*
 * Queue a microtask: like a tick, but it runs after all ticks are done. Microtasks queued by
 * microtasks run in the same run; ticks queued by microtasks run when no microtask is left.
 *
 * UV_EINVAL: cb is NULL. UV_ENOMEM.
 */
UV_EXTERN int gyre_microtask(uv_loop_t *loop, gyre_task_cb cb, void *arg);

/* Called after every callback of the loop, once ticks and microtasks are done. */
typedef void (*gyre_turn_hook)(uv_loop_t *loop, void *arg);

/*
 * Set the loop's turn hook, or take it away with NULL. The hook is for runtimes that keep queues of
 * their own around the loop: it is called after each callback, when the loop's ticks and microtasks
 * have run; ticks and microtasks that it queues run as soon as it returns. There is one hook a
 * loop. A loop without a hook pays nothing for it.
 */
UV_EXTERN void gyre_set_turn_hook(uv_loop_t *loop, gyre_turn_hook hook, void *arg);

/* ---- Children ------------------------------------------------------------------------------- */

/*
 * A flag for uv_process_options_t: do not run handlers of pthread_atfork. As in libuv, they run
 * when a child is made; a program that has none gets a child without a copy of its memory, which is
 * cheaper, the more so the larger the program. Whether it has any cannot be known, only whether one
 * of its libraries could: where one could and does not matter, this flag says so.
 */
#define GYRE_PROCESS_NO_ATFORK (1u << 30)

/* ---- Phases ---------------------------------------------------------------------------------- */

/* The phases of a turn, in the order in which a turn goes through them (timers end it). */
typedef enum {
  GYRE_PHASE_PENDING, /* callbacks that the loop put off: write callbacks, early errors */
  GYRE_PHASE_IDLE,    /* idle handles */
  GYRE_PHASE_PREPARE, /* prepare handles */
  GYRE_PHASE_POLL,    /* descriptors, finished work of the pool, async handles */
  GYRE_PHASE_CHECK,   /* check handles */
  GYRE_PHASE_CLOSING, /* close callbacks */
  GYRE_PHASE_TIMERS,  /* timers that are due */
  GYRE_PHASE_COUNT
} gyre_phase;

/* The phase's name in lower case ("timers"), or NULL for a number that is none. Any thread. */
UV_EXTERN const char *gyre_phase_name(gyre_phase phase);

/*
 * Let a phase make at most max_callbacks callbacks in one turn; 0 takes the limit away, which is
 * how a loop starts. What a phase has left over keeps its order and comes first in that phase of
 * the next turn; the loop does not sleep meanwhile.
 *
 * For idle, prepare and check, what is left over are the handles that had no turn yet: with a limit
 * of one and two handles, each is called in every second turn. The pending phase, which a turn may
 * enter more than once, has one limit for the whole turn.
 *
 * UV_EINVAL: no such phase.
 */
UV_EXTERN int gyre_loop_limit(uv_loop_t *loop, gyre_phase phase, unsigned int max_callbacks);

/* ---- The pool -------------------------------------------------------------------------------- */

/* The kinds of work that the pool tells apart. */
typedef enum {
  GYRE_WORK_USER, /* uv_queue_work */
  GYRE_WORK_FILE, /* uv_fs_* */
  GYRE_WORK_NAME, /* uv_getaddrinfo, uv_getnameinfo: at most half of the threads at a time */
  GYRE_WORK_OTHER,
  GYRE_WORK_COUNT
} gyre_work_kind;

/* What has become of one kind of work since the process started. Times are in nanoseconds. */
typedef struct {
  uint64_t submitted;    /* handed to the pool */
  uint64_t started;      /* taken up by a thread */
  uint64_t finished;     /* done, whether or not its loop has seen it yet */
  uint64_t cancelled;    /* taken back by uv_cancel before a thread took it up */
  uint64_t queue_ns;     /* time in the queue, summed over what was started */
  uint64_t queue_max_ns; /* the longest of them */
  uint64_t run_ns;       /* time on a thread, summed over what was finished */
  uint64_t run_max_ns;   /* the longest of them */
} gyre_work_metrics;

typedef struct {
  unsigned int threads; /* 0 until the first work is submitted */
  unsigned int busy;    /* threads that are running work */
  unsigned int queued;  /* work that waits for a thread */
  gyre_work_metrics kinds[GYRE_WORK_COUNT];
  uint64_t reserved[8];
} gyre_pool_metrics_t;

/* Read the pool's counters. The pool is one for all loops of the process. Any thread. */
UV_EXTERN void gyre_pool_metrics(gyre_pool_metrics_t *metrics);

/* ---- Whole files ----------------------------------------------------------------------------- */

/* What was being done when a request failed. */
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

/* A request: all zero at first, then with what is asked for. */
struct gyre_fs_whole_s {
  UV_REQ_FIELDS;
  /* private */
  uv_fs_type fs_type;
  uv_loop_t *loop;
  gyre_fs_whole_cb cb;
  uint64_t due;
  size_t room; /* public if it is to be written: how much */
  int finished;
  int sized; /* read-only: the file has a size, and `base` has that many bytes */

  /* asked for; the path must stay where it is */
  const char *path; /* NULL: of `file`, which stays open */
  int file;
  int flags, mode;
  int writing; /* `room` bytes at `base` */
  int flush;   /* and fsync */
  uint64_t
      most; /* of what is read; 0: no limit. A larger file is UV_EFBIG, and `size` is its size */
  void *(*grow)(void *memory, size_t size); /* any thread; NULL: as uv_replace_allocator says */
  int (*stops)(gyre_fs_whole_t *req);       /* between pieces, on the loop's thread; may be NULL */

  /* answered */
  int result; /* 0 or an error */
  gyre_fs_step step;
  char *base; /* what was read, or NULL: the caller's to free */
  size_t size;
};

/*
 * Read or write a whole file: open, fstat, read or write, and close in one piece of work for the
 * pool (a large file is read in several). cb comes in the poll phase, TURNS poll phases from now at
 * the earliest. With cb NULL all is done before it returns, and `result` is returned; otherwise 0,
 * or an error, and cb is not called. uv_cancel may take it back.
 */
UV_EXTERN int gyre_fs_whole(uv_loop_t *loop, gyre_fs_whole_t *req, unsigned int turns,
                            gyre_fs_whole_cb cb);

/* ---- Virtual time ---------------------------------------------------------------------------- */

/*
 * From now on the time of LOOP, and of all loops that are opened later, is virtual: the clock of
 * the process is a number that stands still while the program computes. When all that the process
 * waits for is time, the clock moves to the next moment that somebody waits for, at once. uv_now,
 * uv_hrtime, uv_clock_gettime, uv_gettimeofday and uv_sleep go by it. While the pool is at work the
 * clock stands still, for up to a second; while a child lives, or something is watched whose other
 * end is outside of the process (a socket, a terminal, a pipe), it goes as the real one does.
 * Before the first other thread that asks for the time. GYRE_VIRTUAL_TIME=1 does that for every
 * loop of a process.
 *
 * UV_EBUSY: the loop runs, or is traced. UV_ENOMEM.
 */
UV_EXTERN int gyre_virtual_time(uv_loop_t *loop);

/* Not 0 if the loop's time is virtual. */
UV_EXTERN int gyre_is_virtual(const uv_loop_t *loop);

/* A thread of a runtime computes outside of uv_run (1), or no longer (-1): the clock stands still
 * while there is such a thread, and from then on also between a uv_run and the next of a loop. Any
 * thread. */
UV_EXTERN void gyre_virtual_hold(int change);

/*
 * For runtimes that let a loop's thread block in ways that the loop does not know of. The thread
 * waits for another one, or until uv_hrtime() says UNTIL_NS (UINT64_MAX: for ever): others need not
 * wait for it, and if all wait, the clock moves. To be called again and again while it waits, with
 * short real waits between; and with 0 afterwards. 1: that time has come. 0: not yet. UV_EINVAL:
 * the loop's time is real.
 */
UV_EXTERN int gyre_virtual_block(uv_loop_t *loop, uint64_t until_ns);

/* The calling thread may have woken some that are blocked so: they look before the clock moves. */
UV_EXTERN void gyre_virtual_unblock(void);

/* ---- Other orders ---------------------------------------------------------------------------- */

/*
 * What a loop is free to decide, and with exploration decides otherwise than usual. Each decision
 * is a number; 0 is the usual one. All but GYRE_CHOICE_READ are times of the virtual clock, from a
 * list.
 */
typedef enum {
  GYRE_CHOICE_START, /* how long a thread of the pool takes to begin with a request */
  GYRE_CHOICE_END,   /* how long it takes until the loop hears that it is done */
  GYRE_CHOICE_READY, /* how long a descriptor that is ready is kept back */
  GYRE_CHOICE_CLOSE, /* how long a close callback is put off */
  GYRE_CHOICE_STALL, /* how late the loop comes to its timers */
  GYRE_CHOICE_READ,  /* how many bytes a stream reads at once, from a list */
  GYRE_CHOICE_COUNT
} gyre_choice;

/* The decision number OCCURRENCE (from 1) of this kind about LABEL ("fs.stat", "tcp"): below COUNT.
 * On the thread of a loop, which must not be called into. */
typedef unsigned int (*gyre_choose_cb)(gyre_choice kind, const char *label, unsigned int occurrence,
                                       unsigned int count, void *arg);

/*
 * From now on loops that are opened live in virtual time, and decide by WISHES, as GYRE_EXPLORE in
 * the environment has them ("seed:N,dense"), or ask CB if it is not NULL. Before the first loop is
 * opened. Exits with a line on standard error if WISHES are not understood.
 *
 * UV_EALREADY: that is done, or time is virtual.
 */
UV_EXTERN int gyre_explore(const char *wishes, gyre_choose_cb cb, void *arg);

/* Not 0 if loops explore. */
UV_EXTERN int gyre_is_explored(void);

/* The seed, for runtimes that have something to draw, too. */
UV_EXTERN uint64_t gyre_explore_seed(void);

/*
 * For runtimes whose timers are not the loop's: what happens in them, for the journal of a run,
 * which `journal:FD` among the wishes asks for. Not 0: there is one.
 */
UV_EXTERN int gyre_explore_is_told(void);

/* The number of the event whose callbacks run now; 0: the program itself. */
UV_EXTERN unsigned int gyre_explore_event(void);

/*
 * An event of the runtime: WHAT it is ("fire"; "set" is none, but tells of a timer that was set),
 * the event that led to it, and where that was. Its number, or 0. What follows belongs to it.
 */
UV_EXTERN unsigned int gyre_explore_tell(const char *what, const char *label, unsigned int cause,
                                         const char *place);

/* The name of a kind in schedules ("start"), or NULL. Any thread. */
UV_EXTERN const char *gyre_choice_name(gyre_choice kind);

/* ---- What keeps a loop alive ----------------------------------------------------------------- */

/* Something that keeps a loop alive, or several of a kind. */
typedef struct {
  const char *kind;    /* of a handle or request what uv_handle_type_name and uv_req_type_name say;
                          "tick", "microtask"; "request": which ones is not recorded */
  const void *subject; /* the handle or request; NULL: there is none to point to */
  unsigned int count;  /* 1 if there is a subject */
  int is_handle;       /* the subject is one; else it is a request */
  int closing;         /* a handle that waits for its close callback */
  uint64_t since_ns;   /* when it was made, as uv_hrtime() tells; 0: not recorded */
  const char *site;    /* where that was done; "": not recorded */
} gyre_alive_item;

typedef void (*gyre_alive_cb)(const gyre_alive_item *item, void *arg);

/* Call cb for all that keeps the loop alive; it must not change the loop. */
UV_EXTERN void gyre_alive(uv_loop_t *loop, gyre_alive_cb cb, void *arg);

/*
 * Print what keeps the loop alive, one line for each kind and place: how many, since when, and
 * where they were made. Handles that do not keep it alive are counted on the last line. Times and
 * places are known only of what was made since gyre_why, or with GYRE_WHY in the environment.
 */
UV_EXTERN void gyre_print_alive(uv_loop_t *loop, FILE *stream);

/*
 * From now on record where handles and requests are made, and print what keeps the loop alive to
 * standard error at SIGUSR2, and at SIGINT before that ends the process; each unless the program
 * handles it, now or later. GYRE_WHY=1 does that for every loop of a process.
 *
 * UV_ENOMEM, UV_EAGAIN: there is no thread to be had.
 */
UV_EXTERN int gyre_why(uv_loop_t *loop);

/* ---- What holds a loop up -------------------------------------------------------------------- */

/*
 * Print one line with a stack to standard error whenever a callback holds the loop for longer than
 * threshold_ms: while it does, since it may never end. A thread looks at the loop from outside,
 * with an eighth of that time between its looks; ticks and microtasks count with their callback. 0:
 * no longer. GYRE_BLOCK_THRESHOLD=MS does that for every loop of a process.
 *
 * The stack is taken by a signal to the loop's thread, which may interrupt a system call of the
 * callback that holds it.
 *
 * UV_ENOMEM, UV_EAGAIN: there is no thread to be had.
 */
UV_EXTERN int gyre_block_threshold(uv_loop_t *loop, unsigned int threshold_ms);

/* ---- For runtimes ---------------------------------------------------------------------------- */

/* What a runtime of another language knows better than the loop it runs on. Any may be NULL. */
typedef struct {
  /* Where the program is, as a line of text, when it makes something; 0: not in its language. */
  int (*site)(char *text, size_t room);
  /* At a signal, in place of gyre_print_alive: to standard error. */
  void (*print_alive)(uv_loop_t *loop);
  /* A callback holds the loop. In a signal handler on the loop's thread, which was interrupted at
   * this address: not 0 if the runtime can and will call gyre_block_report as soon as it may. */
  int (*interrupt)(const void *address);
  /* The same on another thread, after interrupt could not. */
  void (*ask)(void);
  /* On another thread: which callback of the program runs, as text that stays; NULL: unknown. It is
   * printed beside the native stack, when there is no other to be had. */
  const char *(*inside)(void);
  /* Changes whenever a callback of the runtime ends, of which one of the loop may make many. */
  const volatile int32_t *beats;
} gyre_runtime_hooks;

/* The hooks must stay where they are. The site is asked for in all threads, of the last runtime. */
UV_EXTERN void gyre_set_runtime(uv_loop_t *loop, const gyre_runtime_hooks *hooks);

/* Code of the program runs (1), or no longer (0), although uv_run does not. */
UV_EXTERN void gyre_block_hold(uv_loop_t *loop, int held);

/* Print the line about the callback that holds the loop, with this stack, unless that has been done
 * or it is over. */
UV_EXTERN void gyre_block_report(uv_loop_t *loop, const char *stack);

/* ---- Traces ---------------------------------------------------------------------------------- */

/*
 * A trace is a record of what the loops of the process do: turns, phases, callbacks, sleeps, the
 * pool, with times, and with what led to what. Each loop and each thread of the pool keeps the
 * newest of its records in memory, as many as GYRE_TRACE_EVENTS in the environment says (2^20 if it
 * says nothing; 32 bytes each). The environment variable GYRE_TRACE starts a trace in any program.
 *
 * Start one: all loops are traced, LOOP from this moment on, those that others run from their next
 * uv_run on. LOOP may be NULL if no loop of the caller's runs. When the trace is stopped, or the
 * process ends, it is written to PATH in a form that the ending tells: .html is a page to look at,
 * .json Chrome's format, and "-" is text on standard error. A `%p` in PATH becomes the number of
 * the process. With PATH NULL nothing is written.
 *
 * UV_EALREADY: there is a trace with a path. UV_EINVAL: the ending is another. Or the error of
 * opening the file.
 */
UV_EXTERN int gyre_trace_start(uv_loop_t *loop, const char *path);

/* Stop it, and write it if it has a path. UV_EINVAL: there is none. Or the error of writing. */
UV_EXTERN int gyre_trace_stop(uv_loop_t *loop);

/*
 * Serve a page that shows the loops of the process while they run, on 127.0.0.1 and this port (0:
 * any that is free), until the process ends. Its address is printed to standard error; whoever does
 * not know it is shown nothing. GYRE_LIVE=PORT does that for any program. LOOP as above.
 *
 * UV_EALREADY: that is done. UV_EINVAL: it is no port. Or the error of listening there.
 */
UV_EXTERN int gyre_live(uv_loop_t *loop, int port);

/* Tell those who look at that page that the program ends. Done at exit and by signals that end the
 * process; for those who end it with _exit. Takes up to a second if somebody looks. Any thread. */
UV_EXTERN void gyre_live_end(void);

/* Is the loop being traced? One load. */
UV_EXTERN int gyre_trace_enabled(const uv_loop_t *loop);

/* How many records were overwritten by newer ones. Any thread. */
UV_EXTERN uint64_t gyre_trace_dropped(void);

/* Note TEXT at this moment of the loop's trace, if there is one. */
UV_EXTERN void gyre_trace_mark(uv_loop_t *loop, const char *text);

/* The lane of the loop, if it is traced, is shown by this name; one whose place another loop had
 * before is shown by the names of both. */
UV_EXTERN void gyre_trace_name(uv_loop_t *loop, const char *name);

/* The rest is for runtimes, which trace what the loop does not know of. */

/* What a record is about. Spans have a begin and an end (GYRE_TRACE_END is added), and nest. */
enum {
  GYRE_TRACE_CALL = 5,       /* span: a function of the program */
  GYRE_TRACE_TICKS = 6,      /* span: a run of the tick queue; at its end value says how many ran */
  GYRE_TRACE_MICROTASKS = 7, /* span: the same of microtasks; -1: not known */
  GYRE_TRACE_SCHEDULE = 10,  /* the subject was started or queued and will be called */
  GYRE_TRACE_CANCEL = 11,    /* it will not */
  GYRE_TRACE_CREATE = 12,    /* the subject exists from now on; the label says where it was made */
  GYRE_TRACE_DESTROY = 13,   /* it is gone */
  GYRE_TRACE_MARK = 16,      /* the label is a text of the program */
  GYRE_TRACE_STARVE = 17,    /* ticks or microtasks keep the loop waiting; value: milliseconds */
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
  GYRE_TRACE_CALLBACK, /* what was given to a function that calls back */
  GYRE_TRACE_LISTENER, /* of an event */
  GYRE_TRACE_BEFORE_EXIT,
  GYRE_TRACE_EXIT,
  GYRE_TRACE_MESSAGE /* from another thread, or this one, to a port */
} gyre_trace_kind;

/*
 * A number for a function's name and where it is ("file:line:column"; NULL: nowhere), to be given
 * to the functions below: the same for the same, for ever. Costs a look into a table; keep it. 0,
 * which is no name, when there are as many as a ring has records. Any thread.
 */
UV_EXTERN uint32_t gyre_trace_label(const char *name, const char *site);

/*
 * Write a record, if the loop is traced. SUBJECT is a number of the runtime's own, of 47 bits, for
 * the timer, immediate or promise that it is about (0: none), which it must not use for another one
 * on any loop: what a loop schedules, another one may call (a message); a call
 * is shown as led to by the last GYRE_TRACE_SCHEDULE of the same subject and kind. LABEL: of a
 * call, the function; else where it was done. VALUE: of a schedule, milliseconds. An end has only
 * `what` and `value`.
 */
UV_EXTERN void gyre_trace_put(uv_loop_t *loop, int what, gyre_trace_kind kind, uint64_t subject,
                              uint32_t label, int32_t value);

/* A handle of the runtime's own, for something that the runtime itself traces: nothing is recorded
 * of its starts, stops and calls, if it is a timer, an idle, prepare, check or poll handle. An idle
 * handle is taken to do nothing but keep the loop awake: its calls are not thought to take time. */
UV_EXTERN void gyre_trace_hide(uv_handle_t *handle);

/*
 * A record that the runtime keeps back, in memory that the tracer sees: the begin of a call, of
 * which the runtime does not know yet whether anything happens within. While `kind` is not 0 the
 * tracer calls FLUSH before it writes something else (but by gyre_trace_put_at, which is the
 * runtime itself). FLUSH writes the record with the time that it should have, then sets `kind` to
 * 0; while it does so, `telling` is 1.
 *
 * The tracer reads this at any time, on any thread: a call that does not end is seen, live, and in
 * the recording of a program that is ended by a signal.
 */
typedef struct {
  volatile int32_t kind; /* a gyre_trace_kind; 0: none; or GYRE_TRACE_KEPT_* */
  volatile int32_t subject;
  volatile int32_t label;
  volatile int32_t
      ended; /* not 0: the innermost call has ended, that which is kept if there is one */
  volatile int32_t telling;
  int32_t unused;
  volatile uint64_t began;
} gyre_trace_kept;

/* Of `kind`: a run of microtasks; that, but nothing may come of it; nothing begins, but a call has
 * ended: if that is so when a callback of the loop returns, the tracer tells it, and sets it to 0.
 */
#define GYRE_TRACE_KEPT_MICROTASKS (-1)
#define GYRE_TRACE_KEPT_END (-2)
#define GYRE_TRACE_KEPT_PERHAPS (-3)

/* From now on, for as long as this trace lasts and LOOP is open. */
UV_EXTERN void gyre_trace_keep(uv_loop_t *loop, gyre_trace_kept *kept, void (*flush)(void));

/* The tracer's clock, for gyre_trace_put_at. Its unit is the tracer's own. */
UV_EXTERN uint64_t gyre_trace_clock(void);

/* The same, for a runtime that is called back by a handle of gyre_trace_hide: when the loop did so,
 * if it knows, and has not told so before. */
UV_EXTERN uint64_t gyre_trace_clock_called(const uv_loop_t *loop);

/* As gyre_trace_put, with a time that was taken before: no earlier than that of the last record. */
UV_EXTERN void gyre_trace_put_at(uv_loop_t *loop, uint64_t time, int what, gyre_trace_kind kind,
                                 uint64_t subject, uint32_t label, int32_t value);

#ifdef __cplusplus
}
#endif

#endif
