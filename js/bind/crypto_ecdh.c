/* SPDX-License-Identifier: MIT */
/* Diffie-Hellman on curves, with objects; and the list of curves. */
#include <stdlib.h>

#include "bind/crypto.h"
#include "engine/memory.h"

/* As internal/crypto/dh.js has them. */
enum { BAD_PAIR = 1, BAD_PUBLIC_KEY, FAILED };

static void ecdh_free(void *memory) { EC_KEY_free(memory); }

static int curve_of(gj_context js, gj_value name) {
  gj_text text;
  gj_text_get(js, name, &text);
  int curve = OBJ_sn2nid(text.data);
  gj_text_free(&text);
  return curve;
}

static gj_class ecdh_class(void) {
  static gj_class place;
  return gj_class_made(&place, "ECDH", ecdh_free);
}

/* ecdh(curve): an object, undefined if there is no such curve. */
GJ_FUNCTION(ecdh_new) {
  int curve = curve_of(js, argv[0]);
  EC_KEY *key = curve == NID_undef ? NULL : EC_KEY_new_by_curve_name(curve);
  ERR_clear_error();
  return key == NULL ? gj_undefined(js) : (gj_value)gj_class_object(js, ecdh_class(), key);
}

/* ecdhKeys(ecdh): makes a new pair. */
GJ_FUNCTION(ecdh_keys) {
  ERR_clear_error();
  EC_KEY *key = gj_class_take(js, argv[0], ecdh_class(), exception);
  if (key == NULL) {
    return NULL;
  }
  if (EC_KEY_generate_key(key) != 1) {
    return gj_crypto_throw(js, exception, "Failed to generate key");
  }
  return gj_undefined(js);
}

static gj_value point_bytes(gj_context js, const EC_GROUP *group, const EC_POINT *point, int form) {
  unsigned char *bytes = NULL;
  size_t size = EC_POINT_point2buf(group, point, (point_conversion_form_t)form, &bytes, NULL);
  gj_value value = size == 0 ? gj_undefined(js) : (gj_value)gj_bytes_copy(js, bytes, size);
  OPENSSL_free(bytes);
  ERR_clear_error();
  return value;
}

/* ecdhPublic(ecdh, form): bytes, undefined if there is none. */
GJ_FUNCTION(ecdh_public) {
  const EC_KEY *key = gj_class_take(js, argv[0], ecdh_class(), exception);
  if (key == NULL) {
    return NULL;
  }
  const EC_POINT *point = EC_KEY_get0_public_key(key);
  return point == NULL ? gj_undefined(js)
                       : point_bytes(js, EC_KEY_get0_group(key), point, gj_to_int32(js, argv[1]));
}

/* ecdhPrivate(ecdh): as many bytes as the order of the curve has, undefined if there is none. */
GJ_FUNCTION(ecdh_private) {
  const EC_KEY *key = gj_class_take(js, argv[0], ecdh_class(), exception);
  if (key == NULL) {
    return NULL;
  }
  const BIGNUM *number = EC_KEY_get0_private_key(key);
  gj_held held;
  if (number == NULL || !gj_crypto_hold_room((size_t)BN_num_bytes(number), &held)) {
    return gj_undefined(js);
  }
  BN_bn2binpad(number, held.data, (int)held.size);
  return gj_crypto_hold_give(js, &held);
}

static EC_POINT *point_of(gj_context js, const EC_GROUP *group, gj_value value) {
  gj_bytes bytes = {NULL, 0};
  gj_bytes_look(js, value, &bytes);
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

/* ecdhSecret(ecdh, other public key): bytes, or a number. */
GJ_FUNCTION(ecdh_secret) {
  EC_KEY *key = gj_class_take(js, argv[0], ecdh_class(), exception);
  if (key == NULL) {
    return NULL;
  }
  const EC_GROUP *group = EC_KEY_get0_group(key);
  if (!is_pair(key)) {
    return gj_number(js, BAD_PAIR);
  }
  EC_POINT *peer = point_of(js, group, argv[1]);
  if (peer == NULL) {
    return gj_number(js, BAD_PUBLIC_KEY);
  }
  gj_held out = {NULL, 0, false};
  size_t size = (size_t)(EC_GROUP_get_degree(group) + 7) / 8;
  bool ok =
      gj_crypto_hold_room(size, &out) && ECDH_compute_key(out.data, size, peer, key, NULL) > 0;
  EC_POINT_free(peer);
  ERR_clear_error();
  if (!ok) {
    gj_crypto_hold_free(&out);
    return gj_number(js, FAILED);
  }
  return gj_crypto_hold_give(js, &out);
}

/* Whether a number is above 0 and below the order. */
static bool is_secret(const EC_GROUP *group, const BIGNUM *number) {
  return !BN_is_zero(number) && !BN_is_negative(number) &&
         BN_cmp(number, EC_GROUP_get0_order(group)) < 0;
}

/* ecdhSetPrivate(ecdh, bytes): false if they are not a key; then nothing is changed. */
GJ_FUNCTION(ecdh_set_private) {
  EC_KEY *key = gj_class_take(js, argv[0], ecdh_class(), exception);
  if (key == NULL) {
    return NULL;
  }
  const EC_GROUP *group = EC_KEY_get0_group(key);
  BIGNUM *number = gj_crypto_bignum_of(js, argv[1]);
  EC_POINT *point = EC_POINT_new(group);
  bool ok = number != NULL && point != NULL && is_secret(group, number) &&
            EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1 &&
            EC_KEY_set_private_key(key, number) == 1 && EC_KEY_set_public_key(key, point) == 1;
  EC_POINT_free(point);
  BN_clear_free(number);
  ERR_clear_error();
  return gj_bool(js, ok);
}

/* ecdhSetPublic(ecdh, bytes): false if they are not a key. */
GJ_FUNCTION(ecdh_set_public) {
  EC_KEY *key = gj_class_take(js, argv[0], ecdh_class(), exception);
  if (key == NULL) {
    return NULL;
  }
  EC_POINT *point = point_of(js, EC_KEY_get0_group(key), argv[1]);
  bool ok = point != NULL && EC_KEY_set_public_key(key, point) == 1;
  EC_POINT_free(point);
  ERR_clear_error();
  return gj_bool(js, ok);
}

/* ecdhConvert(bytes, curve, form): the same point in another form; false if there is no such curve,
 * undefined if it is not a point. */
GJ_FUNCTION(ecdh_convert) {
  int curve = curve_of(js, argv[1]);
  EC_GROUP *group = curve == NID_undef ? NULL : EC_GROUP_new_by_curve_name(curve);
  if (group == NULL) {
    ERR_clear_error();
    return gj_bool(js, false);
  }
  EC_POINT *point = point_of(js, group, argv[0]);
  gj_value value =
      point == NULL ? gj_undefined(js) : point_bytes(js, group, point, gj_to_int32(js, argv[2]));
  EC_POINT_free(point);
  EC_GROUP_free(group);
  return value;
}

/* curves(): the names of all. */
GJ_FUNCTION(curves) {
  gj_object list = gj_array(js, 0, NULL);
  size_t count = EC_get_builtin_curves(NULL, 0);
  EC_builtin_curve *found = gj_memory_new(count * sizeof(*found), "a list");
  count = EC_get_builtin_curves(found, count);
  for (size_t i = 0; i < count; i++) {
    gj_set_index(js, list, (unsigned)i, gj_string(js, OBJ_nid2sn(found[i].nid)));
  }
  free(found);
  return list;
}

void gj_crypto_ecdh_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
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
  gj_set_exports(js, binding, exports);
}
