/* SPDX-License-Identifier: MIT */
/* The ways of an addon's callbacks into JavaScript: as callbacks of the loop, with asynchronous
 * contexts, and scopes by which addons do so themselves. */
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "napi/napi.h"

/* What the loop calls: `entering`, set just before. What is pending then goes the way of what a
 * callback throws. */
static gy_value on_entry(gy_context js, const gy_addons_words *words, const gy_addons_call *call,
                         gy_value *exception) {
  gy_napi_room *room = words->owner;
  napi_env env = room->entering_env;
  size_t scope = gy_napi_scope(room);
  (void)call;
  room->more = false;
  bool held = room->held;
  room->depth++;
  room->held = true;
  room->entering(room->entering_arg);
  room->held = held;
  room->depth--;
  gy_napi_leave(room, scope);
  *exception = gy_napi_take_exception(env);
  return gy_bool(js, room->more);
}

void gy_napi_entry_start(gy_napi_room *room) {
  gy_addons_words words = {.owner = room};
  gy_value name = gy_string(room->js, "");
  room->entry = gy_pin_new(room->js, gy_addons_function(room->js, name, on_entry, &words));
}

/* False: there is no JavaScript to enter, and it was called without. */
static bool prepare(napi_env env, void (*fn)(void *arg), void *arg) {
  gy_napi_room *room = env->room;
  if (room->ends || gy_stop_asked()) {
    gy_napi_call(env, fn, arg, false);
    return false;
  }
  room->entering = fn;
  room->entering_arg = arg;
  room->entering_env = env;
  return true;
}

void gy_napi_enter(napi_env env, gy_object entry, void (*fn)(void *arg), void *arg) {
  if (prepare(env, fn, arg)) {
    gy_enter(env->room->runtime, entry, 0, NULL);
  }
}

void gy_napi_enter_many(napi_env env, gy_object entry, void (*fn)(void *arg), void *arg) {
  if (prepare(env, fn, arg)) {
    gy_value argument = entry;
    gy_enter(env->room->runtime, gy_pin_object(&env->room->helpers[GY_NAPI_many]), 1, &argument);
  }
}

void gy_napi_call(napi_env env, void (*fn)(void *arg), void *arg, bool enforce) {
  gy_napi_room *room = env->room;
  size_t scope = gy_napi_scope(room);
  int open_scopes = env->open_scopes;
  room->depth++;
  fn(arg);
  room->depth--;
  env->open_scopes = open_scopes;
  gy_value exception = gy_napi_take_exception(env);
  if (exception != NULL && !room->ends && !gy_stop_asked()) {
    gy_napi_keep(env, exception);
    gy_napi_help(env, enforce || env->version >= GY_NAPI_LATEST ? GY_NAPI_fatal : GY_NAPI_warn, 1,
                 &exception);
    gy_napi_take_exception(env);
  }
  gy_napi_leave(room, scope);
}

gy_object gy_napi_entry(napi_env env, napi_value resource, napi_value name) {
  gy_napi_room *room = env->room;
  if (room->runtime->counts[GY_CONTEXTS] == 0) {
    return gy_pin_object(&room->entry);
  }
  gy_value none = gy_undefined(env->js);
  gy_value argv[] = {room->entry.value, resource == NULL ? none : gy_napi_in(resource),
                     gy_napi_in(name)};
  gy_value bound = gy_napi_help(env, GY_NAPI_asyncBind, 3, argv);
  return bound == NULL ? gy_pin_object(&room->entry) : (gy_object)bound;
}

void gy_napi_entry_free(napi_env env, gy_pin *entry) {
  bool is_bound = entry->value != env->room->entry.value && entry->value != NULL;
  if (is_bound && !env->room->ends && !gy_stop_asked()) {
    gy_napi_help(env, GY_NAPI_asyncDestroy, 1, &entry->value);
  }
  gy_pin_free(entry);
}

/* --- contexts of addons */

/* The addon's own object is its, not ours: who holds a context does not keep it alive. */
struct napi_async_context__ {
  gy_pin resource;
  gy_weak object; /* NULL: it gave none */
};

/* What JavaScript is told of that object: undefined, itself, or null if it is gone. */
static gy_value object_of(napi_env env, napi_async_context context) {
  if (context->object == NULL) {
    return gy_undefined(env->js);
  }
  gy_object object = gy_weak_get(context->object);
  return object == NULL ? gy_null(env->js) : object;
}

