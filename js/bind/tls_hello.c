/* SPDX-License-Identifier: MIT */
/* What is decided during a handshake: libssl's callbacks. Most only note what happened (tls.h says
 * why). A server that has to ask JavaScript for a session, a context or an OCSP response suspends
 * the handshake, and continues when there is an answer. */
#include <stdlib.h>
#include <string.h>

#include "bind/tls.h"
#include "engine/memory.h"

enum { ASK_ALPN, ASK_PSK_CLIENT, ASK_PSK_SERVER };
static _Thread_local gj_pin on_question;

static gj_tls *tls_of(const SSL *ssl) { return SSL_get_ex_data(ssl, 0); }

static void on_info(const SSL *ssl, int where, GJ_UNUSED int result) {
  gj_tls *tls = tls_of(ssl);
  if ((where & SSL_CB_HANDSHAKE_START) != 0) {
    gj_tls_note(tls, GJ_TLS_HANDSHAKE_START, 0, NULL, 0, NULL, 0);
  }
  if ((where & SSL_CB_HANDSHAKE_DONE) != 0 && SSL_renegotiate_pending(ssl) == 0) {
    tls->established = true;
    gj_tls_note(tls, GJ_TLS_HANDSHAKE_DONE, 0, NULL, 0, NULL, 0);
  }
}

static void on_keylog(const SSL *ssl, const char *line) {
  gj_tls_note(tls_of(ssl), GJ_TLS_KEYLOG, 0, line, strlen(line), NULL, 0);
}

static int on_new_session(SSL *ssl, SSL_SESSION *session) {
  gj_tls *tls = tls_of(ssl);
  if (!tls->hears_sessions) {
    return 0;
  }
  unsigned char *bytes = NULL;
  int size = i2d_SSL_SESSION(session, &bytes);
  if (size > 0) {
    unsigned id_size;
    const unsigned char *id = SSL_SESSION_get_id(session, &id_size);
    gj_tls_note(tls, GJ_TLS_SESSION, 0, id, id_size, bytes, (size_t)size);
    tls->waits_session = tls->is_server;
    OPENSSL_clear_free(bytes, (size_t)size);
  }
  return 0;
}

static SSL_SESSION *on_get_session(SSL *ssl, GJ_UNUSED const unsigned char *id, GJ_UNUSED int size,
                                   int *copy) {
  gj_tls *tls = tls_of(ssl);
  SSL_SESSION *session = tls->next_session;
  tls->next_session = NULL;
  *copy = 0;
  return session;
}

/* The name in a ClientHello, in wire format. */
static size_t hello_name(SSL *ssl, const unsigned char **name) {
  const unsigned char *data;
  size_t size;
  if (SSL_client_hello_get0_ext(ssl, TLSEXT_TYPE_server_name, &data, &size) != 1 || size < 5) {
    return 0;
  }
  size_t length = (size_t)data[3] << 8 | data[4];
  *name = data + 5;
  return data[2] == TLSEXT_NAMETYPE_host_name && length <= size - 5 ? length : 0;
}

/* Before a server looks at anything else: JavaScript may have the session. */
static int on_client_hello(SSL *ssl, GJ_UNUSED int *alert, GJ_UNUSED void *arg) {
  gj_tls *tls = tls_of(ssl);
  if (!tls->hears_sessions || tls->hello_done || tls->established) {
    return SSL_CLIENT_HELLO_SUCCESS;
  }
  if (!tls->hello_told) {
    const unsigned char *id, *name = (const unsigned char *)"", *ticket;
    size_t ticket_size = 0;
    size_t id_size = SSL_client_hello_get0_session_id(ssl, &id);
    size_t name_size = hello_name(ssl, &name);
    if (SSL_client_hello_get0_ext(ssl, TLSEXT_TYPE_session_ticket, &ticket, &ticket_size) != 1) {
      ticket_size = 0;
    }
    tls->hello_told = true;
    gj_tls_note(tls, GJ_TLS_HELLO, ticket_size > 0, id, id_size, name, name_size);
  }
  return SSL_CLIENT_HELLO_RETRY;
}

/* Before a server chooses its certificate. */
static int on_certificate(SSL *ssl, GJ_UNUSED void *arg) {
  gj_tls *tls = tls_of(ssl);
  if (!tls->is_server || !tls->wants_certificate || tls->certificate_done) {
    return 1;
  }
  if (!tls->certificate_told) {
    const char *name = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name);
    name = name == NULL ? "" : name;
    tls->certificate_told = true;
    gj_tls_note(tls, GJ_TLS_CERTIFICATE, SSL_get_tlsext_status_type(ssl) == TLSEXT_STATUSTYPE_ocsp,
                name, strlen(name), NULL, 0);
  }
  return -1;
}

