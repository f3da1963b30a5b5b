/* SPDX-License-Identifier: MIT */
/* Keys derived from secrets (PBKDF2, scrypt, HKDF) and digests of much data, at once or in the
 * pool. Part of binding('crypto'). */
#include <stdlib.h>

#include "bind/crypto.h"
#include "engine/memory.h"

enum { PBKDF2, SCRYPT, HKDF, DIGEST, MAC };

typedef struct {
  gy_work work;
  int kind;
  const EVP_MD *digest;
  gy_bytes out, secret, salt, info;
  uint64_t numbers[4]; /* PBKDF2: rounds; scrypt: N, r, p, most memory */
  bool ok;
  gy_pin bytes, callback;
} gy_derive;

static bool hkdf(gy_derive *derive) {
  EVP_KDF *kind = EVP_KDF_fetch(NULL, "HKDF", NULL);
  EVP_KDF_CTX *context = kind == NULL ? NULL : EVP_KDF_CTX_new(kind);
  /* No bytes at all are not the same as the pointer to none. */
  gy_bytes *all[] = {&derive->secret, &derive->salt, &derive->info};
  for (int i = 0; i < 3; i++) {
    if (all[i]->size == 0) {
      all[i]->data = (uint8_t *)"";
    }
  }
  OSSL_PARAM params[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST,
                                       (char *)EVP_MD_get0_name(derive->digest), 0),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, derive->secret.data,
                                        derive->secret.size),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, derive->salt.data, derive->salt.size),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, derive->info.data, derive->info.size),
      OSSL_PARAM_construct_end(),
  };
  bool ok =
      context != NULL && EVP_KDF_derive(context, derive->out.data, derive->out.size, params) == 1;
  if (context != NULL) {
    EVP_KDF_CTX_free(context);
  }
  if (kind != NULL) {
    EVP_KDF_free(kind);
  }
  return ok;
}

static bool digest(const gy_derive *derive) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool ok = context != NULL && EVP_DigestInit_ex(context, derive->digest, NULL) == 1 &&
            EVP_DigestUpdate(context, derive->secret.data, derive->secret.size) == 1 &&
            EVP_DigestFinal_ex(context, derive->out.data, NULL) == 1;
  EVP_MD_CTX_free(context);
  return ok;
}

static void run(uv_work_t *work) {
  gy_derive *derive = (gy_derive *)work;
  const uint64_t *numbers = derive->numbers;
  const char *secret = derive->secret.size == 0 ? "" : (char *)derive->secret.data;
  switch (derive->kind) {
    case PBKDF2:
      derive->ok = PKCS5_PBKDF2_HMAC(secret, (int)derive->secret.size, derive->salt.data,
                                     (int)derive->salt.size, (int)numbers[0], derive->digest,
                                     (int)derive->out.size, derive->out.data) == 1;
      break;
    case SCRYPT:
      derive->ok = EVP_PBE_scrypt(secret, derive->secret.size, derive->salt.data, derive->salt.size,
                                  numbers[0], numbers[1], numbers[2], numbers[3], derive->out.data,
                                  derive->out.size) == 1;
      break;
    case HKDF:
      derive->ok = hkdf(derive);
      break;
    case MAC: /* of the data, which is where the salt is otherwise */
      derive->ok = HMAC(derive->digest, secret, (int)derive->secret.size, derive->salt.data,
                        derive->salt.size, derive->out.data, NULL) != NULL;
      break;
    default:
      derive->ok = digest(derive);
  }
}

static void release(gy_derive *derive) {
  gy_pin_free(&derive->bytes);
  gy_pin_free(&derive->callback);
  free(derive);
}

static void on_done(uv_work_t *work, GY_UNUSED int status) {
  gy_derive *derive = (gy_derive *)work;
  gy_runtime *runtime = gy_runtime_self();
  gy_value argv[] = {gy_bool(runtime->js, derive->ok)};
  gy_enter(runtime, gy_pin_object(&derive->callback), 1, argv);
  release(derive);
}

