/* SPDX-License-Identifier: MIT */
/* Sessions and tickets of a connection. */
#include "bind/tls.h"

/* session(tls): bytes with which a later connection can begin, undefined if there is none. */
GJ_FUNCTION(session) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  SSL_SESSION *found = tls == NULL ? NULL : SSL_get_session(tls->ssl);
  unsigned char *bytes = NULL;
  int size = found == NULL ? 0 : i2d_SSL_SESSION(found, &bytes);
  if (size <= 0) {
    ERR_clear_error();
    return gj_undefined(js);
  }
  gj_value copy = gj_bytes_copy(js, bytes, (size_t)size);
  OPENSSL_clear_free(bytes, (size_t)size);
  return copy;
}

/* setSession(tls, bytes): whether they are a usable session. */
GJ_FUNCTION(set_session) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  gj_bytes bytes;
  if (tls == NULL || !gj_bytes_look(js, argv[1], &bytes)) {
    return gj_bool(js, true);
  }
  const unsigned char *at = bytes.data;
  SSL_SESSION *given = d2i_SSL_SESSION(NULL, &at, (long)bytes.size);
  bool ok = given == NULL || SSL_set_session(tls->ssl, given) == 1; /* what is none is ignored */
  SSL_SESSION_free(given);
  ERR_clear_error();
  return gj_bool(js, ok);
}

/* isReused(tls) */
GJ_FUNCTION(is_reused) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  return gj_bool(js, tls != NULL && SSL_session_reused(tls->ssl) == 1);
}

/* ticket(tls): bytes, undefined if there is none. */
GJ_FUNCTION(ticket) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  SSL_SESSION *found = tls == NULL ? NULL : SSL_get_session(tls->ssl);
  const unsigned char *bytes = NULL;
  size_t size = 0;
  if (found != NULL) {
    SSL_SESSION_get0_ticket(found, &bytes, &size);
  }
  return bytes == NULL ? gj_undefined(js) : gj_bytes_copy(js, bytes, size);
}

void gj_tls_session_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"session", session},
      {"setSession", set_session},
      {"isReused", is_reused},
      {"ticket", ticket},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
