/* SPDX-License-Identifier: MIT */
/* New key pairs, generated at once or on the pool. */
#include <strings.h>

#include "bind/crypto.h"
#include "engine/memory.h"

typedef struct {
  gj_job job;
  int kind; /* EVP_PKEY_... */
  int bits, divisor_bits, salt, curve, curve_encoding, generator;
  uint32_t exponent;
  const EVP_MD *digest, *mask_digest;
  BIGNUM *prime;
  EVP_PKEY *pkey;
} gj_generate;

/* Parameters first, for the kinds whose keys share them. */
static EVP_PKEY *dsa_parameters(const gj_generate *generate) {
  EVP_PKEY *params = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_DSA, NULL);
  if (context == NULL || EVP_PKEY_paramgen_init(context) <= 0 ||
      EVP_PKEY_CTX_set_dsa_paramgen_bits(context, generate->bits) <= 0 ||
      (generate->divisor_bits != -1 &&
       EVP_PKEY_CTX_set_dsa_paramgen_q_bits(context, generate->divisor_bits) <= 0) ||
      EVP_PKEY_paramgen(context, &params) <= 0) {
    params = NULL;
  }
  EVP_PKEY_CTX_free(context);
  return params;
}

static BIGNUM *group_prime(const char *name) {
  static const struct {
    const char *name;
    BIGNUM *(**get)(BIGNUM *to);
  } groups[] = {
      {"modp1", &BN_get_rfc2409_prime_768},   {"modp2", &BN_get_rfc2409_prime_1024},
      {"modp5", &BN_get_rfc3526_prime_1536},  {"modp14", &BN_get_rfc3526_prime_2048},
      {"modp15", &BN_get_rfc3526_prime_3072}, {"modp16", &BN_get_rfc3526_prime_4096},
      {"modp17", &BN_get_rfc3526_prime_6144}, {"modp18", &BN_get_rfc3526_prime_8192},
  };
  for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
    if (strcasecmp(groups[i].name, name) == 0) {
      return (*groups[i].get)(NULL);
    }
  }
  return NULL;
}

static EVP_PKEY *dh_of_prime(const BIGNUM *prime, int generator) {
  DH *dh = DH_new();
  BIGNUM *p = BN_dup(prime), *g = BN_new();
  EVP_PKEY *params = EVP_PKEY_new();
  if (dh == NULL || p == NULL || g == NULL || params == NULL ||
      !BN_set_word(g, (BN_ULONG)generator) || !DH_set0_pqg(dh, p, NULL, g)) {
    BN_free(p);
    BN_free(g);
    DH_free(dh);
    EVP_PKEY_free(params);
    return NULL;
  }
  EVP_PKEY_assign_DH(params, dh);
  return params;
}

static EVP_PKEY *dh_parameters(const gj_generate *generate) {
  if (generate->prime != NULL) {
    return dh_of_prime(generate->prime, generate->generator);
  }
  EVP_PKEY *params = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_DH, NULL);
  if (context == NULL || EVP_PKEY_paramgen_init(context) <= 0 ||
      EVP_PKEY_CTX_set_dh_paramgen_prime_len(context, generate->bits) <= 0 ||
      EVP_PKEY_CTX_set_dh_paramgen_generator(context, generate->generator) <= 0 ||
      EVP_PKEY_paramgen(context, &params) <= 0) {
    params = NULL;
  }
  EVP_PKEY_CTX_free(context);
  return params;
}

static EVP_PKEY *ec_parameters(const gj_generate *generate) {
  EVP_PKEY *params = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, NULL);
  if (context == NULL || EVP_PKEY_paramgen_init(context) <= 0 ||
      EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, generate->curve) <= 0 ||
      EVP_PKEY_CTX_set_ec_param_enc(context, generate->curve_encoding) <= 0 ||
      EVP_PKEY_paramgen(context, &params) <= 0) {
    params = NULL;
  }
  EVP_PKEY_CTX_free(context);
  return params;
}

static bool set_rsa(EVP_PKEY_CTX *context, const gj_generate *generate) {
  if (EVP_PKEY_CTX_set_rsa_keygen_bits(context, generate->bits) <= 0) {
    return false;
  }
  if (generate->exponent != RSA_F4) {
    BIGNUM *e = BN_new();
    bool ok = e != NULL && BN_set_word(e, generate->exponent) &&
              EVP_PKEY_CTX_set1_rsa_keygen_pubexp(context, e) > 0;
    BN_free(e);
    if (!ok) {
      return false;
    }
  }
  if (generate->kind != EVP_PKEY_RSA_PSS) {
    return true;
  }
  const EVP_MD *mask = generate->mask_digest;
  if (generate->digest != NULL &&
      EVP_PKEY_CTX_set_rsa_pss_keygen_md(context, generate->digest) <= 0) {
    return false;
  }
  /* By default they follow the digest. */
  if (mask == NULL && generate->digest != NULL) {
    mask = generate->digest;
  }
  if (mask != NULL && EVP_PKEY_CTX_set_rsa_pss_keygen_mgf1_md(context, mask) <= 0) {
    return false;
  }
  int salt = generate->salt;
  if (salt < 0 && generate->digest != NULL) {
    salt = (int)gj_crypto_digest_size(generate->digest);
  }
  return salt < 0 || EVP_PKEY_CTX_set_rsa_pss_keygen_saltlen(context, salt) > 0;
}

