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

#include "engine/memory.h"
#include "runtime/runtime.h"
#include "runtime/trace.h"
#include "runtime/worker.h"

static _Thread_local gy_runtime *current;

gy_runtime *gy_runtime_self(void) { return current; }

static int compare_name(const void *name, const void *builtin) {
  return strcmp(name, ((const gy_builtin *)builtin)->name);
}

static const gy_builtin *find_builtin(const char *name) {
  return bsearch(name, gy_builtins, gy_builtins_count, sizeof(*gy_builtins), compare_name);
}

bool gy_builtin_evaluate(gy_context js, const char *name, gy_object scope, gy_value *exception) {
  const gy_builtin *builtin = find_builtin(name);
  if (builtin != NULL) {
    char url[300];
    snprintf(url, sizeof(url), "node:%s", name);
    gy_eval_text(js, builtin->source, url, scope, exception);
  }
  return builtin != NULL;
}

/* evaluate(name, scope): gy_builtin_evaluate */
GY_FUNCTION(evaluate) {
  gy_text name;
  gy_text_get(js, argv[0], &name);
  bool found = gy_builtin_evaluate(js, name.data, (gy_object)argv[1], exception);
  gy_text_free(&name);
  return gy_bool(js, found);
}

/* binding(name): what C offers under that name; undefined if nothing. */
GY_FUNCTION(binding) {
  gy_text name;
  gy_text_get(js, argv[0], &name);
  gy_object object = gy_bindings_get(js, name.data);
  gy_text_free(&name);
  return object == NULL ? gy_undefined(js) : object;
}

/* names(): those of the library's modules: its files but those for itself. */
GY_FUNCTION(names) {
  gy_object names = gy_array(js, 0, NULL);
  unsigned count = 0;
  for (size_t i = 0; i < gy_builtins_count; i++) {
    const char *name = gy_builtins[i].name;
    if (strncmp(name, "internal/", 9) != 0 && strncmp(name, "vendor/", 7) != 0) {
      gy_set_index(js, names, count++, gy_string(js, name));
    }
  }
  return names;
}

/* text(name): that of a file of the library. */
GY_FUNCTION(text) {
  gy_text name;
  gy_text_get(js, argv[0], &name);
  const gy_builtin *builtin = find_builtin(name.data);
  gy_text_free(&name);
  return builtin == NULL ? gy_undefined(js) : gy_string(js, builtin->source);
}

static gy_pin pin_member(gy_runtime *runtime, gy_object object, const char *name) {
  return gy_pin_new(runtime->js, gy_get(runtime->js, object, name));
}

/* onFirstLook(fn, withTrace, withoutTrace): js/engine/first_look.c. */
GY_FUNCTION(on_first_look) {
  return gy_bool(js, gy_first_look_start(js, (gy_object)argv[0], argv[1], argv[2]));
}

/* variable(name): of those that the function could see whose error is looked at. */
GY_FUNCTION(variable) { return gy_first_look_variable(js, argv[0]); }

/* awaits(limit): who awaits the end of the job that runs, see binding('awaits'). */
GY_FUNCTION(awaits) { return gy_awaits_now(js, gy_to_uint32(js, argv[0])); }
GY_DIRECT(awaits)

/* throwTrace(value): where it was thrown, if it is what was thrown last. */
GY_FUNCTION(throw_trace) { return gy_thrown_trace(js, argv[0]); }

/* Runs js/lib/internal/boot.js, which exports the functions that C calls. */
static gy_object boot(gy_runtime *runtime) {
  gy_context js = runtime->js;
  static const gy_direct_export direct[] = {{"awaits", awaits_direct}, {NULL, NULL}};
  gy_object road = gy_object_new(js);
  gy_object files = gy_object_new(js);
  gy_set_function(js, files, "evaluate", evaluate);
  gy_set_function(js, files, "names", names);
  gy_set_function(js, files, "text", text);
  gy_set_function(js, files, "onFirstLook", on_first_look);
  gy_set_function(js, files, "awaits", awaits);
  gy_direct_set(js, files, direct);
  gy_set_function(js, files, "throwTrace", throw_trace);
  gy_set_function(js, files, "variable", variable);
  gy_set(js, files, "imports", gy_bool(js, gy_host_find(js)));
  gy_object scope = gy_object_new(js);
  gy_set(js, scope, "exports", road);
  gy_set(js, scope, "module", files);
  gy_set_function(js, scope, "binding", binding);
  gy_value argv[] = {gy_string(js, "internal/boot"), scope};
  gy_enter_library(runtime, gy_function_new(js, "evaluate", evaluate), 2, argv);
  if (gy_stop_asked()) {
    return road;
  }
  runtime->enter = pin_member(runtime, road, "enter");
  runtime->drain = pin_member(runtime, road, "drain");
  runtime->on_rejection = pin_member(runtime, road, "onRejection");
  gy_context_on_rejection(js, gy_pin_object(&runtime->on_rejection));
  gy_host_start(js, (gy_object)gy_get(js, road, "onImport"));
  return road;
}

