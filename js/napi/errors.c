/* SPDX-License-Identifier: MIT */
/* Statuses, errors, and exceptions both ways. */
#include <stdio.h>
#include <string.h>

#include "engine/memory.h"
#include "napi/napi.h"

napi_status gj_napi_threw(napi_env env, gj_value exception) {
  gj_pin_free(&env->thrown);
  env->thrown = gj_pin_new(env->js, exception);
  return gj_napi_set(env, napi_pending_exception);
}

gj_value gj_napi_take_exception(napi_env env) {
  gj_value exception = env->thrown.value;
  gj_pin_free(&env->thrown);
  return exception;
}

napi_status napi_get_last_error_info(node_api_basic_env basic_env,
                                     const napi_extended_error_info **result) {
  static const char *const messages[] = {
      [napi_ok] = NULL,
      [napi_invalid_arg] = "Invalid argument",
      [napi_object_expected] = "An object was expected",
      [napi_string_expected] = "A string was expected",
      [napi_name_expected] = "A string or symbol was expected",
      [napi_function_expected] = "A function was expected",
      [napi_number_expected] = "A number was expected",
      [napi_boolean_expected] = "A boolean was expected",
      [napi_array_expected] = "An array was expected",
      [napi_generic_failure] = "Unknown failure",
      [napi_pending_exception] = "An exception is pending",
      [napi_cancelled] = "The async work item was cancelled",
      [napi_escape_called_twice] = "napi_escape_handle already called on scope",
      [napi_handle_scope_mismatch] = "Invalid handle scope usage",
      [napi_callback_scope_mismatch] = "Invalid callback scope usage",
      [napi_queue_full] = "Thread-safe function queue is full",
      [napi_closing] = "Thread-safe function handle is closing",
      [napi_bigint_expected] = "A bigint was expected",
      [napi_date_expected] = "A date was expected",
      [napi_arraybuffer_expected] = "An arraybuffer was expected",
      [napi_detachable_arraybuffer_expected] = "A detachable arraybuffer was expected",
      [napi_would_deadlock] = "Main thread would deadlock",
      [napi_no_external_buffers_allowed] = "External buffers are not allowed",
      [napi_cannot_run_js] = "Cannot run JavaScript",
  };
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  env->last.error_message = messages[env->last.error_code];
  if (env->last.error_code == napi_ok) {
    env->last.engine_error_code = 0;
    env->last.engine_reserved = NULL;
  }
  *result = &env->last;
  return napi_ok;
}

static gj_value make(napi_env env, const char *type, gj_value code, gj_value message) {
  gj_value none = gj_undefined(env->js);
  gj_value argv[] = {gj_string(env->js, type), code == NULL ? none : code, message};
  return gj_napi_help(env, GJ_NAPI_error, 3, argv);
}

static napi_status create(napi_env env, const char *type, napi_value code, napi_value message,
                          napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, message) || !gj_napi_given(env, result) ||
      !gj_napi_need(env, gj_is_string(env->js, gj_napi_in(message)), napi_string_expected)) {
    return gj_napi_status(env);
  }
  bool has_code = code == NULL || gj_is_string(env->js, gj_napi_in(code));
  if (!gj_napi_need(env, has_code, napi_string_expected)) {
    return gj_napi_status(env);
  }
  gj_value error = make(env, type, gj_napi_in(code), gj_napi_in(message));
  return error == NULL ? gj_napi_status(env) : gj_napi_give(env, error, result);
}

napi_status napi_create_error(napi_env env, napi_value code, napi_value message,
                              napi_value *result) {
  return create(env, "Error", code, message, result);
}

napi_status napi_create_type_error(napi_env env, napi_value code, napi_value message,
                                   napi_value *result) {
  return create(env, "TypeError", code, message, result);
}

napi_status napi_create_range_error(napi_env env, napi_value code, napi_value message,
                                    napi_value *result) {
  return create(env, "RangeError", code, message, result);
}

napi_status node_api_create_syntax_error(napi_env env, napi_value code, napi_value message,
                                         napi_value *result) {
  return create(env, "SyntaxError", code, message, result);
}

napi_status napi_throw(napi_env env, napi_value error) {
  if (!gj_napi_free(env) || !gj_napi_given(env, error)) {
    return gj_napi_status(env);
  }
  gj_napi_threw(env, gj_napi_in(error));
  return gj_napi_ok(env);
}

static napi_status throw_new(napi_env env, const char *type, const char *code,
                             const char *message) {
  if (!gj_napi_free(env)) {
    return gj_napi_status(env);
  }
  gj_value code_value = code == NULL ? NULL : gj_string(env->js, code);
  gj_value error = make(env, type, code_value, gj_string(env->js, message == NULL ? "" : message));
  if (error == NULL) {
    return gj_napi_status(env);
  }
  gj_napi_threw(env, error);
  return gj_napi_ok(env);
}

napi_status napi_throw_error(napi_env env, const char *code, const char *message) {
  return throw_new(env, "Error", code, message);
}

napi_status napi_throw_type_error(napi_env env, const char *code, const char *message) {
  return throw_new(env, "TypeError", code, message);
}

napi_status napi_throw_range_error(napi_env env, const char *code, const char *message) {
  return throw_new(env, "RangeError", code, message);
}

napi_status node_api_throw_syntax_error(napi_env env, const char *code, const char *message) {
  return throw_new(env, "SyntaxError", code, message);
}

napi_status napi_is_error(napi_env env, napi_value value, bool *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = (gj_napi_kind(env, gj_napi_in(value)) & GJ_NAPI_IS_ERROR) != 0;
  return gj_napi_ok(env);
}

napi_status napi_is_exception_pending(napi_env env, bool *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = env->thrown.value != NULL;
  return gj_napi_ok(env);
}

napi_status napi_get_and_clear_last_exception(napi_env env, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_value exception = gj_napi_take_exception(env);
  return gj_napi_give(env, exception == NULL ? gj_undefined(env->js) : exception, result);
}

/* --- what nobody can catch */

static void write_text(const char *text, size_t length) {
  if (text != NULL) {
    fprintf(stderr, " %.*s", (int)(length == NAPI_AUTO_LENGTH ? strlen(text) : length), text);
  }
}

void napi_fatal_error(const char *location, size_t location_length, const char *message,
                      size_t message_length) {
  fputs("FATAL ERROR:", stderr);
  write_text(location, location_length);
  write_text(message, message_length);
  fputc('\n', stderr);
  gj_memory_fatal("an addon ended the process");
}

void gj_napi_die(const char *location, const char *message) {
  napi_fatal_error(location, NAPI_AUTO_LENGTH, message, NAPI_AUTO_LENGTH);
}

napi_status napi_fatal_exception(napi_env env, napi_value error) {
  if (!gj_napi_free(env) || !gj_napi_given(env, error)) {
    return gj_napi_status(env);
  }
  gj_value argument = gj_napi_in(error);
  return gj_napi_help(env, GJ_NAPI_fatal, 1, &argument) == NULL ? gj_napi_status(env)
                                                                : gj_napi_ok(env);
}
