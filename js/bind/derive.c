/* SPDX-License-Identifier: MIT */
/* Keys derived from secrets (PBKDF2, scrypt, HKDF) and digests of much data, at once or in the
 * pool. Part of binding('crypto'). */
#include <stdlib.h>

#include "bind/crypto.h"
#include "engine/memory.h"

enum { PBKDF2, SCRYPT, HKDF, DIGEST, MAC };

typedef struct {
  gj_work work;
  int kind;
  const EVP_MD *digest;
  gj_bytes out, secret, salt, info;
  uint64_t numbers[4]; /* PBKDF2: rounds; scrypt: N, r, p, most memory */
  bool ok;
  gj_pin bytes, callback;
} gj_derive;

static bool hkdf(gj_derive *derive) {
  EVP_KDF *kind = EVP_KDF_fetch(NULL, "HKDF", NULL);
  EVP_KDF_CTX *context = kind == NULL ? NULL : EVP_KDF_CTX_new(kind);
  /* Empty bytes must not be a NULL pointer. */
  gj_bytes *all[] = {&derive->secret, &derive->salt, &derive->info};
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

static bool digest(const gj_derive *derive) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool ok = context != NULL && EVP_DigestInit_ex(context, derive->digest, NULL) == 1 &&
            EVP_DigestUpdate(context, derive->secret.data, derive->secret.size) == 1 &&
            EVP_DigestFinal_ex(context, derive->out.data, NULL) == 1;
  EVP_MD_CTX_free(context);
  return ok;
}

static void run(uv_work_t *work) {
  gj_derive *derive = (gj_derive *)work;
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

static void release(gj_derive *derive) {
  gj_pin_free(&derive->bytes);
  gj_pin_free(&derive->callback);
  free(derive);
}

static void on_done(uv_work_t *work, GJ_UNUSED int status) {
  gj_derive *derive = (gj_derive *)work;
  gj_runtime *runtime = gj_runtime_self();
  gj_value argv[] = {gj_bool(runtime->js, derive->ok)};
  gj_enter(runtime, gj_pin_object(&derive->callback), 1, argv);
  release(derive);
}

/* derive(kind, digest, [out, secret, salt, info], [numbers], callback(ok)) */
GJ_FUNCTION(derive_key) {
  gj_derive *derive = gj_memory_new(sizeof(*derive), "a request");
  derive->kind = gj_to_int32(js, argv[0]);
  gj_text name;
  gj_text_get(js, argv[1], &name);
  derive->digest = derive->kind == SCRYPT ? NULL : gj_crypto_digest(name.data);
  gj_text_free(&name);
  gj_object list = gj_as_object(js, argv[2]);
  gj_bytes *all[] = {&derive->out, &derive->secret, &derive->salt, &derive->info};
  for (unsigned i = 0; i < 4; i++) {
    gj_bytes_get(js, gj_get_index(js, list, i), all[i]);
  }
  gj_object numbers = gj_as_object(js, argv[3]);
  for (unsigned i = 0; i < 4; i++) {
    derive->numbers[i] = gj_to_uint64(js, gj_get_index(js, numbers, i));
  }
  derive->bytes = gj_pin_brief(js, argv[2]);
  static const char *const types[] = {
      [PBKDF2] = "PBKDF2REQUEST", [SCRYPT] = "SCRYPTREQUEST", [HKDF] = "DERIVEBITSREQUEST"};
  const char *type = derive->kind <= HKDF ? types[derive->kind] : "HASHREQUEST";
  derive->callback = gj_pin_brief(js, gj_async_once(js, argv[4], type));
  gj_work_start(&derive->work, run, on_done);
  return gj_undefined(js);
}

/* deriveNow(kind, digest, out, secret, salt, info, four numbers): whether it worked. */
GJ_FUNCTION(derive_now) {
  gj_derive derive = {.kind = gj_to_int32(js, argv[0])};
  derive.digest = derive.kind == SCRYPT ? NULL : gj_crypto_digest_of(js, argv[1]);
  gj_bytes *all[] = {&derive.out, &derive.secret, &derive.salt, &derive.info};
  for (unsigned i = 0; i < 4; i++) {
    gj_held held;
    gj_crypto_hold(js, argv[2 + i], false, &held);
    *all[i] = (gj_bytes){held.data, held.size};
    derive.numbers[i] = gj_to_uint64(js, argv[6 + i]);
  }
  run(&derive.work.uv);
  return gj_bool(js, derive.ok);
}
GJ_DIRECT(derive_now)

/* checkScrypt(N, r, p, maxmem): whether these can be used together. To ask libcrypto takes as long
 * as a small scrypt, and most programs have the same numbers all the time. */
GJ_FUNCTION(check_scrypt) {
  static _Thread_local uint64_t good[4];
  uint64_t asked[4];
  for (unsigned i = 0; i < 4; i++) {
    asked[i] = gj_to_uint64(js, argv[i]);
  }
  if (asked[0] > 0 && memcmp(asked, good, sizeof(good)) == 0) {
    return gj_bool(js, true);
  }
  bool fine =
      EVP_PBE_scrypt(NULL, 0, NULL, 0, asked[0], asked[1], asked[2], asked[3], NULL, 0) == 1;
  if (fine) {
    memcpy(good, asked, sizeof(good));
  }
  return gj_bool(js, fine);
}
GJ_DIRECT(check_scrypt)

/* digestSize(name): in bytes, 0 if there is no such digest. */
GJ_FUNCTION(digest_size) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  const EVP_MD *found = gj_crypto_digest(name.data);
  gj_text_free(&name);
  return gj_number(js, found == NULL ? 0 : (double)gj_crypto_digest_size(found));
}

void gj_bind_derive_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"checkScrypt", check_scrypt, check_scrypt_direct},
      {"derive", derive_key},
      {"deriveNow", derive_now, derive_now_direct},
      {"digestSize", digest_size},
      {NULL, NULL},
  };
  static const gj_constant constants[] = {
      {"PBKDF2", PBKDF2}, {"SCRYPT", SCRYPT}, {"HKDF", HKDF},
      {"DIGEST", DIGEST}, {"HMAC", MAC},      {NULL, 0},
  };
  gj_set_exports(js, binding, exports);
  gj_set_constants(js, binding, constants);
}
