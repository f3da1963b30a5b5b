/* SPDX-License-Identifier: MIT */
/* BigInts, by words and by numbers. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/memory.h"
#include "napi/napi.h"

enum { DIGITS = 16, MOST_WORDS = (1 << 24) / 64 };

napi_status napi_create_bigint_int64(napi_env env, int64_t value, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  return gj_napi_give(env, gj_bigint(env->js, value), result);
}

napi_status napi_create_bigint_uint64(napi_env env, uint64_t value, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  return gj_napi_give(env, gj_bigint_u(env->js, value), result);
}

/* "0x..." */
static char *hexadecimal(size_t count, const uint64_t *words) {
  char *text = gj_memory_bound(NULL, 4 + count * DIGITS, "a BigInt");
  char *at = text + sprintf(text, "0x0");
  for (size_t i = count; i-- > 0;) {
    at += sprintf(at, "%016llx", (unsigned long long)words[i]);
  }
  return text;
}

napi_status napi_create_bigint_words(napi_env env, int sign, size_t count, const uint64_t *words,
                                     napi_value *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, words) || !gj_napi_given(env, result) ||
      !gj_napi_need(env, count <= INT_MAX, napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  if (count > MOST_WORDS) {
    napi_throw_range_error(env, NULL, "Maximum BigInt size exceeded");
    return gj_napi_set(env, napi_pending_exception);
  }
  char *text = hexadecimal(count, words);
  gj_value argv[] = {gj_string(env->js, text), gj_bool(env->js, sign != 0)};
  free(text);
  gj_value made = gj_napi_help(env, GJ_NAPI_bigint, 2, argv);
  return made == NULL ? gj_napi_status(env) : gj_napi_give(env, made, result);
}

static bool bigint_given(napi_env env, napi_value value) {
  return gj_napi_need(env, gj_type_of(env->js, gj_napi_in(value)) == GJ_BIGINT,
                      napi_bigint_expected);
}

napi_status napi_get_value_bigint_int64(napi_env env, napi_value value, int64_t *result,
                                        bool *lossless) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result) ||
      !gj_napi_given(env, lossless) || !bigint_given(env, value)) {
    return gj_napi_status(env);
  }
  *result = gj_to_int64(env->js, gj_napi_in(value));
  *lossless = gj_bigint_is_int64(env->js, gj_napi_in(value), *result);
  return gj_napi_ok(env);
}

napi_status napi_get_value_bigint_uint64(napi_env env, napi_value value, uint64_t *result,
                                         bool *lossless) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result) ||
      !gj_napi_given(env, lossless) || !bigint_given(env, value)) {
    return gj_napi_status(env);
  }
  *result = gj_to_uint64(env->js, gj_napi_in(value));
  *lossless = gj_bigint_is_uint64(env->js, gj_napi_in(value), *result);
  return gj_napi_ok(env);
}

/* The helper's list: whether it is negative, then the words, the lowest first. */
napi_status napi_get_value_bigint_words(napi_env env, napi_value value, int *sign, size_t *count,
                                        uint64_t *words) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, count) ||
      !bigint_given(env, value)) {
    return gj_napi_status(env);
  }
  bool only_count = sign == NULL && words == NULL;
  if (!only_count && (!gj_napi_given(env, sign) || !gj_napi_given(env, words))) {
    return gj_napi_status(env);
  }
  gj_value argument = gj_napi_in(value);
  gj_value list = gj_napi_help(env, GJ_NAPI_words, 1, &argument);
  if (list == NULL) {
    return gj_napi_status(env);
  }
  size_t has = gj_length(env->js, (gj_object)list) - 1;
  if (!only_count) {
    *sign = gj_to_bool(env->js, gj_get_index(env->js, (gj_object)list, 0));
    for (size_t i = 0; i < has && i < *count; i++) {
      words[i] = gj_to_uint64(env->js, gj_get_index(env->js, (gj_object)list, (unsigned)i + 1));
    }
  }
  *count = has;
  return gj_napi_ok(env);
}
