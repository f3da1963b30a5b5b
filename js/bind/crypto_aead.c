/* SPDX-License-Identifier: MIT */
/* Ciphers over data that is there as a whole, in the pool, for Web Crypto. */
#include <limits.h>

#include "bind/crypto.h"
#include "engine/memory.h"

typedef struct {
  gy_job job;
  bool encrypts;
  EVP_CIPHER *cipher;
  gy_held key, iv, extra, in, out;
  int tag_size; /* behind the data; 0: there is none */
} gy_whole;

static bool prepare(gy_whole *whole, EVP_CIPHER_CTX *context) {
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

static bool convert(gy_whole *whole, EVP_CIPHER_CTX *context) {
  int first = 0, last = 0;
  if (!prepare(whole, context) || !gy_hold_room(whole->in.size + 64, &whole->out)) {
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

static bool run(gy_job *job) {
  gy_whole *whole = (gy_whole *)job;
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  bool ok = context != NULL && whole->cipher != NULL && whole->in.size <= INT_MAX - 64 &&
            whole->extra.size <= INT_MAX && whole->iv.size <= INT_MAX &&
            (whole->encrypts || whole->in.size >= (size_t)whole->tag_size) &&
            convert(whole, context);
  EVP_CIPHER_CTX_free(context);
  return ok;
}

static gy_value result(gy_context js, gy_job *job) {
  return gy_hold_give(js, &((gy_whole *)job)->out);
}

static void done(gy_job *job) {
  gy_whole *whole = (gy_whole *)job;
  EVP_CIPHER_free(whole->cipher);
  gy_hold_free(&whole->key);
  gy_hold_free(&whole->iv);
  gy_hold_free(&whole->extra);
  gy_hold_free(&whole->in);
  gy_hold_free(&whole->out);
}

/* cipherWhole(encrypts, name, key, iv, extra, size of the tag, data, callback): bytes, with the tag
 * behind them. */
GY_FUNCTION(cipher_whole) {
  gy_whole *whole = gy_memory_new(sizeof(*whole), "a request");
  whole->job.run = run;
  whole->job.result = result;
  whole->job.done = done;
  whole->job.type = "CIPHERREQUEST";
  whole->job.otherwise = "Cipher job failed";
  whole->encrypts = gy_to_bool(js, argv[0]);
  gy_text name;
  gy_text_get(js, argv[1], &name);
  whole->cipher = EVP_CIPHER_fetch(NULL, name.data, NULL);
  gy_text_free(&name);
  whole->tag_size = gy_to_int32(js, argv[5]);
  const gy_key *key = gy_key_of(js, argv[2]);
  bool ok = gy_hold_room(key->secret.size, &whole->key) && gy_hold(js, argv[3], true, &whole->iv) &&
            gy_hold(js, argv[4], true, &whole->extra) && gy_hold(js, argv[6], true, &whole->in);
  if (!ok) {
    return gy_job_drop(js, &whole->job, exception);
  }
  memcpy(whole->key.data, key->secret.data, key->secret.size);
  return gy_job_start(js, &whole->job, argv[7], exception);
}

void gy_crypto_aead_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {{"cipherWhole", cipher_whole}, {NULL, NULL}};
  gy_set_exports(js, binding, exports);
}
