/* SPDX-License-Identifier: MIT */
/* Puts keys, certificates, and trusted certificates into a context; from PEM and PKCS#12. */
#include "bind/tls.h"

/* Without this callback, libcrypto would ask at the terminal. */
static int on_passphrase(char *to, int room, GJ_UNUSED int writing, void *arg) {
  const gj_held *passphrase = arg;
  if (passphrase == NULL || passphrase->data == NULL) {
    return 0;
  }
  if (passphrase->size > (size_t)room) {
    return -1;
  }
  memcpy(to, passphrase->data, passphrase->size);
  return (int)passphrase->size;
}

static BIO *bio_of(gj_context js, gj_value value) {
  gj_held bytes;
  gj_crypto_hold(js, value, false, &bytes);
  ERR_clear_error();
  return bytes.size > INT_MAX ? NULL : BIO_new_mem_buf(bytes.data, (int)bytes.size);
}

/* The passphrase of an optional value. */
static gj_held passphrase_of(gj_context js, gj_value value) {
  gj_held held = {NULL, 0, false};
  if (gj_crypto_has(js, value)) {
    gj_crypto_hold(js, value, false, &held);
  }
  return held;
}

/* key(context, PEM, passphrase or undefined): throws. */
GJ_FUNCTION(set_key) {
  gj_held passphrase = passphrase_of(js, argv[2]);
  BIO *bio = bio_of(js, argv[1]);
  EVP_PKEY *key =
      bio == NULL ? NULL : PEM_read_bio_PrivateKey(bio, NULL, on_passphrase, &passphrase);
  BIO_free_all(bio);
  if (key == NULL) {
    return gj_crypto_throw(js, exception, "PEM_read_bio_PrivateKey");
  }
  int ok = SSL_CTX_use_PrivateKey(gj_tls_context_of(argv[0]), key);
  EVP_PKEY_free(key);
  if (ok != 1) {
    return gj_crypto_throw(js, exception, "SSL_CTX_use_PrivateKey");
  }
  ERR_clear_error();
  return gj_undefined(js);
}

/* Its issuer, among those that the context trusts; NULL: there is none. */
static X509 *issuer_in_store(SSL_CTX *context, X509 *certificate) {
  X509 *issuer = NULL;
  X509_STORE_CTX *search = X509_STORE_CTX_new();
  if (search != NULL &&
      X509_STORE_CTX_init(search, SSL_CTX_get_cert_store(context), NULL, NULL) == 1 &&
      X509_STORE_CTX_get1_issuer(&issuer, search, certificate) != 1) {
    issuer = NULL;
  }
  X509_STORE_CTX_free(search);
  ERR_clear_error();
  return issuer;
}

/* Certificates that follow the first in a PEM; false: one is invalid. */
static bool read_chain(BIO *bio, OPENSSL_STACK *chain) {
  X509 *certificate;
  while ((certificate = PEM_read_bio_X509(bio, NULL, on_passphrase, NULL)) != NULL) {
    OPENSSL_sk_push(chain, certificate);
  }
  unsigned long code = ERR_peek_last_error();
  if (ERR_GET_LIB(code) != ERR_LIB_PEM || ERR_GET_REASON(code) != PEM_R_NO_START_LINE) {
    return false;
  }
  ERR_clear_error();
  return true;
}

/* The certificate of this side, with the chain to one that others know. */
static bool use_chain(SSL_CTX *context, X509 *certificate, OPENSSL_STACK *chain) {
  if (SSL_CTX_use_certificate(context, certificate) != 1 ||
      SSL_CTX_set0_chain(context, NULL) != 1) {
    return false;
  }
  X509 *issuer = NULL;
  int count = chain == NULL ? 0 : OPENSSL_sk_num(chain);
  for (int i = 0; i < count; i++) {
    X509 *one = OPENSSL_sk_value(chain, i);
    if (SSL_CTX_add1_chain_cert(context, one) != 1) {
      X509_free(issuer);
      return false;
    }
    if (issuer == NULL && X509_check_issued(one, certificate) == X509_V_OK) {
      X509_up_ref(one);
      issuer = one;
    }
  }
  gj_tls_extra *extra = gj_tls_extra_of(context);
  X509_free(extra->certificate);
  X509_free(extra->issuer);
  X509_up_ref(certificate);
  extra->certificate = certificate;
  extra->issuer = issuer != NULL ? issuer : issuer_in_store(context, certificate);
  return true;
}

