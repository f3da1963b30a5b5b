/* SPDX-License-Identifier: MIT */
/* Start and end of a runtime, in order: loop, engine, library, program, loop until nothing is left,
 * 'beforeExit', 'exit'. */
#include <errno.h>
#include <fcntl.h>
#include <gyre.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/bytecode.h"
#include "engine/memory.h"
#include "runtime/runtime.h"
#include "runtime/trace.h"
#include "runtime/worker.h"

static _Thread_local gj_runtime *current;

gj_runtime *gj_runtime_self(void) { return current; }

/* evaluate(name, scope): gj_builtin_evaluate */
GJ_FUNCTION(evaluate) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  bool found = gj_builtin_evaluate(js, name.data, (gj_object)argv[1], exception);
  gj_text_free(&name);
  return gj_bool(js, found);
}

/* binding(name): what C offers under that name, or undefined. */
GJ_FUNCTION(binding) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  gj_object object = gj_bindings_get(js, name.data);
  gj_text_free(&name);
  return object == NULL ? gj_undefined(js) : object;
}

/* names(): the modules of the library, without its internal files. */
GJ_FUNCTION(names) {
  gj_object names = gj_array(js, 0, NULL);
  unsigned count = 0;
  for (size_t i = 0; i < gj_builtins_count; i++) {
    const char *name = gj_builtins[i].name;
    if (strncmp(name, "internal/", 9) != 0 && strncmp(name, "vendor/", 7) != 0) {
      gj_set_index(js, names, count++, gj_string(js, name));
    }
  }
  return names;
}

/* text(name): the text of a file of the library. */
GJ_FUNCTION(text) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  const gj_builtin *builtin = gj_builtin_find(name.data);
  gj_text_free(&name);
  return builtin == NULL ? gj_undefined(js) : gj_string(js, builtin->source);
}

static gj_pin pin_member(gj_runtime *runtime, gj_object object, const char *name) {
  return gj_pin_new(runtime->js, gj_get(runtime->js, object, name));
}

/* onFirstLook(fn, withTrace, withoutTrace): js/engine/first_look.c. */
GJ_FUNCTION(on_first_look) {
  return gj_bool(js, gj_first_look_start(js, (gj_object)argv[0], argv[1], argv[2]));
}

/* variable(name): a variable that was visible to the function whose error is looked at. */
GJ_FUNCTION(variable) { return gj_first_look_variable(js, argv[0]); }

/* awaits(limit): which functions await the current job, see binding('awaits'). */
GJ_FUNCTION(awaits) { return gj_awaits_now(js, gj_to_uint32(js, argv[0])); }
GJ_DIRECT(awaits)

/* throwTrace(value): where it was thrown, if it was thrown last. */
GJ_FUNCTION(throw_trace) { return gj_thrown_trace(js, argv[0]); }

/* Runs js/lib/internal/boot.js, which exports the functions that C calls. */
static gj_object boot(gj_runtime *runtime) {
  gj_context js = runtime->js;
  static const gj_export exports[] = {
      {"evaluate", evaluate},
      {"names", names},
      {"text", text},
      {"onFirstLook", on_first_look},
      {"awaits", awaits, awaits_direct},
      {"throwTrace", throw_trace},
      {"variable", variable},
      {NULL, NULL},
  };
  gj_object road = gj_object_new(js);
  gj_object files = gj_object_new(js);
  gj_set_exports(js, files, exports);
  gj_set(js, files, "imports", gj_bool(js, gj_host_find(js)));
  gj_object scope = gj_object_new(js);
  gj_set(js, scope, "exports", road);
  gj_set(js, scope, "module", files);
  gj_set_function(js, scope, "binding", binding);
  gj_value argv[] = {gj_string(js, "internal/boot"), scope};
  gj_enter_library(runtime, gj_function_new(js, "evaluate", evaluate), 2, argv);
  if (gj_stop_asked()) {
    return road;
  }
  runtime->enter = pin_member(runtime, road, "enter");
  runtime->drain = pin_member(runtime, road, "drain");
  runtime->on_rejection = pin_member(runtime, road, "onRejection");
  gj_object on_import = (gj_object)gj_get(js, road, "onImport");
  if (!gj_stop_asked()) { /* a worker that is being terminated may have no result */
    gj_context_on_rejection(js, gj_pin_object(&runtime->on_rejection));
    gj_host_start(js, on_import);
  }
  return road;
}