/* The engine has settled promises or called finalizers. After an error it is the next callback of
 * the loop that runs what was left behind, and not this. */
static void on_engine_work(void) {
  current->engine_woke = true;
  gy_enter_finish(current);
}

/* The loop. It is called by way of the engine, where that can run microtasks within a call: what
 * the engine does when the first of several calls begins would else be done for every callback. */
GY_FUNCTION(turn) {
  gy_trace_loop_begins();
  uv_run(gy_runtime_self()->loop, UV_RUN_DEFAULT);
  return gy_undefined(js);
}
GY_DIRECT(turn)

static gy_object turn_function(gy_context js) {
  static const gy_direct_export direct[] = {{"turn", turn_direct}, {NULL, NULL}};
  gy_object holder = gy_object_new(js);
  gy_set_function(js, holder, "turn", turn);
  gy_direct_set(js, holder, direct);
  return (gy_object)gy_get(js, holder, "turn");
}

/* Until nothing is left to do, not even after 'beforeExit'. */
static void run_loop(gy_runtime *runtime, gy_object before_exit) {
  do {
    runtime->entered = false; /* that was not the loop */
    if (gy_direct_has_microtasks()) {
      gy_enter_library(runtime, turn_function(runtime->js), 0, NULL);
    } else {
      uv_run(runtime->loop, UV_RUN_DEFAULT);
    }
    gy_enter(runtime, before_exit, 0, NULL);
  } while (!gy_stop_asked() && uv_loop_alive(runtime->loop));
}

#ifdef GY_DEBUG
/* There if memory is checked. The check would else come at exit(), which is not called. */
void __lsan_do_leak_check(void) __attribute__((weak));

/* The engine keeps strings until the process ends. Nothing of our own may stand here. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libjavascriptcoregtk\n"; }
const char *__lsan_default_options(void);
const char *__lsan_default_options(void) { return "print_suppressions=0"; }
#endif

/* Which handles are not the runtime's; and how many others there are. */
typedef struct {
  gy_runtime_own is_own;
  void *arg;
  int left;
} gy_handles;

static void close_handle(uv_handle_t *handle, void *arg) {
  gy_handles *handles = arg;
  if (handles->is_own != NULL && handles->is_own(handle, handles->arg)) {
    return;
  }
  handles->left++;
  if (!uv_is_closing(handle)) {
    uv_close(handle, NULL);
  }
}

static void free_pins(gy_runtime *runtime) {
  gy_pin *pins[] = {&runtime->enter, &runtime->drain, &runtime->run_timer, &runtime->run_immediate,
                    &runtime->on_rejection};
  for (size_t i = 0; i < sizeof(pins) / sizeof(pins[0]); i++) {
    gy_pin_free(pins[i]);
  }
}

static void add(void (*list[])(void), int *count, void (*fn)(void)) {
  if (*count == GY_ENDS_MAX) {
    gy_memory_fatal("too much to do at the end of a thread");
  }
  list[(*count)++] = fn;
}

void gy_runtime_at_stop(void (*fn)(void)) { add(current->stops, &current->stops_count, fn); }

void gy_runtime_at_end(void (*fn)(void)) { add(current->ends, &current->ends_count, fn); }

static void close_files(gy_runtime *runtime) {
  while (runtime->files_count > 0) {
    close(runtime->files[--runtime->files_count]);
  }
  free(runtime->files);
}

