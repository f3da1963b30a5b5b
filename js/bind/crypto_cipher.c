/* SPDX-License-Identifier: MIT */
/* Ciphers over data that comes in pieces. The rules of those with authentication (who may say what
 * when) are here; JavaScript makes errors of the numbers that these functions return. */
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#include "bind/crypto.h"
#include "engine/memory.h"

/* As internal/crypto/cipher.js has them. */
enum {
  FINE,
  NO_CIPHER,
  BAD_IV,
  BAD_KEY,
  BAD_TAG_LENGTH,
  TAG_LENGTH_MISSING,
  BAD_STATE,
  TOO_LONG,
  PLAINTEXT_LENGTH_MISSING
};
enum { TAG_UNKNOWN, TAG_KNOWN, TAG_PASSED };
#define NO_LENGTH UINT_MAX

typedef struct {
  EVP_CIPHER_CTX *context; /* NULL when it is finished */
  EVP_CIPHER *cipher;
  bool encrypts, authenticated, failed; /* failed: CCM tells in update what final must say */
  int mode, tag_state;
  unsigned tag_size;
  size_t longest; /* of CCM */
  uint8_t tag[16];
} gy_cipher;

static void cipher_free(void *memory) {
  gy_cipher *cipher = memory;
  EVP_CIPHER_CTX_free(cipher->context);
  EVP_CIPHER_free(cipher->cipher);
  OPENSSL_cleanse(cipher, sizeof(*cipher));
  free(cipher);
}

static bool is_authenticated(const EVP_CIPHER *cipher) {
  int mode = EVP_CIPHER_get_mode(cipher);
  return mode == EVP_CIPH_GCM_MODE || mode == EVP_CIPH_CCM_MODE || mode == EVP_CIPH_OCB_MODE ||
         EVP_CIPHER_get_nid(cipher) == NID_chacha20_poly1305;
}

static bool is_tag_size(unsigned size) {
  return size == 4 || size == 8 || (size >= 12 && size <= 16);
}

static int set_tag_size(gy_cipher *cipher, unsigned size) {
  if (cipher->mode == EVP_CIPH_GCM_MODE) {
    if (size != NO_LENGTH && !is_tag_size(size)) {
      return BAD_TAG_LENGTH;
    }
    cipher->tag_size = size;
    return FINE;
  }
  if (size == NO_LENGTH) {
    if (EVP_CIPHER_CTX_get_nid(cipher->context) != NID_chacha20_poly1305) {
      return TAG_LENGTH_MISSING;
    }
    size = 16;
  }
  if (size > INT_MAX ||
      !EVP_CIPHER_CTX_ctrl(cipher->context, EVP_CTRL_AEAD_SET_TAG, (int)size, NULL)) {
    ERR_clear_error();
    return BAD_TAG_LENGTH;
  }
  cipher->tag_size = size;
  return FINE;
}

static int set_authenticated(gy_cipher *cipher, size_t iv_size, unsigned tag_size) {
  if (iv_size > INT_MAX ||
      !EVP_CIPHER_CTX_ctrl(cipher->context, EVP_CTRL_AEAD_SET_IVLEN, (int)iv_size, NULL)) {
    ERR_clear_error();
    return BAD_IV;
  }
  int result = set_tag_size(cipher, tag_size);
  cipher->longest = iv_size == 12 ? 16777215 : iv_size == 13 ? 65535 : INT_MAX;
  return result;
}

