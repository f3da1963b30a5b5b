/* SPDX-License-Identifier: MIT */
/* A runtime: one thread's loop, its JavaScript context, and the road between them.
 *
 * The order of callbacks falls out of one rule: every callback from the loop is one entry into
 * JavaScript (gy_enter). The entry calls the function, then runs the ticks until there are none,
 * all inside one call of the engine; then C has the engine run its microtasks; if those left ticks
 * or rejected promises behind, counters in memory that both sides see say so, and it goes on. If
 * the function or a tick threw, and the program survived that, the rest waits for the next entry,
 * as in Node.
 *
 * The engine would run microtasks whenever its lock is given back. So the runtime holds the lock
 * (gy_context_lock) while it lives, and gives it back for a moment where microtasks are to run. */
#ifndef GY_JS_RUNTIME_H
#define GY_JS_RUNTIME_H

#include <uv.h>

#include "engine/engine.h"

/* Counters that JavaScript and C share, an Int32Array there (js/lib/internal/state.js). */
enum {
#define COUNT(name) GY_##name,
#include "lists.def"
  GY_COUNTS
};

/* Times in milliseconds since the process began, a Float64Array there. */
enum {
#define TIME(name) GY_##name,
#include "lists.def"
  GY_TIMES
};

/* What a runtime hears of from other threads, by its loop (ports.h). */
typedef struct gy_endpoint gy_endpoint;
struct gy_worker;
typedef struct gy_mailbox {
  uv_async_t async;
  gy_endpoint *endpoints;     /* in the order of their numbers */
  gy_endpoint *served;        /* whose turn it is, if it is still there */
  uint32_t served_number;     /* its number; 0: nobody's */
  unsigned served_left;       /* how many messages it may still be given */
  struct gy_worker *finished; /* threads that it has started, and that have ended */
  bool is_open;
} gy_mailbox;

enum { GY_ENDS_MAX = 8 };

typedef struct gy_runtime {
  uv_loop_t *loop;
  gy_context js;
  int32_t counts[GY_COUNTS];
  double times[GY_TIMES];
  gy_pin enter, drain, run_timer, run_immediate, on_rejection; /* functions of js/lib/internal */
  gy_pin bind_callback;
  uv_timer_t timer;
  uv_check_t check;
  uv_idle_t idle;
  bool timer_held, kept_awake; /* what gy_tick_sync did last */
  bool entered, engine_woke;   /* since the last check phase: a callback ran; the engine had work */
  uint64_t timer_base;         /* the loop's time when the process began */
  uint64_t start_ns, engine_ns, boot_ns, loop_ns; /* when each began to be (uv_hrtime) */
  int argc;
  char **argv;
  struct gy_worker *worker;  /* whose runtime it is; NULL: that of the main thread */
  struct gy_worker *workers; /* that it has started */
  gy_mailbox mailbox;
  gy_object first;    /* see gy_messaging_first; NULL: it has run */
  gy_endpoint *inbox; /* until JavaScript has it; NULL: that is so, or nothing was sent yet */
  int *files;         /* descriptors that a worker has left open */
  size_t files_count;
  void (*stops[GY_ENDS_MAX])(void), (*ends[GY_ENDS_MAX])(void);
  int stops_count, ends_count;
  /* What addons hear of: the program has come to its end; it has collected garbage. */
  void (*farewell)(void), (*after_gc)(void);
  bool traced;    /* see trace.h */
  bool gc_stress; /* collect garbage at every callback: tests/js/run --gc */
} gy_runtime;

/* The runtime of this thread. */
gy_runtime *gy_runtime_self(void);

/* start.c: from argv to the exit code. */
int gy_runtime_main(int argc, char **argv);
/* Ends the process; no JavaScript runs any more. In a worker only its thread: it returns, and what
 * runs is on its way to the end. */
