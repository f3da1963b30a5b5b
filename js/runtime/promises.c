/* SPDX-License-Identifier: MIT */
/* Corrects the promises of a realm (js/lib/internal/realm_promises.js says what and why), where the
 * engine needs it: a sample, taken once per process, tells whether it does. */
#include <stdatomic.h>

#include "runtime/runtime.h"

GJ_FUNCTION(to_native) { return gj_promises_finally(js, (gj_object)argv[0]); }

/* False: the script is being terminated. */
static bool went_well(gj_context js, gj_value exception) {
  if (exception != NULL) {
    gj_direct_threw(js, exception);
  }
  return exception == NULL;
}

static bool call(gj_context js, gj_object object, const char *name, size_t argc,
                 const gj_value argv[]) {
  gj_value exception = NULL;
  gj_call(js, (gj_object)gj_get(js, object, name), NULL, argc, argv, &exception);
  return went_well(js, exception);
}

void gj_promises_mend(gj_context js) {
  enum { UNKNOWN, RIGHT, EARLY };
  static atomic_int verdict; /* process: all threads find the same */
  if (!gj_engine_since(2, 52)) {
    return;
  }
  gj_object scope = gj_object_new(js);
  gj_object file = gj_object_new(js);
  gj_set(js, scope, "exports", file);
  gj_value exception = NULL;
  gj_builtin_evaluate(js, "internal/realm_promises", scope, &exception);
  if (!went_well(js, exception)) {
    return;
  }
  if (verdict == UNKNOWN) {
    if (!call(js, file, "sample", 0, NULL)) {
      return;
    }
    gj_direct_microtasks(js, false);
    bool is_early = gj_to_bool(js, gj_get(js, file, "isEarly"));
    if (gj_stop_asked()) { /* which also terminates samples */
      return;
    }
    verdict = is_early ? EARLY : RIGHT;
  }
  gj_value argv[] = {gj_bool(js, verdict == EARLY), gj_function_new(js, "toNative", to_native)};
  call(js, file, "mend", 2, argv);
}