/* FINE, a number of ours, or -1: libcrypto failed. */
static int start(gy_cipher *cipher, const gy_held *key, const gy_held *iv, bool has_iv,
                 unsigned tag_size) {
  const EVP_CIPHER *kind = cipher->cipher;
  size_t expected = (size_t)EVP_CIPHER_get_iv_length(kind);
  cipher->authenticated = is_authenticated(kind);
  if ((!has_iv && expected != 0) || (has_iv && !cipher->authenticated && iv->size != expected) ||
      (EVP_CIPHER_get_nid(kind) == NID_chacha20_poly1305 && iv->size > 12)) {
    return BAD_IV;
  }
  cipher->mode = EVP_CIPHER_get_mode(kind);
  cipher->context = EVP_CIPHER_CTX_new();
  if (cipher->context == NULL) {
    return -1;
  }
  if (cipher->mode == EVP_CIPH_WRAP_MODE) {
    EVP_CIPHER_CTX_set_flags(cipher->context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
  }
  if (!EVP_CipherInit_ex(cipher->context, kind, NULL, NULL, NULL, cipher->encrypts)) {
    return -1;
  }
  if (cipher->authenticated) {
    int result = set_authenticated(cipher, iv->size, tag_size);
    if (result != FINE) {
      return result;
    }
  }
  if (key->size > INT_MAX || !EVP_CIPHER_CTX_set_key_length(cipher->context, (int)key->size)) {
    ERR_clear_error();
    return BAD_KEY;
  }
  const uint8_t *start_at = has_iv ? iv->data : NULL;
  return EVP_CipherInit_ex(cipher->context, NULL, NULL, key->data, start_at, cipher->encrypts)
             ? FINE
             : -1;
}

/* process: each is fetched once for a name, under a lock: that takes longer than to encrypt. */
static struct {
  struct {
    char name[40];
    EVP_CIPHER *cipher;
  } list[64];
  unsigned count;
} ciphers_known;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void gy_crypto_cipher_forget(void) {
  pthread_mutex_lock(&lock);
  ciphers_known.count = 0;
  pthread_mutex_unlock(&lock);
}

static EVP_CIPHER *find(const char *name) {
  for (unsigned i = 0; i < ciphers_known.count; i++) {
    if (strcmp(ciphers_known.list[i].name, name) == 0) {
      EVP_CIPHER_up_ref(ciphers_known.list[i].cipher);
      return ciphers_known.list[i].cipher;
    }
  }
  const EVP_CIPHER *known = EVP_get_cipherbyname(name);
  if (known == NULL) {
    return NULL;
  }
  EVP_CIPHER *fetched = EVP_CIPHER_fetch(NULL, EVP_CIPHER_get0_name(known), NULL);
  if (fetched == NULL) { /* one that nobody offers: what it is can be told all the same */
    ERR_clear_error();
    return (EVP_CIPHER *)known;
  }
  if (ciphers_known.count < 64 && strlen(name) < sizeof(ciphers_known.list[0].name)) {
    EVP_CIPHER_up_ref(fetched);
    strcpy(ciphers_known.list[ciphers_known.count].name, name);
    ciphers_known.list[ciphers_known.count++].cipher = fetched;
  }
  return fetched;
}

/* A cipher by any of its names, to be freed; NULL if there is none. */
static EVP_CIPHER *fetch(const char *name) {
  pthread_mutex_lock(&lock);
  EVP_CIPHER *cipher = find(name);
  pthread_mutex_unlock(&lock);
  return cipher;
}

static EVP_CIPHER *cipher_named(gy_context js, gy_value name) {
  gy_text text;
  gy_text_get(js, name, &text);
  EVP_CIPHER *cipher = fetch(text.data);
  gy_text_free(&text);
  return cipher;
}

static gy_class cipher_class(void) {
  static gy_class place;
  return gy_class_made(&place, "Cipher", cipher_free);
}

/* cipher(encrypts, name, key, iv or null, size of the tag or undefined): an object, or a number. */
GY_FUNCTION(cipher_new) {
  EVP_CIPHER *kind = cipher_named(js, argv[1]);
  if (kind == NULL) {
    return gy_number(js, NO_CIPHER);
  }
  gy_cipher *cipher = gy_memory_new(sizeof(*cipher), "a cipher");
  gy_value object = gy_class_object(js, cipher_class(), cipher);
  cipher->cipher = kind;
  cipher->encrypts = gy_to_bool(js, argv[0]);
  cipher->tag_size = NO_LENGTH;
  gy_held key, iv;
  gy_hold(js, argv[2], false, &key);
  gy_hold(js, argv[3], false, &iv);
  unsigned tag_size = gy_has(js, argv[4]) ? gy_to_uint32(js, argv[4]) : NO_LENGTH;
  int result = start(cipher, &key, &iv, gy_has(js, argv[3]), tag_size);
  if (result == -1) {
    return gy_crypto_throw(js, exception, "Failed to initialize cipher");
  }
  return result == FINE ? object : gy_number(js, result);
}

static bool pass_tag(gy_cipher *cipher) {
  if (cipher->tag_state == TAG_KNOWN) {
    if (!EVP_CIPHER_CTX_ctrl(cipher->context, EVP_CTRL_AEAD_SET_TAG, (int)cipher->tag_size,
                             cipher->tag)) {
      return false;
    }
    cipher->tag_state = TAG_PASSED;
  }
  return true;
}

/* cipherUpdate(cipher, bytes): bytes, or a number. */
GY_FUNCTION(cipher_update) {
  gy_cipher *cipher = gy_class_take(js, argv[0], cipher_class(), exception);
  if (cipher == NULL) {
    return NULL;
  }
  gy_held in, out;
  gy_hold(js, argv[1], false, &in);
  if (cipher->context == NULL ||
      in.size > (size_t)(INT_MAX - EVP_CIPHER_CTX_get_block_size(cipher->context))) {
    return gy_number(js, BAD_STATE);
  }
  if (cipher->mode == EVP_CIPH_CCM_MODE && in.size > cipher->longest) {
    return gy_number(js, TOO_LONG);
  }
  if (!cipher->encrypts && cipher->authenticated && !pass_tag(cipher)) {
    return gy_number(js, BAD_STATE);
  }
  ERR_clear_error();
  size_t room = in.size + (size_t)EVP_CIPHER_CTX_get_block_size(cipher->context);
  int size = (int)room;
  /* Where keys are wrapped only libcrypto knows what comes out. */
  if (cipher->encrypts && cipher->mode == EVP_CIPH_WRAP_MODE &&
      EVP_CipherUpdate(cipher->context, NULL, &size, in.data, (int)in.size) != 1) {
    return gy_crypto_throw(js, exception, "Trying to add data in unsupported state");
  }
  if (!gy_hold_room((size_t)size, &out)) {
    return gy_crypto_throw(js, exception, "There is no memory for that");
  }
  int ok = EVP_CipherUpdate(cipher->context, out.data, &size, in.data, (int)in.size);
  out.size = ok == 1 ? (size_t)size : 0;
  if (ok != 1 && !cipher->encrypts && cipher->mode == EVP_CIPH_CCM_MODE) {
    cipher->failed = true;
    ERR_clear_error();
    ok = 1;
  }
  if (ok != 1) {
    gy_hold_free(&out);
    return gy_crypto_throw(js, exception, "Trying to add data in unsupported state");
  }
  return gy_hold_give(js, &out);
}

static bool finish(gy_cipher *cipher, uint8_t *out, int *size) {
  *size = 0;
  if (!cipher->encrypts && cipher->authenticated) {
    pass_tag(cipher);
  }
  if (!cipher->encrypts && cipher->mode == EVP_CIPH_CCM_MODE) {
    return !cipher->failed;
  }
  if (!cipher->encrypts && cipher->authenticated && cipher->tag_state != TAG_PASSED &&
      EVP_CIPHER_CTX_get_nid(cipher->context) == NID_chacha20_poly1305) {
    return false;
  }
  if (EVP_CipherFinal_ex(cipher->context, out, size) != 1) {
    return false;
  }
  if (!cipher->encrypts || !cipher->authenticated) {
    return true;
  }
  if (cipher->tag_size == NO_LENGTH) {
    cipher->tag_size = sizeof(cipher->tag);
  }
  return EVP_CIPHER_CTX_ctrl(cipher->context, EVP_CTRL_AEAD_GET_TAG, (int)cipher->tag_size,
                             cipher->tag) == 1;
}

/* cipherFinal(cipher): bytes, or a number. */
GY_FUNCTION(cipher_final) {
  gy_cipher *cipher = gy_class_take(js, argv[0], cipher_class(), exception);
  if (cipher == NULL) {
    return NULL;
  }
  if (cipher->context == NULL) {
    return gy_number(js, BAD_STATE);
  }
  uint8_t out[EVP_MAX_BLOCK_LENGTH];
  int size;
  ERR_clear_error();
  bool ok = finish(cipher, out, &size);
  EVP_CIPHER_CTX_free(cipher->context);
  cipher->context = NULL;
  if (!ok) {
    return gy_crypto_throw(js, exception,
                           cipher->authenticated
                               ? "Unsupported state or unable to authenticate data"
                               : "Unsupported state");
  }
  gy_value bytes = gy_bytes_copy(js, out, (size_t)size);
  OPENSSL_cleanse(out, sizeof(out));
  return bytes;
}

/* cipherPadding(cipher, on): whether it could be set. */
GY_FUNCTION(cipher_padding) {
  gy_cipher *cipher = gy_class_take(js, argv[0], cipher_class(), exception);
  if (cipher == NULL) {
    return NULL;
  }
  return gy_bool(js, cipher->context != NULL &&
                         EVP_CIPHER_CTX_set_padding(cipher->context, gy_to_bool(js, argv[1])));
}

/* cipherTag(cipher): of what was encrypted, undefined if there is none (yet). */
GY_FUNCTION(cipher_tag) {
  const gy_cipher *cipher = gy_class_take(js, argv[0], cipher_class(), exception);
  if (cipher == NULL) {
    return NULL;
  }
  if (cipher->context != NULL || !cipher->encrypts || !cipher->authenticated ||
      cipher->tag_size > sizeof(cipher->tag)) {
    return gy_undefined(js);
  }
  return gy_bytes_copy(js, cipher->tag, cipher->tag_size);
}

/* cipherSetTag(cipher, bytes): a number. */
GY_FUNCTION(cipher_set_tag) {
  gy_cipher *cipher = gy_class_take(js, argv[0], cipher_class(), exception);
  if (cipher == NULL) {
    return NULL;
  }
  gy_held tag;
  gy_hold(js, argv[1], false, &tag);
  if (cipher->context == NULL || !cipher->authenticated || cipher->encrypts ||
      cipher->tag_state != TAG_UNKNOWN) {
    return gy_number(js, BAD_STATE);
  }
  bool fits = cipher->tag_size == tag.size;
  if (cipher->mode == EVP_CIPH_GCM_MODE) {
    fits =
        (cipher->tag_size == NO_LENGTH || fits) && tag.size < 32 && is_tag_size((unsigned)tag.size);
  }
  if (!fits || tag.size > sizeof(cipher->tag)) {
    return gy_number(js, BAD_TAG_LENGTH);
  }
  cipher->tag_size = (unsigned)tag.size;
  cipher->tag_state = TAG_KNOWN;
  memcpy(cipher->tag, tag.data, tag.size);
  return gy_number(js, FINE);
}

/* cipherExtra(cipher, bytes, size of the plain text or -1): adds what is only authenticated; a
 * number. */
GY_FUNCTION(cipher_extra) {
  gy_cipher *cipher = gy_class_take(js, argv[0], cipher_class(), exception);
  if (cipher == NULL) {
    return NULL;
  }
  gy_held extra;
  gy_hold(js, argv[1], false, &extra);
  int plain = gy_to_int32(js, argv[2]), size;
  if (cipher->context == NULL || !cipher->authenticated || extra.size > INT_MAX) {
    return gy_number(js, BAD_STATE);
  }
  ERR_clear_error();
  bool ok = true;
  if (cipher->mode == EVP_CIPH_CCM_MODE) {
    if (plain < 0) {
      return gy_number(js, PLAINTEXT_LENGTH_MISSING);
    }
    if ((size_t)plain > cipher->longest) {
      return gy_number(js, TOO_LONG);
    }
    ok = (cipher->encrypts || pass_tag(cipher)) &&
         EVP_CipherUpdate(cipher->context, NULL, &size, NULL, plain) == 1;
  }
  ok = ok && EVP_CipherUpdate(cipher->context, NULL, &size, extra.data, (int)extra.size) == 1;
  ERR_clear_error();
  return gy_number(js, ok ? FINE : BAD_STATE);
}

/* cipherFromPassword(name, password): [key, iv] by the old way; a number if that cannot be. */
GY_FUNCTION(cipher_from_password) {
  EVP_CIPHER *cipher = cipher_named(js, argv[0]);
  if (cipher == NULL) {
    return gy_number(js, NO_CIPHER);
  }
  gy_held password;
  gy_hold(js, argv[1], false, &password);
  unsigned char key[EVP_MAX_KEY_LENGTH], iv[EVP_MAX_IV_LENGTH];
  int size = EVP_BytesToKey(cipher, gy_openssl_digest("MD5"), NULL, password.data,
                            (int)password.size, 1, key, iv);
  int iv_size = EVP_CIPHER_get_iv_length(cipher);
  EVP_CIPHER_free(cipher);
  gy_value parts[] = {
      gy_bytes_copy(js, key, (size_t)size),
      iv_size == 0 ? gy_null(js) : (gy_value)gy_bytes_copy(js, iv, (size_t)iv_size)};
  OPENSSL_cleanse(key, sizeof(key));
  OPENSSL_cleanse(iv, sizeof(iv));
  return size == 0 ? gy_number(js, BAD_KEY) : (gy_value)gy_array(js, 2, parts);
}

static const char *mode_name(const EVP_CIPHER *cipher) {
  static const char *const names[] = {"stream", "ecb", "cbc", "cfb", "ofb", "ctr", "gcm", "ccm"};
  int mode = EVP_CIPHER_get_mode(cipher);
  switch (mode) {
    case EVP_CIPH_XTS_MODE:
      return "xts";
    case EVP_CIPH_WRAP_MODE:
      return "wrap";
    case EVP_CIPH_OCB_MODE:
      return "ocb";
    default:
      return mode >= 0 && mode < 8 ? names[mode] : NULL;
  }
}

/* Whether these lengths, -1 if none is given, can be had. */
static bool lengths_fit(const EVP_CIPHER *cipher, int key_size, int iv_size) {
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  bool ok = context != NULL && EVP_CipherInit_ex(context, cipher, NULL, NULL, NULL, 1) == 1;
  if (ok && key_size >= 0) {
    ok = EVP_CIPHER_CTX_set_key_length(context, key_size) == 1;
  }
  if (ok && iv_size >= 0) {
    ok = is_authenticated(cipher)
             ? EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, iv_size, NULL) == 1
             : iv_size == EVP_CIPHER_get_iv_length(cipher);
  }
  EVP_CIPHER_CTX_free(context);
  ERR_clear_error();
  return ok;
}

