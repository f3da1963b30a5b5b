/* SPDX-License-Identifier: MIT */
/* The asynchronous context of callbacks that C calls. There is one rule: a function that waits in C
 * has been passed through gj_async_once or gj_async_often. A function that is called with the
 * object of a handle or a request finds its context there (js/lib/internal/async/resources.js).
 * While a program has no AsyncLocalStorage and no hook, this costs a load and a branch. */
#include "runtime/runtime.h"

static gj_value give_context(gj_context js, gj_value function, const char *type, bool often) {
  gj_runtime *runtime = gj_runtime_self();
  if (runtime->counts[GJ_CONTEXTS] == 0 || !gj_is_function(js, function)) {
    return function;
  }
  gj_value argv[] = {function, gj_string(js, type), gj_bool(js, often)};
  gj_value exception = NULL;
  gj_value bound = gj_call_whole(js, gj_pin_object(&runtime->bind_callback), 3, argv, &exception);
  if (exception != NULL) {
    gj_direct_threw(js, exception);
  }
  return bound;
}

gj_value gj_async_once(gj_context js, gj_value function, const char *type) {
  return give_context(js, function, type, false);
}

gj_value gj_async_often(gj_context js, gj_value function, const char *type) {
  return give_context(js, function, type, true);
}

void gj_async_start(gj_runtime *runtime, gj_value function) {
  runtime->bind_callback = gj_pin_new(runtime->js, function);
}
