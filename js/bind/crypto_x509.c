/* SPDX-License-Identifier: MIT */
/* Certificates: their contents, and for which hosts they are valid. Their names are in
 * crypto_names.c. */
#include "bind/crypto.h"

static void certificate_free(void *memory) { X509_free(memory); }

static gj_class class_of_certificates(void) {
  static gj_class place;
  return gj_class_made(&place, "Certificate", certificate_free);
}

static X509 *certificate_of(gj_value value) { return gj_class_memory((gj_object)value); }

X509 *gj_crypto_certificate_of(gj_value value) { return certificate_of(value); }

gj_value gj_crypto_certificate_object(gj_context js, X509 *certificate) {
  return gj_class_object(js, class_of_certificates(), certificate);
}

static int no_passphrase(GJ_UNUSED char *to, GJ_UNUSED int room, GJ_UNUSED int writing,
                         GJ_UNUSED void *arg) {
  return 0;
}

/* x509(bytes): an object of PEM or DER; throws. */
GJ_FUNCTION(x509_new) {
  gj_held data;
  gj_crypto_hold(js, argv[0], false, &data);
  ERR_clear_error();
  BIO *bio = data.size > INT_MAX ? NULL : BIO_new_mem_buf(data.data, (int)data.size);
  X509 *certificate = bio == NULL ? NULL : PEM_read_bio_X509_AUX(bio, NULL, no_passphrase, NULL);
  if (certificate == NULL) {
    const unsigned char *at = data.data;
    certificate = d2i_X509(NULL, &at, (long)data.size);
  }
  BIO_free_all(bio);
  if (certificate == NULL) {
    return gj_crypto_throw(js, exception, "Failed to read the certificate");
  }
  ERR_clear_error();
  return gj_class_object(js, class_of_certificates(), certificate);
}

/* x509Name(certificate, issuer): lines of `name=value`. */
GJ_FUNCTION(x509_name) {
  const X509 *certificate = certificate_of(argv[0]);
  const X509_NAME *name = gj_to_bool(js, argv[1]) ? X509_get_issuer_name(certificate)
                                                  : X509_get_subject_name(certificate);
  unsigned long flags = ASN1_STRFLGS_ESC_2253 | ASN1_STRFLGS_ESC_CTRL | ASN1_STRFLGS_UTF8_CONVERT |
                        XN_FLAG_SEP_MULTILINE | XN_FLAG_FN_SN;
  BIO *bio = BIO_new(BIO_s_mem());
  if (X509_NAME_print_ex(bio, name, 0, flags) <= 0) {
    BIO_free_all(bio);
    ERR_clear_error();
    return gj_undefined(js);
  }
  return gj_crypto_bio_string(js, bio);
}

/* x509NameParts(certificate, issuer): [[name, value], ...]. */
GJ_FUNCTION(x509_name_parts) {
  const X509 *certificate = certificate_of(argv[0]);
  const X509_NAME *name = gj_to_bool(js, argv[1]) ? X509_get_issuer_name(certificate)
                                                  : X509_get_subject_name(certificate);
  gj_object list = gj_array(js, 0, NULL);
  int count = X509_NAME_entry_count(name);
  for (int i = 0; i < count; i++) {
    X509_NAME_ENTRY *entry = X509_NAME_get_entry(name, i);
    const ASN1_OBJECT *object = X509_NAME_ENTRY_get_object(entry);
    int known = OBJ_obj2nid(object);
    char number[80];
    const char *key = number;
    if (known != NID_undef) {
      key = OBJ_nid2sn(known);
    } else {
      OBJ_obj2txt(number, sizeof(number), object, 1);
    }
    unsigned char *text = NULL;
    int size = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(entry));
    if (size >= 0) {
      gj_value pair[] = {gj_string(js, key), gj_string_utf8(js, (char *)text, (size_t)size)};
      gj_set_index(js, list, gj_length(js, list), gj_array(js, 2, pair));
      OPENSSL_free(text);
    }
  }
  ERR_clear_error();
  return list;
}

/* x509Time(certificate, end): as text. */
GJ_FUNCTION(x509_time) {
  const X509 *certificate = certificate_of(argv[0]);
  BIO *bio = BIO_new(BIO_s_mem());
  ASN1_TIME_print(bio, gj_to_bool(js, argv[1]) ? X509_get0_notAfter(certificate)
                                               : X509_get0_notBefore(certificate));
  return gj_crypto_bio_string(js, bio);
}

/* x509Digest(certificate, digest): bytes. */
GJ_FUNCTION(x509_digest) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  if (X509_digest(certificate_of(argv[0]), gj_crypto_digest_of(js, argv[1]), digest, &size) != 1) {
    return gj_crypto_throw(js, exception, "Failed to make the fingerprint");
  }
  return gj_bytes_copy(js, digest, size);
}

