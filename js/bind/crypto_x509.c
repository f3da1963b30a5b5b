/* SPDX-License-Identifier: MIT */
/* Certificates: what they say, and whom they hold for. Their names are told by crypto_names.c. */
#include "bind/crypto.h"

static void certificate_free(void *memory) { X509_free(memory); }

static gy_class class_of_certificates(void) {
  static gy_class place;
  return gy_class_made(&place, "Certificate", certificate_free);
}

static X509 *certificate_of(gy_value value) { return gy_class_memory((gy_object)value); }

X509 *gy_certificate_of(gy_value value) { return certificate_of(value); }

gy_value gy_certificate_object(gy_context js, X509 *certificate) {
  return gy_class_object(js, class_of_certificates(), certificate);
}

static int no_passphrase(GY_UNUSED char *to, GY_UNUSED int room, GY_UNUSED int writing,
                         GY_UNUSED void *arg) {
  return 0;
}

/* x509(bytes): an object of PEM or DER; throws. */
GY_FUNCTION(x509_new) {
  gy_held data;
  gy_hold(js, argv[0], false, &data);
  ERR_clear_error();
  BIO *bio = data.size > INT_MAX ? NULL : BIO_new_mem_buf(data.data, (int)data.size);
  X509 *certificate = bio == NULL ? NULL : PEM_read_bio_X509_AUX(bio, NULL, no_passphrase, NULL);
  if (certificate == NULL) {
    const unsigned char *at = data.data;
    certificate = d2i_X509(NULL, &at, (long)data.size);
  }
  BIO_free_all(bio);
  if (certificate == NULL) {
    return gy_crypto_throw(js, exception, "Failed to read the certificate");
  }
  ERR_clear_error();
  return gy_class_object(js, class_of_certificates(), certificate);
}

/* x509Name(certificate, issuer): lines of `name=value`. */
GY_FUNCTION(x509_name) {
  const X509 *certificate = certificate_of(argv[0]);
  const X509_NAME *name = gy_to_bool(js, argv[1]) ? X509_get_issuer_name(certificate)
                                                  : X509_get_subject_name(certificate);
  unsigned long flags = ASN1_STRFLGS_ESC_2253 | ASN1_STRFLGS_ESC_CTRL | ASN1_STRFLGS_UTF8_CONVERT |
                        XN_FLAG_SEP_MULTILINE | XN_FLAG_FN_SN;
  BIO *bio = BIO_new(BIO_s_mem());
  if (X509_NAME_print_ex(bio, name, 0, flags) <= 0) {
    BIO_free_all(bio);
    ERR_clear_error();
    return gy_undefined(js);
  }
  return gy_bio_string(js, bio);
}

/* x509NameParts(certificate, issuer): [[name, value], ...]. */
GY_FUNCTION(x509_name_parts) {
  const X509 *certificate = certificate_of(argv[0]);
  const X509_NAME *name = gy_to_bool(js, argv[1]) ? X509_get_issuer_name(certificate)
                                                  : X509_get_subject_name(certificate);
  gy_object list = gy_array(js, 0, NULL);
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
      gy_value pair[] = {gy_string(js, key), gy_string_utf8(js, (char *)text, (size_t)size)};
      gy_set_index(js, list, gy_length(js, list), gy_array(js, 2, pair));
      OPENSSL_free(text);
    }
  }
  ERR_clear_error();
  return list;
}

/* x509Time(certificate, end): as text. */
GY_FUNCTION(x509_time) {
  const X509 *certificate = certificate_of(argv[0]);
  BIO *bio = BIO_new(BIO_s_mem());
  ASN1_TIME_print(bio, gy_to_bool(js, argv[1]) ? X509_get0_notAfter(certificate)
                                               : X509_get0_notBefore(certificate));
  return gy_bio_string(js, bio);
}

/* x509Digest(certificate, digest): bytes. */
GY_FUNCTION(x509_digest) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  if (X509_digest(certificate_of(argv[0]), gy_digest_of(js, argv[1]), digest, &size) != 1) {
    return gy_crypto_throw(js, exception, "Failed to make the fingerprint");
  }
  return gy_bytes_copy(js, digest, size);
}