/* derive(kind, digest, [out, secret, salt, info], [numbers], callback(ok)) */
GY_FUNCTION(derive_key) {
  gy_derive *derive = gy_memory_new(sizeof(*derive), "a request");
  derive->kind = gy_to_int32(js, argv[0]);
  gy_text name;
  gy_text_get(js, argv[1], &name);
  derive->digest = derive->kind == SCRYPT ? NULL : gy_openssl_digest(name.data);
  gy_text_free(&name);
  gy_object list = gy_as_object(js, argv[2]);
  gy_bytes *all[] = {&derive->out, &derive->secret, &derive->salt, &derive->info};
  for (unsigned i = 0; i < 4; i++) {
    gy_bytes_get(js, gy_get_index(js, list, i), all[i]);
  }
  gy_object numbers = gy_as_object(js, argv[3]);
  for (unsigned i = 0; i < 4; i++) {
    derive->numbers[i] = gy_to_uint64(js, gy_get_index(js, numbers, i));
  }
  derive->bytes = gy_pin_brief(js, argv[2]);
  static const char *const types[] = {
      [PBKDF2] = "PBKDF2REQUEST", [SCRYPT] = "SCRYPTREQUEST", [HKDF] = "DERIVEBITSREQUEST"};
  const char *type = derive->kind <= HKDF ? types[derive->kind] : "HASHREQUEST";
  derive->callback = gy_pin_brief(js, gy_async_once(js, argv[4], type));
  gy_work_start(&derive->work, run, on_done);
  return gy_undefined(js);
}

/* deriveNow(kind, digest, out, secret, salt, info, four numbers): whether it worked. */
GY_FUNCTION(derive_now) {
  gy_derive derive = {.kind = gy_to_int32(js, argv[0])};
  derive.digest = derive.kind == SCRYPT ? NULL : gy_digest_of(js, argv[1]);
  gy_bytes *all[] = {&derive.out, &derive.secret, &derive.salt, &derive.info};
  for (unsigned i = 0; i < 4; i++) {
    gy_held held;
    gy_hold(js, argv[2 + i], false, &held);
    *all[i] = (gy_bytes){held.data, held.size};
    derive.numbers[i] = gy_to_uint64(js, argv[6 + i]);
  }
  run(&derive.work.uv);
  return gy_bool(js, derive.ok);
}
GY_DIRECT(derive_now)

/* checkScrypt(N, r, p, maxmem): whether these can be used together. To ask libcrypto takes as long
 * as a small scrypt, and most programs have the same numbers all the time. */
GY_FUNCTION(check_scrypt) {
  static _Thread_local uint64_t good[4];
  uint64_t asked[4];
  for (unsigned i = 0; i < 4; i++) {
    asked[i] = gy_to_uint64(js, argv[i]);
  }
  if (asked[0] > 0 && memcmp(asked, good, sizeof(good)) == 0) {
    return gy_bool(js, true);
  }
  bool fine =
      EVP_PBE_scrypt(NULL, 0, NULL, 0, asked[0], asked[1], asked[2], asked[3], NULL, 0) == 1;
  if (fine) {
    memcpy(good, asked, sizeof(good));
  }
  return gy_bool(js, fine);
}
GY_DIRECT(check_scrypt)

/* digestSize(name): in bytes, 0 if there is no such digest. */
GY_FUNCTION(digest_size) {
  gy_text name;
  gy_text_get(js, argv[0], &name);
  const EVP_MD *found = gy_openssl_digest(name.data);
  gy_text_free(&name);
  return gy_number(js, found == NULL ? 0 : (double)gy_openssl_digest_size(found));
}

void gy_bind_derive_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {
      {"checkScrypt", check_scrypt}, {"derive", derive_key}, {"deriveNow", derive_now},
      {"digestSize", digest_size},   {NULL, NULL},
  };
  static const gy_constant constants[] = {
      {"PBKDF2", PBKDF2}, {"SCRYPT", SCRYPT}, {"HKDF", HKDF},
      {"DIGEST", DIGEST}, {"HMAC", MAC},      {NULL, 0},
  };
  static const gy_direct_export direct[] = {
      {"checkScrypt", check_scrypt_direct}, {"deriveNow", derive_now_direct}, {NULL, NULL}};
  gy_set_exports(js, binding, exports);
  gy_direct_set(js, binding, direct);
  gy_set_constants(js, binding, constants);
}
