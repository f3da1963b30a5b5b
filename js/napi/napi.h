/* SPDX-License-Identifier: MIT */
/* Node-API: the interface by which native addons (.node files) use the runtime.
 *
 * A napi_value is a value of the engine's. Those that an addon is given are put on one list, the
 * handles of the thread, which the collector marks: a scope is a length of that list, and its end
 * cuts the list. Each loaded addon has a napi_env; what all of a thread share is its room.
 *
 * Every function returns a status, which the env keeps (napi_get_last_error_info). The checks below
 * are called in Node's order and note what is wrong: `if (!check) return gy_napi_status(env)`. */
#ifndef GY_JS_NAPI_H
#define GY_JS_NAPI_H

#define NAPI_VERSION 10
#include <node_api.h>
#include <uv.h>

#include "runtime/runtime.h"

/* The version that an addon has which goes by what is not settled yet. */
#define GY_NAPI_EXPERIMENTAL INT32_MAX
enum { GY_NAPI_OLD = 8, GY_NAPI_LATEST = 10, GY_NAPI_TOLD = 9 };

/* In C what the headers tell to C++: functions that only experimental addons may use. */
napi_status node_api_post_finalizer(napi_env env, napi_finalize finalize, void *data, void *hint);
napi_status node_api_set_prototype(napi_env env, napi_value object, napi_value value);
napi_status node_api_create_object_with_properties(napi_env env, napi_value prototype,
                                                   const napi_value *names,
                                                   const napi_value *values, size_t count,
                                                   napi_value *result);
napi_status node_api_is_sharedarraybuffer(napi_env env, napi_value value, bool *result);
napi_status node_api_create_sharedarraybuffer(napi_env env, size_t length, void **data,
                                              napi_value *result);

enum gy_napi_helper {
#define GY_NAPI_HELPER(name) GY_NAPI_##name,
#include "napi/script.def"
#undef GY_NAPI_HELPER
  GY_NAPI_HELPERS_COUNT
};

/* What helpers.kind() says of an object, in bits. */
enum {
  GY_NAPI_IS_ERROR = 1,
  GY_NAPI_IS_PROMISE = 2,
  GY_NAPI_IS_DATAVIEW = 4,
  GY_NAPI_IS_SHARED = 8,
  GY_NAPI_IS_DETACHED = 16,
};

typedef struct gy_napi_hook gy_napi_hook;
typedef struct gy_napi_external gy_napi_external;

/* What all addons of a thread share. */
typedef struct {
  gy_runtime *runtime;
  gy_context js;
  gy_values handles;
  int depth;     /* calls of addons' functions from JavaScript, and entries */
  bool held;     /* the engine's lock, for sure: it has called an addon's function */
  bool ends;     /* no JavaScript any more */
  napi_env envs; /* the newest first */
  gy_pin helpers[GY_NAPI_HELPERS_COUNT];
  gy_pin entry; /* the function that calls what is to be called on the loop */
  void (*entering)(void *arg);
  void *entering_arg;
  napi_env entering_env;
  bool more;            /* that function wants to be called again */
  uv_async_t collected; /* something was, or a finalizer waits */
  uv_mutex_t lock;      /* of the next two */
  gy_napi_external *released;
  bool is_open;
  napi_ref *wraps; /* by object: references.c */
  size_t wraps_size, wraps_count;
  gy_napi_hook *hooks; /* the newest first */
  int hooks_pending;   /* asynchronous ones that are under way */
  int handles_closing;
  int works; /* that the pool has */
} gy_napi_room;

/* References with a finalizer, and without, the newest first: a ring. */
typedef struct gy_napi_link {
  struct gy_napi_link *next, *previous;
} gy_napi_link;

struct napi_env__ {
  gy_context js;
  gy_napi_room *room;
  napi_extended_error_info last;
  gy_pin thrown; /* the pending exception; no value: none */
  int open_scopes, open_callback_scopes, hooks_pending;
  bool ends;
  int32_t version;
  bool finalizing; /* a basic finalizer of an experimental addon runs */
  int references;  /* who may still come back: work, thread-safe functions */
  char *filename;  /* a URL */
  gy_napi_link finalizers, plain;
  gy_napi_external *externals;
  napi_ref instance;
  int64_t external_memory;
  napi_env next;
};

