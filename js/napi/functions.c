/* SPDX-License-Identifier: MIT */
/* Functions of addons, classes of them, and calls from addons. */
#include <string.h>

#include "napi/napi.h"

/* What JavaScript calls. */
static gy_value invoke(gy_context js, const gy_addons_words *words, const gy_addons_call *call,
                       gy_value *exception) {
  napi_env env = words->owner;
  gy_napi_room *room = env->room;
  struct napi_callback_info__ info = {call, NULL, words->data};
  size_t scope = gy_napi_scope(room);
  int open_scopes = env->open_scopes;
  bool held = room->held;
  if (__builtin_expect(room->runtime->gc_stress, 0)) {
    gy_collect(js);
  }
  room->depth++;
  room->held = true;
  gy_napi_set(env, napi_ok);
  napi_value value = ((napi_callback)words->code)(env, &info);
  room->depth--;
  room->held = held;
  env->open_scopes = open_scopes;
  gy_napi_leave(room, scope);
  if (__builtin_expect(env->thrown.value != NULL, 0)) {
    *exception = gy_napi_take_exception(env);
  }
  return value == NULL ? gy_undefined(js) : gy_napi_in(value);
}

gy_object gy_napi_function(napi_env env, gy_value name, napi_callback callback, void *data) {
  gy_addons_words words = {.owner = env, .data = data, .code = (void (*)(void))callback};
  return gy_addons_function(env->js, name, invoke, &words);
}

/* One that can be a constructor has a prototype. */
static gy_value constructor(napi_env env, gy_value name, napi_callback callback, void *data) {
  gy_value function = gy_napi_function(env, name, callback, data);
  return gy_napi_help(env, GY_NAPI_withPrototype, 1, &function);
}

static gy_value name_of(napi_env env, const char *name, size_t length) {
  if (name == NULL) {
    return gy_string(env->js, "");
  }
  return gy_string_utf8(env->js, name, length == NAPI_AUTO_LENGTH ? strlen(name) : length);
}

napi_status napi_create_function(napi_env env, const char *name, size_t length,
                                 napi_callback callback, void *data, napi_value *result) {
  if (!gy_napi_free(env) || !gy_napi_given(env, result) ||
      !gy_napi_given(env, (const void *)(uintptr_t)callback)) {
    return gy_napi_status(env);
  }
  gy_value function = constructor(env, name_of(env, name, length), callback, data);
  return function == NULL ? gy_napi_status(env) : gy_napi_give(env, function, result);
}

/* --- properties with functions of their own */

static gy_value function_or_none(napi_env env, gy_value name, napi_callback callback, void *data) {
  return callback == NULL ? gy_undefined(env->js) : gy_napi_function(env, name, callback, data);
}

enum {
  ACCESSOR = 8,
  METHOD = 16,
  ATTRIBUTES = napi_writable | napi_enumerable | napi_configurable
};

static bool define(napi_env env, gy_value target, const napi_property_descriptor *p) {
  gy_value key = p->utf8name != NULL ? gy_string(env->js, p->utf8name) : gy_napi_in(p->name);
  if (key == NULL) {
    return gy_napi_need(env, false, napi_name_expected);
  }
  gy_type type = gy_type_of(env->js, key);
  if (!gy_napi_need(env, type == GY_STRING || type == GY_SYMBOL_VALUE, napi_name_expected)) {
    return false;
  }
  gy_napi_keep(env, key);
  gy_value name = type == GY_STRING ? key : gy_string(env->js, "");
  bool is_accessor = p->getter != NULL || p->setter != NULL;
  gy_value value = p->value == NULL ? gy_undefined(env->js) : gy_napi_in(p->value);
  gy_value argv[] = {
      target,
      key,
      gy_napi_keep(env,
                   p->method != NULL ? gy_napi_function(env, name, p->method, p->data) : value),
      gy_napi_keep(env, function_or_none(env, name, p->getter, p->data)),
      gy_napi_keep(env, function_or_none(env, name, p->setter, p->data)),
      gy_number(env->js, (p->attributes & ATTRIBUTES) | (is_accessor ? ACCESSOR : 0) |
                             (p->method != NULL ? METHOD : 0)),
  };
  gy_value done = gy_napi_help(env, GY_NAPI_define, 6, argv);
  return done != NULL && gy_napi_need(env, gy_to_bool(env->js, done), napi_invalid_arg);
}

napi_status napi_define_properties(napi_env env, napi_value target, size_t count,
                                   const napi_property_descriptor *properties) {
  if (!gy_napi_free(env) || (count > 0 && !gy_napi_given(env, properties)) ||
      !gy_napi_given(env, target) ||
      !gy_napi_need(env, gy_is_object(env->js, gy_napi_in(target)), napi_object_expected)) {
    return gy_napi_status(env);
  }
  size_t scope = gy_napi_scope(env->room);
  for (size_t i = 0; i < count; i++) {
    bool is_defined = define(env, gy_napi_in(target), &properties[i]);
    gy_napi_leave(env->room, scope);
    if (!is_defined) {
      return gy_napi_status(env);
    }
  }
  return gy_napi_ok(env);
}

