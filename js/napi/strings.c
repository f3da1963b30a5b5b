/* SPDX-License-Identifier: MIT */
/* Strings and symbols. */
#include <limits.h>
#include <string.h>

#include "napi/napi.h"

/* A text that an addon passes: NULL only if it is empty. */
static bool text_given(napi_env env, const void *text, size_t length, const napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_need(env, text != NULL || length == 0, napi_invalid_arg) ||
      !gj_napi_given(env, result)) {
    return false;
  }
  return gj_napi_need(env, length == NAPI_AUTO_LENGTH || length <= INT_MAX, napi_invalid_arg);
}

static const char *text_of(const char *text) { return text == NULL ? "" : text; }

static size_t length_of(const char *text, size_t length) {
  return length == NAPI_AUTO_LENGTH ? strlen(text) : length;
}

static size_t length_of_wide(const char16_t *text, size_t length) {
  if (length == NAPI_AUTO_LENGTH) {
    for (length = 0; text[length] != 0; length++) {
    }
  }
  return length;
}

/* In the faster way, if the lock is held. */
static gj_value from_latin1(napi_env env, const char *text, size_t length) {
  return (env->room->held ? gj_string_latin1_held : gj_string_latin1)(env->js, text, length);
}

static gj_value from_utf16(napi_env env, const void *text, size_t length) {
  return (env->room->held ? gj_string_utf16_held : gj_string_utf16)(env->js, text, length);
}

/* The engine returns null if it is too long. */
static napi_status give_string(napi_env env, gj_value string, napi_value *result) {
  if (!gj_napi_need(env, gj_is_string(env->js, string), napi_generic_failure)) {
    return gj_napi_status(env);
  }
  return gj_napi_give(env, string, result);
}

napi_status napi_create_string_latin1(napi_env env, const char *text, size_t length,
                                      napi_value *result) {
  if (!text_given(env, text, length, result)) {
    return gj_napi_status(env);
  }
  return give_string(env, from_latin1(env, text_of(text), length_of(text, length)), result);
}

napi_status napi_create_string_utf8(napi_env env, const char *text, size_t length,
                                    napi_value *result) {
  if (!text_given(env, text, length, result)) {
    return gj_napi_status(env);
  }
  size_t size = length_of(text, length);
  return give_string(
      env, (env->room->held ? gj_string_utf8_held : gj_string_utf8)(env->js, text_of(text), size),
      result);
}

napi_status napi_create_string_utf16(napi_env env, const char16_t *text, size_t length,
                                     napi_value *result) {
  if (!text_given(env, text, length, result)) {
    return gj_napi_status(env);
  }
  return give_string(env, from_utf16(env, text, length_of_wide(text, length)), result);
}

/* The engine makes it a key when it is used as one. */
napi_status node_api_create_property_key_latin1(napi_env env, const char *text, size_t length,
                                                napi_value *result) {
  return napi_create_string_latin1(env, text, length, result);
}

napi_status node_api_create_property_key_utf8(napi_env env, const char *text, size_t length,
                                              napi_value *result) {
  return napi_create_string_utf8(env, text, length, result);
}

napi_status node_api_create_property_key_utf16(napi_env env, const char16_t *text, size_t length,
                                               napi_value *result) {
  return napi_create_string_utf16(env, text, length, result);
}

/* A string over the addon's memory, or a copy of it, which the interface allows: then the memory is
 * released at once. Node says that an empty one is not external. */
typedef struct {
  void *text;
  size_t length;
  bool narrow;
  node_api_basic_finalize finalize;
  void *hint;
} gj_over;

static napi_status over(napi_env env, const gj_over *it, napi_value *result, bool *is_copied) {
  gj_napi_external *external = gj_napi_external_new(env, it->finalize, it->text, it->hint);
  gj_value string = gj_foreign_string(env->js, it->text, it->length, it->narrow,
                                      gj_napi_external_release, external);
  if (is_copied != NULL) {
    *is_copied = string == NULL && it->length > 0;
  }
  if (string != NULL) {
    gj_addons_report(env->js, it->narrow ? it->length : it->length * sizeof(char16_t));
    return gj_napi_give(env, string, result);
  }
  const void *text = it->text == NULL ? "" : it->text;
  string = it->narrow ? from_latin1(env, text, it->length) : from_utf16(env, text, it->length);
  napi_status status = give_string(env, string, result);
  gj_napi_external_drop(external);
  if (status == napi_ok && it->finalize != NULL) {
    it->finalize(env, it->text, it->hint);
  }
  return status;
}

