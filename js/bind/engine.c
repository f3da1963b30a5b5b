/* SPDX-License-Identifier: MIT */
/* What only the engine knows or does, for js/lib/internal/{rejections,wasm}.js. */
#include "runtime/runtime.h"

/* isHandled(promise): 1, 0, or -1 where the engine does not tell. */
GY_FUNCTION(is_handled) { return gy_number(js, gy_promise_handled(js, (gy_object)argv[0])); }

/* hold(1), hold(-1): whether work of the engine keeps the loop alive, counted. */
GY_FUNCTION(hold) {
  gy_engine_work_hold(gy_to_int32(js, argv[0]));
  return gy_undefined(js);
}

gy_object gy_bind_engine(gy_context js) {
  static const gy_export exports[] = {{"isHandled", is_handled}, {"hold", hold}, {NULL, NULL}};
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
