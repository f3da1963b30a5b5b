/* SPDX-License-Identifier: MIT */
/* Numbers, booleans and their like: made, read, converted, compared. */
#include <math.h>

#include "napi/napi.h"

/* What is no object needs no handle. */
static napi_status plain(napi_env env, gy_value value, napi_value *result) {
  *result = gy_napi_out(value);
  return gy_napi_ok(env);
}

napi_status napi_get_undefined(napi_env env, napi_value *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  return plain(env, gy_undefined(env->js), result);
}

napi_status napi_get_null(napi_env env, napi_value *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  return plain(env, gy_null(env->js), result);
}

napi_status napi_get_global(napi_env env, napi_value *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  return plain(env, gy_global(env->js), result);
}

napi_status napi_get_boolean(napi_env env, bool value, napi_value *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  return plain(env, gy_bool(env->js, value), result);
}

napi_status napi_create_double(napi_env env, double value, napi_value *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  return plain(env, gy_number(env->js, value), result);
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
      [GY_UNDEFINED] = napi_undefined, [GY_NULL] = napi_null,     [GY_BOOLEAN] = napi_boolean,
      [GY_NUMBER] = napi_number,       [GY_STRING] = napi_string, [GY_SYMBOL_VALUE] = napi_symbol,
      [GY_BIGINT] = napi_bigint,       [GY_OBJECT] = napi_object,
  };
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  *result = types[gy_type_of(env->js, gy_napi_in(value))];
  if (*result == napi_object) {
    if (gy_is_function(env->js, gy_napi_in(value))) {
      *result = napi_function;
    } else if (gy_napi_is_external(env->js, gy_napi_in(value))) {
      *result = napi_external;
    }
  }
  return gy_napi_ok(env);
}

static bool number_of(napi_env env, napi_value value, const void *result, double *number) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return false;
  }
  if (gy_look_number(gy_napi_in(value), number)) {
    return true;
  }
  *number = gy_is_number(env->js, gy_napi_in(value)) ? gy_to_number(env->js, gy_napi_in(value)) : 0;
  return gy_napi_need(env, gy_is_number(env->js, gy_napi_in(value)), napi_number_expected);
}

napi_status napi_get_value_double(napi_env env, napi_value value, double *result) {
  double number;
  if (!number_of(env, value, result, &number)) {
    return gy_napi_status(env);
  }
  *result = number;
  return gy_napi_ok(env);
}

napi_status napi_get_value_int32(napi_env env, napi_value value, int32_t *result) {
  double number;
  if (!number_of(env, value, result, &number)) {
    return gy_napi_status(env);
  }
  *result = isfinite(number) ? gy_to_int32(env->js, gy_napi_in(value)) : 0;
  return gy_napi_ok(env);
}

napi_status napi_get_value_uint32(napi_env env, napi_value value, uint32_t *result) {
  double number;
  if (!number_of(env, value, result, &number)) {
    return gy_napi_status(env);
  }
  bool fits = number >= 0 && number <= UINT32_MAX;
  *result = fits ? (uint32_t)number : gy_to_uint32(env->js, gy_napi_in(value));
  return gy_napi_ok(env);
}

/* The nearest there is; what is not finite is 0. */
napi_status napi_get_value_int64(napi_env env, napi_value value, int64_t *result) {
  static const double beyond = 9223372036854775808.0;
  double number;
  if (!number_of(env, value, result, &number)) {
    return gy_napi_status(env);
  }
  if (!isfinite(number)) {
    *result = 0;
  } else if (number >= beyond) {
    *result = INT64_MAX;
  } else {
    *result = number <= -beyond ? INT64_MIN : (int64_t)number;
  }
  return gy_napi_ok(env);
}

napi_status napi_get_value_bool(napi_env env, napi_value value, bool *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  bool is_one = gy_type_of(env->js, gy_napi_in(value)) == GY_BOOLEAN;
  if (!gy_napi_need(env, is_one, napi_boolean_expected)) {
    return gy_napi_status(env);
  }
  *result = gy_to_bool(env->js, gy_napi_in(value));
  return gy_napi_ok(env);
}

napi_status napi_coerce_to_bool(napi_env env, napi_value value, napi_value *result) {
  if (!gy_napi_free(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  return plain(env, gy_bool(env->js, gy_to_bool(env->js, gy_napi_in(value))), result);
}

napi_status napi_coerce_to_number(napi_env env, napi_value value, napi_value *result) {
  gy_value exception = NULL;
  if (!gy_napi_free(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_value number = gy_as_number(env->js, gy_napi_in(value), &exception);
  return gy_napi_result(env, number, exception, result);
}

napi_status napi_coerce_to_string(napi_env env, napi_value value, napi_value *result) {
  gy_value exception = NULL;
  if (!gy_napi_free(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_value string = gy_as_string(env->js, gy_napi_in(value), &exception);
  return gy_napi_result(env, string, exception, result);
}

napi_status napi_coerce_to_object(napi_env env, napi_value value, napi_value *result) {
  if (!gy_napi_free(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_object object = gy_napi_object_of(env, value);
  return object == NULL ? gy_napi_status(env) : gy_napi_give(env, object, result);
}

napi_status napi_strict_equals(napi_env env, napi_value left, napi_value right, bool *result) {
  if (!gy_napi_free(env) || !gy_napi_given(env, left) || !gy_napi_given(env, right) ||
      !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  *result = gy_same(env->js, gy_napi_in(left), gy_napi_in(right));
  return gy_napi_ok(env);
}

napi_status napi_create_date(napi_env env, double time_ms, napi_value *result) {
  gy_value exception = NULL;
  if (!gy_napi_free(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_object date = gy_date(env->js, time_ms, &exception);
  return gy_napi_result(env, date, exception, result);
}

napi_status napi_is_date(napi_env env, napi_value value, bool *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  *result = gy_is_date(env->js, gy_napi_in(value));
  return gy_napi_ok(env);
}

napi_status napi_get_date_value(napi_env env, napi_value value, double *result) {
  if (!gy_napi_free(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result) ||
      !gy_napi_need(env, gy_is_date(env->js, gy_napi_in(value)), napi_date_expected)) {
    return gy_napi_status(env);
  }
  *result = gy_date_value(env->js, gy_napi_in(value));
  return gy_napi_ok(env);
}
