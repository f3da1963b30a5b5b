/* SPDX-License-Identifier: MIT */
/* binding('http2'): opens libnghttp2. JavaScript calls open() before anything else. */
#include "bind/http2.h"

/* process: filled once, under a lock */
gy_nghttp2_table gy_nghttp2;

/* open(): undefined, or a text that says why libnghttp2 cannot be used. The binding has its
 * functions only then. */
GY_FUNCTION(open_library) {
#define NGHTTP2(name) #name, /* not through another macro: the name would be replaced */
  static const char *const names[] = {
#include "bind/nghttp2.def"
      NULL,
  };
#undef NGHTTP2
  const char *problem = gy_library_open("libnghttp2.so.14", names, &gy_nghttp2);
  if (problem != NULL) {
    return gy_string(js, problem);
  }
  gy_h2_session_functions(js, self);
  gy_h2_event_functions(js, self);
  gy_h2_stream_functions(js, self);
  gy_h2_submit_functions(js, self);
  gy_h2_info_functions(js, self);
  return gy_undefined(js);
}

gy_object gy_bind_http2(gy_context js) {
  static const gy_export exports[] = {{"open", open_library}, {NULL, NULL}};
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