static void free_chain(OPENSSL_STACK *chain) {
  OPENSSL_sk_pop_free(chain, (OPENSSL_sk_freefunc)X509_free);
}

/* certificate(context, PEM): throws. */
GJ_FUNCTION(set_certificate) {
  BIO *bio = bio_of(js, argv[1]);
  X509 *certificate = bio == NULL ? NULL : PEM_read_bio_X509_AUX(bio, NULL, on_passphrase, NULL);
  OPENSSL_STACK *chain = OPENSSL_sk_new_null();
  bool ok = certificate != NULL && read_chain(bio, chain) &&
            use_chain(gj_tls_context_of(argv[0]), certificate, chain);
  BIO_free_all(bio);
  X509_free(certificate);
  free_chain(chain);
  if (!ok) {
    return gj_crypto_throw(js, exception, "SSL_CTX_use_certificate_chain");
  }
  ERR_clear_error();
  return gj_undefined(js);
}

/* trust(context, PEM): adds all certificates in it, and forgets those of a store that was set
 * before (store); returns how many. */
GJ_FUNCTION(trust) {
  SSL_CTX *context = gj_tls_context_of(argv[0]);
  BIO *bio = bio_of(js, argv[1]);
  X509_STORE *store = SSL_CTX_get_cert_store(context);
  X509 *certificate;
  int count = 0;
  while (bio != NULL &&
         (certificate = PEM_read_bio_X509_AUX(bio, NULL, on_passphrase, NULL)) != NULL) {
    X509_STORE_add_cert(store, certificate);
    SSL_CTX_add_client_CA(context, certificate);
    X509_free(certificate);
    count++;
  }
  BIO_free_all(bio);
  ERR_clear_error();
  return gj_number(js, count);
}

/* revoked(context, PEM): a list of revoked certificates; false if it is not one. */
GJ_FUNCTION(revoked) {
  BIO *bio = bio_of(js, argv[1]);
  X509_CRL *list = bio == NULL ? NULL : PEM_read_bio_X509_CRL(bio, NULL, on_passphrase, NULL);
  BIO_free_all(bio);
  ERR_clear_error();
  if (list == NULL) {
    return gj_bool(js, false);
  }
  X509_STORE *store = SSL_CTX_get_cert_store(gj_tls_context_of(argv[0]));
  X509_STORE_add_crl(store, list);
  X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL);
  X509_CRL_free(list);
  ERR_clear_error();
  return gj_bool(js, true);
}

/* partialChains(context): any trusted certificate ends a chain. */
GJ_FUNCTION(partial_chains) {
  X509_STORE_set_flags(SSL_CTX_get_cert_store(gj_tls_context_of(argv[0])),
                       X509_V_FLAG_PARTIAL_CHAIN);
  return gj_undefined(js);
}

static bool use_pfx(SSL_CTX *context, EVP_PKEY *key, X509 *certificate, OPENSSL_STACK *others) {
  if (certificate == NULL || key == NULL || !use_chain(context, certificate, others) ||
      SSL_CTX_use_PrivateKey(context, key) != 1) {
    return false;
  }
  int count = others == NULL ? 0 : OPENSSL_sk_num(others);
  for (int i = 0; i < count; i++) {
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context), OPENSSL_sk_value(others, i));
    SSL_CTX_add_client_CA(context, OPENSSL_sk_value(others, i));
  }
  return true;
}

