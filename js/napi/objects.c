/* SPDX-License-Identifier: MIT */
/* Objects, arrays and their properties. */
#include <string.h>

#include "napi/napi.h"

/* What it is as an object; NULL: it cannot be one, and what that threw is pending. */
gy_object gy_napi_object_of(napi_env env, napi_value value) {
  gy_value exception = NULL;
  if (!gy_napi_given(env, value)) {
    return NULL;
  }
  gy_object object = gy_to_object(env->js, gy_napi_in(value), &exception);
  if (exception != NULL) {
    gy_napi_threw(env, exception);
    gy_napi_set(env, napi_object_expected);
    return NULL;
  }
  return object;
}

napi_status napi_create_object(napi_env env, napi_value *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  return gy_napi_give(env, gy_object_new(env->js), result);
}

napi_status napi_create_array(napi_env env, napi_value *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  return gy_napi_give(env, gy_array(env->js, 0, NULL), result);
}

napi_status napi_create_array_with_length(napi_env env, size_t length, napi_value *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_object array = gy_array(env->js, 0, NULL);
  if (length != 0 && length <= INT32_MAX) { /* as a negative one, it is none in Node */
    gy_set_number(env->js, array, "length", (double)length);
  }
  return gy_napi_give(env, array, result);
}

napi_status napi_is_array(napi_env env, napi_value value, bool *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  *result = gy_is_array(env->js, gy_napi_in(value));
  return gy_napi_ok(env);
}

napi_status napi_get_array_length(napi_env env, napi_value value, uint32_t *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result) ||
      !gy_napi_need(env, gy_is_array(env->js, gy_napi_in(value)), napi_array_expected)) {
    return gy_napi_status(env);
  }
  *result = gy_length(env->js, gy_napi_object(value));
  return gy_napi_ok(env);
}

napi_status napi_get_prototype(napi_env env, napi_value value, napi_value *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_object object = gy_napi_object_of(env, value);
  if (object == NULL) {
    return gy_napi_status(env);
  }
  return gy_napi_give(env, gy_prototype(env->js, object), result);
}

napi_status node_api_set_prototype(napi_env env, napi_value value, napi_value prototype) {
  if (!gy_napi_free(env) || !gy_napi_given(env, prototype)) {
    return gy_napi_status(env);
  }
  gy_object object = gy_napi_object_of(env, value);
  gy_value argv[] = {object, gy_napi_in(prototype)};
  if (object == NULL || gy_napi_help(env, GY_NAPI_setPrototype, 2, argv) == NULL) {
    return gy_napi_status(env);
  }
  return gy_napi_ok(env);
}

/* --- by a key that is a value */

napi_status napi_set_property(napi_env env, napi_value target, napi_value key, napi_value value) {
  gy_value exception = NULL;
  if (!gy_napi_free(env) || !gy_napi_given(env, key) || !gy_napi_given(env, value)) {
    return gy_napi_status(env);
  }
  gy_object object = gy_napi_object_of(env, target);
  if (object == NULL) {
    return gy_napi_status(env);
  }
  gy_property_set(env->js, object, gy_napi_in(key), gy_napi_in(value), &exception);
  return gy_napi_done(env, exception);
}

static bool object_and_key(napi_env env, napi_value target, napi_value key, const void *result,
                           gy_object *object) {
  if (!gy_napi_free(env) || !gy_napi_given(env, result) || !gy_napi_given(env, key)) {
    return false;
  }
  *object = gy_napi_object_of(env, target);
  return *object != NULL;
}

napi_status napi_has_property(napi_env env, napi_value target, napi_value key, bool *result) {
  gy_object object;
  gy_value exception = NULL;
  if (!object_and_key(env, target, key, result, &object)) {
    return gy_napi_status(env);
  }
  *result = gy_property_has(env->js, object, gy_napi_in(key), &exception);
  return gy_napi_done(env, exception);
}

napi_status napi_get_property(napi_env env, napi_value target, napi_value key, napi_value *result) {
  gy_object object;
  gy_value exception = NULL;
  if (!object_and_key(env, target, key, result, &object)) {
    return gy_napi_status(env);
  }
  gy_value value = gy_property_get(env->js, object, gy_napi_in(key), &exception);
  return gy_napi_result(env, value, exception, result);
}

napi_status napi_delete_property(napi_env env, napi_value target, napi_value key, bool *result) {
  gy_object object;
  gy_value exception = NULL;
  bool is_deleted;
  bool *place = result == NULL ? &is_deleted : result;
  if (!object_and_key(env, target, key, place, &object)) {
    return gy_napi_status(env);
  }
  *place = gy_property_delete(env->js, object, gy_napi_in(key), &exception);
  return gy_napi_done(env, exception);
}

