/* SPDX-License-Identifier: MIT */
/* Signed public keys with a challenge (SPKAC). */
#include "bind/crypto.h"

static NETSCAPE_SPKI *spkac_of(gj_context js, gj_value value) {
  gj_held data;
  gj_crypto_hold(js, value, false, &data);
  return data.size == 0 ? NULL : NETSCAPE_SPKI_b64_decode((const char *)data.data, (int)data.size);
}

/* spkacVerify(bytes): whether it is signed by its own key. */
GJ_FUNCTION(spkac_verify) {
  NETSCAPE_SPKI *spkac = spkac_of(js, argv[0]);
  EVP_PKEY *pkey = spkac == NULL ? NULL : X509_PUBKEY_get(spkac->spkac->pubkey);
  bool ok = pkey != NULL && NETSCAPE_SPKI_verify(spkac, pkey) > 0;
  EVP_PKEY_free(pkey);
  NETSCAPE_SPKI_free(spkac);
  ERR_clear_error();
  return gj_bool(js, ok);
}

/* spkacKey(bytes): the key in PEM, undefined if there is none. */
GJ_FUNCTION(spkac_key) {
  NETSCAPE_SPKI *spkac = spkac_of(js, argv[0]);
  EVP_PKEY *pkey = spkac == NULL ? NULL : NETSCAPE_SPKI_get_pubkey(spkac);
  BIO *bio = pkey == NULL ? NULL : BIO_new(BIO_s_mem());
  gj_value value = gj_undefined(js);
  if (bio != NULL && PEM_write_bio_PUBKEY(bio, pkey) > 0) {
    value = gj_crypto_bio_bytes(js, bio);
  } else {
    BIO_free_all(bio);
  }
  EVP_PKEY_free(pkey);
  NETSCAPE_SPKI_free(spkac);
  ERR_clear_error();
  return value;
}

/* spkacChallenge(bytes): bytes, undefined if there is none. */
GJ_FUNCTION(spkac_challenge) {
  NETSCAPE_SPKI *spkac = spkac_of(js, argv[0]);
  unsigned char *text = NULL;
  int size = spkac == NULL ? -1 : ASN1_STRING_to_UTF8(&text, spkac->spkac->challenge);
  gj_value value = size < 0 ? gj_undefined(js) : (gj_value)gj_bytes_copy(js, text, (size_t)size);
  OPENSSL_free(text);
  NETSCAPE_SPKI_free(spkac);
  ERR_clear_error();
  return value;
}

void gj_crypto_spkac_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"spkacVerify", spkac_verify},
      {"spkacKey", spkac_key},
      {"spkacChallenge", spkac_challenge},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