napi_status napi_async_init(napi_env env, napi_value resource, napi_value name,
                            napi_async_context *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, name) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_value object = gy_undefined(env->js);
  if (resource != NULL && (object = gy_napi_object_of(env, resource)) == NULL) {
    return gy_napi_status(env);
  }
  gy_value exception = NULL;
  gy_value type = gy_as_string(env->js, gy_napi_in(name), &exception);
  if (exception != NULL) {
    gy_napi_threw(env, exception);
    return gy_napi_set(env, napi_string_expected);
  }
  gy_value argv[] = {object, type};
  gy_value made = gy_napi_help(env, GY_NAPI_asyncInit, 2, argv);
  if (made == NULL) {
    return gy_napi_status(env);
  }
  *result = gy_memory_new(sizeof(**result), "an asynchronous context");
  (*result)->resource = gy_pin_new(env->js, made);
  if (resource != NULL) {
    (*result)->object = gy_weak_new(env->js, (gy_object)object);
  }
  return gy_napi_ok(env);
}

napi_status napi_async_destroy(napi_env env, napi_async_context context) {
  if (!gy_napi_env(env) || !gy_napi_given(env, context)) {
    return gy_napi_status(env);
  }
  gy_napi_help(env, GY_NAPI_asyncDestroy, 1, &context->resource.value);
  gy_pin_free(&context->resource);
  if (context->object != NULL) {
    gy_weak_free(env->js, context->object);
  }
  free(context);
  return gy_napi_ok(env);
}

typedef struct {
  napi_env env;
  napi_async_context context;
  napi_value self, function;
  size_t argc;
  const napi_value *argv;
  napi_value *result;
  napi_status status;
  gy_pin value, exception;
} gy_make;

static void run_make(void *arg) {
  gy_make *make = arg;
  napi_env env = make->env;
  gy_value none = gy_undefined(env->js);
  gy_value argv[] = {make->context == NULL ? none : make->context->resource.value,
                     gy_napi_in(make->self), gy_napi_in(make->function),
                     gy_array(env->js, make->argc, (const gy_value *)make->argv),
                     make->context == NULL ? none : object_of(env, make->context)};
  gy_napi_keep(env, argv[3]);
  gy_value value = gy_napi_help(env, GY_NAPI_asyncCall, 5, argv);
  make->status = value == NULL ? gy_napi_status(env) : napi_ok;
  if (make->status == napi_ok) {
    make->value = gy_pin_new(env->js, value);
  }
  gy_value exception = gy_napi_take_exception(env);
  if (exception != NULL) {
    make->exception = gy_pin_new(env->js, exception);
  }
}

/* From a callback of the loop, it is one of JavaScript, too; within JavaScript, it is a call. */
napi_status napi_make_callback(napi_env env, napi_async_context context, napi_value self,
                               napi_value function, size_t argc, const napi_value *argv,
                               napi_value *result) {
  if (!gy_napi_free(env) || !gy_napi_given(env, self) || (argc > 0 && !gy_napi_given(env, argv)) ||
      gy_napi_object_of(env, self) == NULL || !gy_napi_given(env, function) ||
      !gy_napi_need(env, gy_is_function(env->js, gy_napi_in(function)), napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  gy_make make = {env, context, self, function, argc, argv, result, napi_generic_failure, {0}, {0}};
  if (env->room->depth > 0) {
    run_make(&make);
  } else {
    gy_napi_enter(env, gy_pin_object(&env->room->entry), run_make, &make);
  }
  napi_status status = gy_napi_set(env, make.status);
  if (make.exception.value != NULL) {
    status = gy_napi_threw(env, make.exception.value);
  } else if (make.status == napi_ok && result != NULL) {
    gy_napi_give(env, make.value.value, result);
  }
  gy_pin_free(&make.exception);
  gy_pin_free(&make.value);
  return status;
}

/* --- callback scopes */

struct napi_callback_scope__ {
  gy_pin saved;
};

napi_status napi_open_callback_scope(napi_env env, napi_value resource, napi_async_context context,
                                     napi_callback_scope *result) {
  (void)resource; /* not looked at any more */
  if (!gy_napi_env(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  *result = gy_memory_new(sizeof(**result), "a scope");
  if (context != NULL) {
    gy_value argv[] = {context->resource.value, object_of(env, context)};
    gy_value saved = gy_napi_help(env, GY_NAPI_asyncEnter, 2, argv);
    if (saved != NULL) {
      (*result)->saved = gy_pin_new(env->js, saved);
    }
  }
  env->open_callback_scopes++;
  env->room->depth++;
  return gy_napi_ok(env);
}

/* The outermost is the end of a callback: ticks and microtasks. */
napi_status napi_close_callback_scope(napi_env env, napi_callback_scope scope) {
  if (!gy_napi_env(env) || !gy_napi_given(env, scope)) {
    return gy_napi_status(env);
  }
  if (env->open_callback_scopes == 0) {
    return napi_callback_scope_mismatch;
  }
  env->open_callback_scopes--;
  if (scope->saved.value != NULL) {
    gy_napi_help(env, GY_NAPI_asyncLeave, 1, &scope->saved.value);
    gy_pin_free(&scope->saved);
  }
  free(scope);
  if (--env->room->depth == 0 && !env->room->ends) {
    gy_enter_ticks(env->room->runtime);
  }
  return gy_napi_ok(env);
}
