/* SPDX-License-Identifier: MIT */
/* Hashes and HMACs, over data that comes in pieces or at once. Most data has only a few bytes, so
 * the cost of a call matters most: no object is created for a result, which is written to bytes of
 * JavaScript or is a string at once. */
#include <limits.h>
#include <stdlib.h>

#include "bind/codec.h"
#include "bind/crypto.h"
#include "engine/memory.h"

/* A hash or an HMAC that is being made. */
typedef struct {
  EVP_MD_CTX *hash;
  HMAC_CTX *hmac;
  size_t usual, size; /* of the result: the default, and the requested one */
  bool extendable, done;
  uint8_t result[EVP_MAX_MD_SIZE]; /* once it is done; if it is longer: */
  gj_held longer;
} gj_hash;

static bool is_extendable(const EVP_MD *digest) {
  return (EVP_MD_get_flags(digest) & EVP_MD_FLAG_XOF) != 0;
}

static void hash_free(void *memory) {
  gj_hash *hash = memory;
  if (hash->hash != NULL) {
    EVP_MD_CTX_free(hash->hash);
  }
  if (hash->hmac != NULL) {
    HMAC_CTX_free(hash->hmac);
  }
  gj_crypto_hold_free(&hash->longer);
  OPENSSL_cleanse(hash->result, sizeof(hash->result));
  free(hash);
}

static gj_class hash_class(void) {
  static gj_class place;
  return gj_class_made(&place, "Hash", hash_free);
}

/* NULL: it is not one. */
static gj_hash *hash_of(gj_context js, gj_value value) {
  return gj_class_is(js, value, hash_class()) ? gj_class_memory((gj_object)value) : NULL;
}

static gj_value hash_object(gj_context js, gj_hash **hash) {
  *hash = gj_memory_new(sizeof(**hash), "a hash");
  return gj_class_object(js, hash_class(), *hash);
}

/* hash(name): an object; undefined if there is no such digest. */
GJ_FUNCTION(hash_new) {
  const EVP_MD *digest = gj_crypto_digest_of(js, argv[0]);
  if (digest == NULL) {
    return gj_undefined(js);
  }
  gj_hash *hash;
  gj_value object = hash_object(js, &hash);
  hash->hash = EVP_MD_CTX_new();
  hash->size = hash->usual = gj_crypto_digest_size(digest);
  hash->extendable = is_extendable(digest);
  if (hash->hash == NULL || !EVP_DigestInit_ex(hash->hash, digest, NULL)) {
    return gj_undefined(js);
  }
  return object;
}
GJ_DIRECT(hash_new)

/* copy(hash): one in the same state, undefined if that failed. */
GJ_FUNCTION(hash_copy) {
  const gj_hash *from = gj_class_take(js, argv[0], hash_class(), exception);
  if (from == NULL) {
    return NULL;
  }
  gj_hash *hash;
  gj_value object = hash_object(js, &hash);
  hash->size = hash->usual = from->usual;
  hash->extendable = from->extendable;
  hash->hash = EVP_MD_CTX_new();
  if (hash->hash == NULL || from->hash == NULL || !EVP_MD_CTX_copy_ex(hash->hash, from->hash)) {
    return gj_undefined(js);
  }
  return object;
}

/* hmac(name, key): an object; undefined if there is no such digest. Uses the old interface: the new
 * one looks the digest up by its name, which takes longer than a short HMAC. */
GJ_FUNCTION(hmac_new) {
  const EVP_MD *digest = gj_crypto_digest_of(js, argv[0]);
  if (digest == NULL) {
    return gj_undefined(js);
  }
  gj_hash *hash;
  gj_value object = hash_object(js, &hash);
  hash->hmac = HMAC_CTX_new();
  hash->size = gj_crypto_digest_size(digest);
  gj_held key;
  gj_crypto_hold(js, argv[1], false, &key);
  if (hash->hmac == NULL || key.size > INT_MAX ||
      !HMAC_Init_ex(hash->hmac, key.data, (int)key.size, digest, NULL)) {
    return gj_undefined(js);
  }
  return object;
}
GJ_DIRECT(hmac_new)

