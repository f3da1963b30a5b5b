/* SPDX-License-Identifier: MIT */
/* Random bytes, hashes and HMACs, for js/lib/crypto.js; keys are derived in derive.c. JavaScript
 * calls open() before anything that needs libcrypto. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bind/crypto.h"
#include "engine/memory.h"

/* process: filled once, under a lock */
gy_openssl_table gy_openssl;

/* Reads the configuration of OpenSSL: a file, or the one it finds; of that file a section. NULL, or
 * what is wrong. */
static const char *configure(const char *file, const char *section, bool legacy) {
  static char problem[256]; /* process: written under the lock of configure_by */
  OPENSSL_INIT_SETTINGS *settings = OPENSSL_INIT_new();
  if (file != NULL) {
    OPENSSL_INIT_set_config_filename(settings, file);
  }
  OPENSSL_INIT_set_config_appname(settings, section);
  OPENSSL_INIT_set_config_file_flags(settings, CONF_MFLAGS_IGNORE_MISSING_FILE);
  ERR_clear_error();
  int ok = OPENSSL_init_crypto(OPENSSL_INIT_LOAD_CONFIG, settings);
  OPENSSL_INIT_free(settings);
  if (ok == 1 && legacy) {
    ok = OSSL_PROVIDER_load(NULL, "legacy") != NULL && OSSL_PROVIDER_load(NULL, "default") != NULL;
  }
  ERR_error_string_n(ERR_get_error(), problem, sizeof(problem));
  ERR_clear_error();
  return ok == 1 ? NULL : problem;
}

/* The first thread that needs it does it for all. */
static const char *configure_by(gy_context js, const gy_value argv[]) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static bool done;           /* process: read and written under the lock */
  static const char *problem; /* process: the same */
  gy_text file, section;
  gy_text_get(js, argv[0], &file);
  gy_text_get(js, argv[1], &section);
  pthread_mutex_lock(&lock);
  if (!done) {
    problem =
        configure(gy_has(js, argv[0]) ? file.data : NULL, section.data, gy_to_bool(js, argv[2]));
    done = true;
  }
  const char *said = problem;
  pthread_mutex_unlock(&lock);
  gy_text_free(&file);
  gy_text_free(&section);
  return said;
}

/* open(configuration file or undefined, its section, legacy): undefined, or a text that says why
 * libcrypto cannot be used. The binding has all of its functions only then. */
GY_FUNCTION(open_library) {
#define OPENSSL(name) #name, /* not through another macro: the name would be replaced */
  static const char *const names[] = {
#include "bind/openssl.def"
      NULL,
  };
#undef OPENSSL
  const char *problem = gy_library_open("libcrypto.so.3", names, &gy_openssl);
  if (problem == NULL) {
    problem = configure_by(js, argv);
  }
  if (problem != NULL) {
    return gy_string(js, problem);
  }
  static void (*const parts[])(gy_context js, gy_object binding) = {
      gy_crypto_error_functions,  gy_crypto_keys_functions,  gy_crypto_read_functions,
      gy_crypto_write_functions,  gy_crypto_parts_functions, gy_crypto_generate_functions,
      gy_crypto_cipher_functions, gy_crypto_aead_functions,  gy_crypto_sign_functions,
      gy_crypto_rsa_functions,    gy_crypto_dh_functions,    gy_crypto_ecdh_functions,
      gy_crypto_prime_functions,  gy_crypto_x509_functions,  gy_crypto_names_functions,
      gy_crypto_spkac_functions,  gy_bind_derive_functions,
  };
  for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
    parts[i](js, self);
  }
  return gy_undefined(js);
}

/* process: each digest is fetched once, under a lock: that takes longer than to hash something. */
static struct {
  EVP_MD *list[128]; /* more than libcrypto has */
  unsigned count;
} digests;

static const EVP_MD *fetched(const char *name) {
  for (unsigned i = 0; i < digests.count; i++) {
    if (strcasecmp(EVP_MD_get0_name(digests.list[i]), name) == 0) {
      return digests.list[i];
    }
  }
  return NULL;
}

