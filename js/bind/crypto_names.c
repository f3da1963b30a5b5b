/* SPDX-License-Identifier: MIT */
/* The alternative names in a certificate as unambiguous text: what could look like a separator
 * between two names is quoted. */
#include "bind/crypto.h"

static bool is_plain(const unsigned char *text, size_t size, bool utf8) {
  for (size_t i = 0; i < size; i++) {
    unsigned char c = text[i];
    if (c == '"' || c == '\\' || c == ',' || c == '\'' || c < ' ' || c == 0x7f ||
        (!utf8 && c > '~')) {
      return false;
    }
  }
  return true;
}

static void print(BIO *out, const void *data, size_t size, bool utf8, const char *prefix) {
  const unsigned char *text = data;
  bool plain = is_plain(text, size, utf8);
  BIO_printf(out, "%s%s%s", plain ? "" : "\"", prefix, *prefix == 0 ? "" : ":");
  if (plain) {
    BIO_write(out, text, (int)size);
    return;
  }
  for (size_t i = 0; i < size; i++) {
    unsigned char c = text[i];
    if (c == '\\' || c == '"') {
      BIO_printf(out, "\\%c", c);
    } else if ((c >= ' ' && c != ',' && c <= '~') || (utf8 && (c & 0x80) != 0)) {
      BIO_write(out, &c, 1);
    } else {
      BIO_printf(out, "\\u00%02x", c);
    }
  }
  BIO_printf(out, "\"");
}

static void print_string(BIO *out, const char *kind, const ASN1_STRING *string) {
  BIO_printf(out, "%s:", kind);
  print(out, ASN1_STRING_get0_data(string), (size_t)ASN1_STRING_length(string), false, "");
}

static void print_directory(BIO *out, const X509_NAME *name) {
  BIO *line = BIO_new(BIO_s_mem());
  char *text;
  X509_NAME_print_ex(
      line, name, 0,
      XN_FLAG_RFC2253 & ~(unsigned long)(ASN1_STRFLGS_ESC_MSB | ASN1_STRFLGS_ESC_CTRL));
  long size = BIO_get_mem_data(line, &text);
  BIO_printf(out, "DirName:");
  print(out, text, (size_t)size, true, "");
  BIO_free_all(line);
}

static void print_address(BIO *out, const ASN1_OCTET_STRING *address) {
  const unsigned char *bytes = ASN1_STRING_get0_data(address);
  int size = ASN1_STRING_length(address);
  BIO_printf(out, "IP Address:");
  if (size == 4) {
    BIO_printf(out, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
  } else if (size == 16) {
    for (int i = 0; i < 16; i += 2) {
      BIO_printf(out, "%s%X", i == 0 ? "" : ":", bytes[i] << 8 | bytes[i + 1]);
    }
  } else {
    BIO_printf(out, "<invalid length=%d>", size);
  }
}

static void print_other(BIO *out, const OTHERNAME *other) {
  static const struct {
    int number, type;
    const char *name;
  } kinds[] = {
      {NID_id_on_SmtpUTF8Mailbox, V_ASN1_UTF8STRING, "SmtpUTF8Mailbox"},
      {NID_XmppAddr, V_ASN1_UTF8STRING, "XmppAddr"},
      {NID_SRVName, V_ASN1_IA5STRING, "SRVName"},
      {NID_ms_upn, V_ASN1_UTF8STRING, "UPN"},
      {NID_NAIRealm, V_ASN1_UTF8STRING, "NAIRealm"},
  };
  int number = OBJ_obj2nid(other->type_id);
  BIO_printf(out, "othername:");
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
    if (kinds[i].number == number && other->value->type == kinds[i].type) {
      const ASN1_STRING *string = other->value->value.asn1_string;
      print(out, ASN1_STRING_get0_data(string), (size_t)ASN1_STRING_length(string),
            kinds[i].type == V_ASN1_UTF8STRING, kinds[i].name);
      return;
    }
  }
  BIO_printf(out, "<unsupported>");
}

static void print_name(BIO *out, const GENERAL_NAME *name) {
  char number[256];
  switch (name->type) {
    case GEN_DNS:
      print_string(out, "DNS", name->d.ia5);
      break;
    case GEN_EMAIL:
      print_string(out, "email", name->d.ia5);
      break;
    case GEN_URI:
      print_string(out, "URI", name->d.ia5);
      break;
    case GEN_DIRNAME:
      print_directory(out, name->d.dirn);
      break;
    case GEN_IPADD:
      print_address(out, name->d.ip);
      break;
    case GEN_RID:
      OBJ_obj2txt(number, sizeof(number), name->d.rid, 1);
      BIO_printf(out, "Registered ID:%s", number);
      break;
    case GEN_OTHERNAME:
      print_other(out, name->d.otherName);
      break;
    case GEN_X400:
      BIO_printf(out, "X400Name:<unsupported>");
      break;
    default:
      BIO_printf(out, "EdiPartyName:<unsupported>");
  }
}

/* The result if a part is missing: null if it is there but cannot be read. */
static gj_value without(gj_context js, const X509 *certificate, int part) {
  return X509_get_ext_by_NID(certificate, part, -1) >= 0 ? gj_null(js) : gj_undefined(js);
}

/* x509Names(certificate): its alternative names, undefined if it has none. */
GJ_FUNCTION(x509_names) {
  const X509 *certificate = gj_class_memory((gj_object)argv[0]);
  OPENSSL_STACK *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
  ERR_clear_error();
  if (names == NULL) {
    return without(js, certificate, NID_subject_alt_name);
  }
  BIO *bio = BIO_new(BIO_s_mem());
  int count = OPENSSL_sk_num(names);
  for (int i = 0; i < count; i++) {
    BIO_printf(bio, "%s", i == 0 ? "" : ", ");
    print_name(bio, OPENSSL_sk_value(names, i));
  }
  OPENSSL_sk_pop_free(names, (OPENSSL_sk_freefunc)GENERAL_NAME_free);
  return gj_crypto_bio_string(js, bio);
}

/* x509Access(certificate): where more can be learnt, a line each; undefined if it does not say. */
GJ_FUNCTION(x509_access) {
  const X509 *certificate = gj_class_memory((gj_object)argv[0]);
  OPENSSL_STACK *places = X509_get_ext_d2i(certificate, NID_info_access, NULL, NULL);
  ERR_clear_error();
  if (places == NULL) {
    return without(js, certificate, NID_info_access);
  }
  BIO *bio = BIO_new(BIO_s_mem());
  int count = OPENSSL_sk_num(places);
  for (int i = 0; i < count; i++) {
    const ACCESS_DESCRIPTION *place = OPENSSL_sk_value(places, i);
    char method[80];
    i2t_ASN1_OBJECT(method, sizeof(method), place->method);
    BIO_printf(bio, "%s%s - ", i == 0 ? "" : "\n", method);
    print_name(bio, place->location);
  }
  OPENSSL_sk_pop_free(places, (OPENSSL_sk_freefunc)ACCESS_DESCRIPTION_free);
  return gj_crypto_bio_string(js, bio);
}

void gj_crypto_names_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"x509Names", x509_names}, {"x509Access", x509_access}, {NULL, NULL}};
  gj_set_exports(js, binding, exports);
}
