/* SPDX-License-Identifier: MIT */
/* Random bytes, hashes and HMACs, for js/lib/crypto.js; keys are derived in derive.c. JavaScript
 * calls open() before anything that needs libcrypto. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bind/openssl.h"
#include "engine/memory.h"

gy_openssl_table gy_openssl;

/* open(): undefined, or a text that says why libcrypto cannot be used. */
GY_FUNCTION(open_library) {
  static const char *const names[] = {GY_OPENSSL_FUNCTIONS(GY_LIBRARY_NAME) NULL};
  if (gy_openssl.PKCS5_PBKDF2_HMAC != NULL) {
    return gy_undefined(js);
  }
  const char *problem = gy_library_open("libcrypto.so.3", names, &gy_openssl);
  return problem == NULL ? gy_undefined(js) : gy_string(js, problem);
}

/* lastError(): [text, library, reason] of what failed last in libcrypto, or undefined. */
GY_FUNCTION(last_error) {
  unsigned long code = gy_openssl.ERR_get_error();
  gy_openssl.ERR_clear_error();
  if (code == 0) {
    return gy_undefined(js);
  }
  char text[256];
  gy_openssl.ERR_error_string_n(code, text, sizeof(text));
  const char *library = gy_openssl.ERR_lib_error_string(code);
  const char *reason = gy_openssl.ERR_reason_error_string(code);
  gy_value parts[] = {gy_string(js, text), gy_string(js, library == NULL ? "" : library),
                      gy_string(js, reason == NULL ? "" : reason)};
  return gy_array(js, 3, parts);
}

/* Each digest is fetched once: that takes longer than to hash something short. */
static struct {
  EVP_MD *list[128]; /* more than libcrypto has */
  unsigned count;
} digests;

static const EVP_MD *fetched(const char *name) {
  for (unsigned i = 0; i < digests.count; i++) {
    if (strcasecmp(gy_openssl.EVP_MD_get0_name(digests.list[i]), name) == 0) {
      return digests.list[i];
    }
  }
  return NULL;
}

const EVP_MD *gy_openssl_digest(const char *name) {
  const EVP_MD *digest = fetched(name);
  if (digest != NULL) {
    return digest;
  }
  /* By its old name: "RSA-SHA1" is none that can be fetched. */
  const EVP_MD *known = gy_openssl.EVP_get_digestbyname(name);
  if (known != NULL) {
    name = gy_openssl.EVP_MD_get0_name(known);
    digest = fetched(name);
  }
  EVP_MD *fresh = digest == NULL ? gy_openssl.EVP_MD_fetch(NULL, name, NULL) : NULL;
  if (fresh == NULL) {
    gy_openssl.ERR_clear_error();
    return digest;
  }
  digest = fetched(gy_openssl.EVP_MD_get0_name(fresh));
  if (digest != NULL || digests.count == sizeof(digests.list) / sizeof(digests.list[0])) {
    gy_openssl.EVP_MD_free(fresh);
    return digest;
  }
  return digests.list[digests.count++] = fresh;
}

static void add_digest(const EVP_MD *digest, const char *from, GY_UNUSED const char *to,
                       void *list) {
  gy_context js = gy_runtime_self()->js;
  const char *name = from == NULL ? gy_openssl.EVP_MD_get0_name(digest) : from;
  if (gy_openssl_digest(name) == NULL) { /* the old ones that nobody offers any more */
    return;
  }
  gy_set_index(js, list, gy_length(js, list), gy_string(js, name));
}

/* hashes(): the names of all digests, sorted. */
GY_FUNCTION(hashes) {
  gy_object list = gy_array(js, 0, NULL);
  gy_openssl.EVP_MD_do_all_sorted(add_digest, list);
  return list;
}

/* A hash or an HMAC that is being made. */
typedef struct {
  EVP_MD_CTX *hash;
  EVP_MAC_CTX *hmac;
  unsigned size; /* of the result */
  bool extendable;
} gy_hash;