/* The engine has settled promises or called finalizers. After an error the next callback of the
 * loop runs what was left over, not this. */
static void on_engine_work(void) {
  current->engine_woke = true;
  gj_enter_finish(current);
}

/* The loop. It is called from within the engine, if the engine can run microtasks within a call:
 * otherwise the engine would do for every callback what it does when the outermost call begins. */
GJ_FUNCTION(turn) {
  gj_runtime *runtime = gj_runtime_self();
  gj_trace_loop_begins();
  runtime->inside = true;
  uv_run(runtime->loop, UV_RUN_DEFAULT);
  runtime->inside = false;
  return gj_undefined(js);
}
GJ_DIRECT(turn)

static gj_object turn_function(gj_context js) {
  static const gj_export exports[] = {{"turn", turn, turn_direct}, {NULL, NULL}};
  gj_object holder = gj_object_new(js);
  gj_set_exports(js, holder, exports);
  return (gj_object)gj_get(js, holder, "turn");
}

/* Until nothing is left to do, not even after 'beforeExit'. */
static void run_loop(gj_runtime *runtime, gj_object before_exit) {
  if (uv_loop_alive(runtime->loop)) {
    gj_builtin_rest();
  }
  do {
    runtime->entered = false; /* that was not the loop */
    if (gj_direct_has_microtasks()) {
      gj_enter_library(runtime, turn_function(runtime->js), 0, NULL);
    } else {
      uv_run(runtime->loop, UV_RUN_DEFAULT);
    }
    gj_enter(runtime, before_exit, 0, NULL);
  } while (!gj_stop_asked() && uv_loop_alive(runtime->loop));
}

#ifdef GJ_DEBUG
/* Present if memory is checked. The check would otherwise come at exit(), which is not called. */
void __lsan_do_leak_check(void) __attribute__((weak));

/* The engine keeps strings until the process ends. Nothing of our own may be listed here. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libjavascriptcoregtk\n"; }
const char *__lsan_default_options(void);
const char *__lsan_default_options(void) { return "print_suppressions=0"; }
#endif

/* Which handles do not belong to the runtime; and how many others there are. */
typedef struct {
  gj_runtime_own is_own;
  void *arg;
  int left;
} gj_handles;

static void close_handle(uv_handle_t *handle, void *arg) {
  gj_handles *handles = arg;
  if (handles->is_own != NULL && handles->is_own(handle, handles->arg)) {
    return;
  }
  handles->left++;
  if (!uv_is_closing(handle)) {
    uv_close(handle, NULL);
  }
}

static void free_pins(gj_runtime *runtime) {
  gj_pin *pins[] = {&runtime->enter, &runtime->drain, &runtime->run_timer, &runtime->run_immediate,
                    &runtime->on_rejection};
  for (size_t i = 0; i < sizeof(pins) / sizeof(pins[0]); i++) {
    gj_pin_free(pins[i]);
  }
}

static void add(void (*list[])(void), int *count, void (*fn)(void)) {
  if (*count == GJ_ENDS_MAX) {
    gj_memory_fatal("too many functions to call at the end of a thread");
  }
  list[(*count)++] = fn;
}

void gj_runtime_at_stop(void (*fn)(void)) { add(current->stops, &current->stops_count, fn); }

void gj_runtime_at_end(void (*fn)(void)) { add(current->ends, &current->ends_count, fn); }

static void close_files(gj_runtime *runtime) {
  while (runtime->files_count > 0) {
    close(runtime->files[--runtime->files_count]);
  }
  free(runtime->files);
}

static void finish_loop(gj_runtime *runtime) {
  do {
    uv_run(runtime->loop, UV_RUN_DEFAULT); /* the first may only see that it was stopped */
  } while (uv_loop_alive(runtime->loop));
  if (uv_loop_close(runtime->loop) != 0) {
    gj_memory_fatal("the loop is still in use at the end");
  }
}

/* On a loop of the program: until the runtime's own handles are closed. */
static void close_handles(gj_runtime *runtime, gj_handles *handles) {
  do {
    handles->left = 0;
    uv_walk(runtime->loop, close_handle, handles);
    uv_run(runtime->loop, UV_RUN_NOWAIT);
  } while (handles->left > 0);
}

/* Frees everything. Workers end like this, and builds with sanitizers, so that leaks show. What
 * kept the loop alive is gone, or no longer matters; other handles are closed here. */
