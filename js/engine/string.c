/* SPDX-License-Identifier: MIT */
/* Strings into the engine and out of it. The engine stores a string with 8 or 16 bits per unit. The
 * fast way in is gj_look_make, which copies the units once. If the engine does not have that, its C
 * interface takes plain ASCII as UTF-8 without widening it. */
#include <stdlib.h>
#include <string.h>

#include "engine/api.h"
#include "engine/engine.h"
#include "engine/memory.h"
#include "engine/utf8.h"

#define STACK_UNITS 1024

static gj_value take(gj_context js, JSStringRef string) {
  JSValueRef value = JSValueMakeString(js, string);
  JSStringRelease(string);
  return value;
}

gj_value gj_string(gj_context js, const char *utf8) {
  return gj_string_utf8(js, utf8, strlen(utf8));
}

bool gj_chars_are_ascii(const gj_bytes *bytes) {
  return gj_utf8_is_ascii(bytes->data, bytes->size);
}

/* ASCII without NUL; the bytes need not end with one. */
static gj_value ascii(gj_context js, const char *bytes, size_t size) {
  char room[STACK_UNITS];
  char *copy = size < sizeof(room) ? room : gj_memory_room(size + 1);
  if (copy == NULL) {
    return gj_null(js);
  }
  memcpy(copy, bytes, size);
  copy[size] = 0;
  gj_value value = take(js, JSStringCreateWithUTF8CString(copy));
  if (copy != room) {
    free(copy);
  }
  return value;
}

static gj_value from_utf16(gj_context js, const uint16_t *units, size_t count, bool held) {
  if (count > GJ_STRING_MOST) {
    return gj_null(js);
  }
  gj_value value = gj_look_make(js, units, count, false, held);
  return value != NULL ? value : take(js, JSStringCreateWithCharacters(units, count));
}

static gj_value from_latin1(gj_context js, const void *bytes, size_t size, bool held) {
  const unsigned char *from = bytes;
  if (size > GJ_STRING_MOST) {
    return gj_null(js);
  }
  gj_value made = gj_look_make(js, bytes, size, true, held);
  if (made != NULL) {
    return made;
  }
  if (gj_utf8_is_ascii(from, size) && memchr(from, 0, size) == NULL) {
    return ascii(js, bytes, size);
  }
  uint16_t room[STACK_UNITS];
  room[0] = 0;
  uint16_t *units = size <= STACK_UNITS ? room : gj_memory_room(size * sizeof(*units));
  if (units == NULL) {
    return gj_null(js);
  }
  for (size_t i = 0; i < size; i++) {
    units[i] = from[i];
  }
  gj_value value = from_utf16(js, units, size, held);
  if (units != room) {
    free(units);
  }
  return value;
}

/* To 16-bit units in place, from the end. */
static void widen(uint16_t *units, size_t count) {
  const uint8_t *bytes = (const uint8_t *)units;
  while (count-- > 0) {
    units[count] = bytes[count];
  }
}

static gj_value from_utf8(gj_context js, const char *bytes, size_t size, bool held) {
  if (size > GJ_STRING_MOST) { /* as in Node, which counts bytes */
    return gj_null(js);
  }
  const uint8_t *from = (const uint8_t *)bytes;
  if (gj_utf8_is_ascii(from, size)) {
    return from_latin1(js, bytes, size, held);
  }
  uint16_t room[STACK_UNITS + GJ_UTF8_MORE];
  room[0] = 0;
  uint16_t *units =
      size <= STACK_UNITS ? room : gj_memory_room((size + GJ_UTF8_MORE) * sizeof(*units));
  if (units == NULL) {
    return gj_null(js);
  }
  size_t at;
  size_t count = gj_utf8_to_latin1(from, size, (uint8_t *)units, &at);
  gj_value value;
  if (at == size) { /* half the memory, and faster to search */
    value = from_latin1(js, units, count, held);
  } else {
    widen(units, count);
    count += gj_utf8_to_utf16(from + at, size - at, units + count);
    value = from_utf16(js, units, count, held);
  }
  if (units != room) {
    free(units);
  }
  return value;
}

gj_value gj_string_utf8(gj_context js, const char *bytes, size_t size) {
  return from_utf8(js, bytes, size, false);
}

gj_value gj_string_latin1(gj_context js, const void *bytes, size_t size) {
  return from_latin1(js, bytes, size, false);
}

gj_value gj_string_utf16(gj_context js, const uint16_t *units, size_t count) {
  return from_utf16(js, units, count, false);
}

gj_value gj_string_utf8_held(gj_context js, const char *bytes, size_t size) {
  return from_utf8(js, bytes, size, true);
}

gj_value gj_string_latin1_held(gj_context js, const void *bytes, size_t size) {
  return from_latin1(js, bytes, size, true);
}

gj_value gj_string_utf16_held(gj_context js, const uint16_t *units, size_t count) {
  return from_utf16(js, units, count, true);
}

size_t gj_chars_utf8_size(const gj_chars *chars) {
  return chars->narrow != NULL ? gj_utf8_size_latin1(chars->narrow, chars->length)
                               : gj_utf8_size_utf16(chars->wide, chars->length);
}

size_t gj_chars_utf8(const gj_chars *chars, uint8_t *to, size_t room) {
  return chars->narrow != NULL ? gj_utf8_from_latin1(chars->narrow, chars->length, to, room)
                               : gj_utf8_from_utf16(chars->wide, chars->length, to, room);
}

bool gj_text_try(gj_context js, gj_value value, gj_text *text) {
  gj_chars chars;
  gj_chars_look(js, value, &chars);
  size_t most = chars.length * (chars.narrow != NULL ? 2 : 3) + 1;
  text->data = most <= sizeof(text->room) ? text->room : gj_memory_room(most);
  text->size = most;
  if (text->data != NULL) {
    text->size = gj_chars_utf8(&chars, (uint8_t *)text->data, most - 1);
    text->data[text->size] = 0;
  }
  gj_chars_free(&chars);
  if (text->data != NULL && text->size > UINT32_MAX) {
    free(text->data);
    text->data = NULL;
  }
  return text->data != NULL;
}

void gj_text_get(gj_context js, gj_value value, gj_text *text) {
  if (!gj_text_try(js, value, text)) {
    gj_memory_out(text->size, "a text");
  }
}

void gj_text_free(gj_text *text) {
  if (text->data != text->room) {
    free(text->data);
  }
}

void *gj_units_get(gj_context js, gj_value value, const uint16_t **units, size_t *count) {
  JSValueRef exception = NULL;
  JSStringRef string = JSValueToStringCopy(js, value, &exception);
  if (string == NULL) {
    string = JSStringCreateWithUTF8CString("");
  }
  *units = JSStringGetCharactersPtr(string);
  *count = JSStringGetLength(string);
  return string;
}

void gj_units_free(void *handle) { JSStringRelease(handle); }
