/* SPDX-License-Identifier: MIT */
/* Puts the promises of a realm in order (js/lib/internal/realm_promises.js says what and why),
 * where the engine may need it: a sample, once for the process, tells whether it does. */
#include <stdatomic.h>

#include "runtime/runtime.h"

GY_FUNCTION(to_native) { return gy_promises_finally(js, (gy_object)argv[0]); }

/* False: the script is being ended. */
static bool went_well(gy_context js, gy_value exception) {
  if (exception != NULL) {
    gy_direct_threw(js, exception);
  }
  return exception == NULL;
}

static bool call(gy_context js, gy_object object, const char *name, size_t argc,
                 const gy_value argv[]) {
  gy_value exception = NULL;
  gy_call(js, (gy_object)gy_get(js, object, name), NULL, argc, argv, &exception);
  return went_well(js, exception);
}

void gy_promises_mend(gy_context js) {
  enum { UNKNOWN, RIGHT, EARLY };
  static atomic_int verdict; /* process: all threads find the same */
  if (!gy_engine_since(2, 52)) {
    return;
  }
  gy_object scope = gy_object_new(js);
  gy_object file = gy_object_new(js);
  gy_set(js, scope, "exports", file);
  gy_value exception = NULL;
  gy_builtin_evaluate(js, "internal/realm_promises", scope, &exception);
  if (!went_well(js, exception)) {
    return;
  }
  if (verdict == UNKNOWN) {
    if (!call(js, file, "sample", 0, NULL)) {
      return;
    }
    gy_direct_microtasks(js);
    bool is_early = gy_to_bool(js, gy_get(js, file, "isEarly"));
    if (gy_stop_asked()) { /* which ends samples, too */
      return;
    }
    verdict = is_early ? EARLY : RIGHT;
  }
  gy_value argv[] = {gy_bool(js, verdict == EARLY), gy_function_new(js, "toNative", to_native)};
  call(js, file, "mend", 2, argv);
}