static void stop(gj_runtime *runtime, gj_handles *handles) {
  gj_worker_stop_all(runtime);
  gj_messaging_close(runtime);
  gj_engine_work_stop();
  gj_tick_stop(runtime);
  while (runtime->stops_count > 0) {
    runtime->stops[--runtime->stops_count]();
  }
  uv_run(runtime->loop, UV_RUN_NOWAIT);
  uv_run(runtime->loop, UV_RUN_NOWAIT); /* a loop that was stopped does nothing the first time */
  if (handles != NULL) {
    close_handles(runtime, handles);
  } else {
    uv_walk(runtime->loop, close_handle, &(gj_handles){0});
    finish_loop(runtime);
  }
  close_files(runtime);
  free_pins(runtime);
  gj_promises_stop();
  gj_first_look_stop();
  if (runtime->is_cut_off && gj_stop_works()) { /* the engine would run them */
    gj_direct_drop_microtasks(runtime->js);
  }
  gj_context_unlock(runtime->js);
  gj_context_free(runtime->js);
  while (runtime->ends_count > 0) {
    runtime->ends[--runtime->ends_count]();
  }
}

/* What calls this returns to JavaScript that goes on: leaving ends FUNCTION alone. The worker ends
 * when that JavaScript has returned (gj_enter_library, run_queues). */
void gj_runtime_apart(gj_object function) {
  gj_value exception = NULL;
  if (current->leaves) {
    return;
  }
  current->apart = gj_stop_works();
  gj_call(current->js, function, NULL, 0, NULL, &exception);
  current->apart = false;
  if (current->leaves) {
    gj_stop_over(current->js);
    gj_stop_go_on(current->js); /* the parent may have asked meanwhile */
  }
}

void gj_runtime_leave(int code) {
  if (current->apart) {
    current->leaves = true;
    current->leave_code = code;
    gj_stop_script(current->js);
    return;
  }
  if (current->worker != NULL) {
    gj_worker_stop(current->worker, code, GJ_ENDED);
    return;
  }
  gj_trace_stop(current);
  gyre_live_end();
  uv_tty_reset_mode();
  fflush(NULL);
  _exit(code);
}

/* From the first line of the library to the last of the program. Returns the exit code. */
static int run_program(gj_runtime *runtime) {
  gj_object road = boot(runtime);
  if (gj_stop_asked()) {
    return 0;
  }
  runtime->boot_ns = uv_hrtime();
  gj_pin pin = gj_pin_new(runtime->js, road);
  if (runtime->worker == NULL) {
    gj_enter(runtime, (gj_object)gj_get(runtime->js, road, "main"), 0, NULL);
  } else {
    gj_messaging_first(runtime, (gj_object)gj_get(runtime->js, road, "workerMain"));
  }
  gyre_block_hold(runtime->loop, 0);
  runtime->loop_ns = uv_hrtime();
  gyre_virtual_hold(-1);
  runtime->in_loop = true;
  run_loop(runtime, (gj_object)gj_get(runtime->js, road, "beforeExit"));
  runtime->in_loop = false;
  gyre_virtual_hold(1);
  gj_enter(runtime, (gj_object)gj_get(runtime->js, road, "end"), 0, NULL);
  gj_object ask = (gj_object)gj_get(runtime->js, road, "exitNumber");
  gj_value number = gj_enter_library(runtime, ask, 0, NULL);
  int code = number == NULL ? 0 : gj_to_int32(runtime->js, number);
  gj_pin_free(&pin);
  return code;
}

static void open_engine(gj_runtime *runtime) {
  runtime->js = gj_context_new();
  gj_context_lock(runtime->js);
  runtime->engine_ns = uv_hrtime();
  gj_tick_start(runtime);
  gj_engine_work_start(runtime->js, runtime->loop, on_engine_work);
}

gj_object gj_runtime_open(gj_runtime *runtime) {
  current = runtime;
  open_engine(runtime);
  gj_promises_mend(runtime->js);
  return boot(runtime);
}

void gj_runtime_close(gj_runtime *runtime, gj_runtime_own is_own, void *arg) {
  gj_handles handles = {is_own, arg, 0};
  stop(runtime, &handles);
  current = NULL;
}

static void say_farewell(gj_runtime *runtime) {
  if (runtime->farewell != NULL) {
    runtime->farewell();
  }
}