void gy_runtime_leave(int code);
/* The same without a program, on a loop of somebody else's: what the library offers to C; and its
 * end, which leaves handles alone for which is_own is not 0. */
gy_object gy_runtime_open(gy_runtime *runtime);
typedef int (*gy_runtime_own)(const uv_handle_t *handle, void *arg);
void gy_runtime_close(gy_runtime *runtime, gy_runtime_own is_own, void *arg);
/* Called when the runtime of this thread is taken apart: before its handles are closed, and when
 * all is over, for what the thread has allocated for itself. */
void gy_runtime_at_stop(void (*fn)(void));
void gy_runtime_at_end(void (*fn)(void));

/* variables.c: the value of a variable that the runtime goes by; NULL if it is not set, or if this
 * program has rights that whoever started it has not: such a program goes by none (process.env has
 * them all the same). */
const char *gy_variable(const char *name);
/* Such a program's environment loses what the libraries below would go by. Before they begin. */
void gy_variables_clean(void);

/* enter.c: calls function(argv...) as a callback of the loop. Nothing is returned: what it throws
 * is an uncaught exception of the program. */
void gy_enter(gy_runtime *runtime, gy_object function, size_t argc, const gy_value argv[]);
/* Runs what is left of ticks and microtasks after an entry. */
void gy_enter_finish(gy_runtime *runtime);
/* The same if its ticks have not run yet, or it threw. */
void gy_enter_ticks(gy_runtime *runtime);
/* Calls a function of the library that must not throw; ends the process if it does. */
gy_value gy_enter_library(gy_runtime *runtime, gy_object function, size_t argc,
                          const gy_value argv[]);

/* async.c: what C keeps to call later must be passed through here: the function that it returns
 * calls the given one in the asynchronous context of now. The type is Node's name for what is under
 * way, "FSREQCALLBACK". What is no function is returned as it is. */
gy_value gy_async_once(gy_context js, gy_value function, const char *type);
gy_value gy_async_often(gy_context js, gy_value function, const char *type); /* of a handle */
void gy_async_start(gy_runtime *runtime, gy_value bind);

/* tick.c: timers and immediates of JavaScript on the loop. */
void gy_tick_start(gy_runtime *runtime);
void gy_tick_stop(gy_runtime *runtime);
/* Timers and immediates keep the loop alive, or not, as JavaScript has last counted. */
void gy_tick_sync(gy_runtime *runtime);
gy_object gy_tick_binding(gy_context js);

/* later.c: call(later) in the next turn of the loop. The struct is a part of what it is about. */
typedef struct gy_later {
  struct gy_later *next;
  void (*call)(struct gy_later *later);
} gy_later;
void gy_later_call(gy_later *later, void (*call)(gy_later *later));
/* What a thread of the pool does. If there is no thread for it, `after` is called all the same, in
 * the next turn, with the error. */
typedef struct {
  uv_work_t uv;
  gy_later later;
  uv_after_work_cb after;
  int error;
} gy_work;
void gy_work_start(gy_work *work, uv_work_cb run, uv_after_work_cb after);

/* The library's JavaScript files, embedded (tools/embed writes the table when gyre is built). Each
 * finds its own exports, require, module and binding as members of `this`. */
typedef struct {
  const char *name;   /* "fs", "internal/errors" */
  const char *source; /* ends with 0 */
} gy_builtin;
extern const gy_builtin gy_builtins[]; /* sorted by name */
extern const size_t gy_builtins_count;
/* start.c: runs a file of the library in a realm; its own names are the members of scope. Whether
 * there is such a file. */
bool gy_builtin_evaluate(gy_context js, const char *name, gy_object scope, gy_value *exception);

/* promises.c: what a realm needs before any program runs in it, so that its jobs come in order. */
void gy_promises_mend(gy_context js);

/* bindings.c: what C offers to the library, by name (js/bind/bind.def); NULL if there is none. */
gy_object gy_bindings_get(gy_context js, const char *name);

#endif
