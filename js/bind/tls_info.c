/* SPDX-License-Identifier: MIT */
/* Properties of a connection: what was negotiated, who the other side is. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/tls.h"
#include "engine/memory.h"

/* Most functions return undefined for a connection that is over. */
#define TLS_OR_UNDEFINED(tls)           \
  gj_tls *tls = gj_tls_of(js, argv[0]); \
  if (tls == NULL) {                    \
    return gj_undefined(js);            \
  }

/* cipher(tls): [name, standard name, version]. */
GJ_FUNCTION(cipher) {
  TLS_OR_UNDEFINED(tls)
  const SSL_CIPHER *found = SSL_get_current_cipher(tls->ssl);
  if (found == NULL) {
    return gj_undefined(js);
  }
  const char *standard = SSL_CIPHER_standard_name(found);
  gj_value list[] = {gj_string(js, SSL_CIPHER_get_name(found)),
                     gj_string(js, standard == NULL ? "" : standard),
                     gj_string(js, SSL_CIPHER_get_version(found))};
  return gj_array(js, 3, list);
}

/* protocol(tls): 'TLSv1.3'. */
GJ_FUNCTION(protocol) {
  TLS_OR_UNDEFINED(tls)
  return gj_string(js, SSL_get_version(tls->ssl));
}

/* serverName(tls, name or undefined): sets the name that a client asks for, or returns it. */
GJ_FUNCTION(server_name) {
  TLS_OR_UNDEFINED(tls)
  if (gj_crypto_has(js, argv[1])) {
    gj_text text;
    gj_text_get(js, argv[1], &text);
    SSL_set_tlsext_host_name(tls->ssl, text.data);
    gj_text_free(&text);
    ERR_clear_error();
    return gj_undefined(js);
  }
  const char *name = SSL_get_servername(tls->ssl, TLSEXT_NAMETYPE_host_name);
  return name == NULL ? gj_bool(js, false) : gj_string(js, name);
}

/* alpnProtocol(tls): a string, or false. */
GJ_FUNCTION(alpn_protocol) {
  TLS_OR_UNDEFINED(tls)
  const unsigned char *data;
  unsigned size;
  SSL_get0_alpn_selected(tls->ssl, &data, &size);
  return size == 0 ? gj_bool(js, false) : gj_string_latin1(js, data, size);
}

/* keyInfo(tls): [type, name, bits] of the key that was made for the connection, null for a server,
 * undefined if there is none. */
GJ_FUNCTION(key_info) {
  TLS_OR_UNDEFINED(tls)
  EVP_PKEY *key = NULL;
  if (tls->is_server) {
    return gj_null(js);
  }
  if (SSL_get_peer_tmp_key(tls->ssl, &key) != 1 || key == NULL) {
    ERR_clear_error();
    return gj_undefined(js);
  }
  int kind = EVP_PKEY_get_base_id(key);
  char name[64] = "";
  if (kind == EVP_PKEY_EC) {
    const EC_KEY *ec = EVP_PKEY_get0_EC_KEY(key);
    const char *found = OBJ_nid2sn(EC_GROUP_get_curve_name(EC_KEY_get0_group(ec)));
    snprintf(name, sizeof(name), "%s", found == NULL ? "" : found);
  } else if (kind != EVP_PKEY_DH) {
    snprintf(name, sizeof(name), "%s", OBJ_nid2sn(kind));
  }
  gj_value list[] = {gj_string(js, kind == EVP_PKEY_DH ? "DH" : "ECDH"), gj_string(js, name),
                     gj_number(js, EVP_PKEY_get_bits(key))};
  EVP_PKEY_free(key);
  ERR_clear_error();
  return gj_array(js, 3, list);
}

/* finished(tls, of the other side): bytes. */
GJ_FUNCTION(finished) {
  TLS_OR_UNDEFINED(tls)
  unsigned char bytes[EVP_MAX_MD_SIZE];
  size_t size = gj_to_bool(js, argv[1]) ? SSL_get_peer_finished(tls->ssl, bytes, sizeof(bytes))
                                        : SSL_get_finished(tls->ssl, bytes, sizeof(bytes));
  return size == 0 ? gj_undefined(js) : gj_bytes_copy(js, bytes, size);
}

