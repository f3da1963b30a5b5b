/* SPDX-License-Identifier: MIT */
/* What connections have in common (SSL_CTX): versions, ciphers, options, keys of tickets. Keys and
 * certificates are put into it by tls_secrets.c. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bind/tls.h"
#include "engine/memory.h"

static int extra_index = -1; /* process: by pthread_once */

static void free_extra(GY_UNUSED void *parent, void *memory, GY_UNUSED CRYPTO_EX_DATA *data,
                       GY_UNUSED int index, GY_UNUSED long number, GY_UNUSED void *pointer) {
  gy_tls_extra *extra = memory;
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

static gy_class context_class(void) {
  static gy_class place;
  return gy_class_made(&place, "SecureContext", context_free);
}

bool gy_tls_is_context(gy_context js, gy_value value) {
  return gy_class_is(js, value, context_class());
}

SSL_CTX *gy_tls_context_of(gy_value value) { return gy_class_memory((gy_object)value); }

SSL_CTX *gy_tls_context_take(gy_context js, gy_value value, gy_value *exception) {
  return gy_class_take(js, value, context_class(), exception);
}

gy_tls_extra *gy_tls_extra_of(const SSL_CTX *context) {
  return SSL_CTX_get_ex_data(context, extra_index);
}

/* context(role, lowest version, highest, 0: any): role 0 is both, 1 a client, 2 a server. */
GY_FUNCTION(context_new) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_index);
  int role = gy_to_int32(js, argv[0]);
  ERR_clear_error();
  SSL_CTX *context = SSL_CTX_new(role == 1   ? TLS_client_method()
                                 : role == 2 ? TLS_server_method()
                                             : TLS_method());
  gy_tls_extra *extra = gy_memory_new(sizeof(*extra), "a context");
  if (context == NULL || RAND_bytes(extra->ticket_name, 48) != 1 ||
      SSL_CTX_set_ex_data(context, extra_index, extra) != 1) {
    free(extra);
    SSL_CTX_free(context);
    return gy_crypto_throw(js, exception, "There is no memory for a context");
  }
  /* As Node's own OpenSSL has it; that of a distribution may ask for more. */
  SSL_CTX_set_security_level(context, 1);
  SSL_CTX_set_options(context, SSL_OP_NO_SSLv3 | SSL_OP_ALLOW_CLIENT_RENEGOTIATION);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_SERVER |
                                              SSL_SESS_CACHE_NO_INTERNAL |
                                              SSL_SESS_CACHE_NO_AUTO_CLEAR);
  if (SSL_CTX_set_min_proto_version(context, gy_to_int32(js, argv[1])) != 1 ||
      SSL_CTX_set_max_proto_version(context, gy_to_int32(js, argv[2])) != 1) {
    SSL_CTX_free(context);
    return gy_crypto_throw(js, exception, "These versions cannot be used");
  }
  gy_tls_hello_context(context);
  return gy_class_object(js, context_class(), context);
}

/* versions(context): [lowest, highest], 0: any. */
GY_FUNCTION(versions) {
  SSL_CTX *context = gy_tls_context_of(argv[0]);
  gy_value pair[] = {gy_number(js, (double)SSL_CTX_get_min_proto_version(context)),
                     gy_number(js, (double)SSL_CTX_get_max_proto_version(context))};
  return gy_array(js, 2, pair);
}

/* setVersion(context, highest, version) */
GY_FUNCTION(set_version) {
  SSL_CTX *context = gy_tls_context_of(argv[0]);
  int version = gy_to_int32(js, argv[2]);
  if (gy_to_bool(js, argv[1])) {
    SSL_CTX_set_max_proto_version(context, version);
  } else {
    SSL_CTX_set_min_proto_version(context, version);
  }
  return gy_undefined(js);
}

typedef int gy_set_text(SSL_CTX *context, const char *text);