/* x509Usage(certificate): a list of numbers in points, undefined if any use is fine. */
GY_FUNCTION(x509_usage) {
  OPENSSL_STACK *uses = X509_get_ext_d2i(certificate_of(argv[0]), NID_ext_key_usage, NULL, NULL);
  ERR_clear_error();
  if (uses == NULL) {
    return gy_undefined(js);
  }
  gy_object list = gy_array(js, 0, NULL);
  int count = OPENSSL_sk_num(uses);
  for (int i = 0; i < count; i++) {
    char text[256];
    if (OBJ_obj2txt(text, sizeof(text), OPENSSL_sk_value(uses, i), 1) >= 0) {
      gy_set_index(js, list, gy_length(js, list), gy_string(js, text));
    }
  }
  OPENSSL_sk_pop_free(uses, (OPENSSL_sk_freefunc)ASN1_OBJECT_free);
  return list;
}

/* x509Serial(certificate): in hexadecimal digits. */
GY_FUNCTION(x509_serial) {
  BIGNUM *number = ASN1_INTEGER_to_BN(X509_get0_serialNumber(certificate_of(argv[0])), NULL);
  char *digits = number == NULL ? NULL : BN_bn2hex(number);
  gy_value text = digits == NULL ? gy_undefined(js) : gy_string(js, digits);
  OPENSSL_free(digits);
  BN_free(number);
  ERR_clear_error();
  return text;
}

/* x509Bytes(certificate, pem): DER, or a string. */
GY_FUNCTION(x509_bytes) {
  bool pem = gy_to_bool(js, argv[1]);
  BIO *bio = BIO_new(BIO_s_mem());
  X509 *certificate = certificate_of(argv[0]);
  if ((pem ? PEM_write_bio_X509(bio, certificate) : i2d_X509_bio(bio, certificate)) != 1) {
    BIO_free_all(bio);
    return gy_crypto_throw(js, exception, "Failed to encode the certificate");
  }
  return pem ? gy_bio_string(js, bio) : gy_bio_bytes(js, bio);
}

/* x509Key(certificate): its public key; throws. */
GY_FUNCTION(x509_key) {
  ERR_clear_error();
  EVP_PKEY *pkey = X509_get_pubkey(certificate_of(argv[0]));
  if (pkey == NULL) {
    return gy_crypto_throw(js, exception, "Failed to read the public key");
  }
  return gy_key_object(js, GY_KEY_PUBLIC, pkey);
}

/* x509Authority(certificate): whether it may sign others. */
GY_FUNCTION(x509_authority) {
  bool may = X509_check_ca(certificate_of(argv[0])) == 1;
  ERR_clear_error();
  return gy_bool(js, may);
}

/* x509Check(certificate, what, name, flags): the name that fits, undefined if none does, false if
 * that is no name. */
GY_FUNCTION(x509_check) {
  enum { HOST, EMAIL, ADDRESS };
  X509 *certificate = certificate_of(argv[0]);
  int what = gy_to_int32(js, argv[1]);
  unsigned flags = gy_to_uint32(js, argv[3]);
  gy_text name;
  gy_text_get(js, argv[2], &name);
  char *peer = NULL;
  int found = what == HOST    ? X509_check_host(certificate, name.data, name.size, flags, &peer)
              : what == EMAIL ? X509_check_email(certificate, name.data, name.size, flags)
                              : X509_check_ip_asc(certificate, name.data, flags);
  gy_text_free(&name);
  gy_value value = found == 1   ? peer == NULL ? argv[2] : gy_string(js, peer)
                     : found == 0 ? gy_undefined(js)
                                : gy_bool(js, false);
  OPENSSL_free(peer);
  ERR_clear_error();
  return value;
}

/* x509Issued(certificate, issuer): whether that one may have issued it. */
GY_FUNCTION(x509_issued) {
  bool issued = X509_check_issued(certificate_of(argv[1]), certificate_of(argv[0])) == X509_V_OK;
  ERR_clear_error();
  return gy_bool(js, issued);
}

/* x509Private(certificate, key): whether it is the key of it. */
GY_FUNCTION(x509_private) {
  bool fits = X509_check_private_key(certificate_of(argv[0]), gy_key_of(js, argv[1])->pkey) == 1;
  ERR_clear_error();
  return gy_bool(js, fits);
}

/* x509Verify(certificate, key): whether it was signed by that. */
GY_FUNCTION(x509_verify) {
  bool right = X509_verify(certificate_of(argv[0]), gy_key_of(js, argv[1])->pkey) > 0;
  ERR_clear_error();
  return gy_bool(js, right);
}

/* x509Is(value): whether it is a certificate. */
GY_FUNCTION(x509_is) { return gy_bool(js, gy_class_is(js, argv[0], class_of_certificates())); }

void gy_crypto_x509_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {
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
  gy_set_exports(js, binding, exports);
}
