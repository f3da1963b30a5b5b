/* SPDX-License-Identifier: MIT */
/* What connections have in common (SSL_CTX): versions, ciphers, options, keys of tickets. Keys and
 * certificates are put into it by tls_secrets.c. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bind/tls.h"
#include "engine/memory.h"

static int extra_index = -1; /* process: by pthread_once */

static void free_extra(GJ_UNUSED void *parent, void *memory, GJ_UNUSED CRYPTO_EX_DATA *data,
                       GJ_UNUSED int index, GJ_UNUSED long number, GJ_UNUSED void *pointer) {
  gj_tls_extra *extra = memory;
  if (extra != NULL) {
    X509_free(extra->certificate);
    X509_free(extra->issuer);
    OPENSSL_cleanse(extra, sizeof(*extra));
    free(extra);
  }
}

static void make_index(void) {
  extra_index = CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_SSL_CTX, 0, NULL, NULL, NULL, free_extra);
}

static void context_free(void *memory) { SSL_CTX_free(memory); }

static gj_class context_class(void) {
  static gj_class place;
  return gj_class_made(&place, "SecureContext", context_free);
}

bool gj_tls_is_context(gj_context js, gj_value value) {
  return gj_class_is(js, value, context_class());
}

SSL_CTX *gj_tls_context_of(gj_value value) { return gj_class_memory((gj_object)value); }

SSL_CTX *gj_tls_context_take(gj_context js, gj_value value, gj_value *exception) {
  return gj_class_take(js, value, context_class(), exception);
}

gj_tls_extra *gj_tls_extra_of(const SSL_CTX *context) {
  return SSL_CTX_get_ex_data(context, extra_index);
}

/* context(role, lowest version, highest, 0: any): role 0 is both, 1 a client, 2 a server. */
GJ_FUNCTION(context_new) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_index);
  int role = gj_to_int32(js, argv[0]);
  ERR_clear_error();
  SSL_CTX *context = SSL_CTX_new(role == 1   ? TLS_client_method()
                                 : role == 2 ? TLS_server_method()
                                             : TLS_method());
  gj_tls_extra *extra = gj_memory_new(sizeof(*extra), "a context");
  if (context == NULL || RAND_bytes(extra->ticket_name, 48) != 1 ||
      SSL_CTX_set_ex_data(context, extra_index, extra) != 1) {
    free(extra);
    SSL_CTX_free(context);
    return gj_crypto_throw(js, exception, "There is no memory for a context");
  }
  /* As in Node's own OpenSSL; that of a distribution may require more. */
  SSL_CTX_set_security_level(context, 1);
  SSL_CTX_set_options(context, SSL_OP_NO_SSLv3 | SSL_OP_ALLOW_CLIENT_RENEGOTIATION);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_SERVER |
                                              SSL_SESS_CACHE_NO_INTERNAL |
                                              SSL_SESS_CACHE_NO_AUTO_CLEAR);
  if (SSL_CTX_set_min_proto_version(context, gj_to_int32(js, argv[1])) != 1 ||
      SSL_CTX_set_max_proto_version(context, gj_to_int32(js, argv[2])) != 1) {
    SSL_CTX_free(context);
    return gj_crypto_throw(js, exception, "These versions cannot be used");
  }
  gj_tls_hello_context(context);
  return gj_class_object(js, context_class(), context);
}

/* versions(context): [lowest, highest], 0: any. */
GJ_FUNCTION(versions) {
  SSL_CTX *context = gj_tls_context_of(argv[0]);
  gj_value pair[] = {gj_number(js, (double)SSL_CTX_get_min_proto_version(context)),
                     gj_number(js, (double)SSL_CTX_get_max_proto_version(context))};
  return gj_array(js, 2, pair);
}

/* setVersion(context, highest, version) */
GJ_FUNCTION(set_version) {
  SSL_CTX *context = gj_tls_context_of(argv[0]);
  int version = gj_to_int32(js, argv[2]);
  if (gj_to_bool(js, argv[1])) {
    SSL_CTX_set_max_proto_version(context, version);
  } else {
    SSL_CTX_set_min_proto_version(context, version);
  }
  return gj_undefined(js);
}

typedef int gj_set_text(SSL_CTX *context, const char *text);

static gj_value set_text(gj_context js, const gj_value argv[], gj_set_text *set,
                         const char *otherwise, gj_value *exception) {
  gj_text text;
  gj_text_get(js, argv[1], &text);
  ERR_clear_error();
  int ok = set(gj_tls_context_of(argv[0]), text.data);
  if (ok != 1 && text.size == 0) { /* all of them are off, on purpose */
    ERR_clear_error();
    ok = 1;
  }
  gj_text_free(&text);
  return ok == 1 ? gj_undefined(js) : gj_crypto_throw(js, exception, otherwise);
}

