/* SPDX-License-Identifier: MIT */
/* Node-API: the interface through which native addons (.node files) use the runtime.
 *
 * A napi_value is a value of the engine. Values that an addon gets are put on one list, the handles
 * of the thread, which the collector marks. A scope is a length of that list, and its end truncates
 * the list. Each loaded addon has a napi_env; what all of a thread share is its room.
 *
 * Every function returns a status, which the env stores (napi_get_last_error_info). The checks
 * below are called in Node's order and record what is wrong: `if (!check) return
 * gj_napi_status(env)`. */
#ifndef GJ_JS_NAPI_H
#define GJ_JS_NAPI_H

#define NAPI_VERSION 10
#include <node_api.h>
#include <uv.h>

#include "runtime/runtime.h"

/* The version of an addon that uses experimental functions. */
#define GJ_NAPI_EXPERIMENTAL INT32_MAX
enum { GJ_NAPI_OLD = 8, GJ_NAPI_LATEST = 10, GJ_NAPI_TOLD = 9 };

/* Declarations that the headers have only for C++: functions that only experimental addons may
 * use. */
napi_status node_api_post_finalizer(napi_env env, napi_finalize finalize, void *data, void *hint);
napi_status node_api_set_prototype(napi_env env, napi_value object, napi_value value);
napi_status node_api_create_object_with_properties(napi_env env, napi_value prototype,
                                                   const napi_value *names,
                                                   const napi_value *values, size_t count,
                                                   napi_value *result);
napi_status node_api_is_sharedarraybuffer(napi_env env, napi_value value, bool *result);
napi_status node_api_create_sharedarraybuffer(napi_env env, size_t length, void **data,
                                              napi_value *result);

enum gj_napi_helper {
#define GJ_NAPI_HELPER(name) GJ_NAPI_##name,
#include "napi/script.def"
#undef GJ_NAPI_HELPER
  GJ_NAPI_HELPERS_COUNT
};

/* What helpers.kind() returns for an object, in bits. */
enum {
  GJ_NAPI_IS_ERROR = 1,
  GJ_NAPI_IS_PROMISE = 2,
  GJ_NAPI_IS_DATAVIEW = 4,
  GJ_NAPI_IS_SHARED = 8,
  GJ_NAPI_IS_DETACHED = 16,
};

typedef struct gj_napi_hook gj_napi_hook;
typedef struct gj_napi_external gj_napi_external;

/* What all addons of a thread share. */
typedef struct {
  gj_runtime *runtime;
  gj_context js;
  gj_values handles;
  int depth;     /* calls of addons' functions from JavaScript, and entries */
  bool held;     /* the engine's lock is certainly held: it has called an addon's function */
  bool ends;     /* no more JavaScript */
  napi_env envs; /* the newest first */
  gj_pin helpers[GJ_NAPI_HELPERS_COUNT];
  gj_pin entry; /* the function that makes calls on the loop */
  void (*entering)(void *arg);
  void *entering_arg;
  napi_env entering_env;
  bool more;            /* that function wants to be called again */
  uv_async_t collected; /* something was collected, or a finalizer waits */
  uv_mutex_t lock;      /* of the next two */
  gj_napi_external *released;
  bool is_open;
  napi_ref *wraps; /* by object: references.c */
  size_t wraps_size, wraps_count;
  gj_napi_hook *hooks; /* the newest first */
  int hooks_pending;   /* asynchronous ones in progress */
  int handles_closing;
  int works; /* at the pool */
} gj_napi_room;

/* References with a finalizer, and without, the newest first: a ring. */
typedef struct gj_napi_link {
  struct gj_napi_link *next, *previous;
} gj_napi_link;

struct napi_env__ {
  gj_context js;
  gj_napi_room *room;
  napi_extended_error_info last;
  gj_pin thrown; /* the pending exception; no value: none */
  int open_scopes, open_callback_scopes, hooks_pending;
  bool ends;
  int32_t version;
  bool finalizing; /* a basic finalizer of an experimental addon runs */
  int references;  /* what may still come back: work, thread-safe functions */
  char *filename;  /* a URL */
  gj_napi_link finalizers, plain;
  gj_napi_external *externals;
  napi_ref instance;
  int64_t external_memory;
  napi_env next;
};

