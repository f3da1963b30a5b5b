/* SPDX-License-Identifier: MIT */
/* A runtime: one thread's loop, its JavaScript context, and the connection between them.
 *
 * The order of callbacks follows from one rule: every callback from the loop is one entry into
 * JavaScript (gj_enter). The entry calls the function, then runs the ticks until there are none,
 * all inside one call of the engine. Then C lets the engine run its microtasks. If those leave
 * ticks or rejected promises behind, counters in memory that both sides see say so, and this
 * repeats. If the function or a tick threw, and the program survived that, the rest waits for the
 * next entry, as in Node.
 *
 * The engine would run microtasks whenever its lock is released. So the runtime holds the lock
 * (gj_context_lock) as long as it lives, and releases it for a moment where microtasks are to
 * run. */
#ifndef GJ_JS_RUNTIME_H
#define GJ_JS_RUNTIME_H

#include <uv.h>

#include "engine/engine.h"

/* The version of Node whose behaviour this is. */
#define GJ_NODE_VERSION "v20.20.2"

/* Counters that JavaScript and C share, an Int32Array there (js/lib/internal/state.js). */
enum {
#define COUNT(name) GJ_##name,
#include "lists.def"
  GJ_COUNTS
};

/* Times in milliseconds since the process began; a Float64Array in JavaScript. */
enum {
#define TIME(name) GJ_##name,
#include "lists.def"
  GJ_TIMES
};

/* What a runtime receives from other threads, through its loop (ports.h). */
typedef struct gj_endpoint gj_endpoint;
struct gj_worker;
typedef struct gj_mailbox {
  uv_async_t async;
  gj_endpoint *endpoints;     /* in the order of their numbers */
  gj_endpoint *served;        /* whose turn it is, if it is still there */
  uint32_t served_number;     /* its number; 0: none */
  unsigned served_left;       /* how many messages it may still be given */
  struct gj_worker *finished; /* threads that it has started, and that have ended */
  bool is_open;
} gj_mailbox;

enum { GJ_ENDS_MAX = 8 };

typedef struct gj_runtime {
  uv_loop_t *loop;
  gj_context js;
  int32_t counts[GJ_COUNTS];
  double times[GJ_TIMES];
  gj_pin enter, drain, run_timer, run_immediate, on_rejection; /* functions of js/lib/internal */
  gj_pin bind_callback;
  uv_timer_t timer;
  uv_check_t check;
  uv_idle_t idle;
  bool timer_held, kept_awake; /* what gj_tick_sync did last */
  bool is_cut_off;             /* a worker that was ended in the middle of something */
  bool entered, engine_woke;   /* since the last check phase: a callback ran; the engine had work */
  bool apart, leaves;          /* a worker: see gj_runtime_apart; it ends with `leave_code` */
  int leave_code;
  bool inside;         /* the loop runs, called by the engine: see run_loop */
  uint64_t timer_base; /* the loop's time when the process began */
  uint64_t start_ns, engine_ns, boot_ns, loop_ns; /* when each began (uv_hrtime) */
  bool in_loop;                                   /* its loop runs */
  bool rests; /* outside of it, blocked: virtual time may pass (bind/explore.c) */
  int argc;
  char **argv;
  struct gj_worker *worker;  /* whose runtime it is; NULL: that of the main thread */
  struct gj_worker *workers; /* that it has started */
  uv_timer_t again;          /* for workers that were told to end; data is NULL: not needed yet */
  gj_mailbox mailbox;
  gj_object first;    /* see gj_messaging_first; NULL: it has run */
  gj_endpoint *inbox; /* until JavaScript has taken it, or NULL if nothing was sent yet */
  int *files;         /* descriptors that a worker has left open */
  size_t files_count;
  void (*stops[GJ_ENDS_MAX])(void), (*ends[GJ_ENDS_MAX])(void);
  int stops_count, ends_count;
  /* For addons: called when the program has ended, and when it has collected garbage. */
  void (*farewell)(void), (*after_gc)(void);
  bool traced;    /* see trace.h */
  bool gc_stress; /* collect garbage at every callback: tests/js/run --gc */
} gj_runtime;

/* The runtime of this thread. */
gj_runtime *gj_runtime_self(void);

/* start.c: from argv to the exit code. */
int gj_runtime_main(int argc, char **argv);
/* Ends the process; no more JavaScript runs. In a worker it ends only the thread: it returns, and
 * the current script is being terminated. */
void gj_runtime_leave(int code);
void gj_runtime_apart(gj_object function); /* within it, that ends the function first */
/* The same without a program, on somebody else's loop: returns what the library offers to C; and
 * its end, which does not touch handles for which is_own is not 0. */