/* x509Usage(certificate): a list of numbers in points, undefined if any use is fine. */
GJ_FUNCTION(x509_usage) {
  OPENSSL_STACK *uses = X509_get_ext_d2i(certificate_of(argv[0]), NID_ext_key_usage, NULL, NULL);
  ERR_clear_error();
  if (uses == NULL) {
    return gj_undefined(js);
  }
  gj_object list = gj_array(js, 0, NULL);
  int count = OPENSSL_sk_num(uses);
  for (int i = 0; i < count; i++) {
    char text[256];
    if (OBJ_obj2txt(text, sizeof(text), OPENSSL_sk_value(uses, i), 1) >= 0) {
      gj_set_index(js, list, gj_length(js, list), gj_string(js, text));
    }
  }
  OPENSSL_sk_pop_free(uses, (OPENSSL_sk_freefunc)ASN1_OBJECT_free);
  return list;
}

/* x509Serial(certificate): in hexadecimal digits. */
GJ_FUNCTION(x509_serial) {
  BIGNUM *number = ASN1_INTEGER_to_BN(X509_get0_serialNumber(certificate_of(argv[0])), NULL);
  char *digits = number == NULL ? NULL : BN_bn2hex(number);
  gj_value text = digits == NULL ? gj_undefined(js) : gj_string(js, digits);
  OPENSSL_free(digits);
  BN_free(number);
  ERR_clear_error();
  return text;
}

/* x509Bytes(certificate, pem): DER, or a string. */
GJ_FUNCTION(x509_bytes) {
  bool pem = gj_to_bool(js, argv[1]);
  BIO *bio = BIO_new(BIO_s_mem());
  X509 *certificate = certificate_of(argv[0]);
  if ((pem ? PEM_write_bio_X509(bio, certificate) : i2d_X509_bio(bio, certificate)) != 1) {
    BIO_free_all(bio);
    return gj_crypto_throw(js, exception, "Failed to encode the certificate");
  }
  return pem ? gj_crypto_bio_string(js, bio) : gj_crypto_bio_bytes(js, bio);
}

/* x509Key(certificate): its public key; throws. */
GJ_FUNCTION(x509_key) {
  ERR_clear_error();
  EVP_PKEY *pkey = X509_get_pubkey(certificate_of(argv[0]));
  if (pkey == NULL) {
    return gj_crypto_throw(js, exception, "Failed to read the public key");
  }
  return gj_key_object(js, GJ_KEY_PUBLIC, pkey);
}

/* x509Authority(certificate): whether it may sign others. */
GJ_FUNCTION(x509_authority) {
  bool may = X509_check_ca(certificate_of(argv[0])) == 1;
  ERR_clear_error();
  return gj_bool(js, may);
}

/* x509Check(certificate, what, name, flags): the name that fits, undefined if none does, false if
 * that is no name. */
GJ_FUNCTION(x509_check) {
  enum { HOST, EMAIL, ADDRESS };
  X509 *certificate = certificate_of(argv[0]);
  int what = gj_to_int32(js, argv[1]);
  unsigned flags = gj_to_uint32(js, argv[3]);
  gj_text name;
  gj_text_get(js, argv[2], &name);
  char *peer = NULL;
  int found = what == HOST    ? X509_check_host(certificate, name.data, name.size, flags, &peer)
              : what == EMAIL ? X509_check_email(certificate, name.data, name.size, flags)
                              : X509_check_ip_asc(certificate, name.data, flags);
  gj_text_free(&name);
  gj_value value = found == 1   ? peer == NULL ? argv[2] : gj_string(js, peer)
                     : found == 0 ? gj_undefined(js)
                                : gj_bool(js, false);
  OPENSSL_free(peer);
  ERR_clear_error();
  return value;
}

/* x509Issued(certificate, issuer): whether that one may have issued it. */
GJ_FUNCTION(x509_issued) {
  bool issued = X509_check_issued(certificate_of(argv[1]), certificate_of(argv[0])) == X509_V_OK;
  ERR_clear_error();
  return gj_bool(js, issued);
}

/* x509Private(certificate, key): whether it is the key of it. */
GJ_FUNCTION(x509_private) {
  bool fits = X509_check_private_key(certificate_of(argv[0]), gj_key_of(js, argv[1])->pkey) == 1;
  ERR_clear_error();
  return gj_bool(js, fits);
}

/* x509Verify(certificate, key): whether it was signed by that. */
GJ_FUNCTION(x509_verify) {
  bool right = X509_verify(certificate_of(argv[0]), gj_key_of(js, argv[1])->pkey) > 0;
  ERR_clear_error();
  return gj_bool(js, right);
}

/* x509Is(value): whether it is a certificate. */
GJ_FUNCTION(x509_is) { return gj_bool(js, gj_class_is(js, argv[0], class_of_certificates())); }

void gj_crypto_x509_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"x509", x509_new},
      {"x509Name", x509_name},
      {"x509NameParts", x509_name_parts},
      {"x509Time", x509_time},
      {"x509Digest", x509_digest},
      {"x509Usage", x509_usage},
      {"x509Serial", x509_serial},
      {"x509Bytes", x509_bytes},
      {"x509Key", x509_key},
      {"x509Authority", x509_authority},
      {"x509Check", x509_check},
      {"x509Issued", x509_issued},
      {"x509Private", x509_private},
      {"x509Verify", x509_verify},
      {"x509Is", x509_is},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
