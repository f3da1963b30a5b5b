/* SPDX-License-Identifier: MIT */
/* The numbers that keys are made of, for JWK and raw keys. */
#include "bind/crypto.h"

static const struct {
  const char *name; /* in a JWK */
  const char *param;
} rsa_parts[] = {
    {"n", OSSL_PKEY_PARAM_RSA_N},          {"e", OSSL_PKEY_PARAM_RSA_E},
    {"d", OSSL_PKEY_PARAM_RSA_D},          {"p", OSSL_PKEY_PARAM_RSA_FACTOR1},
    {"q", OSSL_PKEY_PARAM_RSA_FACTOR2},    {"dp", OSSL_PKEY_PARAM_RSA_EXPONENT1},
    {"dq", OSSL_PKEY_PARAM_RSA_EXPONENT2}, {"qi", OSSL_PKEY_PARAM_RSA_COEFFICIENT1},
};
enum { RSA_PARTS = 8, RSA_PUBLIC_PARTS = 2 };

static void tell_number(gj_context js, gj_object to, const EVP_PKEY *pkey, const char *name,
                        const char *param, int size) {
  BIGNUM *number = NULL;
  if (EVP_PKEY_get_bn_param(pkey, param, &number) != 1) {
    return;
  }
  gj_held held;
  if (gj_crypto_hold_room((size_t)(size == 0 ? BN_num_bytes(number) : size), &held)) {
    BN_bn2binpad(number, held.data, (int)held.size);
    gj_set(js, to, name, gj_crypto_hold_give(js, &held));
  }
  BN_clear_free(number);
}

static void tell_raw(gj_context js, gj_object to, const EVP_PKEY *pkey, const char *name,
                     int (*get)(const EVP_PKEY *pkey, unsigned char *to, size_t *size)) {
  unsigned char raw[64];
  size_t size = sizeof(raw);
  if (get(pkey, raw, &size) == 1) {
    gj_set(js, to, name, gj_bytes_copy(js, raw, size));
  }
  OPENSSL_cleanse(raw, sizeof(raw));
}

/* keyParts(key): bytes by their names in a JWK; of a private key all. */
GJ_FUNCTION(key_parts) {
  const gj_key *key = gj_key_of(js, argv[0]);
  const EVP_PKEY *pkey = key->pkey;
  bool private = key->kind == GJ_KEY_PRIVATE;
  gj_object parts = gj_object_new(js);
  int kind = EVP_PKEY_get_base_id(pkey);
  if (kind == EVP_PKEY_RSA || kind == EVP_PKEY_RSA_PSS) {
    for (int i = 0; i < (private ? RSA_PARTS : RSA_PUBLIC_PARTS); i++) {
      tell_number(js, parts, pkey, rsa_parts[i].name, rsa_parts[i].param, 0);
    }
  } else if (kind == EVP_PKEY_EC) {
    int size = (EVP_PKEY_get_bits(pkey) + 7) / 8;
    tell_number(js, parts, pkey, "x", OSSL_PKEY_PARAM_EC_PUB_X, size);
    tell_number(js, parts, pkey, "y", OSSL_PKEY_PARAM_EC_PUB_Y, size);
    if (private) {
      tell_number(js, parts, pkey, "d", OSSL_PKEY_PARAM_PRIV_KEY, size);
    }
  } else {
    tell_raw(js, parts, pkey, "x", EVP_PKEY_get_raw_public_key);
    if (private) {
      tell_raw(js, parts, pkey, "d", EVP_PKEY_get_raw_private_key);
    }
  }
  ERR_clear_error();
  return parts;
}

static EVP_PKEY *build(const char *name, int selection, OSSL_PARAM_BLD *list) {
  EVP_PKEY *pkey = NULL;
  OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(list);
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, name, NULL);
  if (params == NULL || context == NULL || EVP_PKEY_fromdata_init(context) != 1 ||
      EVP_PKEY_fromdata(context, &pkey, selection, params) != 1) {
    pkey = NULL;
  }
  EVP_PKEY_CTX_free(context);
  OSSL_PARAM_free(params);
  return pkey;
}

