/* SPDX-License-Identifier: MIT */
/* Objects, arrays and their properties. */
#include <string.h>

#include "napi/napi.h"

/* The value as an object; NULL: not possible, and the exception is pending. */
gj_object gj_napi_object_of(napi_env env, napi_value value) {
  gj_value exception = NULL;
  if (!gj_napi_given(env, value)) {
    return NULL;
  }
  gj_object object = gj_to_object(env->js, gj_napi_in(value), &exception);
  if (exception != NULL) {
    gj_napi_threw(env, exception);
    gj_napi_set(env, napi_object_expected);
    return NULL;
  }
  return object;
}

napi_status napi_create_object(napi_env env, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  return gj_napi_give(env, gj_object_new(env->js), result);
}

napi_status napi_create_array(napi_env env, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  return gj_napi_give(env, gj_array(env->js, 0, NULL), result);
}

napi_status napi_create_array_with_length(napi_env env, size_t length, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_object array = gj_array(env->js, 0, NULL);
  if (length != 0 && length <= INT32_MAX) { /* others are ignored, as in Node */
    gj_set_number(env->js, array, "length", (double)length);
  }
  return gj_napi_give(env, array, result);
}

napi_status napi_is_array(napi_env env, napi_value value, bool *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = gj_is_array(env->js, gj_napi_in(value));
  return gj_napi_ok(env);
}

napi_status napi_get_array_length(napi_env env, napi_value value, uint32_t *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result) ||
      !gj_napi_need(env, gj_is_array(env->js, gj_napi_in(value)), napi_array_expected)) {
    return gj_napi_status(env);
  }
  *result = gj_length(env->js, gj_napi_object(value));
  return gj_napi_ok(env);
}

napi_status napi_get_prototype(napi_env env, napi_value value, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_object object = gj_napi_object_of(env, value);
  if (object == NULL) {
    return gj_napi_status(env);
  }
  return gj_napi_give(env, gj_prototype(env->js, object), result);
}

napi_status node_api_set_prototype(napi_env env, napi_value value, napi_value prototype) {
  if (!gj_napi_free(env) || !gj_napi_given(env, prototype)) {
    return gj_napi_status(env);
  }
  gj_object object = gj_napi_object_of(env, value);
  gj_value argv[] = {object, gj_napi_in(prototype)};
  if (object == NULL || gj_napi_help(env, GJ_NAPI_setPrototype, 2, argv) == NULL) {
    return gj_napi_status(env);
  }
  return gj_napi_ok(env);
}

/* --- by a key that is a value */

napi_status napi_set_property(napi_env env, napi_value target, napi_value key, napi_value value) {
  gj_value exception = NULL;
  if (!gj_napi_free(env) || !gj_napi_given(env, key) || !gj_napi_given(env, value)) {
    return gj_napi_status(env);
  }
  gj_object object = gj_napi_object_of(env, target);
  if (object == NULL) {
    return gj_napi_status(env);
  }
  gj_property_set(env->js, object, gj_napi_in(key), gj_napi_in(value), &exception);
  return gj_napi_done(env, exception);
}

static bool object_and_key(napi_env env, napi_value target, napi_value key, const void *result,
                           gj_object *object) {
  if (!gj_napi_free(env) || !gj_napi_given(env, result) || !gj_napi_given(env, key)) {
    return false;
  }
  *object = gj_napi_object_of(env, target);
  return *object != NULL;
}

napi_status napi_has_property(napi_env env, napi_value target, napi_value key, bool *result) {
  gj_object object;
  gj_value exception = NULL;
  if (!object_and_key(env, target, key, result, &object)) {
    return gj_napi_status(env);
  }
  *result = gj_property_has(env->js, object, gj_napi_in(key), &exception);
  return gj_napi_done(env, exception);
}

napi_status napi_get_property(napi_env env, napi_value target, napi_value key, napi_value *result) {
  gj_object object;
  gj_value exception = NULL;
  if (!object_and_key(env, target, key, result, &object)) {
    return gj_napi_status(env);
  }
  gj_value value = gj_property_get(env->js, object, gj_napi_in(key), &exception);
  return gj_napi_result(env, value, exception, result);
}

napi_status napi_delete_property(napi_env env, napi_value target, napi_value key, bool *result) {
  gj_object object;
  gj_value exception = NULL;
  bool is_deleted;
  bool *place = result == NULL ? &is_deleted : result;
  if (!object_and_key(env, target, key, place, &object)) {
    return gj_napi_status(env);
  }
  *place = gj_property_delete(env->js, object, gj_napi_in(key), &exception);
  return gj_napi_done(env, exception);
}

