/* SPDX-License-Identifier: MIT */
/* Who awaits what: js/engine/awaits.c. A list has pairs, of what waits and the number of its
 * `await`, or of an index of Promise.all() and -1. */
#include "runtime/runtime.h"

/* ofError(error): for one that the engine has thrown, once. */
GY_FUNCTION(of_error) { return gy_awaits_of_error(js, argv[0]); }

/* ofPromise(promise, limit) */
GY_FUNCTION(of_promise) { return gy_awaits_of_promise(js, argv[0], gy_to_uint32(js, argv[1])); }

/* words(what, number): a line of a trace as the engine has it. */
GY_FUNCTION(words) { return gy_awaits_words(js, argv[0], gy_to_int32(js, argv[1])); }

/* module(promise, record): the promise is for the end of a module that awaits. */
GY_FUNCTION(module) {
  gy_awaits_module(js, argv[0], argv[1]);
  return gy_undefined(js);
}

gy_object gy_bind_awaits(gy_context js) {
  static const gy_export exports[] = {
      {"ofError", of_error}, {"ofPromise", of_promise}, {"words", words}, {"module", module},
      {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
