/* SPDX-License-Identifier: MIT */
/* Measures what calls of an addon cost: for cost.js. */
#define NAPI_VERSION 8
#include <node_api.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 1024, TEXT = 256 };

static napi_value add(napi_env env, napi_callback_info info) {
  size_t argc = 2;
  napi_value argv[2], result;
  double a = 0, b = 0;
  napi_get_cb_info(env, info, &argc, argv, NULL, NULL);
  napi_get_value_double(env, argv[0], &a);
  napi_get_value_double(env, argv[1], &b);
  napi_create_double(env, a + b, &result);
  return result;
}

static napi_value text(napi_env env, napi_callback_info info) {
  size_t argc = 1, length = 0;
  napi_value argv[1], result;
  char room[TEXT];
  napi_get_cb_info(env, info, &argc, argv, NULL, NULL);
  napi_get_value_string_utf8(env, argv[0], room, sizeof(room), &length);
  napi_create_string_utf8(env, room, length, &result);
  return result;
}

static napi_value sum(napi_env env, napi_callback_info info) {
  size_t argc = 1, length = 0;
  napi_value argv[1], result;
  void *data = NULL;
  uint32_t all = 0;
  napi_get_cb_info(env, info, &argc, argv, NULL, NULL);
  napi_get_buffer_info(env, argv[0], &data, &length);
  for (size_t i = 0; i < length; i += 64) {
    all += ((unsigned char *)data)[i];
  }
  napi_create_uint32(env, all, &result);
  return result;
}

static napi_value buffer(napi_env env, napi_callback_info info) {
  napi_value result;
  void *data;
  napi_create_buffer(env, BUFFER, &data, &result);
  memset(data, 1, BUFFER);
  return result;
}

static void on_gone(napi_env env, void *data, void *hint) { free(data); }

static napi_value construct(napi_env env, napi_callback_info info) {
  napi_value self;
  napi_get_cb_info(env, info, NULL, NULL, &self, NULL);
  napi_wrap(env, self, calloc(1, sizeof(int)), on_gone, NULL, NULL);
  return self;
}

static napi_value next(napi_env env, napi_callback_info info) {
  napi_value self, result;
  void *data;
  napi_get_cb_info(env, info, NULL, NULL, &self, NULL);
  napi_unwrap(env, self, &data);
  napi_create_int32(env, ++*(int *)data, &result);
  return result;
}

static int count;

/* It releases its own function: the next thread may have another one by then. */
static void *call_often(void *arg) {
  napi_threadsafe_function function = arg;
  for (int i = 0; i < count; i++) {
    napi_call_threadsafe_function(function, NULL, napi_tsfn_blocking);
  }
  napi_release_threadsafe_function(function, napi_tsfn_release);
  return NULL;
}

static napi_value thread(napi_env env, napi_callback_info info) {
  size_t argc = 2;
  napi_value argv[2], name;
  napi_threadsafe_function function;
  pthread_t id;
  napi_get_cb_info(env, info, &argc, argv, NULL, NULL);
  napi_get_value_int32(env, argv[1], &count);
  napi_create_string_utf8(env, "cost", NAPI_AUTO_LENGTH, &name);
  napi_create_threadsafe_function(env, argv[0], NULL, name, 0, 1, NULL, NULL, NULL, NULL,
                                  &function);
  pthread_create(&id, NULL, call_often, function);
  pthread_detach(id);
  return NULL;
}

NAPI_MODULE_INIT() {
  static const napi_property_descriptor method = {"next", 0, next, 0, 0, 0, napi_default, 0};
  static const struct {
    const char *name;
    napi_callback callback;
  } functions[] = {
      {"add", add}, {"text", text}, {"sum", sum}, {"buffer", buffer}, {"thread", thread},
  };
  napi_value value;
  napi_define_class(env, "Counter", NAPI_AUTO_LENGTH, construct, NULL, 1, &method, &value);
  napi_set_named_property(env, exports, "Counter", value);
  for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
    napi_create_function(env, functions[i].name, NAPI_AUTO_LENGTH, functions[i].callback, NULL,
                         &value);
    napi_set_named_property(env, exports, functions[i].name, value);
  }
  return exports;
}
