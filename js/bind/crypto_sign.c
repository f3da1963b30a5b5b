/* SPDX-License-Identifier: MIT */
/* Signatures: of an existing digest (Sign, Verify), or of data as a whole, at once or on the
 * pool. */
#include <limits.h>

#include "bind/crypto.h"
#include "engine/memory.h"

#define NO_NUMBER INT_MIN

/* The parameters of a signature. */
typedef struct {
  EVP_PKEY *pkey;
  const EVP_MD *digest;
  int padding, salt; /* or NO_NUMBER */
  int order;         /* two numbers of this length instead of DER; 0: DER */
} gj_manner;

static int number_of(gj_context js, gj_value value) {
  return gj_crypto_has(js, value) ? gj_to_int32(js, value) : NO_NUMBER;
}

static bool set_rsa(const gj_manner *manner, EVP_PKEY_CTX *context) {
  int kind = EVP_PKEY_get_base_id(manner->pkey);
  if (kind != EVP_PKEY_RSA && kind != EVP_PKEY_RSA_PSS) {
    return true;
  }
  int padding = manner->padding != NO_NUMBER ? manner->padding
                : kind == EVP_PKEY_RSA_PSS   ? RSA_PKCS1_PSS_PADDING
                                             : RSA_PKCS1_PADDING;
  return EVP_PKEY_CTX_set_rsa_padding(context, padding) > 0 &&
         (padding != RSA_PKCS1_PSS_PADDING || manner->salt == NO_NUMBER ||
          EVP_PKEY_CTX_set_rsa_pss_saltlen(context, manner->salt) > 0);
}

/* From DER to the two numbers. */
static bool flatten(const gj_manner *manner, gj_held *signature) {
  const unsigned char *at = signature->data;
  ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &at, (long)signature->size);
  gj_held flat = {NULL, 0, false};
  int order = manner->order;
  bool ok = pair != NULL && gj_crypto_hold_room(2 * (size_t)order, &flat) &&
            BN_bn2binpad(ECDSA_SIG_get0_r(pair), flat.data, order) > 0 &&
            BN_bn2binpad(ECDSA_SIG_get0_s(pair), flat.data + order, order) > 0;
  ECDSA_SIG_free(pair);
  gj_crypto_hold_free(ok ? signature : &flat);
  if (ok) {
    *signature = flat;
  }
  return ok;
}

/* And back. */
static bool fold(const gj_manner *manner, gj_held *signature) {
  int order = manner->order;
  if (signature->size != 2 * (size_t)order) {
    return false;
  }
  ECDSA_SIG *pair = ECDSA_SIG_new();
  BIGNUM *r = BN_bin2bn(signature->data, order, NULL);
  BIGNUM *s = BN_bin2bn(signature->data + order, order, NULL);
  if (pair == NULL || r == NULL || s == NULL || !ECDSA_SIG_set0(pair, r, s)) {
    BN_free(r);
    BN_free(s);
    ECDSA_SIG_free(pair);
    return false;
  }
  int size = i2d_ECDSA_SIG(pair, NULL);
  gj_held der;
  bool ok = size > 0 && gj_crypto_hold_room((size_t)size, &der);
  if (ok) {
    unsigned char *at = der.data;
    i2d_ECDSA_SIG(pair, &at);
    gj_crypto_hold_free(signature);
    *signature = der;
  }
  ECDSA_SIG_free(pair);
  return ok;
}

static EVP_PKEY_CTX *digest_context(const gj_manner *manner, int (*init)(EVP_PKEY_CTX *context)) {
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(manner->pkey, NULL);
  if (context != NULL && init(context) > 0 && set_rsa(manner, context) &&
      EVP_PKEY_CTX_set_signature_md(context, manner->digest) > 0) {
    return context;
  }
  EVP_PKEY_CTX_free(context);
  return NULL;
}

static gj_manner manner_of(gj_context js, const gj_value argv[]) {
  return (gj_manner){gj_key_of(js, argv[0])->pkey, gj_crypto_digest_of(js, argv[1]),
                     number_of(js, argv[2]), number_of(js, argv[3]), gj_to_int32(js, argv[4])};
}