/* A reference is strong (it has a pin), weak, or its value is gone. One that we own is freed with
 * its value; others are the addon's to delete. */
struct napi_ref__ {
  gy_napi_link link; /* first: in a list of its env, or among those that are gone */
  napi_env env;
  gy_value value; /* for comparison; gone if neither of the next two is set */
  gy_pin pin;
  gy_weak weak;
  uint32_t count;
  uint8_t kind; /* enum gy_napi_wrap; 0: none */
  bool owned;
  node_api_basic_finalize finalize;
  void *data, *hint;
  napi_type_tag tag;
  napi_ref next; /* in wraps.c */
};

struct napi_callback_info__ {
  const gy_addons_call *call;
  gy_value self; /* NULL: nobody has asked */
  void *data;
};

/* env.c */
extern _Thread_local gy_napi_room *gy_napi_here;
napi_env gy_napi_env_new(gy_napi_room *room, const char *filename, int32_t version);
gy_napi_room *gy_napi_room_get(gy_context js, gy_object helpers);
void gy_napi_env_end(void *env);
void gy_napi_end(void);
_Noreturn void gy_napi_die(const char *location, const char *message);
/* Calls a helper; NULL: it threw, and that is pending. */
gy_value gy_napi_help(napi_env env, enum gy_napi_helper helper, size_t argc, const gy_value argv[]);

/* hooks.c */
void gy_napi_hooks_run(gy_napi_room *room);
/* One of our own, with those of addons. */
gy_napi_hook *gy_napi_hook_add(gy_napi_room *room, void (*fn)(void *arg), void *arg);
void gy_napi_hook_remove(gy_napi_room *room, gy_napi_hook *hook);

/* errors.c */
napi_status gy_napi_threw(napi_env env, gy_value exception); /* it is pending now */
gy_value gy_napi_take_exception(napi_env env);               /* none any more; NULL: none was */

/* references.c */
napi_ref gy_napi_reference(napi_env env, gy_value value, uint32_t count, bool owned,
                           node_api_basic_finalize finalize, void *data, void *hint);
void gy_napi_reference_free(napi_ref reference);
void gy_napi_collected(uv_async_t *async);
void gy_napi_collected_now(void);
void gy_napi_finalize_all(napi_env env);
/* Calls a finalizer, with a scope around it. What it throws is the program's. */
void gy_napi_finalize(napi_env env, node_api_basic_finalize finalize, void *data, void *hint);

/* wraps.c: the references that belong to an object, by kind. */
enum gy_napi_wrap { GY_NAPI_WRAP = 1, GY_NAPI_TAG };
napi_ref gy_napi_wrap_find(gy_napi_room *room, gy_value object, enum gy_napi_wrap kind);
void gy_napi_wrap_add(gy_napi_room *room, napi_ref reference);
void gy_napi_wrap_remove(gy_napi_room *room, napi_ref reference);

bool gy_napi_is_external(gy_context js, gy_value value);
void *gy_napi_external_data(gy_value external);

/* buffers.c: what an object is, in bits. */
unsigned gy_napi_kind(napi_env env, gy_value value);

/* externals.c */
gy_napi_external *gy_napi_external_new(napi_env env, node_api_basic_finalize finalize, void *data,
                                       void *hint);
void gy_napi_external_release(void *data, void *external); /* on any thread */
void gy_napi_external_drop(gy_napi_external *external);    /* nobody got it */
void gy_napi_post(napi_env env, napi_finalize finalize, void *data, void *hint);
void gy_napi_released(gy_napi_room *room);
void gy_napi_externals_end(napi_env env);

/* functions.c */
gy_object gy_napi_function(napi_env env, gy_value name, napi_callback callback, void *data);

/* objects.c */
gy_object gy_napi_object_of(napi_env env, napi_value value);

