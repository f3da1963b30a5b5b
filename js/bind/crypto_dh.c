/* SPDX-License-Identifier: MIT */
/* Diffie-Hellman: objects with a prime and a generator, and the secret that two keys share. */
#include "bind/crypto.h"
#include "engine/memory.h"

/* As internal/crypto/dh.js has them. */
enum { NO_PRIVATE_KEY = 1, TOO_SMALL, TOO_LARGE, FAILED };

static void dh_free(void *memory) { DH_free(memory); }

static gj_class dh_class(void) {
  static gj_class place;
  return gj_class_made(&place, "DiffieHellman", dh_free);
}

static gj_value dh_object(gj_context js, DH *dh) { return gj_class_object(js, dh_class(), dh); }

/* dhGenerate(bits, generator): an object with a new prime; throws. */
GJ_FUNCTION(dh_generate) {
  int bits = gj_to_int32(js, argv[0]), generator = gj_to_int32(js, argv[1]);
  ERR_clear_error();
  DH *dh = DH_new();
  if (dh == NULL || DH_generate_parameters_ex(dh, bits, generator, NULL) != 1) {
    DH_free(dh);
    return gj_crypto_throw(js, exception, "Initialization failed");
  }
  return dh_object(js, dh);
}

/* dhOf(prime, generator): an object; throws. */
GJ_FUNCTION(dh_of) {
  ERR_clear_error();
  BIGNUM *prime = gj_crypto_bignum_of(js, argv[0]), *generator = gj_crypto_bignum_of(js, argv[1]);
  DH *dh = DH_new();
  bool ok = dh != NULL && prime != NULL && generator != NULL;
  if (ok && (BN_is_zero(generator) || BN_is_one(generator))) {
    ERR_raise(ERR_LIB_DH, DH_R_BAD_GENERATOR);
    ok = false;
  } else if (ok && BN_is_zero(prime)) {
    ERR_raise(ERR_LIB_BN, BN_R_BITS_TOO_SMALL);
    ok = false;
  }
  if (!ok || DH_set0_pqg(dh, prime, NULL, generator) != 1) {
    BN_free(prime);
    BN_free(generator);
    DH_free(dh);
    return gj_crypto_throw(js, exception, "Initialization failed");
  }
  return dh_object(js, dh);
}

/* dhCheck(dh): what is wrong with the prime and the generator, in bits. */
GJ_FUNCTION(dh_check) {
  DH *dh = gj_class_take(js, argv[0], dh_class(), exception);
  if (dh == NULL) {
    return NULL;
  }
  int problems = 0;
  DH_check(dh, &problems);
  ERR_clear_error();
  return gj_number(js, problems);
}

/* dhKeys(dh): generates the missing keys of a pair. */
GJ_FUNCTION(dh_keys) {
  DH *dh = gj_class_take(js, argv[0], dh_class(), exception);
  if (dh == NULL) {
    return NULL;
  }
  ERR_clear_error();
  if (DH_generate_key(dh) != 1) {
    return gj_crypto_throw(js, exception, "Key generation failed");
  }
  return gj_undefined(js);
}

/* dhGet(dh, name): bytes of the prime, generator, public or private key; undefined if there is
 * none. */
GJ_FUNCTION(dh_get) {
  const DH *dh = gj_class_take(js, argv[0], dh_class(), exception);
  if (dh == NULL) {
    return NULL;
  }
  gj_text name;
  gj_text_get(js, argv[1], &name);
  const BIGNUM *p, *g, *public, *private;
  DH_get0_pqg(dh, &p, NULL, &g);
  DH_get0_key(dh, &public, &private);
  const BIGNUM *found = strcmp(name.data, "prime") == 0       ? p
                        : strcmp(name.data, "generator") == 0 ? g
                        : strcmp(name.data, "public") == 0    ? public
                                                              : private;
  gj_text_free(&name);
  return gj_crypto_bignum_bytes(js, found);
}

