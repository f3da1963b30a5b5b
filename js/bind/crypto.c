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
gj_openssl_table gj_openssl;

/* Reads the configuration of OpenSSL: a file, or the default; and a section of it. NULL, or what is
 * wrong. */
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
static const char *configure_by(gj_context js, const gj_value argv[]) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static bool done;           /* process: read and written under the lock */
  static const char *problem; /* process: the same */
  gj_text file, section;
  gj_text_get(js, argv[0], &file);
  gj_text_get(js, argv[1], &section);
  pthread_mutex_lock(&lock);
  if (!done) {
    problem = configure(gj_crypto_has(js, argv[0]) ? file.data : NULL, section.data,
                        gj_to_bool(js, argv[2]));
    done = true;
  }
  const char *said = problem;
  pthread_mutex_unlock(&lock);
  gj_text_free(&file);
  gj_text_free(&section);
  return said;
}

/* open(configuration file or undefined, its section, legacy): undefined, or a text that says why
 * libcrypto cannot be used. The other functions of the binding exist only after that. */
GJ_FUNCTION(open_library) {
#define OPENSSL(name) #name, /* not through another macro: the name would be replaced */
  static const char *const names[] = {
#include "bind/openssl.def"
      NULL,
  };
#undef OPENSSL
  const char *problem = gj_library_open("libcrypto.so.3", names, &gj_openssl);
  if (problem == NULL) {
    problem = configure_by(js, argv);
  }
  if (problem != NULL) {
    return gj_string(js, problem);
  }
  static void (*const parts[])(gj_context js, gj_object binding) = {
      gj_crypto_error_functions,  gj_crypto_keys_functions,  gj_crypto_read_functions,
      gj_crypto_write_functions,  gj_crypto_parts_functions, gj_crypto_generate_functions,
      gj_crypto_cipher_functions, gj_crypto_aead_functions,  gj_crypto_sign_functions,
      gj_crypto_rsa_functions,    gj_crypto_dh_functions,    gj_crypto_ecdh_functions,
      gj_crypto_prime_functions,  gj_crypto_x509_functions,  gj_crypto_names_functions,
      gj_crypto_spkac_functions,  gj_bind_derive_functions,  gj_crypto_hash_functions,
      gj_crypto_kinds_functions,
  };
  for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
    parts[i](js, self);
  }
  return gj_undefined(js);
}

/* process: each is fetched once, under a lock: fetching takes longer than hashing something. */
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
  /* By its old name: "RSA-SHA1" cannot be fetched. */
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

/* process: by the requested names, which are hard to compare; under that lock. */
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

const EVP_MD *gj_crypto_digest(const char *name) {
  pthread_mutex_lock(&digest_lock);
  const EVP_MD *digest = ask(name);
  pthread_mutex_unlock(&digest_lock);
  return digest;
}

/* From OpenSSL 3.4 on, digests of any length have no default size; before, it was the number of
 * bits in their name. */
size_t gj_crypto_digest_size(const EVP_MD *digest) {
  int size = EVP_MD_get_size(digest);
  if (size > 0) {
    return (size_t)size;
  }
  return EVP_MD_is_a(digest, "SHAKE128") ? 16 : EVP_MD_is_a(digest, "SHAKE256") ? 32 : 0;
}

static void add_digest(const EVP_MD *digest, const char *from, GJ_UNUSED const char *to,
                       void *list) {
  gj_context js = gj_runtime_self()->js;
  const char *name = from == NULL ? EVP_MD_get0_name(digest) : from;
  if (gj_crypto_digest(name) == NULL) { /* the old ones that nobody offers any more */
    return;
  }
  gj_set_index(js, list, gj_length(js, list), gj_string(js, name));
}

/* hashes(): the names of all digests, sorted. */
GJ_FUNCTION(hashes) {
  gj_object list = gj_array(js, 0, NULL);
  EVP_MD_do_all_sorted(add_digest, list);
  return list;
}

typedef struct {
  uv_random_t request;
  gj_pin bytes, callback;
} gj_random;

static void on_random(uv_random_t *request, int status, GJ_UNUSED void *data,
                      GJ_UNUSED size_t size) {
  gj_random *random = (gj_random *)request;
  gj_runtime *runtime = gj_runtime_self();
  gj_value argv[] = {gj_number(runtime->js, status)};
  gj_enter(runtime, gj_pin_object(&random->callback), 1, argv);
  gj_pin_free(&random->callback);
  gj_pin_free(&random->bytes);
  free(random);
}

/* Random bytes that nobody was given yet: asking the kernel takes longer than a few bytes do. */
enum { POOL_BYTES = 4096, FROM_POOL_BYTES = 256 };
static _Thread_local struct {
  uint8_t bytes[POOL_BYTES];
  size_t left; /* so many, the first ones; the rest is zeros */
} pool;