/* verdict(tls): undefined if the other side's certificate is valid, or [code, text]. */
GJ_FUNCTION(verdict) {
  TLS_OR_UNDEFINED(tls)
  X509 *peer = SSL_get1_peer_certificate(tls->ssl);
  long found = X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT;
  const SSL_CIPHER *now = SSL_get_current_cipher(tls->ssl);
  const SSL_SESSION *session = SSL_get_session(tls->ssl);
  if (peer != NULL) {
    X509_free(peer);
    found = SSL_get_verify_result(tls->ssl);
  } else if (now != NULL &&
             (SSL_CIPHER_get_auth_nid(now) == NID_auth_psk ||
              (session != NULL && SSL_SESSION_get_protocol_version(session) == TLS1_3_VERSION &&
               SSL_session_reused(tls->ssl)))) {
    found = X509_V_OK; /* there is none: both know a key */
  }
  if (found == X509_V_OK) {
    return gj_undefined(js);
  }
  gj_value pair[] = {gj_number(js, (double)found),
                     gj_string(js, X509_verify_cert_error_string(found))};
  return gj_array(js, 2, pair);
}

/* Its issuer: one of those that came with it, or a trusted one; a new reference. */
static X509 *issuer_of(SSL *ssl, X509 *certificate, OPENSSL_STACK *others) {
  int count = others == NULL ? 0 : OPENSSL_sk_num(others);
  for (int i = 0; i < count; i++) {
    X509 *one = OPENSSL_sk_value(others, i);
    if (one != certificate && X509_check_issued(one, certificate) == X509_V_OK) {
      X509_up_ref(one);
      return one;
    }
  }
  X509 *issuer = NULL;
  X509_STORE_CTX *search = X509_STORE_CTX_new();
  X509_STORE *store = SSL_CTX_get_cert_store(SSL_get_SSL_CTX(ssl));
  if (search != NULL && X509_STORE_CTX_init(search, store, NULL, NULL) == 1 &&
      X509_STORE_CTX_get1_issuer(&issuer, search, certificate) != 1) {
    issuer = NULL;
  }
  X509_STORE_CTX_free(search);
  return issuer;
}

enum { CHAIN_MAX = 64 };

/* peer(tls, all): the certificates of the other side; the first is its own, each further one issued
 * the one before, as far as they are known. */
GJ_FUNCTION(peer) {
  TLS_OR_UNDEFINED(tls)
  gj_object list = gj_array(js, 0, NULL);
  OPENSSL_STACK *others = (OPENSSL_STACK *)SSL_get_peer_cert_chain(tls->ssl);
  X509 *certificate = NULL;
  if (tls->is_server) { /* the others do without its own */
    certificate = SSL_get1_peer_certificate(tls->ssl);
  } else if (others != NULL && OPENSSL_sk_num(others) > 0) {
    certificate = OPENSSL_sk_value(others, 0);
    X509_up_ref(certificate);
  }
  bool all = gj_to_bool(js, argv[1]);
  for (unsigned count = 0; certificate != NULL && count < CHAIN_MAX; count++) {
    X509 *next = NULL;
    if (all && X509_check_issued(certificate, certificate) != X509_V_OK) {
      next = issuer_of(tls->ssl, certificate, others);
    }
    gj_set_index(js, list, count, gj_crypto_certificate_object(js, certificate));
    certificate = next;
  }
  X509_free(certificate);
  ERR_clear_error();
  return list;
}

/* own(tls): the certificate of this side, undefined if it has none. */
GJ_FUNCTION(own_certificate) {
  TLS_OR_UNDEFINED(tls)
  X509 *certificate = SSL_get_certificate(tls->ssl);
  if (certificate == NULL) {
    return gj_undefined(js);
  }
  X509_up_ref(certificate);
  return gj_crypto_certificate_object(js, certificate);
}

/* selfIssued(certificate) */
GJ_FUNCTION(self_issued) {
  X509 *certificate = gj_crypto_certificate_of(argv[0]);
  bool is = X509_check_issued(certificate, certificate) == X509_V_OK;
  ERR_clear_error();
  return gj_bool(js, is);
}

/* keyingMaterial(tls, length, label, context or undefined): bytes; throws. */
GJ_FUNCTION(keying_material) {
  TLS_OR_UNDEFINED(tls)
  gj_held room, context = {NULL, 0, false};
  bool has_context = gj_crypto_has(js, argv[3]);
  gj_text label;
  if (!gj_crypto_hold_room(gj_to_uint32(js, argv[1]), &room)) {
    return gj_crypto_throw(js, exception, "There is no memory for that");
  }
  if (has_context) {
    gj_crypto_hold(js, argv[3], false, &context);
  }
  gj_text_get(js, argv[2], &label);
  ERR_clear_error();
  int ok = SSL_export_keying_material(tls->ssl, room.data, room.size, label.data, label.size,
                                      context.data, context.size, has_context);
  gj_text_free(&label);
  if (ok != 1) {
    gj_crypto_hold_free(&room);
    return gj_crypto_throw(js, exception, "SSL_export_keying_material");
  }
  return gj_crypto_hold_give(js, &room);
}

