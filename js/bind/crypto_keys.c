/* SPDX-License-Identifier: MIT */
/* Keys: a secret, or one half or both of a pair; and their properties. crypto_read.c,
 * crypto_parts.c and crypto_generate.c make them, crypto_write.c exports them. */
#include <stdlib.h>

#include "bind/crypto.h"
#include "engine/memory.h"

static void key_free(void *memory) {
  gj_key *key = memory;
  gj_crypto_hold_free(&key->secret);
  for (unsigned i = 0; i < 2 && key->pkey != NULL; i++) {
    EVP_MD_CTX_free(key->contexts[i]);
  }
  EVP_PKEY_free(key->pkey);
  free(key);
}

static gj_class class_of_keys(void) {
  static gj_class place;
  return gj_class_made(&place, "Key", key_free);
}

gj_value gj_key_object(gj_context js, int kind, EVP_PKEY *pkey) {
  gj_key *key = gj_memory_new(sizeof(*key), "a key");
  key->kind = kind;
  key->pkey = pkey;
  return gj_class_object(js, class_of_keys(), key);
}

gj_key *gj_key_of(gj_context js, gj_value value) {
  return gj_class_is(js, value, class_of_keys()) ? gj_class_memory((gj_object)value) : NULL;
}

EVP_PKEY *gj_key_share(gj_context js, gj_value value) {
  gj_key *key = gj_key_of(js, value);
  if (key == NULL || key->pkey == NULL) {
    return NULL;
  }
  EVP_PKEY_up_ref(key->pkey);
  return key->pkey;
}

/* keySecret(bytes): a key with a copy of them, undefined if there is no memory. */
GJ_FUNCTION(key_secret) {
  gj_held held;
  if (!gj_crypto_hold(js, argv[0], true, &held)) {
    return gj_undefined(js);
  }
  gj_value object = gj_key_object(js, GJ_KEY_SECRET, NULL);
  gj_key_of(js, object)->secret = held;
  return object;
}

/* keyBytes(key): a copy of the secret. */
GJ_FUNCTION(key_bytes) {
  const gj_key *key = gj_key_of(js, argv[0]);
  return gj_bytes_copy(js, key->secret.data, key->secret.size);
}

/* keyIs(value): whether it is a key. */
GJ_FUNCTION(key_is) { return gj_bool(js, gj_key_of(js, argv[0]) != NULL); }

/* keySize(key): of the secret, in bytes. */
GJ_FUNCTION(key_size) { return gj_number(js, (double)gj_key_of(js, argv[0])->secret.size); }

/* keyPublic(key): a public key of the same pair. */
GJ_FUNCTION(key_public) { return gj_key_object(js, GJ_KEY_PUBLIC, gj_key_share(js, argv[0])); }

/* keyEqual(a, b) of one type: true, false, or undefined if that cannot be determined. */
GJ_FUNCTION(key_equal) {
  const gj_key *a = gj_key_of(js, argv[0]), *b = gj_key_of(js, argv[1]);
  if (a->kind == GJ_KEY_SECRET) {
    return gj_bool(js, a->secret.size == b->secret.size &&
                           CRYPTO_memcmp(a->secret.data, b->secret.data, a->secret.size) == 0);
  }
  int equal = EVP_PKEY_eq(a->pkey, b->pkey);
  ERR_clear_error();
  return equal == -2 ? gj_undefined(js) : gj_bool(js, equal == 1);
}

static const char *name_of(const EVP_PKEY *pkey) {
  switch (EVP_PKEY_get_base_id(pkey)) {
    case EVP_PKEY_RSA:
      return "rsa";
    case EVP_PKEY_RSA_PSS:
      return "rsa-pss";
    case EVP_PKEY_DSA:
      return "dsa";
    case EVP_PKEY_DH:
      return "dh";
    case EVP_PKEY_EC:
      return "ec";
    case EVP_PKEY_ED25519:
      return "ed25519";
    case EVP_PKEY_ED448:
      return "ed448";
    case EVP_PKEY_X25519:
      return "x25519";
    case EVP_PKEY_X448:
      return "x448";
    default:
      return NULL;
  }
}

/* keyBits(key): its size. */
GJ_FUNCTION(key_bits) { return gj_number(js, EVP_PKEY_get_bits(gj_key_of(js, argv[0])->pkey)); }

/* keyCheck(key): whether it is a point of its curve, and belongs to the other half. */
GJ_FUNCTION(key_check) {
  const gj_key *key = gj_key_of(js, argv[0]);
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key->pkey, NULL);
  int good = context == NULL              ? 0
             : key->kind == GJ_KEY_PUBLIC ? EVP_PKEY_public_check(context)
                                          : EVP_PKEY_check(context);
  EVP_PKEY_CTX_free(context);
  ERR_clear_error();
  return gj_bool(js, good == 1);
}

/* keyName(key): the kind of a pair, undefined if it has no name. */
GJ_FUNCTION(key_name) {
  const char *name = name_of(gj_key_of(js, argv[0])->pkey);
  return name == NULL ? gj_undefined(js) : gj_string(js, name);
}