static bool add(gj_hash *hash, const void *data, size_t size) {
  return (hash->hash != NULL ? EVP_DigestUpdate(hash->hash, data, size)
                             : HMAC_Update(hash->hmac, data, size)) == 1;
}

/* update(hash, bytes or a string for its UTF-8): whether it worked. */
GJ_FUNCTION(hash_update) {
  gj_hash *hash = hash_of(js, argv[0]);
  gj_bytes bytes;
  if (hash == NULL) {
    return gj_bool(js, false);
  }
  if (gj_bytes_look(js, argv[1], &bytes)) {
    return gj_bool(js, add(hash, bytes.data, bytes.size));
  }
  gj_text text;
  if (!gj_text_try(js, argv[1], &text)) {
    return gj_bool(js, false);
  }
  bool ok = add(hash, text.data, text.size);
  gj_text_free(&text);
  return gj_bool(js, ok);
}
GJ_DIRECT(hash_update)

static bool digest_once(const EVP_MD *digest, const void *from, size_t size, const gj_bytes *to) {
  if (!is_extendable(digest)) {
    return EVP_Digest(from, size, to->data, NULL, digest, NULL) == 1;
  }
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool ok = context != NULL && EVP_DigestInit_ex(context, digest, NULL) == 1 &&
            EVP_DigestUpdate(context, from, size) == 1 &&
            EVP_DigestFinalXOF(context, to->data, to->size) == 1;
  EVP_MD_CTX_free(context);
  return ok;
}

static bool once(gj_context js, const EVP_MD *digest, gj_value data, size_t most,
                 const gj_bytes *to) {
  gj_bytes from;
  if (gj_bytes_look(js, data, &from)) {
    return digest_once(digest, from.data, from.size < most ? from.size : most, to);
  }
  gj_text text;
  if (!gj_text_try(js, data, &text)) {
    return false;
  }
  bool ok = digest_once(digest, text.data, text.size, to);
  gj_text_free(&text);
  return ok;
}

/* hashOnce(name, bytes or a string for its UTF-8, to): writes the result there; false if it
 * failed. */
GJ_FUNCTION(hash_once) {
  const EVP_MD *digest = gj_crypto_digest_of(js, argv[0]);
  gj_bytes to;
  gj_bytes_look(js, argv[2], &to);
  return gj_bool(js, digest != NULL && to.size >= gj_crypto_digest_size(digest) &&
                         once(js, digest, argv[1], SIZE_MAX, &to));
}
GJ_DIRECT(hash_once)

/* size(hash): of the result, in bytes; negative if any other size is possible. */
GJ_FUNCTION(hash_size) {
  const gj_hash *hash = hash_of(js, argv[0]);
  double size = hash == NULL ? 0 : (double)hash->size;
  return gj_number(js, hash != NULL && hash->extendable ? -size : size);
}
GJ_DIRECT(hash_size)

/* setSize(hash, size): of the result, in bytes, instead of the usual. */
GJ_FUNCTION(hash_set_size) {
  gj_hash *hash = hash_of(js, argv[0]);
  if (hash != NULL && !hash->done) {
    hash->size = gj_to_uint32(js, argv[1]);
  }
  return gj_undefined(js);
}

static bool finish(gj_hash *hash, uint8_t *to) {
  if (hash->hmac != NULL) {
    unsigned size = 0;
    return HMAC_Final(hash->hmac, to, &size) == 1;
  }
  if (!hash->extendable) {
    return EVP_DigestFinal_ex(hash->hash, to, NULL) == 1;
  }
  /* Newer releases of OpenSSL refuse to give no bytes at all. */
  return hash->size == 0 || EVP_DigestFinalXOF(hash->hash, to, hash->size) == 1;
}