static gy_value set_text(gy_context js, const gy_value argv[], gy_set_text *set,
                         const char *otherwise, gy_value *exception) {
  gy_text text;
  gy_text_get(js, argv[1], &text);
  ERR_clear_error();
  int ok = set(gy_tls_context_of(argv[0]), text.data);
  if (ok != 1 && text.size == 0) { /* all of them are off, on purpose */
    ERR_clear_error();
    ok = 1;
  }
  gy_text_free(&text);
  return ok == 1 ? gy_undefined(js) : gy_crypto_throw(js, exception, otherwise);
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

GY_FUNCTION(ciphers) { return set_text(js, argv, set_ciphers, "Failed to set ciphers", exception); }

GY_FUNCTION(suites) { return set_text(js, argv, set_suites, "Failed to set ciphers", exception); }

/* curves(context, list), signatures(context, list): whether they are known. */
GY_FUNCTION(curves) {
  gy_value ignored = NULL;
  set_text(js, argv, set_curves, "", &ignored);
  return gy_bool(js, ignored == NULL);
}

GY_FUNCTION(signatures) {
  return set_text(js, argv, set_signatures, "Failed to set signature algorithms", exception);
}

/* options(context, bits to set, bits to clear): sets SSL_OP_. */
GY_FUNCTION(options) {
  SSL_CTX *context = gy_tls_context_of(argv[0]);
  SSL_CTX_set_options(context, (uint64_t)gy_to_number(js, argv[1]));
  SSL_CTX_clear_options(context, (uint64_t)gy_to_number(js, argv[2]));
  return gy_undefined(js);
}

/* sessionContext(context, text): throws. */
GY_FUNCTION(session_context) {
  gy_text text;
  gy_text_get(js, argv[1], &text);
  ERR_clear_error();
  int ok = SSL_CTX_set_session_id_context(gy_tls_context_of(argv[0]),
                                          (const unsigned char *)text.data, (unsigned)text.size);
  gy_text_free(&text);
  return ok == 1 ? gy_undefined(js)
                 : gy_crypto_throw(js, exception, "SSL_CTX_set_session_id_context error");
}

/* sessionTimeout(context, seconds) */
GY_FUNCTION(session_timeout) {
  SSL_CTX_set_timeout(gy_tls_context_of(argv[0]), gy_to_int32(js, argv[1]));
  return gy_undefined(js);
}

/* ticketKeys(context, 48 bytes or undefined): sets them, or returns them. */
GY_FUNCTION(ticket_keys) {
  gy_tls_extra *extra = gy_tls_extra_of(gy_tls_context_of(argv[0]));
  gy_bytes bytes;
  if (!gy_bytes_look(js, argv[1], &bytes)) {
    return gy_bytes_copy(js, extra->ticket_name, 48);
  }
  if (bytes.size == 48) {
    memcpy(extra->ticket_name, bytes.data, 48);
  }
  return gy_undefined(js);
}

static DH *read_dh(const gy_held *pem) {
  BIO *bio = pem->size > INT_MAX ? NULL : BIO_new_mem_buf(pem->data, (int)pem->size);
  DH *dh = bio == NULL ? NULL : PEM_read_bio_DHparams(bio, NULL, NULL, NULL);
  BIO_free_all(bio);
  return dh;
}

/* diffieHellman(context, PEM, or true: such as fit the key): how many bits, 0; throws. What is no
 * PEM is left out, as Node's documentation has it. */
GY_FUNCTION(diffie_hellman) {
  SSL_CTX *context = gy_tls_context_of(argv[0]);
  gy_bytes bytes;
  ERR_clear_error();
  if (!gy_bytes_look(js, argv[1], &bytes)) {
    SSL_CTX_set_dh_auto(context, 1);
    return gy_number(js, 0);
  }
  gy_held pem;
  gy_hold(js, argv[1], false, &pem);
  DH *dh = read_dh(&pem);
  if (dh == NULL) {
    ERR_clear_error();
    return gy_number(js, 0);
  }
  const BIGNUM *p = NULL;
  DH_get0_pqg(dh, &p, NULL, NULL);
  int bits = BN_num_bits(p);
  int ok = bits < 1024 || SSL_CTX_set_tmp_dh(context, dh) == 1;
  DH_free(dh);
  return ok ? gy_number(js, bits)
            : gy_crypto_throw(js, exception, "Error setting temp DH parameter");
}

void gy_tls_context_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {
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
  gy_set_exports(js, binding, exports);
}
