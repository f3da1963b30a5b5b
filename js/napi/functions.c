/* SPDX-License-Identifier: MIT */
/* Functions of addons, classes of them, and calls from addons. */
#include <string.h>

#include "napi/napi.h"

/* What JavaScript calls. */
static gj_value invoke(gj_context js, const gj_addons_words *words, const gj_addons_call *call,
                       gj_value *exception) {
  napi_env env = words->owner;
  gj_napi_room *room = env->room;
  struct napi_callback_info__ info = {call, NULL, words->data};
  size_t scope = gj_napi_scope(room);
  int open_scopes = env->open_scopes;
  bool held = room->held;
  if (__builtin_expect(room->runtime->gc_stress, 0)) {
    gj_collect(js);
  }
  room->depth++;
  room->held = true;
  gj_napi_set(env, napi_ok);
  napi_value value = ((napi_callback)words->code)(env, &info);
  room->depth--;
  room->held = held;
  env->open_scopes = open_scopes;
  gj_napi_leave(room, scope);
  if (__builtin_expect(env->thrown.value != NULL, 0)) {
    *exception = gj_napi_take_exception(env);
  }
  return value == NULL ? gj_undefined(js) : gj_napi_in(value);
}

gj_object gj_napi_function(napi_env env, gj_value name, napi_callback callback, void *data) {
  gj_addons_words words = {.owner = env, .data = data, .code = (void (*)(void))callback};
  return gj_addons_function(env->js, name, invoke, &words);
}

/* A constructor has a prototype. */
static gj_value constructor(napi_env env, gj_value name, napi_callback callback, void *data) {
  gj_value function = gj_napi_function(env, name, callback, data);
  return gj_napi_help(env, GJ_NAPI_withPrototype, 1, &function);
}

static gj_value name_of(napi_env env, const char *name, size_t length) {
  if (name == NULL) {
    return gj_string(env->js, "");
  }
  return gj_string_utf8(env->js, name, length == NAPI_AUTO_LENGTH ? strlen(name) : length);
}

napi_status napi_create_function(napi_env env, const char *name, size_t length,
                                 napi_callback callback, void *data, napi_value *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, result) ||
      !gj_napi_given(env, (const void *)(uintptr_t)callback)) {
    return gj_napi_status(env);
  }
  gj_value function = constructor(env, name_of(env, name, length), callback, data);
  return function == NULL ? gj_napi_status(env) : gj_napi_give(env, function, result);
}

/* --- properties with functions of their own */

static gj_value function_or_none(napi_env env, gj_value name, napi_callback callback, void *data) {
  return callback == NULL ? gj_undefined(env->js) : gj_napi_function(env, name, callback, data);
}

enum {
  ACCESSOR = 8,
  METHOD = 16,
  ATTRIBUTES = napi_writable | napi_enumerable | napi_configurable
};

static bool define(napi_env env, gj_value target, const napi_property_descriptor *p) {
  gj_value key = p->utf8name != NULL ? gj_string(env->js, p->utf8name) : gj_napi_in(p->name);
  if (key == NULL) {
    return gj_napi_need(env, false, napi_name_expected);
  }
  gj_type type = gj_type_of(env->js, key);
  if (!gj_napi_need(env, type == GJ_STRING || type == GJ_SYMBOL_VALUE, napi_name_expected)) {
    return false;
  }
  gj_napi_keep(env, key);
  gj_value name = type == GJ_STRING ? key : gj_string(env->js, "");
  bool is_accessor = p->getter != NULL || p->setter != NULL;
  gj_value value = p->value == NULL ? gj_undefined(env->js) : gj_napi_in(p->value);
  gj_value argv[] = {
      target,
      key,
      gj_napi_keep(env,
                   p->method != NULL ? gj_napi_function(env, name, p->method, p->data) : value),
      gj_napi_keep(env, function_or_none(env, name, p->getter, p->data)),
      gj_napi_keep(env, function_or_none(env, name, p->setter, p->data)),
      gj_number(env->js, (p->attributes & ATTRIBUTES) | (is_accessor ? ACCESSOR : 0) |
                             (p->method != NULL ? METHOD : 0)),
  };
  gj_value done = gj_napi_help(env, GJ_NAPI_define, 6, argv);
  return done != NULL && gj_napi_need(env, gj_to_bool(env->js, done), napi_invalid_arg);
}

napi_status napi_define_properties(napi_env env, napi_value target, size_t count,
                                   const napi_property_descriptor *properties) {
  if (!gj_napi_free(env) || (count > 0 && !gj_napi_given(env, properties)) ||
      !gj_napi_given(env, target) ||
      !gj_napi_need(env, gj_is_object(env->js, gj_napi_in(target)), napi_object_expected)) {
    return gj_napi_status(env);
  }
  size_t scope = gj_napi_scope(env->room);
  for (size_t i = 0; i < count; i++) {
    bool is_defined = define(env, gj_napi_in(target), &properties[i]);
    gj_napi_leave(env->room, scope);
    if (!is_defined) {
      return gj_napi_status(env);
    }
  }
  return gj_napi_ok(env);
}

