/* SPDX-License-Identifier: MIT */
/* Promises, and scripts. */
#include <stdlib.h>

#include "engine/memory.h"
#include "napi/napi.h"

struct napi_deferred__ {
  gj_pin resolve, reject;
};

napi_status napi_create_promise(napi_env env, napi_deferred *deferred, napi_value *result) {
  gj_object resolve;
  gj_object reject;
  if (!gj_napi_free(env) || !gj_napi_given(env, deferred) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_object promise = gj_promise(env->js, &resolve, &reject);
  *deferred = gj_memory_new(sizeof(**deferred), "a promise");
  (*deferred)->resolve = gj_pin_new(env->js, resolve);
  (*deferred)->reject = gj_pin_new(env->js, reject);
  return gj_napi_give(env, promise, result);
}

static napi_status settle(napi_env env, napi_deferred deferred, napi_value value, bool is_good) {
  gj_value exception = NULL;
  if (!gj_napi_free(env) || !gj_napi_given(env, value) || !gj_napi_given(env, deferred)) {
    return gj_napi_status(env);
  }
  gj_object function = gj_pin_object(is_good ? &deferred->resolve : &deferred->reject);
  gj_value argument = gj_napi_in(value);
  gj_call(env->js, function, NULL, 1, &argument, &exception);
  gj_pin_free(&deferred->resolve);
  gj_pin_free(&deferred->reject);
  free(deferred);
  return gj_napi_done(env, exception);
}

napi_status napi_resolve_deferred(napi_env env, napi_deferred deferred, napi_value value) {
  return settle(env, deferred, value, true);
}

napi_status napi_reject_deferred(napi_env env, napi_deferred deferred, napi_value value) {
  return settle(env, deferred, value, false);
}

napi_status napi_is_promise(napi_env env, napi_value value, bool *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = (gj_napi_kind(env, gj_napi_in(value)) & GJ_NAPI_IS_PROMISE) != 0;
  return gj_napi_ok(env);
}

napi_status napi_run_script(napi_env env, napi_value script, napi_value *result) {
  gj_value exception = NULL;
  if (!gj_napi_free(env) || !gj_napi_given(env, script) || !gj_napi_given(env, result) ||
      !gj_napi_need(env, gj_is_string(env->js, gj_napi_in(script)), napi_string_expected)) {
    return gj_napi_status(env);
  }
  gj_value value = gj_eval(env->js, gj_napi_in(script), "", 1, &exception);
  return gj_napi_result(env, value, exception, result);
}
