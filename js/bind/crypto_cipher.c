/* SPDX-License-Identifier: MIT */
/* Ciphers over data that comes in pieces. The rules for authenticated ciphers (what may be called
 * when) are here; JavaScript turns the returned numbers into errors. */
#include <limits.h>
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
  PLAINTEXT_LENGTH_MISSING,
  FAILED /* libcrypto says why */
};
enum { TAG_UNKNOWN, TAG_KNOWN, TAG_PASSED };
#define NO_LENGTH UINT_MAX

typedef struct {
  EVP_CIPHER_CTX *context; /* NULL when it is finished */
  EVP_CIPHER *cipher;
  bool encrypts, authenticated, failed; /* failed: CCM tells in update what final must say */
  int mode, tag_state;
  unsigned tag_size, block;
  size_t longest; /* of CCM */
  uint8_t tag[16];
} gj_cipher;

/* Small results wait here until JavaScript has made an array of that size for them. */
#define SCRATCH 4096
#define EXTRA (2 * EVP_MAX_BLOCK_LENGTH)
static _Thread_local uint8_t *scratch; /* made with the thread's first cipher */

static void free_scratch(void) {
  free(scratch);
  scratch = NULL;
}

static void cipher_free(void *memory) {
  gj_cipher *cipher = memory;
  EVP_CIPHER_CTX_free(cipher->context);
  EVP_CIPHER_free(cipher->cipher);
  OPENSSL_cleanse(cipher, sizeof(*cipher));
  free(cipher);
}

static bool is_tag_size(unsigned size) {
  return size == 4 || size == 8 || (size >= 12 && size <= 16);
}

