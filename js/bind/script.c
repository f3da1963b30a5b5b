/* SPDX-License-Identifier: MIT */
/* Compiling and running the program's source text: for the module loader, vm and the REPL. */
#include "runtime/runtime.h"

/* evaluate(source, url, firstLine): the completion value of the script. */
GY_FUNCTION(evaluate) {
  gy_text url;
  gy_text_get(js, argv[1], &url);
  int first_line = argc > 2 ? gy_to_int32(js, argv[2]) : 1;
  gy_value value = gy_eval(js, argv[0], url.data, first_line, exception);
  gy_text_free(&url);
  return value;
}

/* collect(): all garbage, now. */
GY_FUNCTION(collect) {
  gy_collect(js);
  if (gy_runtime_self()->after_gc != NULL) {
    gy_runtime_self()->after_gc();
  }
  return gy_undefined(js);
}

gy_object gy_bind_script(gy_context js) {
  static const gy_export exports[] = {
      {"evaluate", evaluate},
      {"collect", collect},
      {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
