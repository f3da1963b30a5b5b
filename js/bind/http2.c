/* SPDX-License-Identifier: MIT */
/* binding('http2'): opens libnghttp2. JavaScript calls open() before anything else. */
#include "bind/http2.h"

/* process: filled once, under a lock */
gj_nghttp2_table gj_nghttp2;

/* open(): undefined, or a text that says why libnghttp2 cannot be used. The binding has its
 * functions only then. */
GJ_FUNCTION(open_library) {
#define NGHTTP2(name) #name, /* not through another macro: the name would be replaced */
  static const char *const names[] = {
#include "bind/nghttp2.def"
      NULL,
  };
#undef NGHTTP2
  const char *problem = gj_library_open("libnghttp2.so.14", names, &gj_nghttp2);
  if (problem != NULL) {
    return gj_string(js, problem);
  }
  gj_h2_session_functions(js, self);
  gj_h2_event_functions(js, self);
  gj_h2_stream_functions(js, self);
  gj_h2_submit_functions(js, self);
  gj_h2_info_functions(js, self);
  return gj_undefined(js);
}

gj_object gj_bind_http2(gj_context js) {
  static const gj_export exports[] = {{"open", open_library}, {NULL, NULL}};
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