static const EVP_MD *find_digest(const char *name) {
  const EVP_MD *digest = fetched(name);
  if (digest != NULL) {
    return digest;
  }
  /* By its old name: "RSA-SHA1" is none that can be fetched. */
  const EVP_MD *known = EVP_get_digestbyname(name);
  if (known != NULL) {
    name = EVP_MD_get0_name(known);
    digest = fetched(name);
  }
  EVP_MD *fresh = digest == NULL ? EVP_MD_fetch(NULL, name, NULL) : NULL;
  if (fresh == NULL) {
    ERR_clear_error();
    return digest;
  }
  digest = fetched(EVP_MD_get0_name(fresh));
  if (digest != NULL || digests.count == sizeof(digests.list) / sizeof(digests.list[0])) {
    EVP_MD_free(fresh);
    return digest;
  }
  return digests.list[digests.count++] = fresh;
}

/* process: by the names that were asked for, which are hard to tell apart; under that lock. */
static struct {
  struct {
    char name[24];
    const EVP_MD *digest;
  } list[32];
  unsigned count;
} asked;

static pthread_mutex_t digest_lock = PTHREAD_MUTEX_INITIALIZER;

static const EVP_MD *ask(const char *name) {
  for (unsigned i = 0; i < asked.count; i++) {
    if (strcmp(asked.list[i].name, name) == 0) {
      return asked.list[i].digest;
    }
  }
  const EVP_MD *digest = find_digest(name);
  if (digest != NULL && asked.count < sizeof(asked.list) / sizeof(asked.list[0]) &&
      strlen(name) < sizeof(asked.list[0].name)) {
    strcpy(asked.list[asked.count].name, name);
    asked.list[asked.count++].digest = digest;
  }
  return digest;
}

const EVP_MD *gy_openssl_digest(const char *name) {
  pthread_mutex_lock(&digest_lock);
  const EVP_MD *digest = ask(name);
  pthread_mutex_unlock(&digest_lock);
  return digest;
}

/* From OpenSSL 3.4 on, digests that give as much as one wants have no size of their own; before, it
 * was as many bits as their name says. */
size_t gy_openssl_digest_size(const EVP_MD *digest) {
  int size = EVP_MD_get_size(digest);
  if (size > 0) {
    return (size_t)size;
  }
  return EVP_MD_is_a(digest, "SHAKE128") ? 16 : EVP_MD_is_a(digest, "SHAKE256") ? 32 : 0;
}

static bool is_extendable(const EVP_MD *digest) {
  return (EVP_MD_get_flags(digest) & EVP_MD_FLAG_XOF) != 0;
}

static EVP_MAC *hmac_kind; /* process: by pthread_once. NULL: libcrypto has none */

static void fetch_hmac(void) { hmac_kind = EVP_MAC_fetch(NULL, "HMAC", NULL); }

static void add_digest(const EVP_MD *digest, const char *from, GY_UNUSED const char *to,
                       void *list) {
  gy_context js = gy_runtime_self()->js;
  const char *name = from == NULL ? EVP_MD_get0_name(digest) : from;
  if (gy_openssl_digest(name) == NULL) { /* the old ones that nobody offers any more */
    return;
  }
  gy_set_index(js, list, gy_length(js, list), gy_string(js, name));
}

/* hashes(): the names of all digests, sorted. */
GY_FUNCTION(hashes) {
  gy_object list = gy_array(js, 0, NULL);
  EVP_MD_do_all_sorted(add_digest, list);
  return list;
}

/* A hash or an HMAC that is being made. */
typedef struct {
  EVP_MD_CTX *hash;
  EVP_MAC_CTX *hmac;
  size_t size; /* of the result */
  bool extendable;
} gy_hash;

static void hash_free(void *memory) {
  gy_hash *hash = memory;
  if (hash->hash != NULL) {
    EVP_MD_CTX_free(hash->hash);
  }
  if (hash->hmac != NULL) {
    EVP_MAC_CTX_free(hash->hmac);
  }
  free(hash);
}

