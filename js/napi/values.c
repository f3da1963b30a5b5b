/* SPDX-License-Identifier: MIT */
/* Numbers, booleans and their like: made, read, converted, compared. */
#include <math.h>

#include "napi/napi.h"

/* A value that is not an object needs no handle. */
static napi_status plain(napi_env env, gj_value value, napi_value *result) {
  *result = gj_napi_out(value);
  return gj_napi_ok(env);
}

napi_status napi_get_undefined(napi_env env, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  return plain(env, gj_undefined(env->js), result);
}

napi_status napi_get_null(napi_env env, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  return plain(env, gj_null(env->js), result);
}

napi_status napi_get_global(napi_env env, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  return plain(env, gj_global(env->js), result);
}

napi_status napi_get_boolean(napi_env env, bool value, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  return plain(env, gj_bool(env->js, value), result);
}

napi_status napi_create_double(napi_env env, double value, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  return plain(env, gj_number(env->js, value), result);
}

napi_status napi_create_int32(napi_env env, int32_t value, napi_value *result) {
  return napi_create_double(env, value, result);
}

napi_status napi_create_uint32(napi_env env, uint32_t value, napi_value *result) {
  return napi_create_double(env, value, result);
}

napi_status napi_create_int64(napi_env env, int64_t value, napi_value *result) {
  return napi_create_double(env, (double)value, result);
}

napi_status napi_typeof(napi_env env, napi_value value, napi_valuetype *result) {
  static const napi_valuetype types[] = {
      [GJ_UNDEFINED] = napi_undefined, [GJ_NULL] = napi_null,     [GJ_BOOLEAN] = napi_boolean,
      [GJ_NUMBER] = napi_number,       [GJ_STRING] = napi_string, [GJ_SYMBOL_VALUE] = napi_symbol,
      [GJ_BIGINT] = napi_bigint,       [GJ_OBJECT] = napi_object,
  };
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = types[gj_type_of(env->js, gj_napi_in(value))];
  if (*result == napi_object) {
    if (gj_is_function(env->js, gj_napi_in(value))) {
      *result = napi_function;
    } else if (gj_napi_is_external(env->js, gj_napi_in(value))) {
      *result = napi_external;
    }
  }
  return gj_napi_ok(env);
}

static bool number_of(napi_env env, napi_value value, const void *result, double *number) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return false;
  }
  if (gj_look_number(gj_napi_in(value), number)) {
    return true;
  }
  *number = gj_is_number(env->js, gj_napi_in(value)) ? gj_to_number(env->js, gj_napi_in(value)) : 0;
  return gj_napi_need(env, gj_is_number(env->js, gj_napi_in(value)), napi_number_expected);
}

napi_status napi_get_value_double(napi_env env, napi_value value, double *result) {
  double number;
  if (!number_of(env, value, result, &number)) {
    return gj_napi_status(env);
  }
  *result = number;
  return gj_napi_ok(env);
}

napi_status napi_get_value_int32(napi_env env, napi_value value, int32_t *result) {
  double number;
  if (!number_of(env, value, result, &number)) {
    return gj_napi_status(env);
  }
  *result = isfinite(number) ? gj_to_int32(env->js, gj_napi_in(value)) : 0;
  return gj_napi_ok(env);
}

napi_status napi_get_value_uint32(napi_env env, napi_value value, uint32_t *result) {
  double number;
  if (!number_of(env, value, result, &number)) {
    return gj_napi_status(env);
  }
  bool fits = number >= 0 && number <= UINT32_MAX;
  *result = fits ? (uint32_t)number : gj_to_uint32(env->js, gj_napi_in(value));
  return gj_napi_ok(env);
}

/* The nearest one; not finite: 0. */
napi_status napi_get_value_int64(napi_env env, napi_value value, int64_t *result) {
  static const double beyond = 9223372036854775808.0;
  double number;
  if (!number_of(env, value, result, &number)) {
    return gj_napi_status(env);
  }
  if (!isfinite(number)) {
    *result = 0;
  } else if (number >= beyond) {
    *result = INT64_MAX;
  } else {
    *result = number <= -beyond ? INT64_MIN : (int64_t)number;
  }
  return gj_napi_ok(env);
}

napi_status napi_get_value_bool(napi_env env, napi_value value, bool *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  bool is_one = gj_type_of(env->js, gj_napi_in(value)) == GJ_BOOLEAN;
  if (!gj_napi_need(env, is_one, napi_boolean_expected)) {
    return gj_napi_status(env);
  }
  *result = gj_to_bool(env->js, gj_napi_in(value));
  return gj_napi_ok(env);
}

napi_status napi_coerce_to_bool(napi_env env, napi_value value, napi_value *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  return plain(env, gj_bool(env->js, gj_to_bool(env->js, gj_napi_in(value))), result);
}

napi_status napi_coerce_to_number(napi_env env, napi_value value, napi_value *result) {
  gj_value exception = NULL;
  if (!gj_napi_free(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_value number = gj_as_number(env->js, gj_napi_in(value), &exception);
  return gj_napi_result(env, number, exception, result);
}

napi_status napi_coerce_to_string(napi_env env, napi_value value, napi_value *result) {
  gj_value exception = NULL;
  if (!gj_napi_free(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_value string = gj_as_string(env->js, gj_napi_in(value), &exception);
  return gj_napi_result(env, string, exception, result);
}

napi_status napi_coerce_to_object(napi_env env, napi_value value, napi_value *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_object object = gj_napi_object_of(env, value);
  return object == NULL ? gj_napi_status(env) : gj_napi_give(env, object, result);
}

napi_status napi_strict_equals(napi_env env, napi_value left, napi_value right, bool *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, left) || !gj_napi_given(env, right) ||
      !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = gj_same(env->js, gj_napi_in(left), gj_napi_in(right));
  return gj_napi_ok(env);
}

napi_status napi_create_date(napi_env env, double time_ms, napi_value *result) {
  gj_value exception = NULL;
  if (!gj_napi_free(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_object date = gj_date(env->js, time_ms, &exception);
  return gj_napi_result(env, date, exception, result);
}

napi_status napi_is_date(napi_env env, napi_value value, bool *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = gj_is_date(env->js, gj_napi_in(value));
  return gj_napi_ok(env);
}

napi_status napi_get_date_value(napi_env env, napi_value value, double *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result) ||
      !gj_napi_need(env, gj_is_date(env->js, gj_napi_in(value)), napi_date_expected)) {
    return gj_napi_status(env);
  }
  *result = gj_date_value(env->js, gj_napi_in(value));
  return gj_napi_ok(env);
}
