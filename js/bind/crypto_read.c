/* SPDX-License-Identifier: MIT */
/* Keys from PEM and DER, encrypted ones too. */
#include "bind/crypto.h"

/* As JavaScript numbers them (internal/crypto/keys.js). */
enum { PKCS1, PKCS8, SPKI, SEC1 };
enum { READ, NOT_RECOGNIZED, NEEDS_PASSPHRASE, FAILED };

/* Without this callback, libcrypto would ask at the terminal. */
static int on_passphrase(char *to, int room, GJ_UNUSED int writing, void *arg) {
  const gj_held *passphrase = arg;
  if (passphrase->data == NULL || passphrase->size > (size_t)room) {
    return -1;
  }
  memcpy(to, passphrase->data, passphrase->size);
  return (int)passphrase->size;
}

/* Tries one kind of PEM: NOT_RECOGNIZED if the text has none of it. */
static int try_pem(const gj_held *data, const char *name,
                   EVP_PKEY *(*parse)(const unsigned char **bytes, long size), EVP_PKEY **pkey) {
  BIO *bio = BIO_new_mem_buf(data->data, (int)data->size);
  unsigned char *der = NULL;
  long size = 0;
  gj_held none = {NULL, 0, false};
  int found = bio != NULL && PEM_bytes_read_bio(&der, &size, NULL, name, bio, on_passphrase, &none);
  BIO_free_all(bio);
  if (!found) {
    return NOT_RECOGNIZED;
  }
  const unsigned char *at = der;
  *pkey = parse(&at, size);
  OPENSSL_clear_free(der, (size_t)size);
  return *pkey == NULL ? FAILED : READ;
}

static EVP_PKEY *parse_spki(const unsigned char **bytes, long size) {
  return d2i_PUBKEY(NULL, bytes, size);
}

static EVP_PKEY *parse_pkcs1(const unsigned char **bytes, long size) {
  return d2i_PublicKey(EVP_PKEY_RSA, NULL, bytes, size);
}

static EVP_PKEY *parse_certificate(const unsigned char **bytes, long size) {
  X509 *certificate = d2i_X509(NULL, bytes, size);
  EVP_PKEY *pkey = certificate == NULL ? NULL : X509_get_pubkey(certificate);
  X509_free(certificate);
  return pkey;
}

static int read_public_pem(const gj_held *data, EVP_PKEY **pkey) {
  /* Attempts that do not match leave errors behind, which mean nothing. */
  ERR_set_mark();
  int result = try_pem(data, "PUBLIC KEY", parse_spki, pkey);
  if (result == NOT_RECOGNIZED) {
    ERR_pop_to_mark();
    ERR_set_mark();
    result = try_pem(data, "RSA PUBLIC KEY", parse_pkcs1, pkey);
  }
  if (result == NOT_RECOGNIZED) {
    ERR_pop_to_mark();
    ERR_set_mark();
    result = try_pem(data, "CERTIFICATE", parse_certificate, pkey);
  }
  if (result == FAILED) {
    ERR_clear_last_mark();
  } else {
    ERR_pop_to_mark();
  }
  return result;
}

static int read_public_der(const gj_held *data, int encoding, EVP_PKEY **pkey) {
  const unsigned char *at = data->data;
  *pkey =
      encoding == PKCS1 ? parse_pkcs1(&at, (long)data->size) : parse_spki(&at, (long)data->size);
  return *pkey == NULL ? FAILED : READ;
}

/* Whether there is a SEQUENCE; then, what is in it. */
static bool sequence(const gj_held *data, gj_held *inside) {
  const unsigned char *at = data->data;
  long size;
  int tag, class;
  if (data->size == 0) {
    return false;
  }
  int shape = ASN1_get_object(&at, &size, &tag, &class, (long)data->size);
  ERR_clear_error();
  if (shape != V_ASN1_CONSTRUCTED || tag != V_ASN1_SEQUENCE) {
    return false;
  }
  *inside = (gj_held){(uint8_t *)at, (size_t)size, false};
  return true;
}

/* A private key of PKCS#1 begins with a version, a public one with the modulus. */
static bool is_rsa_private(const gj_held *data) {
  gj_held in;
  return sequence(data, &in) && in.size >= 3 && in.data[0] == 2 && in.data[1] == 1 &&
         (in.data[2] & 0xfe) == 0;
}

