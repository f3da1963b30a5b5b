/* SPDX-License-Identifier: MIT */
/* What libcrypto says when something fails, as the errors that programs see. */
#include "bind/crypto.h"

static _Thread_local gy_pin maker; /* JavaScript's function that makes them */

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

static gy_value text_of(gy_context js, unsigned long code) {
  char text[256];
  ERR_error_string_n(code, text, sizeof(text));
  return gy_string(js, text);
}

static gy_value string_or_none(gy_context js, const char *text) {
  return text == NULL ? gy_undefined(js) : gy_string(js, text);
}

void gy_crypto_take(gy_crypto_errors *errors) {
  errors->count = 0;
  for (unsigned long code = ERR_get_error(); code != 0; code = ERR_get_error()) {
    if (errors->count < sizeof(errors->codes) / sizeof(errors->codes[0])) {
      errors->codes[errors->count++] = code;
    }
  }
}

static gy_value make(gy_context js, unsigned long code, gy_value text, gy_object more) {
  gy_value argv[] = {
      text,
      code == 0 ? gy_undefined(js) : string_or_none(js, ERR_lib_error_string(code)),
      code == 0 ? gy_undefined(js) : string_or_none(js, ERR_reason_error_string(code)),
      gy_string(js, library_name(code)),
      more,
  };
  gy_value exception = NULL;
  gy_value made = gy_call_whole(js, gy_pin_object(&maker), 5, argv, &exception);
  return made == NULL ? exception : made;
}

/* The oldest error is the one; those after it are told beside it, the youngest first. */
gy_value gy_crypto_error(gy_context js, const gy_crypto_errors *errors, const char *otherwise) {
  gy_object more = gy_array(js, 0, NULL);
  for (unsigned i = errors->count; i > 1; i--) {
    gy_set_index(js, more, errors->count - i, text_of(js, errors->codes[i - 1]));
  }
  unsigned long code = errors->count == 0 ? 0 : errors->codes[0];
  return make(js, code, code == 0 ? gy_string(js, otherwise) : text_of(js, code), more);
}

gy_value gy_crypto_error_as(gy_context js, unsigned long code, const char *text) {
  return make(js, code, gy_string(js, text), gy_array(js, 0, NULL));
}

gy_value gy_crypto_throw(gy_context js, gy_value *exception, const char *otherwise) {
  gy_crypto_errors errors;
  gy_crypto_take(&errors);
  *exception = gy_crypto_error(js, &errors, otherwise);
  return gy_undefined(js);
}

/* errorsBy(function(text, library, reason, library in codes, [texts])): makes errors from now on.
 */
GY_FUNCTION(errors_by) {
  maker = gy_pin_new(js, argv[0]);
  return gy_undefined(js);
}

/* takeError(text): an error of what failed last, with that text if nothing did. */
GY_FUNCTION(take_error) {
  gy_text text;
  gy_text_get(js, argv[0], &text);
  gy_crypto_errors errors;
  gy_crypto_take(&errors);
  gy_value error = gy_crypto_error(js, &errors, text.data);
  gy_text_free(&text);
  return error;
}

void gy_crypto_error_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {
      {"errorsBy", errors_by},
      {"takeError", take_error},
      {NULL, NULL},
  };
  gy_set_exports(js, binding, exports);
}
