/* SPDX-License-Identifier: MIT */
/* The available ciphers, by name. */
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#include "bind/crypto.h"
#include "engine/memory.h"

/* As internal/crypto/cipher.js has them. */
enum { NO_CIPHER = 1, BAD_KEY = 3 };

bool gj_crypto_cipher_authenticated(const EVP_CIPHER *cipher) {
  int mode = EVP_CIPHER_get_mode(cipher);
  return mode == EVP_CIPH_GCM_MODE || mode == EVP_CIPH_CCM_MODE || mode == EVP_CIPH_OCB_MODE ||
         EVP_CIPHER_get_nid(cipher) == NID_chacha20_poly1305;
}

/* process: each is fetched once for a name, under a lock: fetching takes longer than encrypting. */
static struct {
  struct {
    char name[40];
    EVP_CIPHER *cipher;
  } list[64];
  unsigned count;
} ciphers_known;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void gj_crypto_cipher_forget(void) {
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

EVP_CIPHER *gj_crypto_cipher_named(gj_context js, gj_value name) {
  gj_text text;
  gj_text_get(js, name, &text);
  EVP_CIPHER *cipher = fetch(text.data);
  gj_text_free(&text);
  return cipher;
}

/* cipherFromPassword(name, password): [key, iv] by the old way; a number if that cannot be. */
GJ_FUNCTION(cipher_from_password) {
  EVP_CIPHER *cipher = gj_crypto_cipher_named(js, argv[0]);
  if (cipher == NULL) {
    return gj_number(js, NO_CIPHER);
  }
  gj_held password;
  gj_crypto_hold(js, argv[1], false, &password);
  unsigned char key[EVP_MAX_KEY_LENGTH], iv[EVP_MAX_IV_LENGTH];
  int size = EVP_BytesToKey(cipher, gj_crypto_digest("MD5"), NULL, password.data,
                            (int)password.size, 1, key, iv);
  int iv_size = EVP_CIPHER_get_iv_length(cipher);
  EVP_CIPHER_free(cipher);
  gj_value parts[] = {
      gj_bytes_copy(js, key, (size_t)size),
      iv_size == 0 ? gj_null(js) : (gj_value)gj_bytes_copy(js, iv, (size_t)iv_size)};
  OPENSSL_cleanse(key, sizeof(key));
  OPENSSL_cleanse(iv, sizeof(iv));
  return size == 0 ? gj_number(js, BAD_KEY) : (gj_value)gj_array(js, 2, parts);
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

/* Whether these lengths, -1 if none is given, are possible. */
static bool lengths_fit(const EVP_CIPHER *cipher, int key_size, int iv_size) {
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  bool ok = context != NULL && EVP_CipherInit_ex(context, cipher, NULL, NULL, NULL, 1) == 1;
  if (ok && key_size >= 0) {
    ok = EVP_CIPHER_CTX_set_key_length(context, key_size) == 1;
  }
  if (ok && iv_size >= 0) {
    ok = gj_crypto_cipher_authenticated(cipher)
             ? EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, iv_size, NULL) == 1
             : iv_size == EVP_CIPHER_get_iv_length(cipher);
  }
  EVP_CIPHER_CTX_free(context);
  ERR_clear_error();
  return ok;
}

/* cipherInfo(name or number, key length or -1, iv length or -1): an object, or undefined. */
GJ_FUNCTION(cipher_info) {
  EVP_CIPHER *cipher;
  if (gj_is_number(js, argv[0])) {
    const char *name = OBJ_nid2sn(gj_to_int32(js, argv[0]));
    cipher = name == NULL ? NULL : fetch(name);
  } else {
    cipher = gj_crypto_cipher_named(js, argv[0]);
  }
  int key_size = gj_to_int32(js, argv[1]), iv_size = gj_to_int32(js, argv[2]);
  ERR_clear_error();
  if (cipher == NULL) {
    return gj_undefined(js);
  }
  if ((key_size >= 0 || iv_size >= 0) && !lengths_fit(cipher, key_size, iv_size)) {
    EVP_CIPHER_free(cipher);
    return gj_undefined(js);
  }
  gj_object info = gj_object_new(js);
  const char *mode = mode_name(cipher);
  int number = EVP_CIPHER_get_nid(cipher);
  if (mode != NULL) {
    gj_set_string(js, info, "mode", mode);
  }
  gj_set_string(js, info, "name", OBJ_nid2sn(number));
  gj_set_number(js, info, "nid", number);
  if (EVP_CIPHER_get_mode(cipher) != EVP_CIPH_STREAM_CIPHER) {
    gj_set_number(js, info, "blockSize", EVP_CIPHER_get_block_size(cipher));
  }
  int length = iv_size >= 0 ? iv_size : EVP_CIPHER_get_iv_length(cipher);
  if (length != 0) {
    gj_set_number(js, info, "ivLength", length);
  }
  gj_set_number(js, info, "keyLength",
                key_size >= 0 ? key_size : EVP_CIPHER_get_key_length(cipher));
  EVP_CIPHER_free(cipher);
  return info;
}

static void add_cipher(GJ_UNUSED const EVP_CIPHER *cipher, const char *from,
                       GJ_UNUSED const char *to, void *list) {
  gj_context js = gj_runtime_self()->js;
  EVP_CIPHER *known = from == NULL ? NULL : EVP_CIPHER_fetch(NULL, from, NULL);
  if (known == NULL && from != NULL) {
    const EVP_CIPHER *old = EVP_get_cipherbyname(from);
    known = old == NULL ? NULL : EVP_CIPHER_fetch(NULL, EVP_CIPHER_get0_name(old), NULL);
  }
  if (known != NULL) {
    EVP_CIPHER_free(known);
    gj_set_index(js, list, gj_length(js, list), gj_string(js, from));
  }
  ERR_clear_error();
}

/* ciphers(): the names of all that can be used. */
GJ_FUNCTION(ciphers) {
  gj_object list = gj_array(js, 0, NULL);
  EVP_CIPHER_do_all_sorted(add_cipher, list);
  return list;
}

void gj_crypto_kinds_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"cipherFromPassword", cipher_from_password},
      {"cipherInfo", cipher_info},
      {"ciphers", ciphers},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
