/* SPDX-License-Identifier: MIT */
/* What the files of binding('crypto') share: errors, bytes that are wiped, jobs and keys. */
#ifndef GY_BIND_CRYPTO_H
#define GY_BIND_CRYPTO_H

#include "bind/openssl.h"

/* crypto_error.c: libcrypto keeps what went wrong for each thread; a job takes that along. */
typedef struct {
  unsigned count;
  unsigned long codes[16]; /* the oldest first */
} gy_crypto_errors;
void gy_crypto_take(gy_crypto_errors *errors);
/* The error that a program sees; `otherwise` is its text if libcrypto said nothing. */
gy_value gy_crypto_error(gy_context js, const gy_crypto_errors *errors, const char *otherwise);
/* Throws that of this thread; returns undefined. */
gy_value gy_crypto_throw(gy_context js, gy_value *exception, const char *otherwise);
/* One with the code of an error, and another text. */
gy_value gy_crypto_error_as(gy_context js, unsigned long code, const char *text);
void gy_crypto_error_functions(gy_context js, gy_object binding);

/* crypto_bytes.c: bytes of a program, borrowed for the time of a call or copied; a copy is wiped
 * when it is freed. */
typedef struct {
  uint8_t *data; /* never NULL */
  size_t size;
  bool owned;
} gy_held;
/* False: there is no memory for the copy. What is no bytes counts as none. */
bool gy_hold(gy_context js, gy_value value, bool copy, gy_held *held);
bool gy_hold_room(size_t size, gy_held *held); /* not cleared */
void gy_hold_free(gy_held *held);
/* A Uint8Array that has it from now on. */
gy_value gy_hold_give(gy_context js, gy_held *held);
/* What was written to memory, as a Uint8Array or a string (null if it is too long); frees it. */
gy_value gy_bio_bytes(gy_context js, BIO *bio);
gy_value gy_bio_string(gy_context js, BIO *bio);
gy_value gy_bignum_bytes(gy_context js, const BIGNUM *number);
BIGNUM *gy_bignum_of(gy_context js, gy_value bytes); /* NULL: no memory */
bool gy_has(gy_context js, gy_value value);          /* neither undefined nor null */
/* The digest of that name, NULL if there is none; it is kept for ever. */
const EVP_MD *gy_openssl_digest(const char *name);
size_t gy_openssl_digest_size(const EVP_MD *digest); /* of its result if nobody asks for more */
const EVP_MD *gy_digest_of(gy_context js, gy_value name);

/* crypto_job.c: something that takes long, at once or in the pool. A struct begins with one. */
typedef struct gy_job {
  gy_work work;
  bool (*run)(struct gy_job *job); /* on any thread: whether it worked */
  gy_value (*result)(gy_context js, struct gy_job *job);
  void (*done)(struct gy_job *job); /* frees what the struct holds, not itself */
  const char *type;                 /* what async_hooks calls it */
  const char *otherwise;            /* the text of its error if libcrypto has none */
  bool ok;
  gy_crypto_errors errors;
  gy_pin callback;
} gy_job;
/* With callback(error, value), or undefined: at once, and returns the value or throws. */
gy_value gy_job_start(gy_context js, gy_job *job, gy_value callback, gy_value *exception);
/* Instead of a start: frees it, and throws that there is no memory. */
gy_value gy_job_drop(gy_context js, gy_job *job, gy_value *exception);

/* crypto_keys.c */
enum { GY_KEY_SECRET, GY_KEY_PUBLIC, GY_KEY_PRIVATE };
typedef struct {
  int kind;
  gy_held secret;
  EVP_PKEY *pkey;
  EVP_MD_CTX *contexts[2]; /* of signatures without a digest (crypto_sign.c): made, verified */
} gy_key;
gy_value gy_key_object(gy_context js, int kind, EVP_PKEY *pkey); /* takes the reference */
gy_key *gy_key_of(gy_context js, gy_value value);                /* NULL: it is none */
/* A reference to the key inside, for a job. */
EVP_PKEY *gy_key_share(gy_context js, gy_value value);

/* crypto_x509.c */
gy_value gy_certificate_object(gy_context js, X509 *certificate); /* takes the reference */
X509 *gy_certificate_of(gy_value value);

/* crypto_kinds.c: a cipher by any of its names, to be freed; NULL if there is none. */
EVP_CIPHER *gy_cipher_named(gy_context js, gy_value name);
bool gy_cipher_authenticated(const EVP_CIPHER *cipher);
void gy_crypto_cipher_forget(void); /* all are fetched anew */

/* Adds what the files of that name have. */
void gy_crypto_keys_functions(gy_context js, gy_object binding);
void gy_crypto_read_functions(gy_context js, gy_object binding);
void gy_crypto_write_functions(gy_context js, gy_object binding);
void gy_crypto_parts_functions(gy_context js, gy_object binding);
void gy_crypto_generate_functions(gy_context js, gy_object binding);
void gy_crypto_cipher_functions(gy_context js, gy_object binding);
void gy_crypto_kinds_functions(gy_context js, gy_object binding);
void gy_crypto_aead_functions(gy_context js, gy_object binding);
void gy_crypto_sign_functions(gy_context js, gy_object binding);
void gy_crypto_rsa_functions(gy_context js, gy_object binding);
void gy_crypto_dh_functions(gy_context js, gy_object binding);
void gy_crypto_ecdh_functions(gy_context js, gy_object binding);
void gy_crypto_prime_functions(gy_context js, gy_object binding);
void gy_crypto_x509_functions(gy_context js, gy_object binding);
void gy_crypto_names_functions(gy_context js, gy_object binding);
void gy_crypto_spkac_functions(gy_context js, gy_object binding);
void gy_crypto_hash_functions(gy_context js, gy_object binding);
void gy_bind_derive_functions(gy_context js, gy_object binding);

#endif
