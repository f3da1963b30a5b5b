/* SPDX-License-Identifier: MIT */
/* Diffie-Hellman on a curve, by objects; and the curves there are. */
#include <stdlib.h>

#include "bind/crypto.h"
#include "engine/memory.h"

/* As internal/crypto/dh.js has them. */
enum { BAD_PAIR = 1, BAD_PUBLIC_KEY, FAILED };

static void ecdh_free(void *memory) { EC_KEY_free(memory); }

static int curve_of(gy_context js, gy_value name) {
  gy_text text;
  gy_text_get(js, name, &text);
  int curve = OBJ_sn2nid(text.data);
  gy_text_free(&text);
  return curve;
}

static gy_class ecdh_class(void) {
  static gy_class place;
  return gy_class_made(&place, "ECDH", ecdh_free);
}

/* ecdh(curve): an object, undefined if there is no such curve. */
GY_FUNCTION(ecdh_new) {
  int curve = curve_of(js, argv[0]);
  EC_KEY *key = curve == NID_undef ? NULL : EC_KEY_new_by_curve_name(curve);
  ERR_clear_error();
  return key == NULL ? gy_undefined(js) : (gy_value)gy_class_object(js, ecdh_class(), key);
}

/* ecdhKeys(ecdh): makes a new pair. */
GY_FUNCTION(ecdh_keys) {
  ERR_clear_error();
  EC_KEY *key = gy_class_take(js, argv[0], ecdh_class(), exception);
  if (key == NULL) {
    return NULL;
  }
  if (EC_KEY_generate_key(key) != 1) {
    return gy_crypto_throw(js, exception, "Failed to generate key");
  }
  return gy_undefined(js);
}

static gy_value point_bytes(gy_context js, const EC_GROUP *group, const EC_POINT *point, int form) {
  unsigned char *bytes = NULL;
  size_t size = EC_POINT_point2buf(group, point, (point_conversion_form_t)form, &bytes, NULL);
  gy_value value = size == 0 ? gy_undefined(js) : (gy_value)gy_bytes_copy(js, bytes, size);
  OPENSSL_free(bytes);
  ERR_clear_error();
  return value;
}

/* ecdhPublic(ecdh, form): bytes, undefined if there is none. */
GY_FUNCTION(ecdh_public) {
  const EC_KEY *key = gy_class_take(js, argv[0], ecdh_class(), exception);
  if (key == NULL) {
    return NULL;
  }
  const EC_POINT *point = EC_KEY_get0_public_key(key);
  return point == NULL ? gy_undefined(js)
                       : point_bytes(js, EC_KEY_get0_group(key), point, gy_to_int32(js, argv[1]));
}

/* ecdhPrivate(ecdh): as many bytes as the order of the curve has, undefined if there is none. */
GY_FUNCTION(ecdh_private) {
  const EC_KEY *key = gy_class_take(js, argv[0], ecdh_class(), exception);
  if (key == NULL) {
    return NULL;
  }
  const BIGNUM *number = EC_KEY_get0_private_key(key);
  gy_held held;
  if (number == NULL || !gy_hold_room((size_t)BN_num_bytes(number), &held)) {
    return gy_undefined(js);
  }
  BN_bn2binpad(number, held.data, (int)held.size);
  return gy_hold_give(js, &held);
}

static EC_POINT *point_of(gy_context js, const EC_GROUP *group, gy_value value) {
  gy_bytes bytes = {NULL, 0};
  gy_bytes_look(js, value, &bytes);
  EC_POINT *point = EC_POINT_new(group);
  if (point != NULL && EC_POINT_oct2point(group, point, bytes.data, bytes.size, NULL) != 1) {
    EC_POINT_free(point);
    point = NULL;
  }
  ERR_clear_error();
  return point;
}

static bool is_pair(EC_KEY *key) {
  bool ok = EC_KEY_check_key(key) == 1;
  ERR_clear_error();
  return ok;
}