static gy_class hash_class(void) {
  static gy_class place;
  return gy_class_made(&place, "Hash", hash_free);
}

static gy_value hash_object(gy_context js, gy_hash **hash) {
  *hash = gy_memory_new(sizeof(**hash), "a hash");
  return gy_class_object(js, hash_class(), *hash);
}

/* hash(name): an object; undefined if there is no such digest. */
GY_FUNCTION(hash_new) {
  const EVP_MD *digest = gy_digest_of(js, argv[0]);
  if (digest == NULL) {
    return gy_undefined(js);
  }
  gy_hash *hash;
  gy_value object = hash_object(js, &hash);
  hash->hash = EVP_MD_CTX_new();
  hash->size = gy_openssl_digest_size(digest);
  hash->extendable = is_extendable(digest);
  if (hash->hash == NULL || !EVP_DigestInit_ex(hash->hash, digest, NULL)) {
    return gy_undefined(js);
  }
  return object;
}

/* copy(hash): one in the same state, undefined if that failed. */
GY_FUNCTION(hash_copy) {
  const gy_hash *from = gy_class_take(js, argv[0], hash_class(), exception);
  if (from == NULL) {
    return NULL;
  }
  gy_hash *hash;
  gy_value object = hash_object(js, &hash);
  hash->size = from->size;
  hash->extendable = from->extendable;
  hash->hash = EVP_MD_CTX_new();
  if (hash->hash == NULL || !EVP_MD_CTX_copy_ex(hash->hash, from->hash)) {
    return gy_undefined(js);
  }
  return object;
}

/* hmac(name, key): an object; undefined if there is no such digest. */
GY_FUNCTION(hmac_new) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  const EVP_MD *digest = gy_digest_of(js, argv[0]);
  if (digest == NULL) {
    return gy_undefined(js);
  }
  pthread_once(&once, fetch_hmac);
  gy_hash *hash;
  gy_value object = hash_object(js, &hash);
  hash->hmac = hmac_kind == NULL ? NULL : EVP_MAC_CTX_new(hmac_kind);
  hash->size = gy_openssl_digest_size(digest);
  OSSL_PARAM params[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)EVP_MD_get0_name(digest), 0),
      OSSL_PARAM_construct_end(),
  };
  gy_bytes key;
  gy_bytes_look(js, argv[1], &key);
  const uint8_t *data = key.size == 0 ? (const uint8_t *)"" : key.data;
  if (hash->hmac == NULL || !EVP_MAC_init(hash->hmac, data, key.size, params)) {
    return gy_undefined(js);
  }
  return object;
}

static bool add(gy_hash *hash, const void *data, size_t size) {
  return (hash->hash != NULL ? EVP_DigestUpdate(hash->hash, data, size)
                             : EVP_MAC_update(hash->hmac, data, size)) == 1;
}

