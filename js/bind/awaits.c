/* SPDX-License-Identifier: MIT */
/* Which functions await what: js/engine/awaits.c. A list has pairs: what waits and the number of
 * its `await`, or an index of Promise.all() and -1. */
#include "runtime/runtime.h"

/* ofError(error): for one that the engine has thrown, once. */
GJ_FUNCTION(of_error) { return gj_awaits_of_error(js, argv[0]); }

/* ofPromise(promise, limit) */
GJ_FUNCTION(of_promise) { return gj_awaits_of_promise(js, argv[0], gj_to_uint32(js, argv[1])); }

/* words(what, number): a line of a trace in the engine's form. */
GJ_FUNCTION(words) { return gj_awaits_words(js, argv[0], gj_to_int32(js, argv[1])); }

/* module(promise, record): the promise is for the end of a module that awaits. */
GJ_FUNCTION(module) {
  gj_awaits_module(js, argv[0], argv[1]);
  return gj_undefined(js);
}

gj_object gj_bind_awaits(gj_context js) {
  static const gj_export exports[] = {
      {"ofError", of_error}, {"ofPromise", of_promise}, {"words", words}, {"module", module},
      {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
