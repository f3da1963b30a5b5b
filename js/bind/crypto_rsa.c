/* SPDX-License-Identifier: MIT */
/* Data of at most a key's size, encrypted with one half of a pair for the other. */
#include "bind/crypto.h"
#include "engine/memory.h"

typedef int (*gj_init)(EVP_PKEY_CTX *context);
typedef int (*gj_crypt)(EVP_PKEY_CTX *context, unsigned char *out, size_t *size,
                        const unsigned char *in, size_t in_size);
/* As internal/crypto/rsa.js numbers them. */
enum { PUBLIC_ENCRYPT, PRIVATE_DECRYPT, PRIVATE_ENCRYPT, PUBLIC_DECRYPT };

typedef struct {
  gj_job job;
  int what, padding;
  EVP_PKEY *pkey;
  const EVP_MD *digest;
  gj_held label, in, out;
  bool has_label, unsafe, refused;
} gj_rsa;

static bool set_oaep(gj_rsa *rsa, EVP_PKEY_CTX *context) {
  if (rsa->digest != NULL && EVP_PKEY_CTX_set_rsa_oaep_md(context, rsa->digest) <= 0) {
    return false;
  }
  if (!rsa->has_label || rsa->label.size == 0) {
    return true;
  }
  void *label = CRYPTO_memdup(rsa->label.data, rsa->label.size, __FILE__, __LINE__);
  if (label == NULL) {
    return false;
  }
  if (EVP_PKEY_CTX_set0_rsa_oaep_label(context, label, (int)rsa->label.size) <= 0) {
    OPENSSL_free(label);
    return false;
  }
  return true;
}

static bool run(gj_job *job) {
  static const struct {
    gj_init *init;
    gj_crypt *crypt;
  } ways[] = {
      {&EVP_PKEY_encrypt_init, &EVP_PKEY_encrypt},
      {&EVP_PKEY_decrypt_init, &EVP_PKEY_decrypt},
      {&EVP_PKEY_sign_init, &EVP_PKEY_sign},
      {&EVP_PKEY_verify_recover_init, &EVP_PKEY_verify_recover},
  };
  gj_rsa *rsa = (gj_rsa *)job;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(rsa->pkey, NULL);
  size_t size = 0;
  bool ok = context != NULL && (*ways[rsa->what].init)(context) > 0 &&
            EVP_PKEY_CTX_set_rsa_padding(context, rsa->padding) > 0;
  /* A wrong padding must not be distinguishable from a right one: if libcrypto cannot do that, it
   * is refused. */
  if (ok && rsa->what == PRIVATE_DECRYPT && rsa->padding == RSA_PKCS1_PADDING && !rsa->unsafe &&
      EVP_PKEY_CTX_ctrl_str(context, "rsa_pkcs1_implicit_rejection", "1") <= 0) {
    rsa->refused = true;
    EVP_PKEY_CTX_free(context);
    return true;
  }
  ok = ok && set_oaep(rsa, context) &&
       (*ways[rsa->what].crypt)(context, NULL, &size, rsa->in.data, rsa->in.size) > 0 &&
       gj_crypto_hold_room(size, &rsa->out) &&
       (*ways[rsa->what].crypt)(context, rsa->out.data, &size, rsa->in.data, rsa->in.size) > 0;
  rsa->out.size = ok ? size : 0;
  EVP_PKEY_CTX_free(context);
  return ok;
}

static gj_value result(gj_context js, gj_job *job) {
  gj_rsa *rsa = (gj_rsa *)job;
  return rsa->refused ? gj_undefined(js) : gj_crypto_hold_give(js, &rsa->out);
}

static void done(gj_job *job) {
  gj_rsa *rsa = (gj_rsa *)job;
  EVP_PKEY_free(rsa->pkey);
  gj_crypto_hold_free(&rsa->label);
  gj_crypto_hold_free(&rsa->in);
  gj_crypto_hold_free(&rsa->out);
}

/* rsa(what, key, padding, digest or undefined, label or undefined, data, unsafe, callback):
 * bytes; undefined if libcrypto cannot do that safely, unless it need not be. */
GJ_FUNCTION(rsa_crypt) {
  gj_rsa *rsa = gj_memory_new(sizeof(*rsa), "a request");
  rsa->job.run = run;
  rsa->job.result = result;
  rsa->job.done = done;
  rsa->job.type = "CIPHERREQUEST";
  rsa->job.otherwise = "The operation failed";
  rsa->what = gj_to_int32(js, argv[0]) & 3;
  rsa->pkey = gj_key_share(js, argv[1]);
  rsa->padding = gj_to_int32(js, argv[2]);
  rsa->digest = gj_crypto_digest_of(js, argv[3]);
  rsa->has_label = gj_crypto_has(js, argv[4]);
  rsa->unsafe = gj_to_bool(js, argv[6]);
  bool later = gj_crypto_has(js, argv[7]);
  if (!gj_crypto_hold(js, argv[4], later, &rsa->label) ||
      !gj_crypto_hold(js, argv[5], later, &rsa->in)) {
    return gj_job_drop(js, &rsa->job, exception);
  }
  return gj_job_start(js, &rsa->job, argv[7], exception);
}

void gj_crypto_rsa_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {{"rsa", rsa_crypt}, {NULL, NULL}};
  gj_set_exports(js, binding, exports);
}
