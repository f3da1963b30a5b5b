/* SPDX-License-Identifier: MIT */
/* What only the engine knows, for js/lib/internal/rejections.js. */
#include "runtime/runtime.h"

/* isHandled(promise): 1, 0, or -1 where the engine does not tell. */
GY_FUNCTION(is_handled) { return gy_number(js, gy_promise_handled(js, (gy_object)argv[0])); }

gy_object gy_bind_engine(gy_context js) {
  static const gy_export exports[] = {{"isHandled", is_handled}, {NULL, NULL}};
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