static int on_status(SSL *ssl, GJ_UNUSED void *arg) {
  gj_tls *tls = tls_of(ssl);
  if (!tls->is_server) {
    const unsigned char *response = NULL;
    long size = SSL_get_tlsext_status_ocsp_resp(ssl, &response);
    gj_tls_note(tls, GJ_TLS_OCSP, 0, size > 0 ? response : NULL, size > 0 ? (size_t)size : 0, NULL,
                0);
    return 1;
  }
  unsigned char *copy = tls->has_ocsp ? OPENSSL_memdup(tls->ocsp.data, tls->ocsp.size) : NULL;
  if (copy == NULL) {
    return SSL_TLSEXT_ERR_NOACK;
  }
  SSL_set_tlsext_status_ocsp_resp(ssl, copy, (long)tls->ocsp.size);
  return SSL_TLSEXT_ERR_OK;
}

/* A question that has to be answered at once; NULL: no answer. */
static gj_value ask(gj_tls *tls, int what, gj_value first, gj_value second) {
  gj_context js = tls->runtime->js;
  gj_value exception = NULL;
  gj_value argv[] = {tls->owner.value, gj_number(js, what), first, second};
  tls->asking = true;
  gj_value answer = gj_call(js, gj_pin_object(&on_question), NULL, 4, argv, &exception);
  tls->asking = false;
  return answer;
}

static int on_alpn(SSL *ssl, const unsigned char **chosen, unsigned char *chosen_size,
                   const unsigned char *offered, unsigned offered_size, GJ_UNUSED void *arg) {
  gj_tls *tls = tls_of(ssl);
  if (tls->asks_alpn) {
    gj_context js = tls->runtime->js;
    const char *name = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name);
    gj_value answer = ask(tls, ASK_ALPN, gj_string(js, name == NULL ? "" : name),
                          gj_bytes_copy(js, offered, offered_size));
    int32_t at = answer == NULL ? -1 : gj_to_int32(js, answer); /* of the length before it */
    if (at < 0 || (unsigned)at >= offered_size) {
      return SSL_TLSEXT_ERR_ALERT_FATAL;
    }
    *chosen_size = offered[at];
    *chosen = offered + at + 1;
    return SSL_TLSEXT_ERR_OK;
  }
  if (tls->alpn_size == 0) {
    return SSL_TLSEXT_ERR_NOACK;
  }
  unsigned char *found = NULL;
  int how = SSL_select_next_proto(&found, chosen_size, tls->alpn, (unsigned)tls->alpn_size, offered,
                                  offered_size);
  *chosen = found;
  return how == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

static unsigned put(gj_context js, gj_value value, unsigned char *to, unsigned room) {
  gj_bytes bytes;
  if (value == NULL || !gj_bytes_look(js, value, &bytes) || bytes.size > room) {
    return 0;
  }
  memcpy(to, bytes.data, bytes.size);
  return (unsigned)bytes.size;
}

static unsigned on_psk_server(SSL *ssl, const char *identity, unsigned char *key, unsigned room) {
  gj_tls *tls = tls_of(ssl);
  gj_context js = tls->runtime->js;
  return put(js, ask(tls, ASK_PSK_SERVER, gj_string(js, identity), gj_number(js, room)), key, room);
}

static unsigned on_psk_client(SSL *ssl, const char *hint, char *identity, unsigned identity_room,
                              unsigned char *key, unsigned room) {
  gj_tls *tls = tls_of(ssl);
  gj_context js = tls->runtime->js;
  gj_value limits[] = {gj_number(js, room), gj_number(js, identity_room)};
  gj_value answer = ask(tls, ASK_PSK_CLIENT, hint == NULL ? gj_null(js) : gj_string(js, hint),
                        gj_array(js, 2, limits));
  gj_object pair = answer == NULL ? NULL : gj_as_object(js, answer);
  if (pair == NULL) {
    return 0;
  }
  gj_text text;
  gj_text_get(js, gj_get_index(js, pair, 1), &text);
  bool fits = text.size < identity_room;
  if (fits) {
    memcpy(identity, text.data, text.size + 1);
  }
  gj_text_free(&text);
  return fits ? put(js, gj_get_index(js, pair, 0), key, room) : 0;
}