/* ciphers(context, list), suites(context, list of TLS 1.3's): throw. */
static int set_ciphers(SSL_CTX *context, const char *text) {
  return SSL_CTX_set_cipher_list(context, text);
}

static int set_suites(SSL_CTX *context, const char *text) {
  return SSL_CTX_set_ciphersuites(context, text);
}

static int set_curves(SSL_CTX *context, const char *text) {
  return (int)SSL_CTX_set1_curves_list(context, (char *)text);
}

static int set_signatures(SSL_CTX *context, const char *text) {
  return (int)SSL_CTX_set1_sigalgs_list(context, (char *)text);
}

GJ_FUNCTION(ciphers) { return set_text(js, argv, set_ciphers, "Failed to set ciphers", exception); }

GJ_FUNCTION(suites) { return set_text(js, argv, set_suites, "Failed to set ciphers", exception); }

/* curves(context, list), signatures(context, list): whether they are known. */
GJ_FUNCTION(curves) {
  gj_value ignored = NULL;
  set_text(js, argv, set_curves, "", &ignored);
  return gj_bool(js, ignored == NULL);
}

GJ_FUNCTION(signatures) {
  return set_text(js, argv, set_signatures, "Failed to set signature algorithms", exception);
}

/* options(context, bits to set, bits to clear): sets SSL_OP_. */
GJ_FUNCTION(options) {
  SSL_CTX *context = gj_tls_context_of(argv[0]);
  SSL_CTX_set_options(context, (uint64_t)gj_to_number(js, argv[1]));
  SSL_CTX_clear_options(context, (uint64_t)gj_to_number(js, argv[2]));
  return gj_undefined(js);
}

/* sessionContext(context, text): throws. */
GJ_FUNCTION(session_context) {
  gj_text text;
  gj_text_get(js, argv[1], &text);
  ERR_clear_error();
  int ok = SSL_CTX_set_session_id_context(gj_tls_context_of(argv[0]),
                                          (const unsigned char *)text.data, (unsigned)text.size);
  gj_text_free(&text);
  return ok == 1 ? gj_undefined(js)
                 : gj_crypto_throw(js, exception, "SSL_CTX_set_session_id_context error");
}

/* sessionTimeout(context, seconds) */
GJ_FUNCTION(session_timeout) {
  SSL_CTX_set_timeout(gj_tls_context_of(argv[0]), gj_to_int32(js, argv[1]));
  return gj_undefined(js);
}

/* ticketKeys(context, 48 bytes or undefined): sets them, or returns them. */
GJ_FUNCTION(ticket_keys) {
  gj_tls_extra *extra = gj_tls_extra_of(gj_tls_context_of(argv[0]));
  gj_bytes bytes;
  if (!gj_bytes_look(js, argv[1], &bytes)) {
    return gj_bytes_copy(js, extra->ticket_name, 48);
  }
  if (bytes.size == 48) {
    memcpy(extra->ticket_name, bytes.data, 48);
  }
  return gj_undefined(js);
}

static DH *read_dh(const gj_held *pem) {
  BIO *bio = pem->size > INT_MAX ? NULL : BIO_new_mem_buf(pem->data, (int)pem->size);
  DH *dh = bio == NULL ? NULL : PEM_read_bio_DHparams(bio, NULL, NULL, NULL);
  BIO_free_all(bio);
  return dh;
}

/* diffieHellman(context, PEM, or true: such as fit the key): how many bits, 0; throws. What is no
 * PEM is left out, as Node's documentation has it. */
GJ_FUNCTION(diffie_hellman) {
  SSL_CTX *context = gj_tls_context_of(argv[0]);
  gj_bytes bytes;
  ERR_clear_error();
  if (!gj_bytes_look(js, argv[1], &bytes)) {
    SSL_CTX_set_dh_auto(context, 1);
    return gj_number(js, 0);
  }
  gj_held pem;
  gj_crypto_hold(js, argv[1], false, &pem);
  DH *dh = read_dh(&pem);
  if (dh == NULL) {
    ERR_clear_error();
    return gj_number(js, 0);
  }
  const BIGNUM *p = NULL;
  DH_get0_pqg(dh, &p, NULL, NULL);
  int bits = BN_num_bits(p);
  int ok = bits < 1024 || SSL_CTX_set_tmp_dh(context, dh) == 1;
  DH_free(dh);
  return ok ? gj_number(js, bits)
            : gj_crypto_throw(js, exception, "Error setting temp DH parameter");
}

void gj_tls_context_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"context", context_new},
      {"versions", versions},
      {"setVersion", set_version},
      {"ciphers", ciphers},
      {"suites", suites},
      {"curves", curves},
      {"signatures", signatures},
      {"options", options},
      {"sessionContext", session_context},
      {"sessionTimeout", session_timeout},
      {"ticketKeys", ticket_keys},
      {"diffieHellman", diffie_hellman},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
