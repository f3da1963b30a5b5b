/* SPDX-License-Identifier: MIT */
/* The asynchronous context of callbacks that C calls. There is one rule: a function that waits in C
 * has been through gy_async_once or gy_async_often. What is called with the object of a handle or a
 * request finds its context there (js/lib/internal/async/resources.js). While a program has no
 * AsyncLocalStorage and no hook, this is a load and a branch. */
#include "runtime/runtime.h"

static gy_value give_context(gy_context js, gy_value function, const char *type, bool often) {
  gy_runtime *runtime = gy_runtime_self();
  if (runtime->counts[GY_CONTEXTS] == 0 || !gy_is_function(js, function)) {
    return function;
  }
  gy_value argv[] = {function, gy_string(js, type), gy_bool(js, often)};
  gy_value exception = NULL;
  gy_value bound = gy_call_whole(js, gy_pin_object(&runtime->bind_callback), 3, argv, &exception);
  if (exception != NULL) {
    gy_direct_threw(js, exception);
  }
  return bound;
}

gy_value gy_async_once(gy_context js, gy_value function, const char *type) {
  return give_context(js, function, type, false);
}

gy_value gy_async_often(gy_context js, gy_value function, const char *type) {
  return give_context(js, function, type, true);
}

void gy_async_start(gy_runtime *runtime, gy_value function) {
  runtime->bind_callback = gy_pin_new(runtime->js, function);
}