/* Servers with the same keys can read each other's tickets, and Node's. */
static int on_ticket(SSL *ssl, unsigned char name[16], unsigned char *iv, EVP_CIPHER_CTX *cipher,
                     EVP_MAC_CTX *mac, int encrypts) {
  gj_tls_extra *extra = gj_tls_extra_of(SSL_get_SSL_CTX(ssl));
  OSSL_PARAM params[] = {
      OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, extra->ticket_hmac, 16),
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, "SHA256", 0),
      OSSL_PARAM_construct_end(),
  };
  if (encrypts) {
    memcpy(name, extra->ticket_name, 16);
    if (RAND_bytes(iv, 16) != 1) {
      return -1;
    }
  } else if (memcmp(name, extra->ticket_name, 16) != 0) {
    return 0; /* of other keys: a whole handshake */
  }
  bool ok =
      EVP_CipherInit_ex(cipher, EVP_aes_128_cbc(), NULL, extra->ticket_aes, iv, encrypts) == 1 &&
      EVP_MAC_CTX_set_params(mac, params) == 1;
  return ok ? 1 : -1;
}

/* Each certificate is checked; the result is reported when the handshake is done. */
static int on_verify(GJ_UNUSED int ok, GJ_UNUSED X509_STORE_CTX *store) { return 1; }

void gj_tls_hello_context(SSL_CTX *context) {
  SSL_CTX_sess_set_new_cb(context, on_new_session);
  SSL_CTX_sess_set_get_cb(context, on_get_session);
  SSL_CTX_set_client_hello_cb(context, on_client_hello, NULL);
  SSL_CTX_set_cert_cb(context, on_certificate, NULL);
  SSL_CTX_set_tlsext_status_cb(context, on_status);
  SSL_CTX_set_alpn_select_cb(context, on_alpn, NULL);
  SSL_CTX_set_tlsext_ticket_key_evp_cb(context, on_ticket);
}

void gj_tls_hello_connection(gj_tls *tls) {
  SSL_set_ex_data(tls->ssl, 0, tls);
  SSL_set_info_callback(tls->ssl, on_info);
  SSL_set_verify(tls->ssl, SSL_VERIFY_NONE, on_verify);
  SSL_set_cert_cb(tls->ssl, on_certificate, NULL);
}

/* verifyMode(tls, request, reject): of a server. */
GJ_FUNCTION(verify_mode) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls != NULL && tls->is_server) {
    bool request = gj_to_bool(js, argv[1]), reject = gj_to_bool(js, argv[2]);
    SSL_set_verify(tls->ssl,
                   !request ? SSL_VERIFY_NONE
                   : reject ? SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT
                            : SSL_VERIFY_PEER,
                   on_verify);
  }
  return gj_undefined(js);
}

/* hearSessions(tls), hearKeylog(tls), askCertificate(tls), askAlpn(tls): JavaScript wants these
 * events. */
GJ_FUNCTION(hear_sessions) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls != NULL) {
    tls->hears_sessions = true;
  }
  return gj_undefined(js);
}

GJ_FUNCTION(hear_keylog) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls != NULL) {
    SSL_CTX_set_keylog_callback(SSL_get_SSL_CTX(tls->ssl), on_keylog);
  }
  return gj_undefined(js);
}

GJ_FUNCTION(ask_certificate) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls != NULL) {
    tls->wants_certificate = true;
  }
  return gj_undefined(js);
}

GJ_FUNCTION(ask_alpn) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls != NULL) {
    tls->asks_alpn = true;
  }
  return gj_undefined(js);
}

/* alpn(tls, protocols as they are sent) */
GJ_FUNCTION(set_alpn) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  gj_bytes bytes;
  if (tls == NULL || !gj_bytes_look(js, argv[1], &bytes)) {
    return gj_undefined(js);
  }
  if (!tls->is_server) {
    SSL_set_alpn_protos(tls->ssl, bytes.data, (unsigned)bytes.size);
    return gj_undefined(js);
  }
  free(tls->alpn);
  tls->alpn = gj_memory_bound(NULL, bytes.size + 1, "protocols");
  memcpy(tls->alpn, bytes.data, bytes.size);
  tls->alpn_size = bytes.size;
  return gj_undefined(js);
}