static int take_random(uint8_t *to, size_t size) {
  if (size > FROM_POOL_BYTES) {
    return uv_random(NULL, NULL, to, size, 0, NULL);
  }
  if (size > pool.left) {
    int err = uv_random(NULL, NULL, pool.bytes, POOL_BYTES, 0, NULL);
    if (err != 0) {
      return err;
    }
    pool.left = POOL_BYTES;
  }
  pool.left -= size;
  memcpy(to, pool.bytes + pool.left, size);
  explicit_bzero(pool.bytes + pool.left, size);
  return 0;
}

/* randomNow(bytes, offset, size): a negative error number, or 0 */
GJ_FUNCTION(random_now) {
  size_t offset = gj_to_uint32(js, argv[1]), size = gj_to_uint32(js, argv[2]);
  gj_bytes bytes;
  gj_bytes_look(js, argv[0], &bytes);
  if (offset + size > bytes.size) { /* taken away since */
    return gj_number(js, UV_EFAULT);
  }
  return gj_number(js, size == 0 ? 0 : take_random(bytes.data + offset, size));
}

GJ_DIRECT(random_now)

/* random(bytes, offset, size, callback(status)): the same, later; for memory that cannot shrink */
GJ_FUNCTION(random_fill) {
  size_t offset = gj_to_uint32(js, argv[1]), size = gj_to_uint32(js, argv[2]);
  gj_bytes bytes;
  gj_bytes_get(js, argv[0], &bytes);
  if (offset + size > bytes.size) { /* taken away since */
    return gj_number(js, UV_EFAULT);
  }
  uint8_t *data = bytes.data + offset;
  gj_random *random = gj_memory_new(sizeof(*random), "a request");
  random->bytes = gj_pin_brief(js, argv[0]);
  random->callback = gj_pin_brief(js, gj_async_once(js, argv[3], "RANDOMBYTESREQUEST"));
  int err = uv_random(gj_runtime_self()->loop, &random->request, data, size, 0, on_random);
  if (err != 0) {
    gj_pin_free(&random->callback);
    gj_pin_free(&random->bytes);
    free(random);
  }
  return gj_number(js, err);
}

/* equal(a, b): whether the bytes, of the same number, are equal, in constant time. */
GJ_FUNCTION(equal) {
  gj_bytes a, b;
  gj_bytes_look(js, argv[0], &a);
  gj_bytes_look(js, argv[1], &b);
  return gj_bool(js, a.size == b.size && CRYPTO_memcmp(a.data, b.data, a.size) == 0);
}

GJ_DIRECT(equal)

/* fips(on or undefined): 1 if only validated algorithms may be used; sets that first. */
GJ_FUNCTION(fips) {
  if (!gj_is_undefined(js, argv[0])) {
    EVP_default_properties_enable_fips(NULL, gj_to_bool(js, argv[0]));
    gj_crypto_cipher_forget();
    pthread_mutex_lock(&digest_lock);
    asked.count = 0;
    digests.count = 0; /* to be fetched again; the old ones may be in use on the pool */
    pthread_mutex_unlock(&digest_lock);
    ERR_clear_error();
  }
  return gj_number(js, EVP_default_properties_is_fips_enabled(NULL));
}

/* canRandom(): whether libcrypto can make random numbers. */
GJ_FUNCTION(can_random) {
  unsigned char byte;
  bool can = RAND_bytes(&byte, 1) == 1;
  ERR_clear_error();
  return gj_bool(js, can);
}

/* version(): [number, text], of libcrypto. */
GJ_FUNCTION(version) {
  gj_value parts[] = {gj_number(js, (double)OpenSSL_version_num()),
                      gj_string(js, OpenSSL_version(OPENSSL_VERSION_STRING))};
  return gj_array(js, 2, parts);
}

/* heap(total, least): starts the secure heap; 0: not possible, 1, or 2: but it can be swapped. */
GJ_FUNCTION(heap_start) {
  if (CRYPTO_secure_malloc_initialized() == 1) { /* for another thread */
    return gj_number(js, 1);
  }
  return gj_number(js, CRYPTO_secure_malloc_init((size_t)gj_to_number(js, argv[0]),
                                                 (size_t)gj_to_number(js, argv[1])));
}

/* heapUsed(): of the secure heap, undefined if there is none. */
GJ_FUNCTION(heap_used) {
  return CRYPTO_secure_malloc_initialized() == 1 ? gj_number(js, (double)CRYPTO_secure_used())
                                                 : gj_undefined(js);
}

gj_object gj_bind_crypto(gj_context js) {
  static const gj_export exports[] = {
      {"open", open_library},
      {"hashes", hashes},
      {"random", random_fill},
      {"randomNow", random_now, random_now_direct},
      {"equal", equal, equal_direct},
      {"version", version},
      {"fips", fips},
      {"canRandom", can_random},
      {"heap", heap_start},
      {"heapUsed", heap_used},
      {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