static void finish_loop(gy_runtime *runtime) {
  do {
    uv_run(runtime->loop, UV_RUN_DEFAULT); /* the first may only see that it was stopped */
  } while (uv_loop_alive(runtime->loop));
  if (uv_loop_close(runtime->loop) != 0) {
    gy_memory_fatal("the loop is still in use at the end");
  }
}

/* On a loop that is the program's: until what is not is closed. */
static void close_handles(gy_runtime *runtime, gy_handles *handles) {
  do {
    handles->left = 0;
    uv_walk(runtime->loop, close_handle, handles);
    uv_run(runtime->loop, UV_RUN_NOWAIT);
  } while (handles->left > 0);
}

/* Takes everything apart. Workers end so, and builds with checks, so that what is left over shows.
 * What keeps the loop alive is gone, or nobody cares; handles that do not are closed here. */
static void stop(gy_runtime *runtime, gy_handles *handles) {
  gy_worker_stop_all(runtime);
  gy_messaging_close(runtime);
  gy_engine_work_stop();
  gy_tick_stop(runtime);
  while (runtime->stops_count > 0) {
    runtime->stops[--runtime->stops_count]();
  }
  uv_run(runtime->loop, UV_RUN_NOWAIT);
  uv_run(runtime->loop, UV_RUN_NOWAIT); /* a loop that was stopped does nothing the first time */
  if (handles != NULL) {
    close_handles(runtime, handles);
  } else {
    uv_walk(runtime->loop, close_handle, &(gy_handles){0});
    finish_loop(runtime);
  }
  close_files(runtime);
  free_pins(runtime);
  gy_promises_stop();
  gy_first_look_stop();
  gy_context_unlock(runtime->js);
  gy_context_free(runtime->js);
  while (runtime->ends_count > 0) {
    runtime->ends[--runtime->ends_count]();
  }
}

void gy_runtime_leave(int code) {
  if (current->worker != NULL) {
    gy_worker_stop(current->worker, code, GY_ENDED);
    return;
  }
  gy_trace_stop(current);
  gyre_live_end();
  uv_tty_reset_mode();
  fflush(NULL);
  _exit(code);
}

/* From the first line of the library to the last of the program: its exit code. */
static int run_program(gy_runtime *runtime) {
  gy_object road = boot(runtime);
  if (gy_stop_asked()) {
    return 0;
  }
  runtime->boot_ns = uv_hrtime();
  gy_pin pin = gy_pin_new(runtime->js, road);
  if (runtime->worker == NULL) {
    gy_enter(runtime, (gy_object)gy_get(runtime->js, road, "main"), 0, NULL);
  } else {
    gy_messaging_first(runtime, (gy_object)gy_get(runtime->js, road, "workerMain"));
  }
  gyre_block_hold(runtime->loop, 0);
  runtime->loop_ns = uv_hrtime();
  gyre_virtual_hold(-1);
  run_loop(runtime, (gy_object)gy_get(runtime->js, road, "beforeExit"));
  gyre_virtual_hold(1);
  gy_enter(runtime, (gy_object)gy_get(runtime->js, road, "end"), 0, NULL);
  gy_object ask = (gy_object)gy_get(runtime->js, road, "exitNumber");
  gy_value number = gy_enter_library(runtime, ask, 0, NULL);
  int code = number == NULL ? 0 : gy_to_int32(runtime->js, number);
  gy_pin_free(&pin);
  return code;
}

static void open_engine(gy_runtime *runtime) {
  runtime->js = gy_context_new();
  gy_context_lock(runtime->js);
  runtime->engine_ns = uv_hrtime();
  gy_tick_start(runtime);
  gy_engine_work_start(runtime->js, runtime->loop, on_engine_work);
}

gy_object gy_runtime_open(gy_runtime *runtime) {
  current = runtime;
  open_engine(runtime);
  gy_promises_mend(runtime->js);
  return boot(runtime);
}

void gy_runtime_close(gy_runtime *runtime, gy_runtime_own is_own, void *arg) {
  gy_handles handles = {is_own, arg, 0};
  stop(runtime, &handles);
  current = NULL;
}

static void say_farewell(gy_runtime *runtime) {
  if (runtime->farewell != NULL) {
    runtime->farewell();
  }
}