/* update(hash, bytes or a string for its UTF-8): whether it worked. */
GY_FUNCTION(hash_update) {
  gy_hash *hash = gy_class_take(js, argv[0], hash_class(), exception);
  if (hash == NULL) {
    return NULL;
  }
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

static bool digest_once(const EVP_MD *digest, const void *from, size_t size, const gy_bytes *to) {
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

/* hashOnce(name, bytes or a string for its UTF-8, to): the result written there; whether it
 * worked. */
GY_FUNCTION(hash_once) {
  const EVP_MD *digest = gy_digest_of(js, argv[0]);
  gy_bytes from, to;
  gy_bytes_look(js, argv[2], &to);
  if (digest == NULL || to.size < gy_openssl_digest_size(digest)) {
    return gy_bool(js, false);
  }
  if (gy_bytes_look(js, argv[1], &from)) {
    return gy_bool(js, digest_once(digest, from.data, from.size, &to));
  }
  gy_text text;
  if (!gy_text_try(js, argv[1], &text)) {
    return gy_bool(js, false);
  }
  bool ok = digest_once(digest, text.data, text.size, &to);
  gy_text_free(&text);
  return gy_bool(js, ok);
}

/* size(hash): of the result, in bytes; negative if any other could be had. */
GY_FUNCTION(hash_size) {
  const gy_hash *hash = gy_class_take(js, argv[0], hash_class(), exception);
  if (hash == NULL) {
    return NULL;
  }
  return gy_number(js, hash->extendable ? -(double)hash->size : (double)hash->size);
}

/* digest(hash, bytes): writes the result there; whether it worked. */
GY_FUNCTION(hash_digest) {
  gy_hash *hash = gy_class_take(js, argv[0], hash_class(), exception);
  if (hash == NULL) {
    return NULL;
  }
  gy_bytes to;
  gy_bytes_look(js, argv[1], &to);
  int ok = 1;
  if (hash->hmac != NULL) {
    size_t size = to.size;
    ok = EVP_MAC_final(hash->hmac, to.data, &size, to.size);
  } else if (to.size == hash->size && !hash->extendable) {
    ok = EVP_DigestFinal_ex(hash->hash, to.data, NULL);
  } else if (to.size > 0) { /* fails by itself where the digest has one size */
    ok = EVP_DigestFinalXOF(hash->hash, to.data, to.size);
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
  random->callback = gy_pin_brief(js, gy_async_once(js, argv[3], "RANDOMBYTESREQUEST"));
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
  return gy_bool(js, a.size == b.size && CRYPTO_memcmp(a.data, b.data, a.size) == 0);
}

/* fips(on or undefined): 1 if only what has been validated is to be used; sets that first. */
GY_FUNCTION(fips) {
  if (!gy_is_undefined(js, argv[0])) {
    EVP_default_properties_enable_fips(NULL, gy_to_bool(js, argv[0]));
    gy_crypto_cipher_forget();
    pthread_mutex_lock(&digest_lock);
    asked.count = 0;
    digests.count = 0; /* to be fetched anew; the old ones may be in use in the pool */
    pthread_mutex_unlock(&digest_lock);
    ERR_clear_error();
  }
  return gy_number(js, EVP_default_properties_is_fips_enabled(NULL));
}

/* canRandom(): whether libcrypto can make random numbers. */
GY_FUNCTION(can_random) {
  unsigned char byte;
  bool can = RAND_bytes(&byte, 1) == 1;
  ERR_clear_error();
  return gy_bool(js, can);
}

/* version(): [number, text], of libcrypto. */
GY_FUNCTION(version) {
  gy_value parts[] = {gy_number(js, (double)OpenSSL_version_num()),
                      gy_string(js, OpenSSL_version(OPENSSL_VERSION_STRING))};
  return gy_array(js, 2, parts);
}

/* heap(total, least): starts the secure heap; 0 if it cannot be, 1, or 2: but it can be swapped. */
GY_FUNCTION(heap_start) {
  if (CRYPTO_secure_malloc_initialized() == 1) { /* for another thread */
    return gy_number(js, 1);
  }
  return gy_number(js, CRYPTO_secure_malloc_init((size_t)gy_to_number(js, argv[0]),
                                                 (size_t)gy_to_number(js, argv[1])));
}

/* heapUsed(): of the secure heap, undefined if there is none. */
GY_FUNCTION(heap_used) {
  return CRYPTO_secure_malloc_initialized() == 1 ? gy_number(js, (double)CRYPTO_secure_used())
                                                 : gy_undefined(js);
}

gy_object gy_bind_crypto(gy_context js) {
  static const gy_export exports[] = {
      {"open", open_library},
      {"hashes", hashes},
      {"hash", hash_new},
      {"copy", hash_copy},
      {"hmac", hmac_new},
      {"update", hash_update},
      {"size", hash_size},
      {"digest", hash_digest},
      {"random", random_fill},
      {"equal", equal},
      {"version", version},
      {"fips", fips},
      {"canRandom", can_random},
      {"heap", heap_start},
      {"heapUsed", heap_used},
      {"hashOnce", hash_once},
      {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
