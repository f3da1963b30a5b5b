/* SPDX-License-Identifier: MIT */
/* New key pairs, at once or in the pool. */
#include <strings.h>

#include "bind/crypto.h"
#include "engine/memory.h"

typedef struct {
  gy_job job;
  int kind; /* EVP_PKEY_... */
  int bits, divisor_bits, salt, curve, curve_encoding, generator;
  uint32_t exponent;
  const EVP_MD *digest, *mask_digest;
  BIGNUM *prime;
  EVP_PKEY *pkey;
} gy_generate;

/* Parameters first, for those kinds whose keys share them. */
static EVP_PKEY *dsa_parameters(const gy_generate *generate) {
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

static EVP_PKEY *dh_parameters(const gy_generate *generate) {
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

static EVP_PKEY *ec_parameters(const gy_generate *generate) {
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

static bool set_rsa(EVP_PKEY_CTX *context, const gy_generate *generate) {
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
  /* Where nothing is said they follow the digest. */
  if (mask == NULL && generate->digest != NULL) {
    mask = generate->digest;
  }
  if (mask != NULL && EVP_PKEY_CTX_set_rsa_pss_keygen_mgf1_md(context, mask) <= 0) {
    return false;
  }
  int salt = generate->salt;
  if (salt < 0 && generate->digest != NULL) {
    salt = (int)gy_openssl_digest_size(generate->digest);
  }
  return salt < 0 || EVP_PKEY_CTX_set_rsa_pss_keygen_saltlen(context, salt) > 0;
}

static EVP_PKEY_CTX *context_of(const gy_generate *generate) {
  EVP_PKEY *(*parameters)(const gy_generate *generate) =
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

static bool run(gy_job *job) {
  gy_generate *generate = (gy_generate *)job;
  EVP_PKEY_CTX *context = context_of(generate);
  bool is_rsa = generate->kind == EVP_PKEY_RSA || generate->kind == EVP_PKEY_RSA_PSS;
  bool ok = context != NULL && EVP_PKEY_keygen_init(context) > 0 &&
            (!is_rsa || set_rsa(context, generate)) &&
            EVP_PKEY_keygen(context, &generate->pkey) > 0;
  EVP_PKEY_CTX_free(context);
  return ok;
}

static gy_value result(gy_context js, gy_job *job) {
  gy_generate *generate = (gy_generate *)job;
  EVP_PKEY_up_ref(generate->pkey);
  gy_value pair[] = {gy_key_object(js, GY_KEY_PUBLIC, generate->pkey),
                     gy_key_object(js, GY_KEY_PRIVATE, generate->pkey)};
  generate->pkey = NULL;
  return gy_array(js, 2, pair);
}

static void done(gy_job *job) {
  gy_generate *generate = (gy_generate *)job;
  BN_free(generate->prime);
  EVP_PKEY_free(generate->pkey);
}

static int number_of(gy_context js, gy_object options, const char *name) {
  gy_value value = gy_get(js, options, name);
  return gy_has(js, value) ? gy_to_int32(js, value) : -1;
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
GY_FUNCTION(generate_pair) {
  gy_object options = gy_as_object(js, argv[1]);
  gy_generate *generate = gy_memory_new(sizeof(*generate), "a request");
  generate->job.run = run;
  generate->job.result = result;
  generate->job.done = done;
  generate->job.type = "KEYPAIRGENREQUEST";
  generate->job.otherwise = "Key generation job failed";
  gy_text name;
  gy_text_get(js, argv[0], &name);
  generate->kind = kind_of(name.data);
  gy_text_free(&name);
  generate->bits = number_of(js, options, "bits");
  generate->divisor_bits = number_of(js, options, "divisorBits");
  generate->salt = number_of(js, options, "salt");
  generate->curve = number_of(js, options, "curve");
  generate->generator = number_of(js, options, "generator");
  generate->exponent = gy_to_uint32(js, gy_get(js, options, "exponent"));
  generate->curve_encoding = gy_to_bool(js, gy_get(js, options, "explicit"))
                                 ? OPENSSL_EC_EXPLICIT_CURVE
                                 : OPENSSL_EC_NAMED_CURVE;
  generate->digest = gy_digest_of(js, gy_get(js, options, "digest"));
  generate->mask_digest = gy_digest_of(js, gy_get(js, options, "maskDigest"));
  gy_value prime = gy_get(js, options, "prime");
  generate->prime = gy_has(js, prime) ? gy_bignum_of(js, prime) : NULL;
  return gy_job_start(js, &generate->job, argv[2], exception);
}

/* curveNumber(name): 0 if there is no such curve. */
GY_FUNCTION(curve_number) {
  gy_text name;
  gy_text_get(js, argv[0], &name);
  int number = EC_curve_nist2nid(name.data);
  if (number == NID_undef) {
    number = OBJ_sn2nid(name.data);
  }
  if (number == NID_undef) {
    number = OBJ_ln2nid(name.data);
  }
  gy_text_free(&name);
  ERR_clear_error();
  return gy_number(js, number);
}

/* groupPrime(name): the prime of a well known group, undefined if there is none. */
GY_FUNCTION(find_group) {
  gy_text name;
  gy_text_get(js, argv[0], &name);
  BIGNUM *prime = group_prime(name.data);
  gy_text_free(&name);
  gy_value bytes = gy_bignum_bytes(js, prime);
  BN_free(prime);
  return bytes;
}

void gy_crypto_generate_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {
      {"generatePair", generate_pair},
      {"curveNumber", curve_number},
      {"groupPrime", find_group},
      {NULL, NULL},
  };
  gy_set_exports(js, binding, exports);
}
