/* SPDX-License-Identifier: MIT */
/* Data of at most a key's size, encrypted by one half of a pair for the other. */
#include "bind/crypto.h"
#include "engine/memory.h"

typedef int (*gy_init)(EVP_PKEY_CTX *context);
typedef int (*gy_crypt)(EVP_PKEY_CTX *context, unsigned char *out, size_t *size,
                        const unsigned char *in, size_t in_size);
/* As internal/crypto/rsa.js numbers them. */
enum { PUBLIC_ENCRYPT, PRIVATE_DECRYPT, PRIVATE_ENCRYPT, PUBLIC_DECRYPT };

typedef struct {
  gy_job job;
  int what, padding;
  EVP_PKEY *pkey;
  const EVP_MD *digest;
  gy_held label, in, out;
  bool has_label, unsafe, refused;
} gy_rsa;

static bool set_oaep(gy_rsa *rsa, EVP_PKEY_CTX *context) {
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

static bool run(gy_job *job) {
  static const struct {
    gy_init *init;
    gy_crypt *crypt;
  } ways[] = {
      {&EVP_PKEY_encrypt_init, &EVP_PKEY_encrypt},
      {&EVP_PKEY_decrypt_init, &EVP_PKEY_decrypt},
      {&EVP_PKEY_sign_init, &EVP_PKEY_sign},
      {&EVP_PKEY_verify_recover_init, &EVP_PKEY_verify_recover},
  };
  gy_rsa *rsa = (gy_rsa *)job;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(rsa->pkey, NULL);
  size_t size = 0;
  bool ok = context != NULL && (*ways[rsa->what].init)(context) > 0 &&
            EVP_PKEY_CTX_set_rsa_padding(context, rsa->padding) > 0;
  /* A wrong padding must not be told from a right one: what cannot do that is refused. */
  if (ok && rsa->what == PRIVATE_DECRYPT && rsa->padding == RSA_PKCS1_PADDING && !rsa->unsafe &&
      EVP_PKEY_CTX_ctrl_str(context, "rsa_pkcs1_implicit_rejection", "1") <= 0) {
    rsa->refused = true;
    EVP_PKEY_CTX_free(context);
    return true;
  }
  ok = ok && set_oaep(rsa, context) &&
       (*ways[rsa->what].crypt)(context, NULL, &size, rsa->in.data, rsa->in.size) > 0 &&
       gy_hold_room(size, &rsa->out) &&
       (*ways[rsa->what].crypt)(context, rsa->out.data, &size, rsa->in.data, rsa->in.size) > 0;
  rsa->out.size = ok ? size : 0;
  EVP_PKEY_CTX_free(context);
  return ok;
}

static gy_value result(gy_context js, gy_job *job) {
  gy_rsa *rsa = (gy_rsa *)job;
  return rsa->refused ? gy_undefined(js) : gy_hold_give(js, &rsa->out);
}

static void done(gy_job *job) {
  gy_rsa *rsa = (gy_rsa *)job;
  EVP_PKEY_free(rsa->pkey);
  gy_hold_free(&rsa->label);
  gy_hold_free(&rsa->in);
  gy_hold_free(&rsa->out);
}

/* rsa(what, key, padding, digest or undefined, label or undefined, data, unsafe, callback):
 * bytes; undefined if libcrypto cannot do that safely, unless it need not be. */
GY_FUNCTION(rsa_crypt) {
  gy_rsa *rsa = gy_memory_new(sizeof(*rsa), "a request");
  rsa->job.run = run;
  rsa->job.result = result;
  rsa->job.done = done;
  rsa->job.type = "CIPHERREQUEST";
  rsa->job.otherwise = "The operation failed";
  rsa->what = gy_to_int32(js, argv[0]) & 3;
  rsa->pkey = gy_key_share(js, argv[1]);
  rsa->padding = gy_to_int32(js, argv[2]);
  rsa->digest = gy_digest_of(js, argv[3]);
  rsa->has_label = gy_has(js, argv[4]);
  rsa->unsafe = gy_to_bool(js, argv[6]);
  bool later = gy_has(js, argv[7]);
  if (!gy_hold(js, argv[4], later, &rsa->label) || !gy_hold(js, argv[5], later, &rsa->in)) {
    return gy_job_drop(js, &rsa->job, exception);
  }
  return gy_job_start(js, &rsa->job, argv[7], exception);
}

void gy_crypto_rsa_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {{"rsa", rsa_crypt}, {NULL, NULL}};
  gy_set_exports(js, binding, exports);
}