/* cipherInfo(name or number, key length or -1, iv length or -1): an object, or undefined. */
GY_FUNCTION(cipher_info) {
  EVP_CIPHER *cipher;
  if (gy_is_number(js, argv[0])) {
    const char *name = OBJ_nid2sn(gy_to_int32(js, argv[0]));
    cipher = name == NULL ? NULL : fetch(name);
  } else {
    cipher = cipher_named(js, argv[0]);
  }
  int key_size = gy_to_int32(js, argv[1]), iv_size = gy_to_int32(js, argv[2]);
  ERR_clear_error();
  if (cipher == NULL) {
    return gy_undefined(js);
  }
  if ((key_size >= 0 || iv_size >= 0) && !lengths_fit(cipher, key_size, iv_size)) {
    EVP_CIPHER_free(cipher);
    return gy_undefined(js);
  }
  gy_object info = gy_object_new(js);
  const char *mode = mode_name(cipher);
  int number = EVP_CIPHER_get_nid(cipher);
  if (mode != NULL) {
    gy_set_string(js, info, "mode", mode);
  }
  gy_set_string(js, info, "name", OBJ_nid2sn(number));
  gy_set_number(js, info, "nid", number);
  if (EVP_CIPHER_get_mode(cipher) != EVP_CIPH_STREAM_CIPHER) {
    gy_set_number(js, info, "blockSize", EVP_CIPHER_get_block_size(cipher));
  }
  int length = iv_size >= 0 ? iv_size : EVP_CIPHER_get_iv_length(cipher);
  if (length != 0) {
    gy_set_number(js, info, "ivLength", length);
  }
  gy_set_number(js, info, "keyLength",
                key_size >= 0 ? key_size : EVP_CIPHER_get_key_length(cipher));
  EVP_CIPHER_free(cipher);
  return info;
}