napi_status napi_define_class(napi_env env, const char *name, size_t length, napi_callback callback,
                              void *data, size_t count, const napi_property_descriptor *properties,
                              napi_value *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, result) ||
      !gj_napi_given(env, (const void *)(uintptr_t)callback) ||
      (count > 0 && !gj_napi_given(env, properties)) ||
      !gj_napi_need(env, name != NULL || length == 0, napi_invalid_arg) ||
      !gj_napi_need(env, length == NAPI_AUTO_LENGTH || length <= INT32_MAX, napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  gj_value class = constructor(env, name_of(env, name, length), callback, data);
  if (class == NULL) {
    return gj_napi_status(env);
  }
  gj_napi_keep(env, class);
  size_t scope = gj_napi_scope(env->room);
  gj_value prototype = gj_napi_keep(env, gj_get(env->js, (gj_object) class, "prototype"));
  for (size_t i = 0; i < count; i++) {
    bool is_static = (properties[i].attributes & napi_static) != 0;
    if (!define(env, is_static ? class : prototype, &properties[i])) {
      gj_napi_leave(env->room, scope);
      return gj_napi_status(env);
    }
  }
  gj_napi_leave(env->room, scope);
  *result = gj_napi_out(class);
  return gj_napi_ok(env);
}

/* --- within a call */

napi_status napi_get_cb_info(napi_env env, napi_callback_info info, size_t *argc, napi_value *argv,
                             napi_value *self, void **data) {
  if (!gj_napi_env(env) || !gj_napi_given(env, info)) {
    return gj_napi_status(env);
  }
  const gj_addons_call *call = info->call;
  if (argv != NULL) {
    if (!gj_napi_given(env, argc)) {
      return gj_napi_status(env);
    }
    size_t given = *argc < call->argc ? *argc : call->argc;
    for (size_t i = 0; i < given; i++) {
      argv[i] = gj_napi_out(call->argv[i]);
    }
    for (size_t i = given; i < *argc; i++) {
      argv[i] = gj_napi_out(gj_undefined(env->js));
    }
  }
  if (argc != NULL) {
    *argc = call->argc;
  }
  if (self != NULL) {
    if (info->self == NULL) {
      info->self = gj_addons_self(env->js, call);
    }
    *self = gj_napi_out(info->self);
  }
  if (data != NULL) {
    *data = info->data;
  }
  return gj_napi_ok(env);
}

napi_status napi_get_new_target(napi_env env, napi_callback_info info, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, info) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = gj_napi_out(info->call->target);
  return gj_napi_ok(env);
}

/* --- calls */

static bool arguments_given(napi_env env, size_t argc, const napi_value *argv) {
  return argc == 0 || gj_napi_given(env, argv);
}

napi_status napi_call_function(napi_env env, napi_value self, napi_value function, size_t argc,
                               const napi_value *argv, napi_value *result) {
  gj_value exception = NULL;
  if (!gj_napi_free(env) || !gj_napi_given(env, self) || !arguments_given(env, argc, argv) ||
      !gj_napi_given(env, function) ||
      !gj_napi_need(env, gj_is_function(env->js, gj_napi_in(function)), napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  gj_value value = gj_addons_call_on(env->js, gj_napi_object(function), gj_napi_in(self), argc,
                                     (const gj_value *)argv, &exception);
  if (exception != NULL) {
    return gj_napi_threw(env, exception);
  }
  return result == NULL ? gj_napi_ok(env) : gj_napi_give(env, value, result);
}

napi_status napi_new_instance(napi_env env, napi_value function, size_t argc,
                              const napi_value *argv, napi_value *result) {
  gj_value exception = NULL;
  if (!gj_napi_free(env) || !gj_napi_given(env, function) || !arguments_given(env, argc, argv) ||
      !gj_napi_given(env, result) ||
      !gj_napi_need(env, gj_is_function(env->js, gj_napi_in(function)), napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  gj_value made =
      gj_construct(env->js, gj_napi_object(function), argc, (const gj_value *)argv, &exception);
  if (made == NULL && exception == NULL) {
    gj_throw_type(env->js, &exception, "not a constructor");
  }
  return gj_napi_result(env, made, exception, result);
}

napi_status napi_instanceof(napi_env env, napi_value value, napi_value function, bool *result) {
  gj_value exception = NULL;
  if (!gj_napi_free(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = false;
  gj_object of = gj_napi_object_of(env, function);
  if (of == NULL) {
    return gj_napi_status(env);
  }
  if (!gj_is_function(env->js, of)) {
    napi_throw_type_error(env, "ERR_NAPI_CONS_FUNCTION", "Constructor must be a function");
    return gj_napi_set(env, napi_function_expected);
  }
  *result = gj_instance(env->js, gj_napi_in(value), of, &exception);
  return gj_napi_done(env, exception);
}