napi_status napi_define_class(napi_env env, const char *name, size_t length, napi_callback callback,
                              void *data, size_t count, const napi_property_descriptor *properties,
                              napi_value *result) {
  if (!gy_napi_free(env) || !gy_napi_given(env, result) ||
      !gy_napi_given(env, (const void *)(uintptr_t)callback) ||
      (count > 0 && !gy_napi_given(env, properties)) ||
      !gy_napi_need(env, name != NULL || length == 0, napi_invalid_arg) ||
      !gy_napi_need(env, length == NAPI_AUTO_LENGTH || length <= INT32_MAX, napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  gy_value class = constructor(env, name_of(env, name, length), callback, data);
  if (class == NULL) {
    return gy_napi_status(env);
  }
  gy_napi_keep(env, class);
  size_t scope = gy_napi_scope(env->room);
  gy_value prototype = gy_napi_keep(env, gy_get(env->js, (gy_object) class, "prototype"));
  for (size_t i = 0; i < count; i++) {
    bool is_static = (properties[i].attributes & napi_static) != 0;
    if (!define(env, is_static ? class : prototype, &properties[i])) {
      gy_napi_leave(env->room, scope);
      return gy_napi_status(env);
    }
  }
  gy_napi_leave(env->room, scope);
  *result = gy_napi_out(class);
  return gy_napi_ok(env);
}

/* --- within a call */

napi_status napi_get_cb_info(napi_env env, napi_callback_info info, size_t *argc, napi_value *argv,
                             napi_value *self, void **data) {
  if (!gy_napi_env(env) || !gy_napi_given(env, info)) {
    return gy_napi_status(env);
  }
  const gy_addons_call *call = info->call;
  if (argv != NULL) {
    if (!gy_napi_given(env, argc)) {
      return gy_napi_status(env);
    }
    size_t given = *argc < call->argc ? *argc : call->argc;
    for (size_t i = 0; i < given; i++) {
      argv[i] = gy_napi_out(call->argv[i]);
    }
    for (size_t i = given; i < *argc; i++) {
      argv[i] = gy_napi_out(gy_undefined(env->js));
    }
  }
  if (argc != NULL) {
    *argc = call->argc;
  }
  if (self != NULL) {
    if (info->self == NULL) {
      info->self = gy_addons_self(env->js, call);
    }
    *self = gy_napi_out(info->self);
  }
  if (data != NULL) {
    *data = info->data;
  }
  return gy_napi_ok(env);
}

napi_status napi_get_new_target(napi_env env, napi_callback_info info, napi_value *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, info) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  *result = gy_napi_out(info->call->target);
  return gy_napi_ok(env);
}

/* --- calls */

static bool arguments_given(napi_env env, size_t argc, const napi_value *argv) {
  return argc == 0 || gy_napi_given(env, argv);
}

napi_status napi_call_function(napi_env env, napi_value self, napi_value function, size_t argc,
                               const napi_value *argv, napi_value *result) {
  gy_value exception = NULL;
  if (!gy_napi_free(env) || !gy_napi_given(env, self) || !arguments_given(env, argc, argv) ||
      !gy_napi_given(env, function) ||
      !gy_napi_need(env, gy_is_function(env->js, gy_napi_in(function)), napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  gy_value value = gy_addons_call_on(env->js, gy_napi_object(function), gy_napi_in(self), argc,
                                     (const gy_value *)argv, &exception);
  if (exception != NULL) {
    return gy_napi_threw(env, exception);
  }
  return result == NULL ? gy_napi_ok(env) : gy_napi_give(env, value, result);
}

napi_status napi_new_instance(napi_env env, napi_value function, size_t argc,
                              const napi_value *argv, napi_value *result) {
  gy_value exception = NULL;
  if (!gy_napi_free(env) || !gy_napi_given(env, function) || !arguments_given(env, argc, argv) ||
      !gy_napi_given(env, result) ||
      !gy_napi_need(env, gy_is_function(env->js, gy_napi_in(function)), napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  gy_value made =
      gy_construct(env->js, gy_napi_object(function), argc, (const gy_value *)argv, &exception);
  if (made == NULL && exception == NULL) {
    gy_throw_type(env->js, &exception, "not a constructor");
  }
  return gy_napi_result(env, made, exception, result);
}

napi_status napi_instanceof(napi_env env, napi_value value, napi_value function, bool *result) {
  gy_value exception = NULL;
  if (!gy_napi_free(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  *result = false;
  gy_object of = gy_napi_object_of(env, function);
  if (of == NULL) {
    return gy_napi_status(env);
  }
  if (!gy_is_function(env->js, of)) {
    napi_throw_type_error(env, "ERR_NAPI_CONS_FUNCTION", "Constructor must be a function");
    return gy_napi_set(env, napi_function_expected);
  }
  *result = gy_instance(env->js, gy_napi_in(value), of, &exception);
  return gy_napi_done(env, exception);
}
