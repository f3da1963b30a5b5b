/* SPDX-License-Identifier: MIT */
/* Handle scopes. A scope is the length of the list of handles when it was opened (plus one, so that
 * it is not NULL). An escapable scope has a place for the escaping handle before that. */
#include "napi/napi.h"

static bool close_scope(napi_env env, size_t length) {
  gj_values *handles = &env->room->handles;
  if (!gj_napi_need(env, env->open_scopes > 0, napi_handle_scope_mismatch)) {
    return false;
  }
  env->open_scopes--;
  if (length < handles->count) {
    handles->count = length;
  }
  return true;
}

napi_status napi_open_handle_scope(napi_env env, napi_handle_scope *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  env->open_scopes++;
  *result = (napi_handle_scope)(env->room->handles.count + 1);
  return gj_napi_ok(env);
}

napi_status napi_close_handle_scope(napi_env env, napi_handle_scope scope) {
  if (!gj_napi_env(env) || !gj_napi_given(env, scope) || !close_scope(env, (size_t)scope - 1)) {
    return gj_napi_status(env);
  }
  return gj_napi_ok(env);
}

napi_status napi_open_escapable_handle_scope(napi_env env, napi_escapable_handle_scope *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  env->open_scopes++;
  gj_napi_keep(env, NULL);
  *result = (napi_escapable_handle_scope)env->room->handles.count;
  return gj_napi_ok(env);
}

napi_status napi_close_escapable_handle_scope(napi_env env, napi_escapable_handle_scope scope) {
  if (!gj_napi_env(env) || !gj_napi_given(env, scope) || !close_scope(env, (size_t)scope)) {
    return gj_napi_status(env);
  }
  return gj_napi_ok(env);
}

napi_status napi_escape_handle(napi_env env, napi_escapable_handle_scope scope, napi_value value,
                               napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, scope) || !gj_napi_given(env, value) ||
      !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_values *handles = &env->room->handles;
  size_t place = (size_t)scope - 1;
  if (!gj_napi_need(env, place < handles->count, napi_handle_scope_mismatch) ||
      !gj_napi_need(env, handles->values[place] == NULL, napi_escape_called_twice)) {
    return gj_napi_status(env);
  }
  handles->values[place] = gj_napi_in(value);
  *result = value;
  return gj_napi_ok(env);
}