/* signDigest(key, digest, padding, salt, order, bytes): the signature; throws. */
GJ_FUNCTION(sign_digest) {
  gj_manner manner = manner_of(js, argv);
  gj_held bytes, out = {NULL, 0, false};
  gj_crypto_hold(js, argv[5], false, &bytes);
  ERR_clear_error();
  EVP_PKEY_CTX *context = digest_context(&manner, EVP_PKEY_sign_init);
  size_t size = (size_t)EVP_PKEY_get_size(manner.pkey);
  bool ok = context != NULL && gj_crypto_hold_room(size, &out) &&
            EVP_PKEY_sign(context, out.data, &size, bytes.data, bytes.size) > 0;
  EVP_PKEY_CTX_free(context);
  if (!ok) {
    gj_crypto_hold_free(&out);
    return gj_crypto_throw(js, exception, "PEM_read_bio_PrivateKey failed");
  }
  out.size = size;
  if (manner.order > 0 && !flatten(&manner, &out)) {
    gj_crypto_hold_free(&out);
    ERR_clear_error();
    return gj_undefined(js);
  }
  return gj_crypto_hold_give(js, &out);
}

/* verifyDigest(key, digest, padding, salt, order, bytes, signature): whether it is valid; undefined
 * if it is not a signature; throws. */
GJ_FUNCTION(verify_digest) {
  gj_manner manner = manner_of(js, argv);
  gj_held bytes, signature;
  gj_crypto_hold(js, argv[5], false, &bytes);
  gj_crypto_hold(js, argv[6], false, &signature);
  ERR_clear_error();
  if (manner.order > 0 && !fold(&manner, &signature)) {
    ERR_clear_error();
    return gj_bool(js, false);
  }
  EVP_PKEY_CTX *context = digest_context(&manner, EVP_PKEY_verify_init);
  int right = context == NULL ? -1
                              : EVP_PKEY_verify(context, signature.data, signature.size, bytes.data,
                                                bytes.size);
  gj_crypto_hold_free(&signature);
  if (context == NULL) {
    return gj_crypto_throw(js, exception, "PEM_read_bio_PUBKEY failed");
  }
  EVP_PKEY_CTX_free(context);
  ERR_clear_error();
  return gj_bool(js, right == 1);
}

typedef struct {
  gj_job job;
  gj_manner manner;
  gj_held data, signature;
  bool verifies, right;
  EVP_MD_CTX **kept; /* where a context that was used before is stored; NULL: nowhere */
} gj_signing;

/* Finding the implementation that can sign with a key takes libcrypto some microseconds: a key
 * stores it, if it is used by its own thread and without a digest. */
static EVP_MD_CTX *begin(gj_signing *signing) {
  const gj_manner *manner = &signing->manner;
  __typeof__(EVP_DigestSignInit) init =
      signing->verifies ? EVP_DigestVerifyInit : EVP_DigestSignInit;
  EVP_MD_CTX *context = signing->kept == NULL ? NULL : *signing->kept;
  EVP_PKEY_CTX *inner = NULL;
  if (context != NULL) {
    *signing->kept = NULL;
    if (init(context, NULL, NULL, NULL, NULL) > 0) {
      return context;
    }
    ERR_clear_error();
    EVP_MD_CTX_free(context);
  }
  context = EVP_MD_CTX_new();
  if (context != NULL && init(context, &inner, manner->digest, NULL, manner->pkey) > 0 &&
      set_rsa(manner, inner)) {
    return context;
  }
  EVP_MD_CTX_free(context);
  return NULL;
}

static void end(gj_signing *signing, EVP_MD_CTX *context, bool ok) {
  if (signing->kept != NULL && ok) {
    *signing->kept = context;
  } else {
    EVP_MD_CTX_free(context);
  }
}

static bool verify(gj_signing *signing, EVP_MD_CTX *context) {
  if (signing->manner.order > 0 && !fold(&signing->manner, &signing->signature)) {
    return true; /* it is wrong */
  }
  signing->right = EVP_DigestVerify(context, signing->signature.data, signing->signature.size,
                                    signing->data.data, signing->data.size) == 1;
  return true;
}

static bool sign(gj_signing *signing, EVP_MD_CTX *context) {
  size_t size = (size_t)EVP_PKEY_get_size(signing->manner.pkey);
  if (!gj_crypto_hold_room(size, &signing->signature) ||
      EVP_DigestSign(context, signing->signature.data, &size, signing->data.data,
                     signing->data.size) <= 0) {
    return false;
  }
  signing->signature.size = size;
  return signing->manner.order == 0 || flatten(&signing->manner, &signing->signature);
}