/* enter.c: calls fn(arg) as a callback of the loop: ticks and microtasks follow. What env has
 * pending then is an uncaught exception. The function is what gy_napi_entry returned. */
void gy_napi_enter(napi_env env, gy_object entry, void (*fn)(void *arg), void *arg);
/* The same, again as long as it sets room->more. */
void gy_napi_enter_many(napi_env env, gy_object entry, void (*fn)(void *arg), void *arg);
/* Calls it within JavaScript, as far as there is some, and takes care of what is pending. */
void gy_napi_call(napi_env env, void (*fn)(void *arg), void *arg, bool enforce);
gy_object gy_napi_entry(napi_env env, napi_value resource, napi_value name);
void gy_napi_entry_start(gy_napi_room *room);
void gy_napi_entry_free(napi_env env, gy_pin *entry);

/* --- what every function begins and ends with */

static inline napi_value gy_napi_out(gy_value value) { return (napi_value)(uintptr_t)value; }
static inline gy_value gy_napi_in(napi_value value) { return (gy_value)value; }
static inline gy_object gy_napi_object(napi_value value) { return (gy_object)value; }

static inline napi_status gy_napi_set(napi_env env, napi_status status) {
  env->last.error_code = status;
  return status;
}

static inline napi_status gy_napi_ok(napi_env env) { return gy_napi_set(env, napi_ok); }

/* After a check has failed. */
static inline napi_status gy_napi_status(napi_env env) {
  return env == NULL ? napi_invalid_arg : env->last.error_code;
}

/* Whether there is an env, and it may be used now: all but the basic functions ask. */
static inline bool gy_napi_env(napi_env env) {
  if (__builtin_expect(env != NULL && env->finalizing, 0)) {
    gy_napi_die("napi", "Finalizer is calling a function that may affect GC state.\n"
                        "The finalizers are run directly from GC and must not affect GC state.\n"
                        "Use `node_api_post_finalizer` from inside of the finalizer to work around "
                        "this issue.\nIt schedules the call as a new task in the event loop.");
  }
  return env != NULL;
}

static inline bool gy_napi_need(napi_env env, bool is_there, napi_status status) {
  if (!is_there) {
    gy_napi_set(env, status);
  }
  return is_there;
}

static inline bool gy_napi_given(napi_env env, const void *argument) {
  return gy_napi_need(env, argument != NULL, napi_invalid_arg);
}

/* Functions that may run JavaScript: none is pending, and there is some. */
static inline bool gy_napi_free(napi_env env) {
  return gy_napi_env(env) && gy_napi_need(env, env->thrown.value == NULL, napi_pending_exception) &&
         gy_napi_need(env, !env->room->ends && !gy_stop_asked(),
                      env->version >= GY_NAPI_LATEST ? napi_cannot_run_js : napi_pending_exception);
}

void gy_napi_grow(gy_values *values);

static inline gy_value gy_napi_keep(napi_env env, gy_value value) {
  gy_values *handles = &env->room->handles;
  if (__builtin_expect(handles->count == handles->capacity, 0)) {
    gy_napi_grow(handles);
  }
  return handles->values[handles->count++] = value;
}

/* The end of most: the value, in the scope that is open; or what was thrown. */
static inline napi_status gy_napi_give(napi_env env, gy_value value, napi_value *result) {
  *result = gy_napi_out(gy_napi_keep(env, value));
  return gy_napi_ok(env);
}

static inline napi_status gy_napi_result(napi_env env, gy_value value, gy_value exception,
                                         napi_value *result) {
  return exception != NULL ? gy_napi_threw(env, exception) : gy_napi_give(env, value, result);
}

static inline napi_status gy_napi_done(napi_env env, gy_value exception) {
  return exception != NULL ? gy_napi_threw(env, exception) : gy_napi_ok(env);
}

/* Around calls of an addon: what it leaves on the list of handles is cut. */
static inline size_t gy_napi_scope(gy_napi_room *room) { return room->handles.count; }
static inline void gy_napi_leave(gy_napi_room *room, size_t scope) { room->handles.count = scope; }

#endif