static void add_cipher(GY_UNUSED const EVP_CIPHER *cipher, const char *from,
                       GY_UNUSED const char *to, void *list) {
  gy_context js = gy_runtime_self()->js;
  EVP_CIPHER *known = from == NULL ? NULL : EVP_CIPHER_fetch(NULL, from, NULL);
  if (known == NULL && from != NULL) {
    const EVP_CIPHER *old = EVP_get_cipherbyname(from);
    known = old == NULL ? NULL : EVP_CIPHER_fetch(NULL, EVP_CIPHER_get0_name(old), NULL);
  }
  if (known != NULL) {
    EVP_CIPHER_free(known);
    gy_set_index(js, list, gy_length(js, list), gy_string(js, from));
  }
  ERR_clear_error();
}

/* ciphers(): the names of all that can be used. */
GY_FUNCTION(ciphers) {
  gy_object list = gy_array(js, 0, NULL);
  EVP_CIPHER_do_all_sorted(add_cipher, list);
  return list;
}

void gy_crypto_cipher_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {
      {"cipher", cipher_new},
      {"cipherUpdate", cipher_update},
      {"cipherFinal", cipher_final},
      {"cipherPadding", cipher_padding},
      {"cipherTag", cipher_tag},
      {"cipherSetTag", cipher_set_tag},
      {"cipherExtra", cipher_extra},
      {"cipherFromPassword", cipher_from_password},
      {"cipherInfo", cipher_info},
      {"ciphers", ciphers},
      {NULL, NULL},
  };
  gy_set_exports(js, binding, exports);
}