/* ecdhSecret(ecdh, public key of the other): bytes, or a number. */
GY_FUNCTION(ecdh_secret) {
  EC_KEY *key = gy_class_take(js, argv[0], ecdh_class(), exception);
  if (key == NULL) {
    return NULL;
  }
  const EC_GROUP *group = EC_KEY_get0_group(key);
  if (!is_pair(key)) {
    return gy_number(js, BAD_PAIR);
  }
  EC_POINT *peer = point_of(js, group, argv[1]);
  if (peer == NULL) {
    return gy_number(js, BAD_PUBLIC_KEY);
  }
  gy_held out = {NULL, 0, false};
  size_t size = (size_t)(EC_GROUP_get_degree(group) + 7) / 8;
  bool ok = gy_hold_room(size, &out) && ECDH_compute_key(out.data, size, peer, key, NULL) > 0;
  EC_POINT_free(peer);
  ERR_clear_error();
  if (!ok) {
    gy_hold_free(&out);
    return gy_number(js, FAILED);
  }
  return gy_hold_give(js, &out);
}

/* Whether a number lies between 0 and the order, without both. */
static bool is_secret(const EC_GROUP *group, const BIGNUM *number) {
  return !BN_is_zero(number) && !BN_is_negative(number) &&
         BN_cmp(number, EC_GROUP_get0_order(group)) < 0;
}

/* ecdhSetPrivate(ecdh, bytes): false if they are no key; then nothing is changed. */
GY_FUNCTION(ecdh_set_private) {
  EC_KEY *key = gy_class_take(js, argv[0], ecdh_class(), exception);
  if (key == NULL) {
    return NULL;
  }
  const EC_GROUP *group = EC_KEY_get0_group(key);
  BIGNUM *number = gy_bignum_of(js, argv[1]);
  EC_POINT *point = EC_POINT_new(group);
  bool ok = number != NULL && point != NULL && is_secret(group, number) &&
            EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1 &&
            EC_KEY_set_private_key(key, number) == 1 && EC_KEY_set_public_key(key, point) == 1;
  EC_POINT_free(point);
  BN_clear_free(number);
  ERR_clear_error();
  return gy_bool(js, ok);
}

/* ecdhSetPublic(ecdh, bytes): false if they are no key. */
GY_FUNCTION(ecdh_set_public) {
  EC_KEY *key = gy_class_take(js, argv[0], ecdh_class(), exception);
  if (key == NULL) {
    return NULL;
  }
  EC_POINT *point = point_of(js, EC_KEY_get0_group(key), argv[1]);
  bool ok = point != NULL && EC_KEY_set_public_key(key, point) == 1;
  EC_POINT_free(point);
  ERR_clear_error();
  return gy_bool(js, ok);
}

/* ecdhConvert(bytes, curve, form): the same point in another form; false if there is no such curve,
 * undefined if it is no point. */
GY_FUNCTION(ecdh_convert) {
  int curve = curve_of(js, argv[1]);
  EC_GROUP *group = curve == NID_undef ? NULL : EC_GROUP_new_by_curve_name(curve);
  if (group == NULL) {
    ERR_clear_error();
    return gy_bool(js, false);
  }
  EC_POINT *point = point_of(js, group, argv[0]);
  gy_value value =
      point == NULL ? gy_undefined(js) : point_bytes(js, group, point, gy_to_int32(js, argv[2]));
  EC_POINT_free(point);
  EC_GROUP_free(group);
  return value;
}

/* curves(): the names of all. */
GY_FUNCTION(curves) {
  gy_object list = gy_array(js, 0, NULL);
  size_t count = EC_get_builtin_curves(NULL, 0);
  EC_builtin_curve *found = gy_memory_new(count * sizeof(*found), "a list");
  count = EC_get_builtin_curves(found, count);
  for (size_t i = 0; i < count; i++) {
    gy_set_index(js, list, (unsigned)i, gy_string(js, OBJ_nid2sn(found[i].nid)));
  }
  free(found);
  return list;
}

void gy_crypto_ecdh_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {
      {"ecdh", ecdh_new},
      {"ecdhKeys", ecdh_keys},
      {"ecdhPublic", ecdh_public},
      {"ecdhPrivate", ecdh_private},
      {"ecdhSecret", ecdh_secret},
      {"ecdhSetPrivate", ecdh_set_private},
      {"ecdhSetPublic", ecdh_set_public},
      {"ecdhConvert", ecdh_convert},
      {"curves", curves},
      {NULL, NULL},
  };
  gy_set_exports(js, binding, exports);
}