/* keyOrder(key): how many bytes each of the two numbers of a signature has; 0: it has no such
 * pair. */
GJ_FUNCTION(key_order) {
  const EVP_PKEY *pkey = gj_key_of(js, argv[0])->pkey;
  int kind = EVP_PKEY_get_base_id(pkey);
  const char *name = kind == EVP_PKEY_EC    ? OSSL_PKEY_PARAM_EC_ORDER
                     : kind == EVP_PKEY_DSA ? OSSL_PKEY_PARAM_FFC_Q
                                            : NULL;
  BIGNUM *order = NULL;
  if (name == NULL || EVP_PKEY_get_bn_param(pkey, name, &order) != 1) {
    ERR_clear_error();
    return gj_number(js, 0);
  }
  int size = BN_num_bytes(order);
  BN_free(order);
  return gj_number(js, size);
}

static int bits_of(const EVP_PKEY *pkey, const char *name) {
  BIGNUM *number = NULL;
  if (EVP_PKEY_get_bn_param(pkey, name, &number) != 1) {
    return 0;
  }
  int bits = BN_num_bits(number);
  BN_free(number);
  return bits;
}

static const char *algorithm_name(const X509_ALGOR *algorithm, const char *otherwise) {
  const ASN1_OBJECT *object = NULL;
  if (algorithm == NULL) {
    return otherwise;
  }
  X509_ALGOR_get0(&object, NULL, NULL, algorithm);
  return OBJ_nid2ln(OBJ_obj2nid(object));
}

/* The restrictions of an RSA-PSS key, if it has some. */
static void tell_pss(gj_context js, gj_object to, EVP_PKEY *pkey) {
  const RSA *rsa = EVP_PKEY_get0_RSA(pkey);
  const RSA_PSS_PARAMS *pss = rsa == NULL ? NULL : RSA_get0_pss_params(rsa);
  if (pss == NULL) {
    return;
  }
  gj_set_string(js, to, "hashAlgorithm", algorithm_name(pss->hashAlgorithm, "sha1"));
  const char *mask = "sha1";
  if (pss->maskGenAlgorithm != NULL) {
    const void *value = NULL;
    int type;
    X509_ALGOR_get0(NULL, &type, &value, pss->maskGenAlgorithm);
    X509_ALGOR *inner = type == V_ASN1_SEQUENCE ? ASN1_item_unpack(value, X509_ALGOR_it()) : NULL;
    mask = algorithm_name(inner, mask);
    X509_ALGOR_free(inner);
  }
  gj_set_string(js, to, "mgf1HashAlgorithm", mask);
  int64_t salt = 20;
  if (pss->saltLength != NULL) {
    ASN1_INTEGER_get_int64(&salt, pss->saltLength);
  }
  gj_set_number(js, to, "saltLength", (double)salt);
}

/* keyDetails(key): what asymmetricKeyDetails is made of. */
GJ_FUNCTION(key_details) {
  EVP_PKEY *pkey = gj_key_of(js, argv[0])->pkey;
  gj_object details = gj_object_new(js);
  int kind = EVP_PKEY_get_base_id(pkey);
  if (kind == EVP_PKEY_RSA || kind == EVP_PKEY_RSA_PSS) {
    BIGNUM *e = NULL;
    gj_set_number(js, details, "modulusLength", bits_of(pkey, OSSL_PKEY_PARAM_RSA_N));
    if (EVP_PKEY_get_bn_param(pkey, OSSL_PKEY_PARAM_RSA_E, &e) == 1) {
      gj_set(js, details, "publicExponent", gj_crypto_bignum_bytes(js, e));
      BN_free(e);
    }
    if (kind == EVP_PKEY_RSA_PSS) {
      tell_pss(js, details, pkey);
    }
  } else if (kind == EVP_PKEY_DSA) {
    gj_set_number(js, details, "modulusLength", bits_of(pkey, OSSL_PKEY_PARAM_FFC_P));
    gj_set_number(js, details, "divisorLength", bits_of(pkey, OSSL_PKEY_PARAM_FFC_Q));
  } else if (kind == EVP_PKEY_EC) {
    const EC_KEY *ec = EVP_PKEY_get0_EC_KEY(pkey);
    int curve = ec == NULL ? 0 : EC_GROUP_get_curve_name(EC_KEY_get0_group(ec));
    gj_set_string(js, details, "namedCurve", OBJ_nid2sn(curve));
  }
  ERR_clear_error();
  return details;
}

void gj_crypto_keys_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"keyCheck", key_check},   {"keyIs", key_is},           {"keyBits", key_bits},
      {"keySecret", key_secret}, {"keyBytes", key_bytes},     {"keySize", key_size},
      {"keyPublic", key_public}, {"keyEqual", key_equal},     {"keyName", key_name},
      {"keyOrder", key_order},   {"keyDetails", key_details}, {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