/* A reference is strong (it has a pin) or weak, or its value is gone. One that we own is freed with
 * its value; others are deleted by the addon. */
struct napi_ref__ {
  gj_napi_link link; /* first: in a list of its env, or among those that are gone */
  napi_env env;
  gj_value value; /* for comparison; gone if neither of the next two is set */
  gj_pin pin;
  gj_weak weak;
  uint32_t count;
  uint8_t kind; /* enum gj_napi_wrap; 0: none */
  bool owned;
  node_api_basic_finalize finalize;
  void *data, *hint;
  napi_type_tag tag;
  napi_ref next; /* in wraps.c */
};

struct napi_callback_info__ {
  const gj_addons_call *call;
  gj_value self; /* NULL: not asked for yet */
  void *data;
};

/* env.c */
extern _Thread_local gj_napi_room *gj_napi_here;
napi_env gj_napi_env_new(gj_napi_room *room, const char *filename, int32_t version);
gj_napi_room *gj_napi_room_get(gj_context js, gj_object helpers);
void gj_napi_env_end(void *env);
void gj_napi_end(void);
_Noreturn void gj_napi_die(const char *location, const char *message);
/* Calls a helper; NULL: it threw, and the exception is pending. */
gj_value gj_napi_help(napi_env env, enum gj_napi_helper helper, size_t argc, const gj_value argv[]);

/* hooks.c */
void gj_napi_hooks_run(gj_napi_room *room);
/* Adds one of our own to those of addons. */
gj_napi_hook *gj_napi_hook_add(gj_napi_room *room, void (*fn)(void *arg), void *arg);
void gj_napi_hook_remove(gj_napi_room *room, gj_napi_hook *hook);

/* errors.c */
napi_status gj_napi_threw(napi_env env, gj_value exception); /* it is pending now */
gj_value gj_napi_take_exception(napi_env env);               /* NULL: none was pending */

/* references.c */
napi_ref gj_napi_reference(napi_env env, gj_value value, uint32_t count, bool owned,
                           node_api_basic_finalize finalize, void *data, void *hint);
void gj_napi_reference_free(napi_ref reference);
void gj_napi_collected(uv_async_t *async);
void gj_napi_collected_now(void);
void gj_napi_finalize_all(napi_env env);
/* Calls a finalizer, with a scope around it. What it throws is the program's exception. */
void gj_napi_finalize(napi_env env, node_api_basic_finalize finalize, void *data, void *hint);

/* wraps.c: the references that belong to an object, by kind. */
enum gj_napi_wrap { GJ_NAPI_WRAP = 1, GJ_NAPI_TAG };
napi_ref gj_napi_wrap_find(gj_napi_room *room, gj_value object, enum gj_napi_wrap kind);
void gj_napi_wrap_add(gj_napi_room *room, napi_ref reference);
void gj_napi_wrap_remove(gj_napi_room *room, napi_ref reference);

bool gj_napi_is_external(gj_context js, gj_value value);
void *gj_napi_external_data(gj_value external);

/* buffers.c: what an object is, in bits. */
unsigned gj_napi_kind(napi_env env, gj_value value);

/* externals.c */
gj_napi_external *gj_napi_external_new(napi_env env, node_api_basic_finalize finalize, void *data,
                                       void *hint);
void gj_napi_external_release(void *data, void *external); /* on any thread */
void gj_napi_external_drop(gj_napi_external *external);    /* nobody got it */
void gj_napi_post(napi_env env, napi_finalize finalize, void *data, void *hint);
void gj_napi_released(gj_napi_room *room);
void gj_napi_externals_end(napi_env env);

/* functions.c */
gj_object gj_napi_function(napi_env env, gj_value name, napi_callback callback, void *data);

/* objects.c */
gj_object gj_napi_object_of(napi_env env, napi_value value);