/* keyFromNumbers({n, e[, d, p, q, dp, dq, qi]}): an RSA key, undefined if they are invalid. */
GJ_FUNCTION(key_from_numbers) {
  gj_object parts = gj_as_object(js, argv[0]);
  bool private = gj_crypto_has(js, gj_get(js, parts, "d"));
  BIGNUM *numbers[RSA_PARTS] = {NULL};
  OSSL_PARAM_BLD *list = OSSL_PARAM_BLD_new();
  bool ok = list != NULL;
  for (int i = 0; i < (private ? RSA_PARTS : RSA_PUBLIC_PARTS) && ok; i++) {
    numbers[i] = gj_crypto_bignum_of(js, gj_get(js, parts, rsa_parts[i].name));
    ok = numbers[i] != NULL && OSSL_PARAM_BLD_push_BN(list, rsa_parts[i].param, numbers[i]);
  }
  EVP_PKEY *pkey = ok ? build("RSA", private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, list) : NULL;
  OSSL_PARAM_BLD_free(list);
  for (int i = 0; i < RSA_PARTS; i++) {
    BN_clear_free(numbers[i]);
  }
  ERR_clear_error();
  if (pkey == NULL) {
    return gj_undefined(js);
  }
  return gj_key_object(js, private ? GJ_KEY_PRIVATE : GJ_KEY_PUBLIC, pkey);
}

/* Whether the bytes are a point that can be a public key on that curve. */
static bool is_point(int curve, const gj_bytes *point) {
  EC_KEY *ec = curve == NID_undef ? NULL : EC_KEY_new_by_curve_name(curve);
  bool ok = ec != NULL && EC_KEY_oct2key(ec, point->data, point->size, NULL) == 1 &&
            EC_KEY_check_key(ec) == 1;
  EC_KEY_free(ec);
  return ok;
}

/* keyFromPoint(curve, point bytes, private bytes or undefined): a key of EC, undefined if that is
 * none. */
GJ_FUNCTION(key_from_point) {
  bool private = gj_crypto_has(js, argv[2]);
  gj_text name;
  gj_text_get(js, argv[0], &name);
  gj_bytes point = {NULL, 0};
  gj_bytes_look(js, argv[1], &point);
  BIGNUM *secret = private ? gj_crypto_bignum_of(js, argv[2]) : NULL;
  OSSL_PARAM_BLD *list = OSSL_PARAM_BLD_new();
  bool ok =
      list != NULL && is_point(OBJ_txt2nid(name.data), &point) &&
      OSSL_PARAM_BLD_push_utf8_string(list, OSSL_PKEY_PARAM_GROUP_NAME, name.data, 0) &&
      OSSL_PARAM_BLD_push_octet_string(list, OSSL_PKEY_PARAM_PUB_KEY, point.data, point.size) &&
      (!private ||
       (secret != NULL && OSSL_PARAM_BLD_push_BN(list, OSSL_PKEY_PARAM_PRIV_KEY, secret)));
  EVP_PKEY *pkey = ok ? build("EC", private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, list) : NULL;
  OSSL_PARAM_BLD_free(list);
  BN_clear_free(secret);
  gj_text_free(&name);
  ERR_clear_error();
  if (pkey == NULL) {
    return gj_undefined(js);
  }
  return gj_key_object(js, private ? GJ_KEY_PRIVATE : GJ_KEY_PUBLIC, pkey);
}

/* keyFromRaw(name, private, bytes): a key of Ed25519 and the like, undefined if the bytes are not
 * one. */
GJ_FUNCTION(key_from_raw) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  bool private = gj_to_bool(js, argv[1]);
  gj_bytes raw = {NULL, 0};
  gj_bytes_look(js, argv[2], &raw);
  EVP_PKEY *pkey = private
                       ? EVP_PKEY_new_raw_private_key_ex(NULL, name.data, NULL, raw.data, raw.size)
                       : EVP_PKEY_new_raw_public_key_ex(NULL, name.data, NULL, raw.data, raw.size);
  gj_text_free(&name);
  ERR_clear_error();
  if (pkey == NULL) {
    return gj_undefined(js);
  }
  return gj_key_object(js, private ? GJ_KEY_PRIVATE : GJ_KEY_PUBLIC, pkey);
}

/* keyPoint(key, compressed): the public point of a key of EC, encoded. */
GJ_FUNCTION(key_point) {
  const EC_KEY *ec = EVP_PKEY_get0_EC_KEY(gj_key_of(js, argv[0])->pkey);
  point_conversion_form_t form =
      gj_to_bool(js, argv[1]) ? POINT_CONVERSION_COMPRESSED : POINT_CONVERSION_UNCOMPRESSED;
  unsigned char *bytes = NULL;
  size_t size = ec == NULL ? 0
                           : EC_POINT_point2buf(EC_KEY_get0_group(ec), EC_KEY_get0_public_key(ec),
                                                form, &bytes, NULL);
  if (size == 0) {
    return gj_crypto_throw(js, exception, "The key has no public point");
  }
  gj_value value = gj_bytes_copy(js, bytes, size);
  OPENSSL_free(bytes);
  return value;
}

void gj_crypto_parts_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"keyParts", key_parts},      {"keyFromNumbers", key_from_numbers},
      {"keyFromRaw", key_from_raw}, {"keyFromPoint", key_from_point},
      {"keyPoint", key_point},      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