static void hash_free(void *memory) {
  gy_hash *hash = memory;
  if (hash->hash != NULL) {
    gy_openssl.EVP_MD_CTX_free(hash->hash);
  }
  if (hash->hmac != NULL) {
    gy_openssl.EVP_MAC_CTX_free(hash->hmac);
  }
  free(hash);
}

static gy_value hash_object(gy_context js, gy_hash **hash) {
  static gy_class class;
  if (class == NULL) {
    class = gy_class_new("Hash", hash_free);
  }
  *hash = gy_memory_new(sizeof(**hash), "a hash");
  return gy_class_object(js, class, *hash);
}

static const EVP_MD *digest_of(gy_context js, gy_value name) {
  gy_text text;
  gy_text_get(js, name, &text);
  const EVP_MD *digest = gy_openssl_digest(text.data);
  gy_text_free(&text);
  return digest;
}

/* hash(name): an object; undefined if there is no such digest. */
GY_FUNCTION(hash_new) {
  const EVP_MD *digest = digest_of(js, argv[0]);
  if (digest == NULL) {
    return gy_undefined(js);
  }
  gy_hash *hash;
  gy_value object = hash_object(js, &hash);
  hash->hash = gy_openssl.EVP_MD_CTX_new();
  hash->size = gy_openssl.EVP_MD_get_size(digest);
  hash->extendable = (gy_openssl.EVP_MD_get_flags(digest) & EVP_MD_FLAG_XOF) != 0;
  if (hash->hash == NULL || !gy_openssl.EVP_DigestInit_ex(hash->hash, digest, NULL)) {
    return gy_undefined(js);
  }
  return object;
}

/* copy(hash): one in the same state, undefined if that failed. */
GY_FUNCTION(hash_copy) {
  const gy_hash *from = gy_class_memory((gy_object)argv[0]);
  gy_hash *hash;
  gy_value object = hash_object(js, &hash);
  hash->size = from->size;
  hash->extendable = from->extendable;
  hash->hash = gy_openssl.EVP_MD_CTX_new();
  if (hash->hash == NULL || !gy_openssl.EVP_MD_CTX_copy_ex(hash->hash, from->hash)) {
    return gy_undefined(js);
  }
  return object;
}

/* hmac(name, key): an object; undefined if there is no such digest. */
GY_FUNCTION(hmac_new) {
  static EVP_MAC *kind;
  const EVP_MD *digest = digest_of(js, argv[0]);
  if (digest == NULL) {
    return gy_undefined(js);
  }
  if (kind == NULL) {
    kind = gy_openssl.EVP_MAC_fetch(NULL, "HMAC", NULL);
  }
  gy_hash *hash;
  gy_value object = hash_object(js, &hash);
  hash->hmac = kind == NULL ? NULL : gy_openssl.EVP_MAC_CTX_new(kind);
  hash->size = gy_openssl.EVP_MD_get_size(digest);
  OSSL_PARAM params[] = {
      gy_openssl.OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST,
                                                  (char *)gy_openssl.EVP_MD_get0_name(digest), 0),
      gy_openssl.OSSL_PARAM_construct_end(),
  };
  gy_bytes key;
  gy_bytes_look(js, argv[1], &key);
  const uint8_t *data = key.size == 0 ? (const uint8_t *)"" : key.data;
  if (hash->hmac == NULL || !gy_openssl.EVP_MAC_init(hash->hmac, data, key.size, params)) {
    return gy_undefined(js);
  }
  return object;
}

static bool add(gy_hash *hash, const void *data, size_t size) {
  return (hash->hash != NULL ? gy_openssl.EVP_DigestUpdate(hash->hash, data, size)
                             : gy_openssl.EVP_MAC_update(hash->hmac, data, size)) == 1;
}

/* update(hash, bytes or a string for its UTF-8): whether it worked. */
GY_FUNCTION(hash_update) {
  gy_hash *hash = gy_class_memory((gy_object)argv[0]);
  gy_bytes bytes;
  if (gy_bytes_look(js, argv[1], &bytes)) {
    return gy_bool(js, add(hash, bytes.data, bytes.size));
  }
  gy_text text;
  if (!gy_text_try(js, argv[1], &text)) {
    return gy_bool(js, false);
  }
  bool ok = add(hash, text.data, text.size);
  gy_text_free(&text);
  return gy_bool(js, ok);
}

