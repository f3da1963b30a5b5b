/* SPDX-License-Identifier: MIT */
/* How callbacks of addons enter JavaScript: as callbacks of the loop, with asynchronous contexts,
 * and with scopes that addons open themselves. */
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "napi/napi.h"

/* What the loop calls: `entering`, set just before. A pending exception is handled like one that a
 * callback throws. */
static gj_value on_entry(gj_context js, const gj_addons_words *words, const gj_addons_call *call,
                         gj_value *exception) {
  gj_napi_room *room = words->owner;
  napi_env env = room->entering_env;
  size_t scope = gj_napi_scope(room);
  (void)call;
  room->more = false;
  bool held = room->held;
  room->depth++;
  room->held = true;
  room->entering(room->entering_arg);
  room->held = held;
  room->depth--;
  gj_napi_leave(room, scope);
  *exception = gj_napi_take_exception(env);
  return gj_bool(js, room->more);
}

void gj_napi_entry_start(gj_napi_room *room) {
  gj_addons_words words = {.owner = room};
  gj_value name = gj_string(room->js, "");
  room->entry = gj_pin_new(room->js, gj_addons_function(room->js, name, on_entry, &words));
}

/* False: there is no JavaScript to enter, and it was called without. */
static bool prepare(napi_env env, void (*fn)(void *arg), void *arg) {
  gj_napi_room *room = env->room;
  if (room->ends || gj_stop_asked()) {
    gj_napi_call(env, fn, arg, false);
    return false;
  }
  room->entering = fn;
  room->entering_arg = arg;
  room->entering_env = env;
  return true;
}

void gj_napi_enter(napi_env env, gj_object entry, void (*fn)(void *arg), void *arg) {
  if (prepare(env, fn, arg)) {
    gj_enter(env->room->runtime, entry, 0, NULL);
  }
}

void gj_napi_enter_many(napi_env env, gj_object entry, void (*fn)(void *arg), void *arg) {
  if (prepare(env, fn, arg)) {
    gj_value argument = entry;
    gj_enter(env->room->runtime, gj_pin_object(&env->room->helpers[GJ_NAPI_many]), 1, &argument);
  }
}

void gj_napi_call(napi_env env, void (*fn)(void *arg), void *arg, bool enforce) {
  gj_napi_room *room = env->room;
  size_t scope = gj_napi_scope(room);
  int open_scopes = env->open_scopes;
  room->depth++;
  fn(arg);
  room->depth--;
  env->open_scopes = open_scopes;
  gj_value exception = gj_napi_take_exception(env);
  if (exception != NULL && !room->ends && !gj_stop_asked()) {
    gj_napi_keep(env, exception);
    gj_napi_help(env, enforce || env->version >= GJ_NAPI_LATEST ? GJ_NAPI_fatal : GJ_NAPI_warn, 1,
                 &exception);
    gj_napi_take_exception(env);
  }
  gj_napi_leave(room, scope);
}

gj_object gj_napi_entry(napi_env env, napi_value resource, napi_value name) {
  gj_napi_room *room = env->room;
  if (room->runtime->counts[GJ_CONTEXTS] == 0) {
    return gj_pin_object(&room->entry);
  }
  gj_value none = gj_undefined(env->js);
  gj_value argv[] = {room->entry.value, resource == NULL ? none : gj_napi_in(resource),
                     gj_napi_in(name)};
  gj_value bound = gj_napi_help(env, GJ_NAPI_asyncBind, 3, argv);
  return bound == NULL ? gj_pin_object(&room->entry) : (gj_object)bound;
}

void gj_napi_entry_free(napi_env env, gj_pin *entry) {
  bool is_bound = entry->value != env->room->entry.value && entry->value != NULL;
  if (is_bound && !env->room->ends && !gj_stop_asked()) {
    gj_napi_help(env, GJ_NAPI_asyncDestroy, 1, &entry->value);
  }
  gj_pin_free(entry);
}

/* --- contexts of addons */

/* The addon's own object belongs to the addon: a context does not keep it alive. */
struct napi_async_context__ {
  gj_pin resource;
  gj_weak object; /* NULL: none was given */
};

/* The object as JavaScript sees it: undefined, itself, or null if it is gone. */
static gj_value object_of(napi_env env, napi_async_context context) {
  if (context->object == NULL) {
    return gj_undefined(env->js);
  }
  gj_object object = gj_weak_get(context->object);
  return object == NULL ? gj_null(env->js) : object;
}