napi_status napi_has_own_property(napi_env env, napi_value target, napi_value key, bool *result) {
  gy_object object;
  if (!gy_napi_free(env) || !gy_napi_given(env, key) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  object = gy_napi_object_of(env, target);
  if (object == NULL) {
    return gy_napi_status(env);
  }
  gy_type type = gy_type_of(env->js, gy_napi_in(key));
  if (!gy_napi_need(env, type == GY_STRING || type == GY_SYMBOL_VALUE, napi_name_expected)) {
    return gy_napi_status(env);
  }
  gy_value argv[] = {object, gy_napi_in(key)};
  gy_value has = gy_napi_help(env, GY_NAPI_hasOwn, 2, argv);
  if (has == NULL) {
    return gy_napi_status(env);
  }
  *result = gy_to_bool(env->js, has);
  return gy_napi_ok(env);
}

/* --- by a name */

static napi_value key_of(napi_env env, const char *name) {
  return name == NULL ? NULL : gy_napi_out(gy_string(env->js, name));
}

napi_status napi_set_named_property(napi_env env, napi_value target, const char *name,
                                    napi_value value) {
  if (!gy_napi_free(env)) {
    return gy_napi_status(env);
  }
  return napi_set_property(env, target, key_of(env, name), value);
}

napi_status napi_has_named_property(napi_env env, napi_value target, const char *name,
                                    bool *result) {
  if (!gy_napi_free(env)) {
    return gy_napi_status(env);
  }
  return napi_has_property(env, target, key_of(env, name), result);
}

napi_status napi_get_named_property(napi_env env, napi_value target, const char *name,
                                    napi_value *result) {
  if (!gy_napi_free(env)) {
    return gy_napi_status(env);
  }
  return napi_get_property(env, target, key_of(env, name), result);
}

/* --- by an index */

napi_status napi_set_element(napi_env env, napi_value target, uint32_t index, napi_value value) {
  gy_value exception = NULL;
  if (!gy_napi_free(env) || !gy_napi_given(env, value)) {
    return gy_napi_status(env);
  }
  gy_object object = gy_napi_object_of(env, target);
  if (object == NULL) {
    return gy_napi_status(env);
  }
  gy_property_put(env->js, object, index, gy_napi_in(value), &exception);
  return gy_napi_done(env, exception);
}

napi_status napi_get_element(napi_env env, napi_value target, uint32_t index, napi_value *result) {
  gy_value exception = NULL;
  if (!gy_napi_free(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_object object = gy_napi_object_of(env, target);
  if (object == NULL) {
    return gy_napi_status(env);
  }
  gy_value value = gy_property_at(env->js, object, index, &exception);
  return gy_napi_result(env, value, exception, result);
}

napi_status napi_has_element(napi_env env, napi_value target, uint32_t index, bool *result) {
  if (!gy_napi_free(env)) {
    return gy_napi_status(env);
  }
  return napi_has_property(env, target, gy_napi_out(gy_number(env->js, index)), result);
}

napi_status napi_delete_element(napi_env env, napi_value target, uint32_t index, bool *result) {
  if (!gy_napi_free(env)) {
    return gy_napi_status(env);
  }
  return napi_delete_property(env, target, gy_napi_out(gy_number(env->js, index)), result);
}

/* --- all of them */

napi_status napi_get_all_property_names(napi_env env, napi_value target,
                                        napi_key_collection_mode mode, napi_key_filter filter,
                                        napi_key_conversion conversion, napi_value *result) {
  if (!gy_napi_free(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_object object = gy_napi_object_of(env, target);
  if (object == NULL ||
      !gy_napi_need(env, mode <= napi_key_own_only && conversion <= napi_key_numbers_to_strings,
                    napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  gy_value argv[] = {object, gy_number(env->js, mode), gy_number(env->js, filter),
                     gy_number(env->js, conversion)};
  gy_value names = gy_napi_help(env, GY_NAPI_names, 4, argv);
  return names == NULL ? gy_napi_status(env) : gy_napi_give(env, names, result);
}

napi_status napi_get_property_names(napi_env env, napi_value target, napi_value *result) {
  return napi_get_all_property_names(env, target, napi_key_include_prototypes,
                                     napi_key_enumerable | napi_key_skip_symbols,
                                     napi_key_numbers_to_strings, result);
}

static napi_status by_helper(napi_env env, enum gy_napi_helper helper, napi_value target) {
  if (!gy_napi_free(env)) {
    return gy_napi_status(env);
  }
  gy_value object = gy_napi_object_of(env, target);
  if (object == NULL || gy_napi_help(env, helper, 1, &object) == NULL) {
    return gy_napi_status(env);
  }
  return gy_napi_ok(env);
}

napi_status napi_object_freeze(napi_env env, napi_value object) {
  return by_helper(env, GY_NAPI_freeze, object);
}

napi_status napi_object_seal(napi_env env, napi_value object) {
  return by_helper(env, GY_NAPI_seal, object);
}

napi_status node_api_create_object_with_properties(napi_env env, napi_value prototype,
                                                   const napi_value *names,
                                                   const napi_value *values, size_t count,
                                                   napi_value *result) {
  if (!gy_napi_free(env) || !gy_napi_given(env, result) ||
      !gy_napi_need(env, count == 0 || (names != NULL && values != NULL), napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  gy_value none = gy_null(env->js);
  gy_value argument = prototype == NULL ? none : gy_napi_in(prototype);
  gy_value made = gy_napi_help(env, GY_NAPI_create, 1, &argument);
  for (size_t i = 0; i < count && made != NULL; i++) {
    gy_type type = names[i] == NULL ? GY_NULL : gy_type_of(env->js, gy_napi_in(names[i]));
    if (!gy_napi_need(env, type == GY_STRING || type == GY_SYMBOL_VALUE, napi_name_expected) ||
        napi_set_property(env, gy_napi_out(made), names[i], values[i]) != napi_ok) {
      made = NULL;
    }
  }
  return made == NULL ? gy_napi_status(env) : gy_napi_give(env, made, result);
}
