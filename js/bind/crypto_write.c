/* SPDX-License-Identifier: MIT */
/* Keys as PEM and DER, encrypted on request. */
#include "bind/crypto.h"

enum { PKCS1, PKCS8, SPKI, SEC1 }; /* as JavaScript numbers them (internal/crypto/keys.js) */

static int write_public(BIO *bio, EVP_PKEY *pkey, bool pem, int encoding) {
  if (encoding == PKCS1) {
    const RSA *rsa = EVP_PKEY_get0_RSA(pkey);
    if (rsa == NULL) {
      return 0;
    }
    return pem ? PEM_write_bio_RSAPublicKey(bio, rsa) : i2d_RSAPublicKey_bio(bio, rsa);
  }
  return pem ? PEM_write_bio_PUBKEY(bio, pkey) : i2d_PUBKEY_bio(bio, pkey);
}

typedef struct {
  const EVP_CIPHER *cipher;
  gj_held passphrase;
} gj_lock;

static int write_private(BIO *bio, EVP_PKEY *pkey, bool pem, int encoding, const gj_lock *lock) {
  const EVP_CIPHER *cipher = lock->cipher;
  /* Not NULL even if it is empty: libcrypto would ask at the terminal. */
  char *secret = cipher == NULL ? NULL : (char *)lock->passphrase.data;
  int size = (int)lock->passphrase.size;
  if (encoding == PKCS1) {
    const RSA *rsa = EVP_PKEY_get0_RSA(pkey);
    if (rsa == NULL) {
      return 0;
    }
    return pem ? PEM_write_bio_RSAPrivateKey(bio, (RSA *)rsa, cipher, (unsigned char *)secret, size,
                                             NULL, NULL)
               : i2d_RSAPrivateKey_bio(bio, rsa);
  }
  if (encoding == SEC1) {
    const EC_KEY *ec = EVP_PKEY_get0_EC_KEY(pkey);
    if (ec == NULL) {
      return 0;
    }
    return pem ? PEM_write_bio_ECPrivateKey(bio, (EC_KEY *)ec, cipher, (unsigned char *)secret,
                                            size, NULL, NULL)
               : i2d_ECPrivateKey_bio(bio, ec);
  }
  return pem ? PEM_write_bio_PKCS8PrivateKey(bio, pkey, cipher, secret, size, NULL, NULL)
             : i2d_PKCS8PrivateKey_bio(bio, pkey, cipher, secret, size, NULL, NULL);
}

/* keyWrite(key, public, pem, encoding, cipher or undefined, passphrase bytes): a string of PEM, or
 * bytes; throws. */
GJ_FUNCTION(key_write) {
  EVP_PKEY *pkey = gj_key_of(js, argv[0])->pkey;
  bool public = gj_to_bool(js, argv[1]), pem = gj_to_bool(js, argv[2]);
  int encoding = gj_to_int32(js, argv[3]);
  gj_lock lock = {NULL, {(uint8_t *)"", 0, false}};
  if (gj_crypto_has(js, argv[4])) {
    gj_text name;
    gj_text_get(js, argv[4], &name);
    lock.cipher = EVP_get_cipherbyname(name.data);
    gj_text_free(&name);
    gj_crypto_hold(js, argv[5], false, &lock.passphrase);
  }
  ERR_clear_error();
  BIO *bio = BIO_new(BIO_s_secmem());
  int ok = bio == NULL ? 0
           : public    ? write_public(bio, pkey, pem, encoding)
                       : write_private(bio, pkey, pem, encoding, &lock);
  if (ok != 1) {
    BIO_free_all(bio);
    return gj_crypto_throw(js, exception,
                           public ? "Failed to encode public key" : "Failed to encode private key");
  }
  return pem ? gj_crypto_bio_string(js, bio) : gj_crypto_bio_bytes(js, bio);
}

/* hasCipher(name): whether there is one. */
GJ_FUNCTION(has_cipher) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  bool has = EVP_get_cipherbyname(name.data) != NULL;
  gj_text_free(&name);
  return gj_bool(js, has);
}

void gj_crypto_write_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"keyWrite", key_write}, {"hasCipher", has_cipher}, {NULL, NULL}};
  gj_set_exports(js, binding, exports);
}
