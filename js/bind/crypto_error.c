/* SPDX-License-Identifier: MIT */
/* Errors of libcrypto as the errors that programs see. */
#include "bind/crypto.h"

static _Thread_local gj_pin maker; /* JavaScript's function that makes them */

/* The short names of libraries within libcrypto, as they are in codes. */
static const char *library_name(unsigned long code) {
  static const struct {
    int number;
    const char *name;
  } names[] = {
      {ERR_LIB_SYS, "SYS_"},       {ERR_LIB_BN, "BN_"},       {ERR_LIB_RSA, "RSA_"},
      {ERR_LIB_DH, "DH_"},         {ERR_LIB_EVP, "EVP_"},     {ERR_LIB_BUF, "BUF_"},
      {ERR_LIB_OBJ, "OBJ_"},       {ERR_LIB_PEM, "PEM_"},     {ERR_LIB_DSA, "DSA_"},
      {ERR_LIB_X509, "X509_"},     {ERR_LIB_ASN1, "ASN1_"},   {ERR_LIB_CONF, "CONF_"},
      {ERR_LIB_CRYPTO, "CRYPTO_"}, {ERR_LIB_EC, "EC_"},       {ERR_LIB_SSL, "SSL_"},
      {ERR_LIB_BIO, "BIO_"},       {ERR_LIB_PKCS7, "PKCS7_"}, {ERR_LIB_X509V3, "X509V3_"},
      {ERR_LIB_PKCS12, "PKCS12_"}, {ERR_LIB_RAND, "RAND_"},   {ERR_LIB_DSO, "DSO_"},
      {ERR_LIB_ENGINE, "ENGINE_"}, {ERR_LIB_OCSP, "OCSP_"},   {ERR_LIB_UI, "UI_"},
      {ERR_LIB_COMP, "COMP_"},     {ERR_LIB_ECDSA, "ECDSA_"}, {ERR_LIB_ECDH, "ECDH_"},
      {ERR_LIB_CMS, "CMS_"},       {ERR_LIB_TS, "TS_"},       {ERR_LIB_HMAC, "HMAC_"},
      {ERR_LIB_CT, "CT_"},         {ERR_LIB_ASYNC, "ASYNC_"}, {ERR_LIB_KDF, "KDF_"},
      {ERR_LIB_SM2, "SM2_"},       {ERR_LIB_USER, "USER_"},   {ERR_LIB_FIPS, "FIPS_"},
  };
  int number = ERR_GET_LIB(code);
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    if (names[i].number == number) {
      return names[i].name;
    }
  }
  return "";
}

static gj_value text_of(gj_context js, unsigned long code) {
  char text[256];
  ERR_error_string_n(code, text, sizeof(text));
  return gj_string(js, text);
}

static gj_value string_or_none(gj_context js, const char *text) {
  return text == NULL ? gj_undefined(js) : gj_string(js, text);
}

void gj_crypto_take(gj_crypto_errors *errors) {
  errors->count = 0;
  for (unsigned long code = ERR_get_error(); code != 0; code = ERR_get_error()) {
    if (errors->count < sizeof(errors->codes) / sizeof(errors->codes[0])) {
      errors->codes[errors->count++] = code;
    }
  }
}

static gj_value make(gj_context js, unsigned long code, gj_value text, gj_object more) {
  gj_value argv[] = {
      text,
      code == 0 ? gj_undefined(js) : string_or_none(js, ERR_lib_error_string(code)),
      code == 0 ? gj_undefined(js) : string_or_none(js, ERR_reason_error_string(code)),
      gj_string(js, library_name(code)),
      more,
  };
  gj_value exception = NULL;
  gj_value made = gj_call_whole(js, gj_pin_object(&maker), 5, argv, &exception);
  return made == NULL ? exception : made;
}

/* The oldest error is thrown; those after it are attached to it, the newest first. */
gj_value gj_crypto_error(gj_context js, const gj_crypto_errors *errors, const char *otherwise) {
  gj_object more = gj_array(js, 0, NULL);
  for (unsigned i = errors->count; i > 1; i--) {
    gj_set_index(js, more, errors->count - i, text_of(js, errors->codes[i - 1]));
  }
  unsigned long code = errors->count == 0 ? 0 : errors->codes[0];
  return make(js, code, code == 0 ? gj_string(js, otherwise) : text_of(js, code), more);
}

gj_value gj_crypto_error_as(gj_context js, unsigned long code, const char *text) {
  return make(js, code, gj_string(js, text), gj_array(js, 0, NULL));
}

gj_value gj_crypto_throw(gj_context js, gj_value *exception, const char *otherwise) {
  gj_crypto_errors errors;
  gj_crypto_take(&errors);
  *exception = gj_crypto_error(js, &errors, otherwise);
  return gj_undefined(js);
}

/* errorsBy(function(text, library, reason, library in codes, [texts])): makes errors from now
 * on. */
GJ_FUNCTION(errors_by) {
  maker = gj_pin_new(js, argv[0]);
  return gj_undefined(js);
}

/* takeError(text): the last error, or one with that text if there is none. */
GJ_FUNCTION(take_error) {
  gj_text text;
  gj_text_get(js, argv[0], &text);
  gj_crypto_errors errors;
  gj_crypto_take(&errors);
  gj_value error = gj_crypto_error(js, &errors, text.data);
  gj_text_free(&text);
  return error;
}

void gj_crypto_error_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"errorsBy", errors_by},
      {"takeError", take_error},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
