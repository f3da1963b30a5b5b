/* SPDX-License-Identifier: MIT */
/* Random bytes and the names of digests, for js/lib/crypto.js. JavaScript calls open() before
 * anything that needs libcrypto. */
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
      gy_crypto_spkac_functions,  gy_bind_derive_functions,  gy_crypto_hash_functions,
      gy_crypto_kinds_functions,
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
      {"open", open_library},  {"hashes", hashes}, {"random", random_fill},   {"equal", equal},
      {"version", version},    {"fips", fips},     {"canRandom", can_random}, {"heap", heap_start},
      {"heapUsed", heap_used}, {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