napi_status napi_async_init(napi_env env, napi_value resource, napi_value name,
                            napi_async_context *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, name) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_value object = gj_undefined(env->js);
  if (resource != NULL && (object = gj_napi_object_of(env, resource)) == NULL) {
    return gj_napi_status(env);
  }
  gj_value exception = NULL;
  gj_value type = gj_as_string(env->js, gj_napi_in(name), &exception);
  if (exception != NULL) {
    gj_napi_threw(env, exception);
    return gj_napi_set(env, napi_string_expected);
  }
  gj_value argv[] = {object, type};
  gj_value made = gj_napi_help(env, GJ_NAPI_asyncInit, 2, argv);
  if (made == NULL) {
    return gj_napi_status(env);
  }
  *result = gj_memory_new(sizeof(**result), "an asynchronous context");
  (*result)->resource = gj_pin_new(env->js, made);
  if (resource != NULL) {
    (*result)->object = gj_weak_new(env->js, (gj_object)object);
  }
  return gj_napi_ok(env);
}

napi_status napi_async_destroy(napi_env env, napi_async_context context) {
  if (!gj_napi_env(env) || !gj_napi_given(env, context)) {
    return gj_napi_status(env);
  }
  gj_napi_help(env, GJ_NAPI_asyncDestroy, 1, &context->resource.value);
  gj_pin_free(&context->resource);
  if (context->object != NULL) {
    gj_weak_free(env->js, context->object);
  }
  free(context);
  return gj_napi_ok(env);
}

typedef struct {
  napi_env env;
  napi_async_context context;
  napi_value self, function;
  size_t argc;
  const napi_value *argv;
  napi_value *result;
  napi_status status;
  gj_pin value, exception;
} gj_make;

static void run_make(void *arg) {
  gj_make *make = arg;
  napi_env env = make->env;
  gj_value none = gj_undefined(env->js);
  gj_value argv[] = {make->context == NULL ? none : make->context->resource.value,
                     gj_napi_in(make->self), gj_napi_in(make->function),
                     gj_array(env->js, make->argc, (const gj_value *)make->argv),
                     make->context == NULL ? none : object_of(env, make->context)};
  gj_napi_keep(env, argv[3]);
  gj_value value = gj_napi_help(env, GJ_NAPI_asyncCall, 5, argv);
  make->status = value == NULL ? gj_napi_status(env) : napi_ok;
  if (make->status == napi_ok) {
    make->value = gj_pin_new(env->js, value);
  }
  gj_value exception = gj_napi_take_exception(env);
  if (exception != NULL) {
    make->exception = gj_pin_new(env->js, exception);
  }
}

/* In a callback of the loop, this is an entry into JavaScript; within JavaScript, it is a call. */
napi_status napi_make_callback(napi_env env, napi_async_context context, napi_value self,
                               napi_value function, size_t argc, const napi_value *argv,
                               napi_value *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, self) || (argc > 0 && !gj_napi_given(env, argv)) ||
      gj_napi_object_of(env, self) == NULL || !gj_napi_given(env, function) ||
      !gj_napi_need(env, gj_is_function(env->js, gj_napi_in(function)), napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  gj_make make = {env, context, self, function, argc, argv, result, napi_generic_failure, {0}, {0}};
  if (env->room->depth > 0) {
    run_make(&make);
  } else {
    gj_napi_enter(env, gj_pin_object(&env->room->entry), run_make, &make);
  }
  napi_status status = gj_napi_set(env, make.status);
  if (make.exception.value != NULL) {
    status = gj_napi_threw(env, make.exception.value);
  } else if (make.status == napi_ok && result != NULL) {
    gj_napi_give(env, make.value.value, result);
  }
  gj_pin_free(&make.exception);
  gj_pin_free(&make.value);
  return status;
}

/* --- callback scopes */

struct napi_callback_scope__ {
  gj_pin saved;
};

napi_status napi_open_callback_scope(napi_env env, napi_value resource, napi_async_context context,
                                     napi_callback_scope *result) {
  (void)resource; /* ignored */
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = gj_memory_new(sizeof(**result), "a scope");
  if (context != NULL) {
    gj_value argv[] = {context->resource.value, object_of(env, context)};
    gj_value saved = gj_napi_help(env, GJ_NAPI_asyncEnter, 2, argv);
    if (saved != NULL) {
      (*result)->saved = gj_pin_new(env->js, saved);
    }
  }
  env->open_callback_scopes++;
  env->room->depth++;
  return gj_napi_ok(env);
}

/* The end of the outermost one is the end of a callback: ticks and microtasks run. */
napi_status napi_close_callback_scope(napi_env env, napi_callback_scope scope) {
  if (!gj_napi_env(env) || !gj_napi_given(env, scope)) {
    return gj_napi_status(env);
  }
  if (env->open_callback_scopes == 0) {
    return napi_callback_scope_mismatch;
  }
  env->open_callback_scopes--;
  if (scope->saved.value != NULL) {
    gj_napi_help(env, GJ_NAPI_asyncLeave, 1, &scope->saved.value);
    gj_pin_free(&scope->saved);
  }
  free(scope);
  if (--env->room->depth == 0 && !env->room->ends) {
    gj_enter_ticks(env->room->runtime);
  }
  return gj_napi_ok(env);
}