/* One of PKCS#8 begins with a version, too; an encrypted one with a SEQUENCE. */
static bool is_encrypted(const gj_held *data) {
  gj_held in;
  return sequence(data, &in) && in.size >= 1 && in.data[0] != V_ASN1_INTEGER;
}

static EVP_PKEY *read_pkcs8(const gj_held *data, gj_held *passphrase) {
  BIO *bio = BIO_new_mem_buf(data->data, (int)data->size);
  EVP_PKEY *pkey = NULL;
  if (is_encrypted(data)) {
    pkey = d2i_PKCS8PrivateKey_bio(bio, NULL, on_passphrase, passphrase);
  } else {
    PKCS8_PRIV_KEY_INFO *info = d2i_PKCS8_PRIV_KEY_INFO_bio(bio, NULL);
    pkey = info == NULL ? NULL : EVP_PKCS82PKEY(info);
    PKCS8_PRIV_KEY_INFO_free(info);
  }
  BIO_free_all(bio);
  return pkey;
}

static int read_private(const gj_held *data, bool pem, int encoding, gj_held *passphrase,
                        EVP_PKEY **pkey) {
  ERR_clear_error();
  const unsigned char *at = data->data;
  if (pem) {
    BIO *bio = BIO_new_mem_buf(data->data, (int)data->size);
    *pkey = PEM_read_bio_PrivateKey(bio, NULL, on_passphrase, passphrase);
    BIO_free_all(bio);
  } else if (encoding == PKCS1) {
    *pkey = d2i_PrivateKey(EVP_PKEY_RSA, NULL, &at, (long)data->size);
  } else if (encoding == SEC1) {
    *pkey = d2i_PrivateKey(EVP_PKEY_EC, NULL, &at, (long)data->size);
  } else {
    *pkey = read_pkcs8(data, passphrase);
  }
  unsigned long code = ERR_peek_error();
  if (code == 0 && *pkey != NULL) {
    return READ;
  }
  if (passphrase->data == NULL && ERR_GET_LIB(code) == ERR_LIB_PEM &&
      ERR_GET_REASON(code) == PEM_R_BAD_PASSWORD_READ) {
    EVP_PKEY_free(*pkey);
    *pkey = NULL;
    return NEEDS_PASSPHRASE;
  }
  EVP_PKEY_free(*pkey); /* a key that was read with errors is discarded */
  *pkey = NULL;
  return FAILED;
}

static int read_either(const gj_held *data, bool pem, int encoding, gj_held *passphrase, int *kind,
                       EVP_PKEY **pkey) {
  *kind = GJ_KEY_PUBLIC;
  if (pem) {
    int result = read_public_pem(data, pkey);
    return result == NOT_RECOGNIZED ? read_private(data, pem, encoding, passphrase, pkey) : result;
  }
  bool is_public = encoding == SPKI || (encoding == PKCS1 && !is_rsa_private(data));
  return is_public ? read_public_der(data, encoding, pkey)
                   : read_private(data, pem, encoding, passphrase, pkey);
}

/* keyRead(private, bytes, pem, encoding, passphrase bytes or undefined): a private key, or a public
 * one from whatever has it; undefined if a passphrase is missing. */
GJ_FUNCTION(key_read) {
  bool private = gj_to_bool(js, argv[0]), pem = gj_to_bool(js, argv[2]);
  int encoding = gj_crypto_has(js, argv[3]) ? gj_to_int32(js, argv[3]) : PKCS8;
  gj_held data, passphrase = {NULL, 0, false};
  gj_crypto_hold(js, argv[1], false, &data);
  if (gj_crypto_has(js, argv[4])) {
    gj_crypto_hold(js, argv[4], false, &passphrase);
  }
  EVP_PKEY *pkey = NULL;
  int kind = GJ_KEY_PRIVATE;
  int result = data.size > INT_MAX ? FAILED
               : private           ? read_private(&data, pem, encoding, &passphrase, &pkey)
                                   : read_either(&data, pem, encoding, &passphrase, &kind, &pkey);
  if (result == READ) {
    return gj_key_object(js, kind, pkey);
  }
  if (result == NEEDS_PASSPHRASE) {
    ERR_clear_error();
    return gj_undefined(js);
  }
  return gj_crypto_throw(js, exception,
                         private ? "Failed to read private key" : "Failed to read asymmetric key");
}

void gj_crypto_read_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {{"keyRead", key_read}, {NULL, NULL}};
  gj_set_exports(js, binding, exports);
}
