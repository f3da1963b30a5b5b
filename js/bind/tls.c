/* SPDX-License-Identifier: MIT */
/* binding('tls'): opens libssl. JavaScript calls open() before anything else; libcrypto is open by
 * then (internal/crypto/native.js). */
#include "bind/tls.h"

/* process: filled once, under a lock */
gy_libssl_table gy_libssl;

/* open(): undefined, or a text that says why libssl cannot be used. The binding has its functions
 * only then. */
GY_FUNCTION(open_library) {
#define LIBSSL(name) #name, /* not through another macro: the name would be replaced */
  static const char *const names[] = {
#include "bind/libssl.def"
      NULL,
  };
#undef LIBSSL
  const char *problem = gy_library_open("libssl.so.3", names, &gy_libssl);
  if (problem != NULL) {
    return gy_string(js, problem);
  }
  static void (*const parts[])(gy_context js, gy_object binding) = {
      gy_tls_context_functions, gy_tls_secrets_functions, gy_tls_stream_functions,
      gy_tls_hello_functions,   gy_tls_info_functions,    gy_tls_session_functions,
  };
  for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
    parts[i](js, self);
  }
  gy_runtime_at_end(gy_tls_end_thread);
  return gy_undefined(js);
}

gy_object gy_bind_tls(gy_context js) {
  static const gy_export exports[] = {{"open", open_library}, {NULL, NULL}};
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