static int set_tag_size(gj_cipher *cipher, unsigned size) {
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

static int set_authenticated(gj_cipher *cipher, size_t iv_size, unsigned tag_size) {
  if (iv_size > INT_MAX ||
      !EVP_CIPHER_CTX_ctrl(cipher->context, EVP_CTRL_AEAD_SET_IVLEN, (int)iv_size, NULL)) {
    ERR_clear_error();
    return BAD_IV;
  }
  int result = set_tag_size(cipher, tag_size);
  cipher->longest = iv_size == 12 ? 16777215 : iv_size == 13 ? 65535 : INT_MAX;
  return result;
}

/* Whether nothing has to be set before the key: most ciphers use the defaults of their kind. */
static bool is_usual(const gj_cipher *cipher, const gj_held *key, size_t iv_size) {
  return key->size == (size_t)EVP_CIPHER_get_key_length(cipher->cipher) &&
         (!cipher->authenticated || (cipher->mode == EVP_CIPH_GCM_MODE && iv_size == 12));
}

static int set_unusual(gj_cipher *cipher, const gj_held *key, size_t iv_size, unsigned tag_size) {
  if (!EVP_CipherInit_ex(cipher->context, cipher->cipher, NULL, NULL, NULL, cipher->encrypts)) {
    return FAILED;
  }
  if (cipher->authenticated) {
    int result = set_authenticated(cipher, iv_size, tag_size);
    if (result != FINE) {
      return result;
    }
  }
  if (key->size > INT_MAX || !EVP_CIPHER_CTX_set_key_length(cipher->context, (int)key->size)) {
    ERR_clear_error();
    return BAD_KEY;
  }
  return FINE;
}

static int start(gj_cipher *cipher, const gj_held *key, const gj_held *iv, bool has_iv,
                 unsigned tag_size) {
  const EVP_CIPHER *kind = cipher->cipher;
  size_t expected = (size_t)EVP_CIPHER_get_iv_length(kind);
  cipher->authenticated = gj_crypto_cipher_authenticated(kind);
  if ((!has_iv && expected != 0) || (has_iv && !cipher->authenticated && iv->size != expected) ||
      (EVP_CIPHER_get_nid(kind) == NID_chacha20_poly1305 && iv->size > 12)) {
    return BAD_IV;
  }
  cipher->mode = EVP_CIPHER_get_mode(kind);
  cipher->block = (unsigned)EVP_CIPHER_get_block_size(kind);
  cipher->context = EVP_CIPHER_CTX_new();
  if (cipher->context == NULL) {
    return FAILED;
  }
  if (cipher->mode == EVP_CIPH_WRAP_MODE) {
    EVP_CIPHER_CTX_set_flags(cipher->context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
  }
  bool usual = is_usual(cipher, key, iv->size);
  int result = !usual                  ? set_unusual(cipher, key, iv->size, tag_size)
               : cipher->authenticated ? set_tag_size(cipher, tag_size)
                                       : FINE;
  if (result != FINE) {
    return result;
  }
  return EVP_CipherInit_ex(cipher->context, usual ? kind : NULL, NULL, key->data,
                           has_iv ? iv->data : NULL, cipher->encrypts)
             ? FINE
             : FAILED;
}

static gj_class cipher_class(void) {
  static gj_class place;
  return gj_class_made(&place, "Cipher", cipher_free);
}

/* cipher(encrypts, name, key, iv or null, size of the tag or undefined): an object, or a number. */
GJ_FUNCTION(cipher_new) {
  EVP_CIPHER *kind = gj_crypto_cipher_named(js, argv[1]);
  if (kind == NULL) {
    return gj_number(js, NO_CIPHER);
  }
  if (scratch == NULL) {
    scratch = gj_memory_new(SCRATCH + EXTRA, "results of ciphers");
    gj_runtime_at_end(free_scratch);
  }
  gj_cipher *cipher = gj_memory_new(sizeof(*cipher), "a cipher");
  gj_value object = gj_class_object(js, cipher_class(), cipher);
  cipher->cipher = kind;
  cipher->encrypts = gj_to_bool(js, argv[0]);
  cipher->tag_size = NO_LENGTH;
  gj_held key, iv;
  gj_crypto_hold(js, argv[2], false, &key);
  gj_crypto_hold(js, argv[3], false, &iv);
  unsigned tag_size = gj_crypto_has(js, argv[4]) ? gj_to_uint32(js, argv[4]) : NO_LENGTH;
  int result = start(cipher, &key, &iv, gj_crypto_has(js, argv[3]), tag_size);
  return result == FINE ? object : gj_number(js, result);
}
GJ_DIRECT(cipher_new)

static bool pass_tag(gj_cipher *cipher) {
  if (cipher->tag_state == TAG_KNOWN) {
    if (!EVP_CIPHER_CTX_ctrl(cipher->context, EVP_CTRL_AEAD_SET_TAG, (int)cipher->tag_size,
                             cipher->tag)) {
      return false;
    }
    cipher->tag_state = TAG_PASSED;
  }
  return true;
}

static gj_cipher *cipher_of(gj_context js, gj_value value) {
  return gj_class_is(js, value, cipher_class()) ? gj_class_memory((gj_object)value) : NULL;
}

/* The maximal size of the output for this much input: incomplete blocks, and what wrapping a key
 * adds. */
static size_t room_for(const gj_cipher *cipher, size_t size) {
  bool same = cipher->block == 1 && cipher->mode != EVP_CIPH_WRAP_MODE;
  return same ? size : size + EXTRA;
}

/* How many bytes were produced; negative: an error. */
static int64_t update(gj_cipher *cipher, const gj_held *in, uint8_t *out) {
  if (cipher->context == NULL || in->size > INT_MAX - EXTRA) {
    return -BAD_STATE;
  }
  if (cipher->mode == EVP_CIPH_CCM_MODE && in->size > cipher->longest) {
    return -TOO_LONG;
  }
  if (!cipher->encrypts && cipher->authenticated && !pass_tag(cipher)) {
    return -BAD_STATE;
  }
  ERR_clear_error();
  int size = 0;
  if (EVP_CipherUpdate(cipher->context, out, &size, in->data, (int)in->size) == 1) {
    return size;
  }
  if (!cipher->encrypts && cipher->mode == EVP_CIPH_CCM_MODE) {
    cipher->failed = true;
    ERR_clear_error();
    return 0;
  }
  return -FAILED;
}

/* cipherUpdate(cipher, a few bytes): how many were produced, for cipherTake; negative: an error. */
GJ_FUNCTION(cipher_update) {
  gj_cipher *cipher = cipher_of(js, argv[0]);
  gj_held in;
  gj_crypto_hold(js, argv[1], false, &in);
  bool fits = cipher != NULL && in.size <= SCRATCH;
  return gj_number(js, fits ? (double)update(cipher, &in, scratch) : -BAD_STATE);
}
GJ_DIRECT(cipher_update)

/* cipherTake(bytes): fills them with the last output. */
GJ_FUNCTION(cipher_take) {
  gj_bytes to;
  if (gj_bytes_look(js, argv[0], &to) && to.size > 0 && to.size <= SCRATCH + EXTRA) {
    memcpy(to.data, scratch, to.size);
    OPENSSL_cleanse(scratch, to.size);
  }
  return gj_undefined(js);
}
GJ_DIRECT(cipher_take)

/* cipherRoom(cipher, size): how many bytes cipherInto needs for this much; -1: not possible. */
GJ_FUNCTION(cipher_room) {
  const gj_cipher *cipher = cipher_of(js, argv[0]);
  uint64_t size = gj_to_uint64(js, argv[1]);
  bool can = cipher != NULL && cipher->context != NULL && size <= INT_MAX - EXTRA;
  return gj_number(js, can ? (double)room_for(cipher, size) : -1);
}
GJ_DIRECT(cipher_room)

/* cipherInto(cipher, bytes, to): like cipherUpdate, of any size. */
GJ_FUNCTION(cipher_into) {
  gj_cipher *cipher = cipher_of(js, argv[0]);
  gj_held in;
  gj_bytes to;
  gj_crypto_hold(js, argv[1], false, &in);
  bool fits =
      gj_bytes_look(js, argv[2], &to) && cipher != NULL && to.size >= room_for(cipher, in.size);
  return gj_number(js, fits ? (double)update(cipher, &in, to.data) : -BAD_STATE);
}
GJ_DIRECT(cipher_into)

static bool finish(gj_cipher *cipher, uint8_t *out, int *size) {
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

/* cipherFinal(cipher): how many bytes were produced, for cipherTake; negative: an error. */
GJ_FUNCTION(cipher_final) {
  gj_cipher *cipher = cipher_of(js, argv[0]);
  if (cipher == NULL || cipher->context == NULL) {
    return gj_number(js, -BAD_STATE);
  }
  int size;
  ERR_clear_error();
  bool ok = finish(cipher, scratch, &size);
  EVP_CIPHER_CTX_free(cipher->context);
  cipher->context = NULL;
  return gj_number(js, ok ? size : cipher->authenticated ? -BAD_TAG_LENGTH : -FAILED);
}
GJ_DIRECT(cipher_final)

/* cipherPadding(cipher, on): false if it could not be set. */
GJ_FUNCTION(cipher_padding) {
  gj_cipher *cipher = gj_class_take(js, argv[0], cipher_class(), exception);
  if (cipher == NULL) {
    return NULL;
  }
  return gj_bool(js, cipher->context != NULL &&
                         EVP_CIPHER_CTX_set_padding(cipher->context, gj_to_bool(js, argv[1])));
}

/* cipherTag(cipher): the size of the tag of what was encrypted, for cipherTake; -1 if there is none
 * (yet). */
GJ_FUNCTION(cipher_tag) {
  const gj_cipher *cipher = cipher_of(js, argv[0]);
  if (cipher == NULL || cipher->context != NULL || !cipher->encrypts || !cipher->authenticated ||
      cipher->tag_size > sizeof(cipher->tag)) {
    return gj_number(js, -1);
  }
  memcpy(scratch, cipher->tag, cipher->tag_size);
  return gj_number(js, cipher->tag_size);
}
GJ_DIRECT(cipher_tag)

/* cipherSetTag(cipher, bytes): a number. */
GJ_FUNCTION(cipher_set_tag) {
  gj_cipher *cipher = gj_class_take(js, argv[0], cipher_class(), exception);
  if (cipher == NULL) {
    return NULL;
  }
  gj_held tag;
  gj_crypto_hold(js, argv[1], false, &tag);
  if (cipher->context == NULL || !cipher->authenticated || cipher->encrypts ||
      cipher->tag_state != TAG_UNKNOWN) {
    return gj_number(js, BAD_STATE);
  }
  bool fits = cipher->tag_size == tag.size;
  if (cipher->mode == EVP_CIPH_GCM_MODE) {
    fits =
        (cipher->tag_size == NO_LENGTH || fits) && tag.size < 32 && is_tag_size((unsigned)tag.size);
  }
  if (!fits || tag.size > sizeof(cipher->tag)) {
    return gj_number(js, BAD_TAG_LENGTH);
  }
  cipher->tag_size = (unsigned)tag.size;
  cipher->tag_state = TAG_KNOWN;
  memcpy(cipher->tag, tag.data, tag.size);
  return gj_number(js, FINE);
}

/* cipherExtra(cipher, bytes, size of the plain text or -1): adds data that is only authenticated; a
 * number. */
GJ_FUNCTION(cipher_extra) {
  gj_cipher *cipher = gj_class_take(js, argv[0], cipher_class(), exception);
  if (cipher == NULL) {
    return NULL;
  }
  gj_held extra;
  gj_crypto_hold(js, argv[1], false, &extra);
  int plain = gj_to_int32(js, argv[2]), size;
  if (cipher->context == NULL || !cipher->authenticated || extra.size > INT_MAX) {
    return gj_number(js, BAD_STATE);
  }
  ERR_clear_error();
  bool ok = true;
  if (cipher->mode == EVP_CIPH_CCM_MODE) {
    if (plain < 0) {
      return gj_number(js, PLAINTEXT_LENGTH_MISSING);
    }
    if ((size_t)plain > cipher->longest) {
      return gj_number(js, TOO_LONG);
    }
    ok = (cipher->encrypts || pass_tag(cipher)) &&
         EVP_CipherUpdate(cipher->context, NULL, &size, NULL, plain) == 1;
  }
  ok = ok && EVP_CipherUpdate(cipher->context, NULL, &size, extra.data, (int)extra.size) == 1;
  ERR_clear_error();
  return gj_number(js, ok ? FINE : BAD_STATE);
}

void gj_crypto_cipher_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"cipher", cipher_new, cipher_new_direct},
      {"cipherUpdate", cipher_update, cipher_update_direct},
      {"cipherTake", cipher_take, cipher_take_direct},
      {"cipherRoom", cipher_room, cipher_room_direct},
      {"cipherInto", cipher_into, cipher_into_direct},
      {"cipherFinal", cipher_final, cipher_final_direct},
      {"cipherPadding", cipher_padding},
      {"cipherTag", cipher_tag, cipher_tag_direct},
      {"cipherSetTag", cipher_set_tag},
      {"cipherExtra", cipher_extra},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