static EVP_PKEY_CTX *context_of(const gj_generate *generate) {
  EVP_PKEY *(*parameters)(const gj_generate *generate) =
      generate->kind == EVP_PKEY_DSA  ? dsa_parameters
      : generate->kind == EVP_PKEY_DH ? dh_parameters
      : generate->kind == EVP_PKEY_EC ? ec_parameters
                                      : NULL;
  if (parameters == NULL) {
    return EVP_PKEY_CTX_new_id(generate->kind, NULL);
  }
  EVP_PKEY *params = parameters(generate);
  EVP_PKEY_CTX *context = params == NULL ? NULL : EVP_PKEY_CTX_new(params, NULL);
  EVP_PKEY_free(params);
  return context;
}

static bool run(gj_job *job) {
  gj_generate *generate = (gj_generate *)job;
  EVP_PKEY_CTX *context = context_of(generate);
  bool is_rsa = generate->kind == EVP_PKEY_RSA || generate->kind == EVP_PKEY_RSA_PSS;
  bool ok = context != NULL && EVP_PKEY_keygen_init(context) > 0 &&
            (!is_rsa || set_rsa(context, generate)) &&
            EVP_PKEY_keygen(context, &generate->pkey) > 0;
  EVP_PKEY_CTX_free(context);
  return ok;
}

static gj_value result(gj_context js, gj_job *job) {
  gj_generate *generate = (gj_generate *)job;
  EVP_PKEY_up_ref(generate->pkey);
  gj_value pair[] = {gj_key_object(js, GJ_KEY_PUBLIC, generate->pkey),
                     gj_key_object(js, GJ_KEY_PRIVATE, generate->pkey)};
  generate->pkey = NULL;
  return gj_array(js, 2, pair);
}

static void done(gj_job *job) {
  gj_generate *generate = (gj_generate *)job;
  BN_free(generate->prime);
  EVP_PKEY_free(generate->pkey);
}

static int number_of(gj_context js, gj_object options, const char *name) {
  gj_value value = gj_get(js, options, name);
  return gj_crypto_has(js, value) ? gj_to_int32(js, value) : -1;
}

static int kind_of(const char *name) {
  static const struct {
    const char *name;
    int kind;
  } kinds[] = {
      {"rsa", EVP_PKEY_RSA},     {"rsa-pss", EVP_PKEY_RSA_PSS}, {"dsa", EVP_PKEY_DSA},
      {"ec", EVP_PKEY_EC},       {"dh", EVP_PKEY_DH},           {"ed25519", EVP_PKEY_ED25519},
      {"ed448", EVP_PKEY_ED448}, {"x25519", EVP_PKEY_X25519},   {"x448", EVP_PKEY_X448},
  };
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
    if (strcmp(kinds[i].name, name) == 0) {
      return kinds[i].kind;
    }
  }
  return EVP_PKEY_NONE;
}

/* generatePair(name, {bits, exponent, digest, maskDigest, salt, divisorBits, curve, explicit,
 * prime, generator}, callback or undefined): [public key, private key]. Names are known to
 * be good (curveNumber, groupPrime). */
GJ_FUNCTION(generate_pair) {
  gj_object options = gj_as_object(js, argv[1]);
  gj_generate *generate = gj_memory_new(sizeof(*generate), "a request");
  generate->job.run = run;
  generate->job.result = result;
  generate->job.done = done;
  generate->job.type = "KEYPAIRGENREQUEST";
  generate->job.otherwise = "Key generation job failed";
  gj_text name;
  gj_text_get(js, argv[0], &name);
  generate->kind = kind_of(name.data);
  gj_text_free(&name);
  generate->bits = number_of(js, options, "bits");
  generate->divisor_bits = number_of(js, options, "divisorBits");
  generate->salt = number_of(js, options, "salt");
  generate->curve = number_of(js, options, "curve");
  generate->generator = number_of(js, options, "generator");
  generate->exponent = gj_to_uint32(js, gj_get(js, options, "exponent"));
  generate->curve_encoding = gj_to_bool(js, gj_get(js, options, "explicit"))
                                 ? OPENSSL_EC_EXPLICIT_CURVE
                                 : OPENSSL_EC_NAMED_CURVE;
  generate->digest = gj_crypto_digest_of(js, gj_get(js, options, "digest"));
  generate->mask_digest = gj_crypto_digest_of(js, gj_get(js, options, "maskDigest"));
  gj_value prime = gj_get(js, options, "prime");
  generate->prime = gj_crypto_has(js, prime) ? gj_crypto_bignum_of(js, prime) : NULL;
  return gj_job_start(js, &generate->job, argv[2], exception);
}

/* curveNumber(name): 0 if there is no such curve. */
GJ_FUNCTION(curve_number) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  int number = EC_curve_nist2nid(name.data);
  if (number == NID_undef) {
    number = OBJ_sn2nid(name.data);
  }
  if (number == NID_undef) {
    number = OBJ_ln2nid(name.data);
  }
  gj_text_free(&name);
  ERR_clear_error();
  return gj_number(js, number);
}

/* groupPrime(name): the prime of a well known group, undefined if there is none. */
GJ_FUNCTION(find_group) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  BIGNUM *prime = group_prime(name.data);
  gj_text_free(&name);
  gj_value bytes = gj_crypto_bignum_bytes(js, prime);
  BN_free(prime);
  return bytes;
}

void gj_crypto_generate_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"generatePair", generate_pair},
      {"curveNumber", curve_number},
      {"groupPrime", find_group},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
