/* SPDX-License-Identifier: MIT */
/* Bytes that the files of binding('crypto') take and return, some of them secret. */
#include <stdlib.h>

#include "bind/crypto.h"
#include "engine/memory.h"

bool gj_crypto_has(gj_context js, gj_value value) { return !gj_is_nullish(js, value); }

bool gj_crypto_hold_room(size_t size, gj_held *held) {
  *held = (gj_held){gj_memory_room(size == 0 ? 1 : size), size, true};
  return held->data != NULL;
}

bool gj_crypto_hold(gj_context js, gj_value value, bool copy, gj_held *held) {
  gj_bytes bytes = {NULL, 0};
  gj_bytes_look(js, value, &bytes);
  if (copy) {
    if (!gj_crypto_hold_room(bytes.size, held)) {
      return false;
    }
    if (bytes.size > 0) {
      memcpy(held->data, bytes.data, bytes.size);
    }
    return true;
  }
  *held = (gj_held){bytes.size == 0 ? (uint8_t *)"" : bytes.data, bytes.size, false};
  return true;
}

void gj_crypto_hold_free(gj_held *held) {
  if (held->owned && held->data != NULL) {
    OPENSSL_cleanse(held->data, held->size);
    free(held->data);
  }
  *held = (gj_held){NULL, 0, false};
}

static void release(void *data, void *size) {
  OPENSSL_cleanse(data, (size_t)size);
  free(data);
}

gj_value gj_crypto_hold_give(gj_context js, gj_held *held) {
  gj_value given;
  if (held->size < 4096) { /* the engine's own memory is cheaper than a finalizer */
    given = gj_bytes_copy(js, held->data, held->size);
    gj_crypto_hold_free(held);
    return given;
  }
  given = gj_bytes_array(js, held->data, held->size, release, (void *)held->size);
  held->owned = false;
  gj_crypto_hold_free(held);
  return given;
}

gj_value gj_crypto_bio_bytes(gj_context js, BIO *bio) {
  char *data;
  long size = BIO_get_mem_data(bio, &data);
  gj_value bytes = gj_bytes_copy(js, data, (size_t)size);
  BIO_free_all(bio);
  return bytes;
}

gj_value gj_crypto_bio_string(gj_context js, BIO *bio) {
  char *data;
  long size = BIO_get_mem_data(bio, &data);
  gj_value text = gj_string_utf8(js, size == 0 ? "" : data, (size_t)size);
  BIO_free_all(bio);
  return text;
}

gj_value gj_crypto_bignum_bytes(gj_context js, const BIGNUM *number) {
  gj_held held;
  if (number == NULL || !gj_crypto_hold_room((size_t)BN_num_bytes(number), &held)) {
    return gj_undefined(js);
  }
  BN_bn2binpad(number, held.data, (int)held.size);
  return gj_crypto_hold_give(js, &held);
}

BIGNUM *gj_crypto_bignum_of(gj_context js, gj_value value) {
  gj_bytes bytes = {NULL, 0};
  gj_bytes_look(js, value, &bytes);
  return BN_bin2bn(bytes.data, (int)bytes.size, NULL);
}

const EVP_MD *gj_crypto_digest_of(gj_context js, gj_value name) {
  if (!gj_crypto_has(js, name)) {
    return NULL;
  }
  gj_text text;
  gj_text_get(js, name, &text);
  const EVP_MD *digest = gj_crypto_digest(text.data);
  gj_text_free(&text);
  return digest;
}
