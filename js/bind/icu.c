/* SPDX-License-Identifier: MIT */
/* Internationalised domain names, and texts in old encodings, with ICU, which the engine uses as
 * well; it is opened at its first use. For js/lib/internal/url/host.js and
 * js/lib/internal/encoding.js. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/uidna.h>

#include "engine/library.h"
#include "engine/memory.h"
#include "runtime/runtime.h"

#define DOMAIN_UNITS 2048
#define TEXT_(number) #number
#define TEXT(number) TEXT_(number)

/* ICU's headers add its version to each name: so the text is that of the expanded name. */
#define NAME(name) TEXT(name),
#define ICU(FUNCTION)                     \
  FUNCTION(UCNV_TO_U_CALLBACK_STOP)       \
  FUNCTION(UCNV_TO_U_CALLBACK_SUBSTITUTE) \
  FUNCTION(ucnv_cbToUWriteUChars)         \
  FUNCTION(ucnv_close)                    \
  FUNCTION(ucnv_open)                     \
  FUNCTION(ucnv_reset)                    \
  FUNCTION(ucnv_setSubstChars)            \
  FUNCTION(ucnv_setToUCallBack)           \
  FUNCTION(ucnv_toUnicode)                \
  FUNCTION(uidna_nameToASCII)             \
  FUNCTION(uidna_nameToUnicode)           \
  FUNCTION(uidna_openUTS46)

static struct { ICU(GJ_LIBRARY_POINTER) } icu; /* process: filled once */

static void open_icu(void) {
  static const char *const names[] = {ICU(NAME) NULL};
  const char *problem = gj_library_open("libicuuc.so." TEXT(U_ICU_VERSION_MAJOR_NUM), names, &icu);
  if (problem != NULL) {
    gj_memory_fatal(problem);
  }
}

static UIDNA *opened; /* process: by pthread_once; it does not change */

static void open_idna(void) {
  open_icu();
  UErrorCode status = U_ZERO_ERROR;
  opened =
      icu.uidna_openUTS46(UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII |
                              UIDNA_NONTRANSITIONAL_TO_UNICODE,
                          &status);
  if (U_FAILURE(status)) {
    gj_memory_out(0, "names of hosts");
  }
}

static UIDNA *idna(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_idna);
  return opened;
}

/* Errors that URLs ignore: lengths, and hyphens in odd places. */
static const uint32_t allowed = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                                UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

typedef int32_t (*gj_idna_convert)(const UIDNA *, const UChar *, int32_t, UChar *, int32_t,
                                   UIDNAInfo *, UErrorCode *);

static gj_value convert(gj_context js, gj_value domain, gj_idna_convert *way, bool strict) {
  const uint16_t *units;
  size_t count;
  void *handle = gj_units_get(js, domain, &units, &count);
  UChar room[DOMAIN_UNITS];
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UErrorCode status = U_ZERO_ERROR;
  const UIDNA *rules = idna(); /* also opens ICU */
  int32_t size =
      (*way)(rules, (const UChar *)units, (int32_t)count, room, DOMAIN_UNITS, &info, &status);
  gj_units_free(handle);
  if (U_FAILURE(status) || (strict && (info.errors & ~allowed) != 0)) {
    return gj_undefined(js);
  }
  return gj_string_utf16(js, (const uint16_t *)room, (size_t)size);
}

/* toAscii(domain): in lower case with xn-- where needed, or undefined if it is no domain. */
GJ_FUNCTION(to_ascii) { return convert(js, argv[0], &icu.uidna_nameToASCII, true); }

/* toUnicode(domain): labels that are wrong stay as they are. */
GJ_FUNCTION(to_unicode) { return convert(js, argv[0], &icu.uidna_nameToUnicode, false); }

static void close_converter(void *memory) { icu.ucnv_close(memory); }

/* In the web's GB 18030 a byte of 0x80 is the euro sign, which not all versions of ICU know.
 * `context`: whether other invalid bytes are an error. */
static void U_CALLCONV euro(const void *context, UConverterToUnicodeArgs *args, const char *units,
                            int32_t length, UConverterCallbackReason reason, UErrorCode *status) {
  if (reason <= UCNV_IRREGULAR && length == 1 && (uint8_t)units[0] == 0x80) {
    static const UChar sign = 0x20ac;
    *status = U_ZERO_ERROR;
    icu.ucnv_cbToUWriteUChars(args, &sign, 1, 0, status);
  } else if (context == NULL) {
    icu.UCNV_TO_U_CALLBACK_SUBSTITUTE(NULL, args, units, length, reason, status);
  }
}

/* open(name, fatal): a converter, or undefined if ICU has none of this name. */
GJ_FUNCTION(open_converter) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  UErrorCode status = U_ZERO_ERROR;
  open_icu();
  UConverter *converter = icu.ucnv_open(name.data, &status);
  bool has_euro = strcmp(name.data, "gb18030") == 0;
  gj_text_free(&name);
  if (U_FAILURE(status)) {
    return gj_undefined(js);
  }
  /* Some converters have their own replacement for invalid bytes, other than Unicode's. */
  UErrorCode ignored = U_ZERO_ERROR;
  icu.ucnv_setSubstChars(converter, "?", 1, &ignored);
  bool fatal = gj_to_bool(js, argv[1]);
  if (has_euro) {
    icu.ucnv_setToUCallBack(converter, euro, fatal ? converter : NULL, NULL, NULL, &status);
  } else if (fatal) {
    icu.ucnv_setToUCallBack(converter, icu.UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &status);
  }
  static gj_class place;
  gj_class class = gj_class_made(&place, "Converter", close_converter);
  return gj_class_object(js, class, converter);
}

/* decode(converter, bytes, flush): text; undefined if the converter is fatal and they are bad; null
 * if the string cannot be made (engine.h). */
GJ_FUNCTION(decode) {
  UConverter *converter = gj_class_memory(gj_as_object(js, argv[0]));
  gj_bytes bytes;
  gj_bytes_look(js, argv[1], &bytes);
  bool flush = gj_to_bool(js, argv[2]);
  size_t most = (bytes.size + 16) * 2;
  UChar *units = bytes.size > 2 * GJ_STRING_MOST ? NULL : gj_memory_room(most * sizeof(*units));
  if (units == NULL) {
    return gj_null(js);
  }
  UErrorCode status = U_ZERO_ERROR;
  const char *from = (const char *)bytes.data;
  UChar *to = units;
  icu.ucnv_toUnicode(converter, &to, units + most, &from, from + bytes.size, NULL, flush, &status);
  if (flush) { /* after an error, too, it goes on where it is */
    icu.ucnv_reset(converter);
  }
  gj_value text = U_FAILURE(status)
                      ? gj_undefined(js)
                      : gj_string_utf16(js, (const uint16_t *)units, (size_t)(to - units));
  free(units);
  return text;
}

gj_object gj_bind_icu(gj_context js) {
  static const gj_export exports[] = {
      {"toAscii", to_ascii},
      {"toUnicode", to_unicode},
      {"open", open_converter},
      {"decode", decode},
      {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
