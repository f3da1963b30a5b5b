/* SPDX-License-Identifier: MIT */
/* Bytes that the files of binding('crypto') take and give, secrets among them. */
#include <stdlib.h>

#include "bind/crypto.h"
#include "engine/memory.h"

bool gy_has(gy_context js, gy_value value) { return !gy_is_nullish(js, value); }

bool gy_hold_room(size_t size, gy_held *held) {
  *held = (gy_held){gy_memory_room(size == 0 ? 1 : size), size, true};
  return held->data != NULL;
}

bool gy_hold(gy_context js, gy_value value, bool copy, gy_held *held) {
  gy_bytes bytes = {NULL, 0};
  gy_bytes_look(js, value, &bytes);
  if (copy) {
    if (!gy_hold_room(bytes.size, held)) {
      return false;
    }
    if (bytes.size > 0) {
      memcpy(held->data, bytes.data, bytes.size);
    }
    return true;
  }
  *held = (gy_held){bytes.size == 0 ? (uint8_t *)"" : bytes.data, bytes.size, false};
  return true;
}

void gy_hold_free(gy_held *held) {
  if (held->owned && held->data != NULL) {
    OPENSSL_cleanse(held->data, held->size);
    free(held->data);
  }
  *held = (gy_held){NULL, 0, false};
}

static void release(void *data, void *size) {
  OPENSSL_cleanse(data, (size_t)size);
  free(data);
}

gy_value gy_hold_give(gy_context js, gy_held *held) {
  gy_value given;
  if (held->size < 4096) { /* the engine's own memory is cheaper than a finalizer */
    given = gy_bytes_copy(js, held->data, held->size);
    gy_hold_free(held);
    return given;
  }
  given = gy_bytes_array(js, held->data, held->size, release, (void *)held->size);
  held->owned = false;
  gy_hold_free(held);
  return given;
}

gy_value gy_bio_bytes(gy_context js, BIO *bio) {
  char *data;
  long size = BIO_get_mem_data(bio, &data);
  gy_value bytes = gy_bytes_copy(js, data, (size_t)size);
  BIO_free_all(bio);
  return bytes;
}

gy_value gy_bio_string(gy_context js, BIO *bio) {
  char *data;
  long size = BIO_get_mem_data(bio, &data);
  gy_value text = gy_string_utf8(js, size == 0 ? "" : data, (size_t)size);
  BIO_free_all(bio);
  return text;
}

gy_value gy_bignum_bytes(gy_context js, const BIGNUM *number) {
  gy_held held;
  if (number == NULL || !gy_hold_room((size_t)BN_num_bytes(number), &held)) {
    return gy_undefined(js);
  }
  BN_bn2binpad(number, held.data, (int)held.size);
  return gy_hold_give(js, &held);
}

BIGNUM *gy_bignum_of(gy_context js, gy_value value) {
  gy_bytes bytes = {NULL, 0};
  gy_bytes_look(js, value, &bytes);
  return BN_bin2bn(bytes.data, (int)bytes.size, NULL);
}

const EVP_MD *gy_digest_of(gy_context js, gy_value name) {
  if (!gy_has(js, name)) {
    return NULL;
  }
  gy_text text;
  gy_text_get(js, name, &text);
  const EVP_MD *digest = gy_openssl_digest(text.data);
  gy_text_free(&text);
  return digest;
}
