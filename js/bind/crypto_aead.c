/* SPDX-License-Identifier: MIT */
/* Ciphers over data that is available as a whole, on the pool, for Web Crypto. */
#include <limits.h>

#include "bind/crypto.h"
#include "engine/memory.h"

typedef struct {
  gj_job job;
  bool encrypts;
  EVP_CIPHER *cipher;
  gj_held key, iv, extra, in, out;
  int tag_size; /* after the data; 0: none */
} gj_whole;

static bool prepare(gj_whole *whole, EVP_CIPHER_CTX *context) {
  int on = whole->encrypts, size;
  EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
  if (EVP_CipherInit_ex(context, whole->cipher, NULL, NULL, NULL, on) != 1) {
    return false;
  }
  if (whole->tag_size > 0 &&
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, (int)whole->iv.size, NULL) != 1) {
    return false;
  }
  if (EVP_CipherInit_ex(context, NULL, NULL, whole->key.data, whole->iv.data, on) != 1) {
    return false;
  }
  if (whole->tag_size > 0 && !on) {
    whole->in.size -= (size_t)whole->tag_size;
    if (EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, whole->tag_size,
                            whole->in.data + whole->in.size) != 1) {
      return false;
    }
  }
  return whole->extra.size == 0 ||
         EVP_CipherUpdate(context, NULL, &size, whole->extra.data, (int)whole->extra.size) == 1;
}

static bool convert(gj_whole *whole, EVP_CIPHER_CTX *context) {
  int first = 0, last = 0;
  if (!prepare(whole, context) || !gj_crypto_hold_room(whole->in.size + 64, &whole->out)) {
    return false;
  }
  if (EVP_CipherUpdate(context, whole->out.data, &first, whole->in.data, (int)whole->in.size) !=
          1 ||
      EVP_CipherFinal_ex(context, whole->out.data + first, &last) != 1) {
    return false;
  }
  size_t size = (size_t)first + (size_t)last;
  if (whole->tag_size > 0 && whole->encrypts) {
    if (EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, whole->tag_size,
                            whole->out.data + size) != 1) {
      return false;
    }
    size += (size_t)whole->tag_size;
  }
  whole->out.size = size;
  return true;
}

static bool run(gj_job *job) {
  gj_whole *whole = (gj_whole *)job;
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  bool ok = context != NULL && whole->cipher != NULL && whole->in.size <= INT_MAX - 64 &&
            whole->extra.size <= INT_MAX && whole->iv.size <= INT_MAX &&
            (whole->encrypts || whole->in.size >= (size_t)whole->tag_size) &&
            convert(whole, context);
  EVP_CIPHER_CTX_free(context);
  return ok;
}

static gj_value result(gj_context js, gj_job *job) {
  return gj_crypto_hold_give(js, &((gj_whole *)job)->out);
}

static void done(gj_job *job) {
  gj_whole *whole = (gj_whole *)job;
  EVP_CIPHER_free(whole->cipher);
  gj_crypto_hold_free(&whole->key);
  gj_crypto_hold_free(&whole->iv);
  gj_crypto_hold_free(&whole->extra);
  gj_crypto_hold_free(&whole->in);
  gj_crypto_hold_free(&whole->out);
}

/* cipherWhole(encrypts, name, key, iv, extra, size of the tag, data, callback): bytes, followed by
 * the tag. */
GJ_FUNCTION(cipher_whole) {
  gj_whole *whole = gj_memory_new(sizeof(*whole), "a request");
  whole->job.run = run;
  whole->job.result = result;
  whole->job.done = done;
  whole->job.type = "CIPHERREQUEST";
  whole->job.otherwise = "Cipher job failed";
  whole->encrypts = gj_to_bool(js, argv[0]);
  gj_text name;
  gj_text_get(js, argv[1], &name);
  whole->cipher = EVP_CIPHER_fetch(NULL, name.data, NULL);
  gj_text_free(&name);
  whole->tag_size = gj_to_int32(js, argv[5]);
  const gj_key *key = gj_key_of(js, argv[2]);
  bool ok = gj_crypto_hold_room(key->secret.size, &whole->key) &&
            gj_crypto_hold(js, argv[3], true, &whole->iv) &&
            gj_crypto_hold(js, argv[4], true, &whole->extra) &&
            gj_crypto_hold(js, argv[6], true, &whole->in);
  if (!ok) {
    return gj_job_drop(js, &whole->job, exception);
  }
  memcpy(whole->key.data, key->secret.data, key->secret.size);
  return gj_job_start(js, &whole->job, argv[7], exception);
}

void gj_crypto_aead_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {{"cipherWhole", cipher_whole}, {NULL, NULL}};
  gj_set_exports(js, binding, exports);
}