/* dhSet(dh, private, bytes): throws. */
GJ_FUNCTION(dh_set) {
  DH *dh = gj_class_take(js, argv[0], dh_class(), exception);
  if (dh == NULL) {
    return NULL;
  }
  bool private = gj_to_bool(js, argv[1]);
  BIGNUM *number = gj_crypto_bignum_of(js, argv[2]);
  if (number == NULL || DH_set0_key(dh, private ? NULL : number, private ? number : NULL) != 1) {
    BN_clear_free(number);
    return gj_crypto_throw(js, exception, "Failed to set the key");
  }
  return gj_undefined(js);
}

static int why_not(const DH *dh, const BIGNUM *peer) {
  int problems = 0;
  const BIGNUM *private;
  DH_get0_key(dh, NULL, &private);
  if (private == NULL) {
    return NO_PRIVATE_KEY;
  }
  DH_check_pub_key(dh, peer, &problems);
  return (problems & DH_CHECK_PUBKEY_TOO_SMALL) != 0   ? TOO_SMALL
         : (problems & DH_CHECK_PUBKEY_TOO_LARGE) != 0 ? TOO_LARGE
                                                       : FAILED;
}

/* dhSecret(dh, other public key): as many bytes as the prime has, or a number. */
GJ_FUNCTION(dh_secret) {
  DH *dh = gj_class_take(js, argv[0], dh_class(), exception);
  if (dh == NULL) {
    return NULL;
  }
  BIGNUM *peer = gj_crypto_bignum_of(js, argv[1]);
  gj_held out = {NULL, 0, false};
  ERR_clear_error();
  bool ok = peer != NULL && gj_crypto_hold_room((size_t)DH_size(dh), &out) &&
            DH_compute_key_padded(out.data, peer, dh) >= 0;
  int why = ok || peer == NULL ? 0 : why_not(dh, peer);
  BN_free(peer);
  ERR_clear_error();
  if (!ok) {
    gj_crypto_hold_free(&out);
    return gj_number(js, why);
  }
  return gj_crypto_hold_give(js, &out);
}

typedef struct {
  gj_job job;
  EVP_PKEY *own, *peer;
  gj_held secret;
} gj_sharing;

static bool run(gj_job *job) {
  gj_sharing *sharing = (gj_sharing *)job;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(sharing->own, NULL);
  size_t room = 0, size;
  bool ok = context != NULL && EVP_PKEY_derive_init(context) > 0 &&
            EVP_PKEY_derive_set_peer(context, sharing->peer) > 0 &&
            EVP_PKEY_derive(context, NULL, &room) > 0 &&
            gj_crypto_hold_room(room, &sharing->secret);
  size = room;
  ok = ok && EVP_PKEY_derive(context, sharing->secret.data, &size) > 0;
  EVP_PKEY_CTX_free(context);
  if (ok && size < room) { /* zeros in front were left out */
    memmove(sharing->secret.data + (room - size), sharing->secret.data, size);
    memset(sharing->secret.data, 0, room - size);
  }
  return ok;
}

static gj_value result(gj_context js, gj_job *job) {
  return gj_crypto_hold_give(js, &((gj_sharing *)job)->secret);
}

static void done(gj_job *job) {
  gj_sharing *sharing = (gj_sharing *)job;
  EVP_PKEY_free(sharing->own);
  EVP_PKEY_free(sharing->peer);
  gj_crypto_hold_free(&sharing->secret);
}

/* sharedSecret(private key, public key, callback or undefined): bytes; throws. */
GJ_FUNCTION(shared_secret) {
  gj_sharing *sharing = gj_memory_new(sizeof(*sharing), "a request");
  sharing->job.run = run;
  sharing->job.result = result;
  sharing->job.done = done;
  sharing->job.type = "DHREQUEST";
  sharing->job.otherwise = "diffieHellman failed";
  sharing->own = gj_key_share(js, argv[0]);
  sharing->peer = gj_key_share(js, argv[1]);
  return gj_job_start(js, &sharing->job, argv[2], exception);
}

void gj_crypto_dh_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"dhGenerate", dh_generate},
      {"dhOf", dh_of},
      {"dhCheck", dh_check},
      {"dhKeys", dh_keys},
      {"dhGet", dh_get},
      {"dhSet", dh_set},
      {"dhSecret", dh_secret},
      {"sharedSecret", shared_secret},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