napi_status node_api_create_external_string_latin1(napi_env env, char *text, size_t length,
                                                   node_api_basic_finalize finalize, void *hint,
                                                   napi_value *result, bool *is_copied) {
  if (!text_given(env, text, length, result)) {
    return gj_napi_status(env);
  }
  gj_over it = {text, text == NULL ? 0 : length_of(text, length), true, finalize, hint};
  return over(env, &it, result, is_copied);
}

napi_status node_api_create_external_string_utf16(napi_env env, char16_t *text, size_t length,
                                                  node_api_basic_finalize finalize, void *hint,
                                                  napi_value *result, bool *is_copied) {
  if (!text_given(env, text, length, result)) {
    return gj_napi_status(env);
  }
  gj_over it = {text, text == NULL ? 0 : length_of_wide(text, length), false, finalize, hint};
  return over(env, &it, result, is_copied);
}

/* The characters of a string, to be freed. Without a buffer only the length is returned, which
 * needs a place. */
static bool string_given(napi_env env, napi_value value, const void *buffer, const size_t *result,
                         gj_chars *chars) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value)) {
    return false;
  }
  bool is_seen = gj_chars_try(gj_napi_in(value), chars);
  if (!gj_napi_need(env, is_seen || gj_is_string(env->js, gj_napi_in(value)),
                    napi_string_expected) ||
      !gj_napi_need(env, buffer != NULL || result != NULL, napi_invalid_arg)) {
    return false;
  }
  if (!is_seen) {
    gj_chars_look(env->js, gj_napi_in(value), chars);
  }
  return true;
}

static napi_status tell_length(napi_env env, size_t length, size_t *result) {
  if (result != NULL) {
    *result = length;
  }
  return gj_napi_ok(env);
}

napi_status napi_get_value_string_utf8(napi_env env, napi_value value, char *buffer, size_t size,
                                       size_t *result) {
  gj_chars chars;
  size_t length = 0;
  if (!string_given(env, value, buffer, result, &chars)) {
    return gj_napi_status(env);
  }
  if (buffer == NULL) {
    length = gj_chars_utf8_size(&chars);
  } else if (size > 0) {
    length = gj_chars_utf8(&chars, (uint8_t *)buffer, size - 1);
    buffer[length] = 0;
  }
  gj_chars_free(&chars);
  return tell_length(env, length, result);
}

napi_status napi_get_value_string_latin1(napi_env env, napi_value value, char *buffer, size_t size,
                                         size_t *result) {
  gj_chars chars;
  size_t length = 0;
  if (!string_given(env, value, buffer, result, &chars)) {
    return gj_napi_status(env);
  }
  if (buffer == NULL) {
    length = chars.length;
  } else if (size > 0) {
    length = chars.length < size - 1 ? chars.length : size - 1;
    if (chars.narrow != NULL) {
      memcpy(buffer, chars.narrow, length);
    }
    for (size_t i = 0; i < length && chars.narrow == NULL; i++) {
      buffer[i] = (char)chars.wide[i];
    }
    buffer[length] = 0;
  }
  gj_chars_free(&chars);
  return tell_length(env, length, result);
}

napi_status napi_get_value_string_utf16(napi_env env, napi_value value, char16_t *buffer,
                                        size_t size, size_t *result) {
  gj_chars chars;
  size_t length = 0;
  if (!string_given(env, value, buffer, result, &chars)) {
    return gj_napi_status(env);
  }
  if (buffer == NULL) {
    length = chars.length;
  } else if (size > 0) {
    length = chars.length < size - 1 ? chars.length : size - 1;
    if (chars.narrow == NULL) {
      memcpy(buffer, chars.wide, length * sizeof(*buffer));
    }
    for (size_t i = 0; i < length && chars.narrow != NULL; i++) {
      buffer[i] = chars.narrow[i];
    }
    buffer[length] = 0;
  }
  gj_chars_free(&chars);
  return tell_length(env, length, result);
}

napi_status napi_create_symbol(napi_env env, napi_value description, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  if (description != NULL &&
      !gj_napi_need(env, gj_is_string(env->js, gj_napi_in(description)), napi_string_expected)) {
    return gj_napi_status(env);
  }
  return gj_napi_give(env, gj_symbol(env->js, gj_napi_in(description)), result);
}

napi_status node_api_symbol_for(napi_env env, const char *text, size_t length, napi_value *result) {
  napi_value string;
  napi_status status = napi_create_string_utf8(env, text, length, &string);
  if (status != napi_ok || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_value argument = gj_napi_in(string);
  gj_value symbol = gj_napi_help(env, GJ_NAPI_symbolFor, 1, &argument);
  return symbol == NULL ? gj_napi_status(env) : gj_napi_give(env, symbol, result);
}
