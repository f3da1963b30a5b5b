/* SPDX-License-Identifier: MIT */
/* binding('tls'): opens libssl. JavaScript calls open() before anything else; libcrypto is open by
 * then (internal/crypto/native.js). */
#include "bind/tls.h"

/* process: filled once, under a lock */
gj_libssl_table gj_libssl;

/* open(): undefined, or a text that says why libssl cannot be used. The binding has its functions
 * only then. */
GJ_FUNCTION(open_library) {
#define LIBSSL(name) #name, /* not through another macro: the name would be replaced */
  static const char *const names[] = {
#include "bind/libssl.def"
      NULL,
  };
#undef LIBSSL
  const char *problem = gj_library_open("libssl.so.3", names, &gj_libssl);
  if (problem != NULL) {
    return gj_string(js, problem);
  }
  static void (*const parts[])(gj_context js, gj_object binding) = {
      gj_tls_context_functions, gj_tls_secrets_functions, gj_tls_stream_functions,
      gj_tls_hello_functions,   gj_tls_info_functions,    gj_tls_session_functions,
  };
  for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
    parts[i](js, self);
  }
  gj_runtime_at_end(gj_tls_end_thread);
  return gj_undefined(js);
}

gj_object gj_bind_tls(gj_context js) {
  static const gj_export exports[] = {{"open", open_library}, {NULL, NULL}};
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