static bool run(gj_job *job) {
  gj_signing *signing = (gj_signing *)job;
  EVP_MD_CTX *context = begin(signing);
  bool ok =
      context != NULL && (signing->verifies ? verify(signing, context) : sign(signing, context));
  if (context != NULL) {
    end(signing, context, ok);
  }
  return ok;
}

static gj_value result(gj_context js, gj_job *job) {
  gj_signing *signing = (gj_signing *)job;
  return signing->verifies ? gj_bool(js, signing->right)
                           : gj_crypto_hold_give(js, &signing->signature);
}

static void done(gj_job *job) {
  gj_signing *signing = (gj_signing *)job;
  EVP_PKEY_free(signing->manner.pkey);
  gj_crypto_hold_free(&signing->data);
  gj_crypto_hold_free(&signing->signature);
}

/* signData(key, digest or undefined, padding, salt, order, data, signature or undefined, callback):
 * the signature, or whether that one is right, in the pool. */
GJ_FUNCTION(sign_data) {
  gj_signing *signing = gj_memory_new(sizeof(*signing), "a request");
  signing->job.run = run;
  signing->job.result = result;
  signing->job.done = done;
  signing->manner = manner_of(js, argv);
  signing->manner.pkey = gj_key_share(js, argv[0]);
  signing->verifies = gj_crypto_has(js, argv[6]);
  signing->job.type = signing->verifies ? "VERIFYREQUEST" : "SIGNREQUEST";
  signing->job.otherwise = signing->verifies ? "Verification failed" : "Signing failed";
  if (!gj_crypto_hold(js, argv[5], true, &signing->data) ||
      (signing->verifies && !gj_crypto_hold(js, argv[6], true, &signing->signature))) {
    return gj_job_drop(js, &signing->job, exception);
  }
  return gj_job_start(js, &signing->job, argv[7], exception);
}

/* Like signData, at once: 1 and 0 for valid and invalid, or the size of the signature, which is
 * then in the given bytes; -1 if it failed. */
static double sign_at_once(gj_context js, const gj_value argv[], bool verifies) {
  gj_key *key = gj_key_of(js, argv[0]);
  gj_signing signing = {.manner = manner_of(js, argv), .verifies = verifies};
  gj_bytes out;
  if (signing.manner.digest == NULL) {
    signing.kept = &key->contexts[verifies];
  }
  gj_crypto_hold(js, argv[5], false, &signing.data);
  if (verifies) {
    gj_crypto_hold(js, argv[6], false, &signing.signature);
  }
  ERR_clear_error();
  double result = -1;
  if (run(&signing.job)) {
    result = verifies ? signing.right : (double)signing.signature.size;
    ERR_clear_error();
  }
  if (!verifies && result >= 0 && gj_bytes_look(js, argv[6], &out)) {
    memcpy(out.data, signing.signature.data,
           out.size < signing.signature.size ? out.size : signing.signature.size);
  }
  gj_crypto_hold_free(&signing.signature);
  return result;
}

/* signNow(key, digest or undefined, padding, salt, order, data, room for the signature) */
GJ_FUNCTION(sign_now) { return gj_number(js, sign_at_once(js, argv, false)); }
GJ_DIRECT(sign_now)

/* verifyNow(key, digest or undefined, padding, salt, order, data, signature) */
GJ_FUNCTION(verify_now) { return gj_number(js, sign_at_once(js, argv, true)); }
GJ_DIRECT(verify_now)

/* signatureSize(key, order): the most that a signature has. */
GJ_FUNCTION(signature_size) {
  int order = gj_to_int32(js, argv[1]);
  int most = EVP_PKEY_get_size(gj_key_of(js, argv[0])->pkey);
  return gj_number(js, 2 * order > most ? 2 * order : most);
}
GJ_DIRECT(signature_size)

void gj_crypto_sign_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"signDigest", sign_digest},
      {"verifyDigest", verify_digest},
      {"signData", sign_data},
      {"signNow", sign_now, sign_now_direct},
      {"verifyNow", verify_now, verify_now_direct},
      {"signatureSize", signature_size, signature_size_direct},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
