/* SPDX-License-Identifier: MIT */
/* Compiling and running the program's source text: for the module loader, vm and the REPL. */
#include "runtime/runtime.h"

/* evaluate(source, url, firstLine): the completion value of the script. */
GJ_FUNCTION(evaluate) {
  gj_text url;
  gj_text_get(js, argv[1], &url);
  int first_line = argc > 2 ? gj_to_int32(js, argv[2]) : 1;
  gj_value value = gj_eval(js, argv[0], url.data, first_line, exception);
  gj_text_free(&url);
  return value;
}

/* collect(): all garbage, now. */
GJ_FUNCTION(collect) {
  gj_collect(js);
  if (gj_runtime_self()->after_gc != NULL) {
    gj_runtime_self()->after_gc();
  }
  return gj_undefined(js);
}

gj_object gj_bind_script(gj_context js) {
  static const gj_export exports[] = {
      {"evaluate", evaluate},
      {"collect", collect},
      {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