static int run(void *arg) {
  gj_runtime *runtime = arg;
  open_engine(runtime);
  gj_promises_mend(runtime->js);
  int code = run_program(runtime);
  say_farewell(runtime);
  gj_trace_stop(runtime);
#ifdef GJ_DEBUG
  stop(runtime, NULL);
  if (__lsan_do_leak_check != NULL) {
    __lsan_do_leak_check();
  }
#endif
  return code;
}

/* From now on its parent can stop it. */
static void open_worker(gj_runtime *runtime) {
  gj_worker *worker = runtime->worker;
  gj_messaging_open(runtime);
  pthread_mutex_lock(&worker->lock);
  gj_stop_open(&worker->stop, runtime->js);
  worker->loop = runtime->loop;
  worker->tid = gettid();
  pthread_mutex_unlock(&worker->lock);
}

static void close_worker(gj_runtime *runtime, int code) {
  gj_worker *worker = runtime->worker;
  pthread_mutex_lock(&worker->lock);
  gj_stop_close(&worker->stop);
  gj_context_no_limit();
  worker->loop = NULL;
  runtime->is_cut_off = atomic_exchange(&worker->stop.asked, true);
  if (!runtime->is_cut_off) { /* no callback finds JavaScript any more */
    worker->code = code;
  }
  pthread_mutex_unlock(&worker->lock);
}

static int run_worker(void *arg) {
  gj_runtime *runtime = arg;
  int code = 0;
  pthread_t finder;
  bool finds = gj_stop_find_out(&finder); /* while this one starts: js/bind/worker.c waits for it */
  open_engine(runtime);
  open_worker(runtime);
  if (!finds) {
    gj_stop_prepare(runtime->js);
  }
  if (!gj_stop_asked()) {
    gj_promises_mend(runtime->js);
    code = run_program(runtime);
  }
  close_worker(runtime, code);
  if (finds) {
    pthread_join(finder, NULL);
  }
  say_farewell(runtime);
  gj_trace_stop(runtime);
  stop(runtime, NULL);
  return 0;
}

void gj_runtime_of_worker(gj_worker *worker) {
  uv_loop_t loop;
  gj_runtime runtime = {.worker = worker, .loop = &loop, .start_ns = uv_hrtime()};
  if (atomic_load(&worker->stop.asked)) {
    return;
  }
  bool has_loop = uv_loop_init(&loop) == 0;
  if (!has_loop || !gj_engine_work_prepare()) {
    if (has_loop) {
      uv_loop_close(&loop);
    }
    worker->reason = GJ_NO_LOOP; /* its code is 0, as in Node */
    return;
  }
  loop.data = &runtime;
  current = &runtime;
  runtime.argc = worker->parent->argc;
  runtime.argv = worker->parent->argv;
  runtime.gc_stress = worker->parent->gc_stress;
  gj_pin_room(run_worker, &runtime);
  current = NULL;
}

/* If descriptors 0 to 2 are closed, the next files that are opened would get their numbers, and
 * would be written to as standard output. */
static void open_standard(void) {
  struct stat now;
  for (int fd = 0; fd <= 2; fd++) {
    if (fstat(fd, &now) != 0 && errno == EBADF && open("/dev/null", O_RDWR) != fd) {
      abort(); /* abort: there is no way to report it */
    }
  }
}

/* A program starts with default signals, whatever its parent ignored or blocked. */
static void reset_signals(void) {
  struct sigaction now;
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  for (int number = 1; number < NSIG && number < 32; number++) {
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN) {
      signal(number, SIG_DFL);
    }
  }
  signal(SIGPIPE, SIG_IGN); /* writing to a pipe without a reader is an error, not the end */
  signal(SIGXFSZ, SIG_IGN); /* the same for writing beyond the limit of a file's size */
}

int gj_runtime_main(int argc, char **argv) {
  static gj_runtime runtime; /* process: that of the main thread */
  gj_variables_clean();
  open_standard();
  reset_signals();
  current = &runtime;
  runtime.start_ns = uv_hrtime();
  runtime.argv = uv_setup_args(argc, argv);
  runtime.argc = argc;
  runtime.gc_stress = gj_variable("GYRE_GC_STRESS") != NULL;
  runtime.loop = uv_default_loop();
  if (runtime.loop == NULL) {
    fprintf(stderr, "gyre: cannot create an event loop\n");
    return 1;
  }
  gyre_virtual_hold(1);
  gj_runtime_leave(gj_pin_room(run, &runtime));
  return 0;
}