static int run(void *arg) {
  gy_runtime *runtime = arg;
  open_engine(runtime);
  gy_promises_mend(runtime->js);
  int code = run_program(runtime);
  say_farewell(runtime);
  gy_trace_stop(runtime);
#ifdef GY_DEBUG
  stop(runtime, NULL);
  if (__lsan_do_leak_check != NULL) {
    __lsan_do_leak_check();
  }
#endif
  return code;
}

/* From now on its parent can stop it. */
static void open_worker(gy_runtime *runtime) {
  gy_worker *worker = runtime->worker;
  gy_messaging_open(runtime);
  pthread_mutex_lock(&worker->lock);
  gy_stop_open(&worker->stop, runtime->js);
  worker->loop = runtime->loop;
  worker->tid = gettid();
  pthread_mutex_unlock(&worker->lock);
}

static void close_worker(gy_runtime *runtime, int code) {
  gy_worker *worker = runtime->worker;
  pthread_mutex_lock(&worker->lock);
  gy_stop_close(&worker->stop);
  gy_context_no_limit();
  worker->loop = NULL;
  if (!atomic_exchange(&worker->stop.asked, true)) { /* no callback finds JavaScript any more */
    worker->code = code;
  }
  pthread_mutex_unlock(&worker->lock);
}

static int run_worker(void *arg) {
  gy_runtime *runtime = arg;
  int code = 0;
  pthread_t finder;
  bool finds = gy_stop_find_out(&finder); /* while this one starts: js/bind/worker.c waits for it */
  open_engine(runtime);
  open_worker(runtime);
  if (!finds) {
    gy_stop_prepare(runtime->js);
  }
  if (!gy_stop_asked()) {
    gy_promises_mend(runtime->js);
    code = run_program(runtime);
  }
  close_worker(runtime, code);
  if (finds) {
    pthread_join(finder, NULL);
  }
  say_farewell(runtime);
  gy_trace_stop(runtime);
  stop(runtime, NULL);
  return 0;
}

void gy_runtime_of_worker(gy_worker *worker) {
  uv_loop_t loop;
  gy_runtime runtime = {.worker = worker, .loop = &loop, .start_ns = uv_hrtime()};
  if (atomic_load(&worker->stop.asked)) {
    return;
  }
  bool has_loop = uv_loop_init(&loop) == 0;
  if (!has_loop || !gy_engine_work_prepare()) {
    if (has_loop) {
      uv_loop_close(&loop);
    }
    worker->reason = GY_NO_LOOP; /* its code is 0, as in Node */
    return;
  }
  loop.data = &runtime;
  current = &runtime;
  runtime.argc = worker->parent->argc;
  runtime.argv = worker->parent->argv;
  runtime.gc_stress = worker->parent->gc_stress;
  gy_pin_room(run_worker, &runtime);
  current = NULL;
}

/* Descriptors 0 to 2 that are closed would be those of the next files that are opened, which would
   then be written to as standard output. */
static void open_standard(void) {
  struct stat now;
  for (int fd = 0; fd <= 2; fd++) {
    if (fstat(fd, &now) != 0 && errno == EBADF && open("/dev/null", O_RDWR) != fd) {
      abort(); /* abort: there is nobody who could be told */
    }
  }
}

/* A program that is started has signals as they are by default, whatever its parent ignored or
   blocked. */
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
  signal(SIGPIPE, SIG_IGN); /* writing to a pipe that nobody reads is an error, not the end */
  signal(SIGXFSZ, SIG_IGN); /* so is writing beyond the limit of a file's size */
}

int gy_runtime_main(int argc, char **argv) {
  static gy_runtime runtime; /* process: that of the main thread */
  gy_variables_clean();
  open_standard();
  reset_signals();
  current = &runtime;
  runtime.start_ns = uv_hrtime();
  runtime.argv = uv_setup_args(argc, argv);
  runtime.argc = argc;
  runtime.gc_stress = gy_variable("GYRE_GC_STRESS") != NULL;
  runtime.loop = uv_default_loop();
  if (runtime.loop == NULL) {
    fprintf(stderr, "gyre: no event loop can be made here\n");
    return 1;
  }
  gyre_virtual_hold(1);
  gy_runtime_leave(gy_pin_room(run, &runtime));
  return 0;
}