/* enter.c: calls fn(arg) as a callback of the loop: ticks and microtasks follow. An exception that
 * is then pending in env is uncaught. The function is what gj_napi_entry returned. */
void gj_napi_enter(napi_env env, gj_object entry, void (*fn)(void *arg), void *arg);
/* The same, again as long as it sets room->more. */
void gj_napi_enter_many(napi_env env, gj_object entry, void (*fn)(void *arg), void *arg);
/* Calls it within JavaScript, if that still runs, and handles what is pending. */
void gj_napi_call(napi_env env, void (*fn)(void *arg), void *arg, bool enforce);
gj_object gj_napi_entry(napi_env env, napi_value resource, napi_value name);
void gj_napi_entry_start(gj_napi_room *room);
void gj_napi_entry_free(napi_env env, gj_pin *entry);

/* --- what every function begins and ends with */

static inline napi_value gj_napi_out(gj_value value) { return (napi_value)(uintptr_t)value; }
static inline gj_value gj_napi_in(napi_value value) { return (gj_value)value; }
static inline gj_object gj_napi_object(napi_value value) { return (gj_object)value; }

static inline napi_status gj_napi_set(napi_env env, napi_status status) {
  env->last.error_code = status;
  return status;
}

static inline napi_status gj_napi_ok(napi_env env) { return gj_napi_set(env, napi_ok); }

/* After a check has failed. */
static inline napi_status gj_napi_status(napi_env env) {
  return env == NULL ? napi_invalid_arg : env->last.error_code;
}

/* Is there an env, and may it be used now? All functions but the basic ones check that. */
static inline bool gj_napi_env(napi_env env) {
  if (__builtin_expect(env != NULL && env->finalizing, 0)) {
    gj_napi_die("napi", "Finalizer is calling a function that may affect GC state.\n"
                        "The finalizers are run directly from GC and must not affect GC state.\n"
                        "Use `node_api_post_finalizer` from inside of the finalizer to work around "
                        "this issue.\nIt schedules the call as a new task in the event loop.");
  }
  return env != NULL;
}

static inline bool gj_napi_need(napi_env env, bool is_there, napi_status status) {
  if (!is_there) {
    gj_napi_set(env, status);
  }
  return is_there;
}

static inline bool gj_napi_given(napi_env env, const void *argument) {
  return gj_napi_need(env, argument != NULL, napi_invalid_arg);
}

/* For functions that may run JavaScript: no exception is pending, and JavaScript still runs. */
static inline bool gj_napi_free(napi_env env) {
  return gj_napi_env(env) && gj_napi_need(env, env->thrown.value == NULL, napi_pending_exception) &&
         gj_napi_need(env, !env->room->ends && !gj_stop_asked(),
                      env->version >= GJ_NAPI_LATEST ? napi_cannot_run_js : napi_pending_exception);
}

void gj_napi_grow(gj_values *values);

static inline gj_value gj_napi_keep(napi_env env, gj_value value) {
  gj_values *handles = &env->room->handles;
  if (__builtin_expect(handles->count == handles->capacity, 0)) {
    gj_napi_grow(handles);
  }
  return handles->values[handles->count++] = value;
}

/* The end of most functions: the value, in the open scope; or what was thrown. */
static inline napi_status gj_napi_give(napi_env env, gj_value value, napi_value *result) {
  *result = gj_napi_out(gj_napi_keep(env, value));
  return gj_napi_ok(env);
}

static inline napi_status gj_napi_result(napi_env env, gj_value value, gj_value exception,
                                         napi_value *result) {
  return exception != NULL ? gj_napi_threw(env, exception) : gj_napi_give(env, value, result);
}

static inline napi_status gj_napi_done(napi_env env, gj_value exception) {
  return exception != NULL ? gj_napi_threw(env, exception) : gj_napi_ok(env);
}

/* Around calls of an addon: handles that it leaves on the list are removed. */
static inline size_t gj_napi_scope(gj_napi_room *room) { return room->handles.count; }
static inline void gj_napi_leave(gj_napi_room *room, size_t scope) { room->handles.count = scope; }

#endif