/* The name of the signature algorithm, then of the digest: 'ECDSA+SHA256'. */
static gj_value signature_name(gj_context js, SSL *ssl, int index) {
  int sign, hash, both;
  unsigned char raw_sign, raw_hash;
  SSL_get_shared_sigalgs(ssl, index, &sign, &hash, &both, &raw_sign, &raw_hash);
  const char *name = sign == EVP_PKEY_RSA       ? "RSA+"
                     : sign == EVP_PKEY_RSA_PSS ? "RSA-PSS+"
                     : sign == EVP_PKEY_DSA     ? "DSA+"
                     : sign == EVP_PKEY_EC      ? "ECDSA+"
                                                : NULL;
  const char *digest = hash != NID_undef ? OBJ_nid2sn(hash) : "UNDEF";
  char text[96];
  snprintf(text, sizeof(text), "%s%s%s", name != NULL ? name : OBJ_nid2sn(sign),
           name != NULL ? "" : "+", digest);
  return gj_string(js, text);
}

/* sharedSignatures(tls): names of algorithms. */
GJ_FUNCTION(shared_signatures) {
  gj_object list = gj_array(js, 0, NULL);
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls == NULL) {
    return list;
  }
  int count = SSL_get_shared_sigalgs(tls->ssl, 0, NULL, NULL, NULL, NULL, NULL);
  for (int i = 0; i < count; i++) {
    gj_set_index(js, list, (unsigned)i, signature_name(js, tls->ssl, i));
  }
  return list;
}

/* maxFragment(tls, size): the most that a record holds; false if that is not possible. */
GJ_FUNCTION(max_fragment) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  return gj_bool(js,
                 tls != NULL && SSL_set_max_send_fragment(tls->ssl, gj_to_int32(js, argv[1])) == 1);
}

/* renegotiate(tls): another handshake; throws. */
GJ_FUNCTION(renegotiate) {
  TLS_OR_UNDEFINED(tls)
  ERR_clear_error();
  if (SSL_renegotiate(tls->ssl) != 1) {
    return gj_crypto_throw(js, exception, "TLS session renegotiation failed");
  }
  gj_tls_begin(tls);
  return gj_undefined(js);
}

/* process: filled once, under a lock; some builds of OpenSSL do without it */
static struct {
  void (*print)(int write, int version, int type, const void *data, size_t size, SSL *ssl,
                void *arg);
} tracer;
static BIO *trace_to; /* process: by pthread_once */

static void open_trace(void) { trace_to = BIO_new_fp(stderr, BIO_NOCLOSE); }

/* trace(tls): prints what is sent and received on standard error; undefined, or why it cannot. */
GJ_FUNCTION(trace) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static const char *const names[] = {"SSL_trace", NULL};
  TLS_OR_UNDEFINED(tls)
  const char *problem = gj_library_open("libssl.so.3", names, &tracer);
  if (problem != NULL) {
    return gj_string(js, problem);
  }
  pthread_once(&once, open_trace);
  SSL_set_msg_callback(tls->ssl, tracer.print);
  SSL_set_msg_callback_arg(tls->ssl, trace_to);
  return gj_undefined(js);
}

/* allCiphers(): the names of those that can be used. */
GJ_FUNCTION(all_ciphers) {
  gj_object list = gj_array(js, 0, NULL);
  SSL_CTX *context = SSL_CTX_new(TLS_method());
  SSL *ssl = context == NULL ? NULL : SSL_new(context);
  OPENSSL_STACK *found = ssl == NULL ? NULL : (OPENSSL_STACK *)SSL_get_ciphers(ssl);
  int count = found == NULL ? 0 : OPENSSL_sk_num(found);
  for (int i = 0; i < count; i++) {
    gj_set_index(js, list, (unsigned)i,
                 gj_string(js, SSL_CIPHER_get_name(OPENSSL_sk_value(found, i))));
  }
  SSL_free(ssl);
  SSL_CTX_free(context);
  return list;
}

void gj_tls_info_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"cipher", cipher},
      {"protocol", protocol},
      {"serverName", server_name},
      {"alpnProtocol", alpn_protocol},
      {"keyInfo", key_info},
      {"finished", finished},
      {"verdict", verdict},
      {"peer", peer},
      {"ownPeer", own_certificate},
      {"selfIssued", self_issued},
      {"keyingMaterial", keying_material},
      {"sharedSignatures", shared_signatures},
      {"maxFragment", max_fragment},
      {"renegotiate", renegotiate},
      {"trace", trace},
      {"allCiphers", all_ciphers},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