/* The result, made once: a stream may have said it already when digest() asks for it. NULL: it
 * failed. */
static const uint8_t *result_of(gj_hash *hash) {
  bool is_long = hash->size > sizeof(hash->result);
  if (!hash->done && (!is_long || gj_crypto_hold_room(hash->size, &hash->longer))) {
    hash->done = finish(hash, is_long ? hash->longer.data : hash->result);
  }
  return !hash->done ? NULL : is_long ? hash->longer.data : hash->result;
}

/* digest(hash, bytes): writes the result there; whether it worked. */
GJ_FUNCTION(hash_digest) {
  gj_hash *hash = hash_of(js, argv[0]);
  gj_bytes to;
  gj_bytes_look(js, argv[1], &to);
  const uint8_t *result = hash == NULL || to.size != hash->size ? NULL : result_of(hash);
  if (result != NULL && to.size > 0) {
    memcpy(to.data, result, to.size);
  }
  return gj_bool(js, result != NULL);
}
GJ_DIRECT(hash_digest)

/* The encodings of a result. */
enum { HEX, BASE64, BASE64URL, LATIN1 };

static gj_value text_of(gj_context js, const uint8_t *result, size_t size, uint32_t encoding) {
  uint8_t text[2 * EVP_MAX_MD_SIZE]; /* base64 needs less, padded, too */
  if (encoding == HEX) {
    gj_codec_to_hex(result, size, text);
    return gj_string_latin1(js, text, 2 * size);
  }
  if (encoding == LATIN1) {
    return gj_string_latin1(js, result, size);
  }
  gj_codec_to_base64(result, size, encoding == BASE64URL, text);
  return gj_string_latin1(js, text, gj_codec_base64_size(size, encoding == BASE64URL));
}

/* digestText(hash, encoding): the result as text; undefined if it failed, or is too long. */
GJ_FUNCTION(hash_digest_text) {
  gj_hash *hash = hash_of(js, argv[0]);
  bool fits = hash != NULL && hash->size <= sizeof(hash->result);
  const uint8_t *result = fits ? result_of(hash) : NULL;
  return result == NULL ? gj_undefined(js)
                        : text_of(js, result, hash->size, gj_to_uint32(js, argv[1]));
}
GJ_DIRECT(hash_digest_text)

/* hashText(name, bytes or a string for its UTF-8, encoding, size if not all of the bytes, which are
 * cleared then): the result as text; undefined if it failed. */
GJ_FUNCTION(hash_text) {
  const EVP_MD *digest = gj_crypto_digest_of(js, argv[0]);
  uint8_t result[EVP_MAX_MD_SIZE];
  gj_bytes to = {result, digest == NULL ? 0 : gj_crypto_digest_size(digest)};
  size_t most = argc > 3 ? gj_to_uint32(js, argv[3]) : SIZE_MAX;
  bool ok = digest != NULL && once(js, digest, argv[1], most, &to);
  gj_bytes from;
  if (argc > 3 && gj_bytes_look(js, argv[1], &from)) {
    OPENSSL_cleanse(from.data, from.size < most ? from.size : most);
  }
  return ok ? text_of(js, result, to.size, gj_to_uint32(js, argv[2])) : gj_undefined(js);
}
GJ_DIRECT(hash_text)

void gj_crypto_hash_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"hash", hash_new, hash_new_direct},
      {"copy", hash_copy},
      {"hmac", hmac_new, hmac_new_direct},
      {"update", hash_update, hash_update_direct},
      {"size", hash_size, hash_size_direct},
      {"digest", hash_digest, hash_digest_direct},
      {"hashOnce", hash_once, hash_once_direct},
      {"digestText", hash_digest_text, hash_digest_text_direct},
      {"hashText", hash_text, hash_text_direct},
      {"setSize", hash_set_size},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