/* psk(tls, hint or undefined): pre-shared keys are used. */
GJ_FUNCTION(use_psk) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls == NULL) {
    return gj_bool(js, true);
  }
  if (!tls->is_server) {
    SSL_set_psk_client_callback(tls->ssl, on_psk_client);
    return gj_bool(js, true);
  }
  SSL_set_psk_server_callback(tls->ssl, on_psk_server);
  if (!gj_crypto_has(js, argv[1])) {
    return gj_bool(js, true);
  }
  gj_text hint;
  gj_text_get(js, argv[1], &hint);
  int ok = SSL_use_psk_identity_hint(tls->ssl, hint.data);
  gj_text_free(&hint);
  ERR_clear_error();
  return gj_bool(js, ok == 1);
}

/* requestOcsp(tls): a client wants to know that the certificate is not revoked. */
GJ_FUNCTION(request_ocsp) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls != NULL) {
    SSL_set_tlsext_status_type(tls->ssl, TLSEXT_STATUSTYPE_ocsp);
  }
  return gj_undefined(js);
}

/* The key and certificate of a context, instead of those of the connection's own. */
static bool use_context(gj_tls *tls, SSL_CTX *context) {
  STACK_OF(X509) *chain = NULL;
  X509 *certificate = SSL_CTX_get0_certificate(context);
  SSL_CTX_get0_chain_certs(context, &chain);
  ERR_clear_error();
  return certificate == NULL
             ? SSL_use_certificate(tls->ssl, NULL) == 1 /* says that there is none */
             : SSL_use_cert_and_key(tls->ssl, certificate, SSL_CTX_get0_privatekey(context), chain,
                                    1) == 1;
}

/* certificateDone(tls, context or undefined, response of OCSP or undefined): the handshake
 * continues; it fails if the context has no certificate, which is thrown. */
GJ_FUNCTION(certificate_done) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls == NULL) {
    return gj_undefined(js);
  }
  bool ok = true;
  gj_bytes bytes;
  if (gj_bytes_look(js, argv[2], &bytes) && !tls->has_ocsp) {
    tls->has_ocsp = gj_crypto_hold(js, argv[2], true, &tls->ocsp);
  }
  if (gj_tls_is_context(js, argv[1])) {
    SSL_CTX *context = gj_tls_context_of(argv[1]);
    SSL_set_client_CA_list(tls->ssl, SSL_dup_CA_list(SSL_CTX_get_client_CA_list(context)));
    SSL_set1_verify_cert_store(tls->ssl, SSL_CTX_get_cert_store(context));
    ok = use_context(tls, context);
  }
  tls->certificate_done = true;
  gj_layer_later(tls);
  if (!ok) {
    return gj_crypto_throw(js, exception, "The context has no certificate");
  }
  ERR_clear_error();
  return gj_undefined(js);
}

/* useOf(tls, context): its key and certificate; whether it has some. */
GJ_FUNCTION(use_of) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  bool ok = tls == NULL ||
            (gj_tls_is_context(js, argv[1]) && use_context(tls, gj_tls_context_of(argv[1])));
  ERR_clear_error();
  return gj_bool(js, ok);
}

/* helloDone(tls, session or undefined): the same after a ClientHello. */
GJ_FUNCTION(hello_done) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  gj_bytes bytes;
  if (tls == NULL) {
    return gj_undefined(js);
  }
  if (gj_bytes_look(js, argv[1], &bytes)) {
    const unsigned char *at = bytes.data;
    SSL_SESSION_free(tls->next_session);
    tls->next_session = d2i_SSL_SESSION(NULL, &at, (long)bytes.size);
    ERR_clear_error();
  }
  tls->hello_done = true;
  gj_layer_later(tls);
  return gj_undefined(js);
}

/* sessionStored(tls): output that was held back may be sent. */
GJ_FUNCTION(session_stored) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls != NULL && tls->waits_session) {
    tls->waits_session = false;
    gj_layer_later(tls);
  }
  return gj_undefined(js);
}

/* setup(onEvents, onQuestion): what is called with (owner, number, bytes, bytes), a function for
 * each kind, and (owner, kind, argument, argument). */
GJ_FUNCTION(setup) {
  gj_tls_setup_tell(js, (gj_object)argv[0]);
  on_question = gj_pin_new(js, argv[1]);
  return gj_undefined(js);
}

void gj_tls_hello_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"setup", setup},
      {"verifyMode", verify_mode},
      {"hearSessions", hear_sessions},
      {"hearKeylog", hear_keylog},
      {"askCertificate", ask_certificate},
      {"askAlpn", ask_alpn},
      {"alpn", set_alpn},
      {"psk", use_psk},
      {"requestOcsp", request_ocsp},
      {"certificateDone", certificate_done},
      {"useOf", use_of},
      {"helloDone", hello_done},
      {"sessionStored", session_stored},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