gj_object gj_runtime_open(gj_runtime *runtime);
typedef int (*gj_runtime_own)(const uv_handle_t *handle, void *arg);
void gj_runtime_close(gj_runtime *runtime, gj_runtime_own is_own, void *arg);
/* Registers functions for the end of this thread's runtime: before its handles are closed, and when
 * everything is over, to free what the thread has allocated for itself. */
void gj_runtime_at_stop(void (*fn)(void));
void gj_runtime_at_end(void (*fn)(void));

/* variables.c: the value of a variable that the runtime obeys; NULL if it is not set, or if this
 * program has more rights than the user who started it: such a program obeys none (process.env has
 * them all the same). */
const char *gj_variable(const char *name);
/* Removes from such a program's environment what the libraries below would obey. */
void gj_variables_clean(void);

/* enter.c: calls function(argv...) as a callback of the loop. Nothing is returned: what it throws
 * is an uncaught exception of the program. */
void gj_enter(gj_runtime *runtime, gj_object function, size_t argc, const gj_value argv[]);
/* Runs the ticks and microtasks that are left after an entry. */
void gj_enter_finish(gj_runtime *runtime);
/* The same if its ticks have not run yet, or it threw. */
void gj_enter_ticks(gj_runtime *runtime);
/* Calls a function of the library that must not throw; ends the process if it does. */
gj_value gj_enter_library(gj_runtime *runtime, gj_object function, size_t argc,
                          const gj_value argv[]);

/* async.c: what C keeps to call later must be passed through here. The returned function calls the
 * given one in the current asynchronous context. The type is Node's name for the operation,
 * "FSREQCALLBACK". A value that is not a function is returned unchanged. */
gj_value gj_async_once(gj_context js, gj_value function, const char *type);
gj_value gj_async_often(gj_context js, gj_value function, const char *type); /* of a handle */
void gj_async_start(gj_runtime *runtime, gj_value bind);

/* tick.c: timers and immediates of JavaScript on the loop. */
void gj_tick_start(gj_runtime *runtime);
void gj_tick_stop(gj_runtime *runtime);
/* Makes timers and immediates keep the loop alive, or not, as JavaScript has last counted. */
void gj_tick_sync(gj_runtime *runtime);
gj_object gj_tick_binding(gj_context js);

/* later.c: calls call(later) in the next turn of the loop. The struct is a member of its
 * subject. */
typedef struct gj_later {
  struct gj_later *next;
  void (*call)(struct gj_later *later);
  gj_pin object; /* of gj_later_once */
  bool waits;
} gj_later;
void gj_later_call(gj_later *later, void (*call)(gj_later *later));
/* The same for `later` inside the memory of an object, which is pinned until the callback has
 * returned. While one call waits, another adds nothing. */
void gj_later_once(gj_later *later, gj_value object, void (*call)(gj_later *later));
/* Work for a thread of the pool. If there is no thread for it, `after` is still called, in the next
 * turn, with the error. */
typedef struct {
  uv_work_t uv;
  gj_later later;
  uv_after_work_cb after;
  int error;
} gj_work;
void gj_work_start(gj_work *work, uv_work_cb run, uv_after_work_cb after);

/* The library's JavaScript files, embedded (tools/embed writes the table when gyre is built). Each
 * finds its own exports, require, module and binding as members of `this`. */
typedef struct {
  const char *name;   /* "fs", "internal/errors" */
  const char *source; /* ends with 0 */
  size_t size;        /* without that 0 */
} gj_builtin;
extern const gj_builtin gj_builtins[]; /* sorted by name */
extern const size_t gj_builtins_count;
extern const char gj_builtins_texts[], gj_builtins_texts_end[]; /* where all texts are */
/* library.c: a file of the library, or NULL. */
const gj_builtin *gj_builtin_find(const char *name);
int gj_builtin_write_bytecode(const char *path); /* of all files; returns an exit status */
/* Runs a file of the library in a realm; the members of scope are its own names. False if there is
 * no such file. */
bool gj_builtin_evaluate(gj_context js, const char *name, gj_object scope, gj_value *exception);
/* The program has started: most of the texts, of their bytecode and of the engine's code is not
 * needed any more, but counts as memory of the process. What is needed later comes back. */
void gj_builtin_rest(void);

/* promises.c: what a realm needs before any program runs in it, so that its jobs come in order. */
void gj_promises_mend(gj_context js);

/* bindings.c: what C offers to the library, by name (js/bind/bind.def); NULL if there is none. */
gj_object gj_bindings_get(gj_context js, const char *name);

#endif
