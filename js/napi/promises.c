/* SPDX-License-Identifier: MIT */
/* Promises, and scripts. */
#include <stdlib.h>

#include "engine/memory.h"
#include "napi/napi.h"

struct napi_deferred__ {
  gy_pin resolve, reject;
};

napi_status napi_create_promise(napi_env env, napi_deferred *deferred, napi_value *result) {
  gy_object resolve;
  gy_object reject;
  if (!gy_napi_free(env) || !gy_napi_given(env, deferred) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_object promise = gy_promise(env->js, &resolve, &reject);
  *deferred = gy_memory_new(sizeof(**deferred), "a promise");
  (*deferred)->resolve = gy_pin_new(env->js, resolve);
  (*deferred)->reject = gy_pin_new(env->js, reject);
  return gy_napi_give(env, promise, result);
}

static napi_status settle(napi_env env, napi_deferred deferred, napi_value value, bool is_good) {
  gy_value exception = NULL;
  if (!gy_napi_free(env) || !gy_napi_given(env, value) || !gy_napi_given(env, deferred)) {
    return gy_napi_status(env);
  }
  gy_object function = gy_pin_object(is_good ? &deferred->resolve : &deferred->reject);
  gy_value argument = gy_napi_in(value);
  gy_call(env->js, function, NULL, 1, &argument, &exception);
  gy_pin_free(&deferred->resolve);
  gy_pin_free(&deferred->reject);
  free(deferred);
  return gy_napi_done(env, exception);
}

napi_status napi_resolve_deferred(napi_env env, napi_deferred deferred, napi_value value) {
  return settle(env, deferred, value, true);
}

napi_status napi_reject_deferred(napi_env env, napi_deferred deferred, napi_value value) {
  return settle(env, deferred, value, false);
}

napi_status napi_is_promise(napi_env env, napi_value value, bool *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  *result = (gy_napi_kind(env, gy_napi_in(value)) & GY_NAPI_IS_PROMISE) != 0;
  return gy_napi_ok(env);
}

napi_status napi_run_script(napi_env env, napi_value script, napi_value *result) {
  gy_value exception = NULL;
  if (!gy_napi_free(env) || !gy_napi_given(env, script) || !gy_napi_given(env, result) ||
      !gy_napi_need(env, gy_is_string(env->js, gy_napi_in(script)), napi_string_expected)) {
    return gy_napi_status(env);
  }
  gy_value value = gy_eval(env->js, gy_napi_in(script), "", 1, &exception);
  return gy_napi_result(env, value, exception, result);
}