/* size(hash): of the result, in bytes; negative if any other could be had. */
GY_FUNCTION(hash_size) {
  const gy_hash *hash = gy_class_memory((gy_object)argv[0]);
  return gy_number(js, hash->extendable ? -(double)hash->size : hash->size);
}

/* digest(hash, bytes): writes the result there; whether it worked. */
GY_FUNCTION(hash_digest) {
  gy_hash *hash = gy_class_memory((gy_object)argv[0]);
  gy_bytes to;
  gy_bytes_look(js, argv[1], &to);
  int ok = 1;
  if (hash->hmac != NULL) {
    size_t size = to.size;
    ok = gy_openssl.EVP_MAC_final(hash->hmac, to.data, &size, to.size);
  } else if (to.size == hash->size) {
    ok = gy_openssl.EVP_DigestFinal_ex(hash->hash, to.data, NULL);
  } else if (to.size > 0) { /* fails by itself where the digest has one size */
    ok = gy_openssl.EVP_DigestFinalXOF(hash->hash, to.data, to.size);
  }
  return gy_bool(js, ok == 1);
}

typedef struct {
  uv_random_t request;
  gy_pin bytes, callback;
} gy_random;

static void on_random(uv_random_t *request, int status, GY_UNUSED void *data,
                      GY_UNUSED size_t size) {
  gy_random *random = (gy_random *)request;
  gy_runtime *runtime = gy_runtime_self();
  gy_value argv[] = {gy_number(runtime->js, status)};
  gy_enter(runtime, gy_pin_object(&random->callback), 1, argv);
  gy_pin_free(&random->callback);
  gy_pin_free(&random->bytes);
  free(random);
}

/* random(bytes, offset, size, callback(status) or undefined): a negative error number, or 0. With a
 * callback, memory that cannot shrink. */
GY_FUNCTION(random_fill) {
  size_t offset = gy_to_uint32(js, argv[1]), size = gy_to_uint32(js, argv[2]);
  gy_bytes bytes;
  gy_bytes_get(js, argv[0], &bytes);
  if (offset + size > bytes.size) { /* taken away since */
    return gy_number(js, UV_EFAULT);
  }
  uint8_t *data = bytes.data + offset;
  if (gy_is_undefined(js, argv[3])) {
    return gy_number(js, uv_random(NULL, NULL, data, size, 0, NULL));
  }
  gy_random *random = gy_memory_new(sizeof(*random), "a request");
  random->bytes = gy_pin_brief(js, argv[0]);
  random->callback = gy_pin_brief(js, argv[3]);
  int err = uv_random(gy_runtime_self()->loop, &random->request, data, size, 0, on_random);
  if (err != 0) {
    gy_pin_free(&random->callback);
    gy_pin_free(&random->bytes);
    free(random);
  }
  return gy_number(js, err);
}

/* equal(a, b): whether the bytes, as many in both, are the same, in a time that does not tell. */
GY_FUNCTION(equal) {
  gy_bytes a, b;
  gy_bytes_look(js, argv[0], &a);
  gy_bytes_look(js, argv[1], &b);
  volatile uint8_t difference = a.size != b.size;
  for (size_t i = 0; i < a.size && i < b.size; i++) {
    difference = (uint8_t)(difference | (a.data[i] ^ b.data[i]));
  }
  return gy_bool(js, difference == 0);
}

gy_object gy_bind_crypto(gy_context js) {
  static const gy_export exports[] = {
      {"open", open_library},  {"lastError", last_error}, {"hashes", hashes},
      {"hash", hash_new},      {"copy", hash_copy},       {"hmac", hmac_new},
      {"update", hash_update}, {"size", hash_size},       {"digest", hash_digest},
      {"random", random_fill}, {"equal", equal},          {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_bind_derive_functions(js, binding);
  return binding;
}
