/* SPDX-License-Identifier: MIT */
/* What the files of binding('crypto') share: errors, bytes that are wiped, jobs and keys. */
#ifndef GJ_BIND_CRYPTO_H
#define GJ_BIND_CRYPTO_H

#include "bind/openssl.h"

/* crypto_error.c: libcrypto stores errors per thread; a job copies them. */
typedef struct {
  unsigned count;
  unsigned long codes[16]; /* oldest first */
} gj_crypto_errors;
void gj_crypto_take(gj_crypto_errors *errors);
/* The error that a program sees; `otherwise` is its text if libcrypto has none. */
gj_value gj_crypto_error(gj_context js, const gj_crypto_errors *errors, const char *otherwise);
/* Throws this thread's error; returns undefined. */
gj_value gj_crypto_throw(gj_context js, gj_value *exception, const char *otherwise);
/* An error with this code and another text. */
gj_value gj_crypto_error_as(gj_context js, unsigned long code, const char *text);
void gj_crypto_error_functions(gj_context js, gj_object binding);

/* crypto_bytes.c: bytes of a program, borrowed during a call or copied; a copy is wiped when it is
 * freed. */
typedef struct {
  uint8_t *data; /* never NULL */
  size_t size;
  bool owned;
} gj_held;
/* False: no memory for the copy. A value without bytes counts as empty. */
bool gj_crypto_hold(gj_context js, gj_value value, bool copy, gj_held *held);
bool gj_crypto_hold_room(size_t size, gj_held *held); /* not cleared */
void gj_crypto_hold_free(gj_held *held);
/* A Uint8Array that takes ownership. */
gj_value gj_crypto_hold_give(gj_context js, gj_held *held);
/* What was written to memory, as a Uint8Array or a string (null if it is too long); frees it. */
gj_value gj_crypto_bio_bytes(gj_context js, BIO *bio);
gj_value gj_crypto_bio_string(gj_context js, BIO *bio);
gj_value gj_crypto_bignum_bytes(gj_context js, const BIGNUM *number);
BIGNUM *gj_crypto_bignum_of(gj_context js, gj_value bytes); /* NULL: no memory */
bool gj_crypto_has(gj_context js, gj_value value);          /* neither undefined nor null */
/* The digest of that name, NULL if there is none; never freed. */
const EVP_MD *gj_crypto_digest(const char *name);
size_t gj_crypto_digest_size(const EVP_MD *digest); /* of its result, by default */
const EVP_MD *gj_crypto_digest_of(gj_context js, gj_value name);

/* crypto_job.c: a long operation, done at once or on the pool. A struct begins with one. */
typedef struct gj_job {
  gj_work work;
  bool (*run)(struct gj_job *job); /* on any thread: true if it worked */
  gj_value (*result)(gj_context js, struct gj_job *job);
  void (*done)(struct gj_job *job); /* frees what the struct holds, not itself */
  const char *type;                 /* its name in async_hooks */
  const char *otherwise;            /* the text of its error if libcrypto has none */
  bool ok;
  gj_crypto_errors errors;
  gj_pin callback;
} gj_job;
/* With callback(error, value). If that is undefined: does it at once, and returns the value or
 * throws. */
gj_value gj_job_start(gj_context js, gj_job *job, gj_value callback, gj_value *exception);
/* Instead of a start: frees it, and throws that there is no memory. */
gj_value gj_job_drop(gj_context js, gj_job *job, gj_value *exception);

/* crypto_keys.c */
enum { GJ_KEY_SECRET, GJ_KEY_PUBLIC, GJ_KEY_PRIVATE };
typedef struct {
  int kind;
  gj_held secret;
  EVP_PKEY *pkey;
  EVP_MD_CTX *contexts[2]; /* of signatures without a digest (crypto_sign.c): made, verified */
} gj_key;
gj_value gj_key_object(gj_context js, int kind, EVP_PKEY *pkey); /* takes the reference */
gj_key *gj_key_of(gj_context js, gj_value value);                /* NULL: it is not a key */
/* A reference to the key inside, for a job. */
EVP_PKEY *gj_key_share(gj_context js, gj_value value);

/* crypto_x509.c */
gj_value gj_crypto_certificate_object(gj_context js, X509 *certificate); /* takes the reference */
X509 *gj_crypto_certificate_of(gj_value value);

/* crypto_kinds.c: a cipher by any of its names, to be freed; NULL if there is none. */
EVP_CIPHER *gj_crypto_cipher_named(gj_context js, gj_value name);
bool gj_crypto_cipher_authenticated(const EVP_CIPHER *cipher);
void gj_crypto_cipher_forget(void); /* all are fetched again */

/* Adds the functions of the files of that name. */
void gj_crypto_keys_functions(gj_context js, gj_object binding);
void gj_crypto_read_functions(gj_context js, gj_object binding);
void gj_crypto_write_functions(gj_context js, gj_object binding);
void gj_crypto_parts_functions(gj_context js, gj_object binding);
void gj_crypto_generate_functions(gj_context js, gj_object binding);
void gj_crypto_cipher_functions(gj_context js, gj_object binding);
void gj_crypto_kinds_functions(gj_context js, gj_object binding);
void gj_crypto_aead_functions(gj_context js, gj_object binding);
void gj_crypto_sign_functions(gj_context js, gj_object binding);
void gj_crypto_rsa_functions(gj_context js, gj_object binding);
void gj_crypto_dh_functions(gj_context js, gj_object binding);
void gj_crypto_ecdh_functions(gj_context js, gj_object binding);
void gj_crypto_prime_functions(gj_context js, gj_object binding);
void gj_crypto_x509_functions(gj_context js, gj_object binding);
void gj_crypto_names_functions(gj_context js, gj_object binding);
void gj_crypto_spkac_functions(gj_context js, gj_object binding);
void gj_crypto_hash_functions(gj_context js, gj_object binding);
void gj_bind_derive_functions(gj_context js, gj_object binding);

#endif