napi_status napi_has_own_property(napi_env env, napi_value target, napi_value key, bool *result) {
  gj_object object;
  if (!gj_napi_free(env) || !gj_napi_given(env, key) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  object = gj_napi_object_of(env, target);
  if (object == NULL) {
    return gj_napi_status(env);
  }
  gj_type type = gj_type_of(env->js, gj_napi_in(key));
  if (!gj_napi_need(env, type == GJ_STRING || type == GJ_SYMBOL_VALUE, napi_name_expected)) {
    return gj_napi_status(env);
  }
  gj_value argv[] = {object, gj_napi_in(key)};
  gj_value has = gj_napi_help(env, GJ_NAPI_hasOwn, 2, argv);
  if (has == NULL) {
    return gj_napi_status(env);
  }
  *result = gj_to_bool(env->js, has);
  return gj_napi_ok(env);
}

/* --- by a name */

static napi_value key_of(napi_env env, const char *name) {
  return name == NULL ? NULL : gj_napi_out(gj_string(env->js, name));
}

napi_status napi_set_named_property(napi_env env, napi_value target, const char *name,
                                    napi_value value) {
  if (!gj_napi_free(env)) {
    return gj_napi_status(env);
  }
  return napi_set_property(env, target, key_of(env, name), value);
}

napi_status napi_has_named_property(napi_env env, napi_value target, const char *name,
                                    bool *result) {
  if (!gj_napi_free(env)) {
    return gj_napi_status(env);
  }
  return napi_has_property(env, target, key_of(env, name), result);
}

napi_status napi_get_named_property(napi_env env, napi_value target, const char *name,
                                    napi_value *result) {
  if (!gj_napi_free(env)) {
    return gj_napi_status(env);
  }
  return napi_get_property(env, target, key_of(env, name), result);
}

/* --- by an index */

napi_status napi_set_element(napi_env env, napi_value target, uint32_t index, napi_value value) {
  gj_value exception = NULL;
  if (!gj_napi_free(env) || !gj_napi_given(env, value)) {
    return gj_napi_status(env);
  }
  gj_object object = gj_napi_object_of(env, target);
  if (object == NULL) {
    return gj_napi_status(env);
  }
  gj_property_put(env->js, object, index, gj_napi_in(value), &exception);
  return gj_napi_done(env, exception);
}

napi_status napi_get_element(napi_env env, napi_value target, uint32_t index, napi_value *result) {
  gj_value exception = NULL;
  if (!gj_napi_free(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_object object = gj_napi_object_of(env, target);
  if (object == NULL) {
    return gj_napi_status(env);
  }
  gj_value value = gj_property_at(env->js, object, index, &exception);
  return gj_napi_result(env, value, exception, result);
}

napi_status napi_has_element(napi_env env, napi_value target, uint32_t index, bool *result) {
  if (!gj_napi_free(env)) {
    return gj_napi_status(env);
  }
  return napi_has_property(env, target, gj_napi_out(gj_number(env->js, index)), result);
}

napi_status napi_delete_element(napi_env env, napi_value target, uint32_t index, bool *result) {
  if (!gj_napi_free(env)) {
    return gj_napi_status(env);
  }
  return napi_delete_property(env, target, gj_napi_out(gj_number(env->js, index)), result);
}

/* --- all of them */

napi_status napi_get_all_property_names(napi_env env, napi_value target,
                                        napi_key_collection_mode mode, napi_key_filter filter,
                                        napi_key_conversion conversion, napi_value *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_object object = gj_napi_object_of(env, target);
  if (object == NULL ||
      !gj_napi_need(env, mode <= napi_key_own_only && conversion <= napi_key_numbers_to_strings,
                    napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  gj_value argv[] = {object, gj_number(env->js, mode), gj_number(env->js, filter),
                     gj_number(env->js, conversion)};
  gj_value names = gj_napi_help(env, GJ_NAPI_names, 4, argv);
  return names == NULL ? gj_napi_status(env) : gj_napi_give(env, names, result);
}

napi_status napi_get_property_names(napi_env env, napi_value target, napi_value *result) {
  return napi_get_all_property_names(env, target, napi_key_include_prototypes,
                                     napi_key_enumerable | napi_key_skip_symbols,
                                     napi_key_numbers_to_strings, result);
}

static napi_status by_helper(napi_env env, enum gj_napi_helper helper, napi_value target) {
  if (!gj_napi_free(env)) {
    return gj_napi_status(env);
  }
  gj_value object = gj_napi_object_of(env, target);
  if (object == NULL || gj_napi_help(env, helper, 1, &object) == NULL) {
    return gj_napi_status(env);
  }
  return gj_napi_ok(env);
}

napi_status napi_object_freeze(napi_env env, napi_value object) {
  return by_helper(env, GJ_NAPI_freeze, object);
}

napi_status napi_object_seal(napi_env env, napi_value object) {
  return by_helper(env, GJ_NAPI_seal, object);
}

napi_status node_api_create_object_with_properties(napi_env env, napi_value prototype,
                                                   const napi_value *names,
                                                   const napi_value *values, size_t count,
                                                   napi_value *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, result) ||
      !gj_napi_need(env, count == 0 || (names != NULL && values != NULL), napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  gj_value none = gj_null(env->js);
  gj_value argument = prototype == NULL ? none : gj_napi_in(prototype);
  gj_value made = gj_napi_help(env, GJ_NAPI_create, 1, &argument);
  for (size_t i = 0; i < count && made != NULL; i++) {
    gj_type type = names[i] == NULL ? GJ_NULL : gj_type_of(env->js, gj_napi_in(names[i]));
    if (!gj_napi_need(env, type == GJ_STRING || type == GJ_SYMBOL_VALUE, napi_name_expected) ||
        napi_set_property(env, gj_napi_out(made), names[i], values[i]) != napi_ok) {
      made = NULL;
    }
  }
  return made == NULL ? gj_napi_status(env) : gj_napi_give(env, made, result);
}