/* pfx(context, bytes, passphrase or undefined): undefined, or what is wrong. */
GJ_FUNCTION(pfx) {
  BIO *bio = bio_of(js, argv[1]);
  PKCS12 *box = bio == NULL ? NULL : d2i_PKCS12_bio(bio, NULL);
  EVP_PKEY *key = NULL;
  X509 *certificate = NULL;
  STACK_OF(X509) *others = NULL;
  gj_text passphrase = {.data = NULL};
  if (gj_crypto_has(js, argv[2])) {
    gj_text_get(js, argv[2], &passphrase);
  }
  bool ok = box != NULL && PKCS12_parse(box, passphrase.data, &key, &certificate, &others) == 1 &&
            use_pfx(gj_tls_context_of(argv[0]), key, certificate, (OPENSSL_STACK *)others);
  unsigned long code = ERR_get_error();
  const char *reason = ERR_reason_error_string(code);
  ERR_clear_error();
  if (passphrase.data != NULL) {
    OPENSSL_cleanse(passphrase.data, passphrase.size);
    gj_text_free(&passphrase);
  }
  BIO_free_all(bio);
  PKCS12_free(box);
  EVP_PKEY_free(key);
  X509_free(certificate);
  free_chain((OPENSSL_STACK *)others);
  /* OpenSSL has no message for an empty text. */
  return ok ? gj_undefined(js) : gj_string(js, reason == NULL ? "not enough data" : reason);
}

/* ownCertificate(context, issuer): that of this side, or of its issuer; undefined if there is
 * none. */
GJ_FUNCTION(own_certificate) {
  gj_tls_extra *extra = gj_tls_extra_of(gj_tls_context_of(argv[0]));
  X509 *certificate = gj_to_bool(js, argv[1]) ? extra->issuer : extra->certificate;
  if (certificate == NULL) {
    return gj_undefined(js);
  }
  BIO *bio = BIO_new(BIO_s_mem());
  i2d_X509_bio(bio, certificate);
  return gj_crypto_bio_bytes(js, bio);
}

static void store_free(void *memory) { X509_STORE_free(memory); }

static gj_class store_class(void) {
  static gj_class place;
  return gj_class_made(&place, "CertificateStore", store_free);
}

/* newStore(default paths): to be shared by contexts. With OpenSSL's default places, or empty. */
GJ_FUNCTION(new_store) {
  X509_STORE *store = X509_STORE_new();
  if (store == NULL) {
    return gj_crypto_throw(js, exception, "There is no memory for certificates");
  }
  if (gj_to_bool(js, argv[0])) {
    X509_STORE_set_default_paths(store);
    ERR_clear_error();
  }
  return gj_class_object(js, store_class(), store);
}

/* fillStore(store, PEM): how many certificates were in it; a text if one is broken. */
GJ_FUNCTION(fill_store) {
  X509_STORE *store = gj_class_memory((gj_object)argv[0]);
  BIO *bio = bio_of(js, argv[1]);
  X509 *certificate;
  int count = 0;
  while (bio != NULL && (certificate = PEM_read_bio_X509(bio, NULL, on_passphrase, NULL)) != NULL) {
    X509_STORE_add_cert(store, certificate);
    X509_free(certificate);
    count++;
  }
  BIO_free_all(bio);
  unsigned long code = ERR_peek_last_error();
  if (ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE &&
      count > 0) {
    ERR_clear_error();
    return gj_number(js, count);
  }
  char text[256];
  ERR_error_string_n(code, text, sizeof(text));
  ERR_clear_error();
  return gj_string(js, text);
}

/* addStore(context, store): trusts what is in it, too. */
GJ_FUNCTION(add_store) {
  OPENSSL_STACK *all =
      (OPENSSL_STACK *)X509_STORE_get1_all_certs(gj_class_memory((gj_object)argv[1]));
  X509_STORE *own = SSL_CTX_get_cert_store(gj_tls_context_of(argv[0]));
  int count = all == NULL ? 0 : OPENSSL_sk_num(all);
  for (int i = 0; i < count; i++) {
    X509_STORE_add_cert(own, OPENSSL_sk_value(all, i));
  }
  free_chain(all);
  ERR_clear_error();
  return gj_undefined(js);
}

/* useStore(context, store): trusts only what is in it. */
GJ_FUNCTION(use_store) {
  X509_STORE *store = gj_class_memory((gj_object)argv[1]);
  X509_STORE_up_ref(store);
  SSL_CTX_set_cert_store(gj_tls_context_of(argv[0]), store);
  return gj_undefined(js);
}

void gj_tls_secrets_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"key", set_key},
      {"certificate", set_certificate},
      {"trust", trust},
      {"revoked", revoked},
      {"partialChains", partial_chains},
      {"pfx", pfx},
      {"ownCertificate", own_certificate},
      {"newStore", new_store},
      {"fillStore", fill_store},
      {"useStore", use_store},
      {"addStore", add_store},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
