/* SPDX-License-Identifier: MIT */
/* Strings into the engine and out of it. The engine stores a string with 8 or 16 bits per unit. The
 * fast way in is gj_look_make, which copies the units once. If the engine does not have that, its C
 * interface takes plain ASCII as UTF-8 without widening it. */
#include <stdlib.h>
#include <string.h>

#include "engine/api.h"
#include "engine/engine.h"
#include "engine/memory.h"

#define STACK_UNITS 1024
#define HIGH_BITS 0x8080808080808080u

static gj_value take(gj_context js, JSStringRef string) {
  JSValueRef value = JSValueMakeString(js, string);
  JSStringRelease(string);
  return value;
}

gj_value gj_string(gj_context js, const char *utf8) {
  return gj_string_utf8(js, utf8, strlen(utf8));
}

static size_t high_bits(const uint8_t *bytes, size_t size) {
  size_t count = 0;
  size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    uint64_t word;
    memcpy(&word, bytes + i, 8);
    count += ((word & HIGH_BITS) >> 7) * 0x0101010101010101u >> 56;
  }
  for (; i < size; i++) {
    count += bytes[i] >> 7;
  }
  return count;
}

/* Two words that the processor handles at once. */
typedef uint64_t gj_pair __attribute__((vector_size(16)));
enum { PAIR = sizeof(gj_pair), ROW = 4 * PAIR };

static inline gj_pair pair_at(const uint8_t *bytes) {
  gj_pair pair;
  memcpy(&pair, bytes, PAIR);
  return pair;
}

static inline bool is_low(gj_pair pair) { return ((pair[0] | pair[1]) & HIGH_BITS) == 0; }

static inline bool is_low_row(const uint8_t *bytes) {
  return is_low(pair_at(bytes) | pair_at(bytes + PAIR) | pair_at(bytes + 2 * PAIR) |
                pair_at(bytes + 3 * PAIR));
}

static bool is_ascii(const uint8_t *bytes, size_t size) {
  size_t i = 0;
  for (; i + ROW <= size; i += ROW) {
    if (!is_low_row(bytes + i)) {
      return false;
    }
  }
  gj_pair all = {0, 0};
  if (size < PAIR) {
    for (; i < size; i++) {
      all[0] |= bytes[i];
    }
    return is_low(all);
  }
  for (; i < size; i += PAIR) { /* the last ones together with some before them */
    all |= pair_at(bytes + (i + PAIR <= size ? i : size - PAIR));
  }
  return is_low(all);
}

/* Copies bytes up to the first that is not ASCII. Returns how many. */
static size_t copy_low(const uint8_t *from, size_t size, uint8_t *to) {
  size_t i = 0;
  for (; i + ROW <= size && is_low_row(from + i); i += ROW) {
    memcpy(to + i, from + i, ROW);
  }
  for (; i + PAIR <= size && is_low(pair_at(from + i)); i += PAIR) {
    memcpy(to + i, from + i, PAIR);
  }
  if (i < size && size - i < PAIR && size >= PAIR && is_low(pair_at(from + size - PAIR))) {
    memcpy(to + size - PAIR, from + size - PAIR, PAIR);
    return size;
  }
  for (; i < size && from[i] < 0x80; i++) {
    to[i] = from[i];
  }
  return i;
}

bool gj_chars_are_ascii(const gj_bytes *bytes) { return is_ascii(bytes->data, bytes->size); }

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
  if (is_ascii(from, size) && memchr(from, 0, size) == NULL) {
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

/* How many bytes at `from` form a valid character, and which one; 0 if none, with *bad set to the
 * number of bytes that one U+FFFD replaces (the longest beginning of a character). */
static size_t decode(const unsigned char *from, size_t size, uint32_t *code, size_t *bad) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned char first = from[0];
  size_t length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  *bad = 1;
  if (length == 0) {
    return 0;
  }
  uint32_t value = first & (0xffu >> (length + 1));
  for (size_t i = 1; i < length; i++) {
    unsigned char low = 0x80;
    unsigned char high = 0xbf;
    if (i == 1) { /* it shows overlong forms, surrogates and what is too large */
      low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
      high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    }
    if (i >= size || from[i] < low || from[i] > high) {
      *bad = i;
      return 0;
    }
    value = value << 6 | (from[i] & 0x3fu);
  }
  *code = value;
  return value >= least[length] ? length : 0;
}

static size_t widen(const unsigned char *from, size_t size, uint16_t *units) {
  size_t count = 0;
  for (size_t i = 0; i < size;) {
    if (from[i] < 0x80) {
      units[count++] = from[i++];
      continue;
    }
    uint32_t code;
    size_t bad;
    size_t length = decode(from + i, size - i, &code, &bad);
    if (length == 0) {
      units[count++] = 0xfffd;
      i += bad;
    } else if (code < 0x10000) {
      units[count++] = (uint16_t)code;
      i += length;
    } else {
      units[count++] = (uint16_t)(0xd7c0 + (code >> 10));
      units[count++] = (uint16_t)(0xdc00 + (code & 0x3ff));
      i += length;
    }
  }
  return count;
}

/* To 8-bit units in place, if all fit: half the memory, and faster to search. */
static bool narrow_down(uint16_t *units, size_t count) {
  uint32_t all = 0;
  for (size_t i = 0; i < count; i++) {
    all |= units[i];
  }
  if (all > 0xff) {
    return false;
  }
  uint8_t *bytes = (uint8_t *)units;
  for (size_t i = 0; i < count; i++) {
    bytes[i] = (uint8_t)units[i];
  }
  return true;
}

static gj_value from_utf8(gj_context js, const char *bytes, size_t size, bool held) {
  if (size > GJ_STRING_MOST) { /* as in Node, which counts bytes */
    return gj_null(js);
  }
  if (is_ascii((const unsigned char *)bytes, size)) {
    return from_latin1(js, bytes, size, held);
  }
  uint16_t room[STACK_UNITS];
  room[0] = 0;
  uint16_t *units = size <= STACK_UNITS ? room : gj_memory_room(size * sizeof(*units));
  if (units == NULL) {
    return gj_null(js);
  }
  size_t count = widen((const unsigned char *)bytes, size, units);
  gj_value value = narrow_down(units, count) ? from_latin1(js, units, count, held)
                                             : from_utf16(js, units, count, held);
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

static size_t encode(uint32_t code, uint8_t *to) {
  if (code < 0x80) {
    to[0] = (uint8_t)code;
    return 1;
  }
  if (code < 0x800) {
    to[0] = (uint8_t)(0xc0 | code >> 6);
    to[1] = (uint8_t)(0x80 | (code & 0x3f));
    return 2;
  }
  if (code < 0x10000) {
    to[0] = (uint8_t)(0xe0 | code >> 12);
    to[1] = (uint8_t)(0x80 | (code >> 6 & 0x3f));
    to[2] = (uint8_t)(0x80 | (code & 0x3f));
    return 3;
  }
  to[0] = (uint8_t)(0xf0 | code >> 18);
  to[1] = (uint8_t)(0x80 | (code >> 12 & 0x3f));
  to[2] = (uint8_t)(0x80 | (code >> 6 & 0x3f));
  to[3] = (uint8_t)(0x80 | (code & 0x3f));
  return 4;
}

/* The character at *i, which moves past it. */
static uint32_t next_wide(const uint16_t *units, size_t count, size_t *i) {
  uint32_t code = units[(*i)++];
  if (code < 0xd800 || code >= 0xe000) {
    return code;
  }
  if (code < 0xdc00 && *i < count && (units[*i] & 0xfc00) == 0xdc00) {
    return 0x10000 + ((code - 0xd800) << 10) + (units[(*i)++] - 0xdc00u);
  }
  return 0xfffd;
}

size_t gj_chars_utf8_size(const gj_chars *chars) {
  size_t size = chars->length;
  if (chars->narrow != NULL) {
    return size + high_bits(chars->narrow, size);
  }
  for (size_t i = 0; i < chars->length; i++) {
    uint32_t unit = chars->wide[i];
    size += (unit >= 0x80) + (unit >= 0x800);
    if ((unit & 0xfc00) == 0xd800 && i + 1 < chars->length &&
        (chars->wide[i + 1] & 0xfc00) == 0xdc00) {
      i++; /* a pair is 4 bytes: 2 units, and the 2 counted here */
    }
  }
  return size;
}

/* Copies units from `i` on, as far as they are ASCII and fit. Returns where it stopped. */
static size_t copy_ascii(const gj_chars *chars, size_t i, uint8_t *to, size_t room) {
  size_t end = chars->length - i < room ? chars->length : i + room;
  if (chars->narrow != NULL) {
    return i + copy_low(chars->narrow + i, end - i, to);
  }
  for (; i < end && chars->wide[i] < 0x80; i++) {
    *to++ = (uint8_t)chars->wide[i];
  }
  return i;
}

size_t gj_chars_utf8(const gj_chars *chars, uint8_t *to, size_t room) {
  size_t size = 0;
  for (size_t i = 0; i < chars->length;) {
    size_t next = copy_ascii(chars, i, to + size, room - size);
    size += next - i;
    i = next;
    if (i == chars->length) {
      break;
    }
    uint32_t code =
        chars->narrow != NULL ? chars->narrow[i++] : next_wide(chars->wide, chars->length, &i);
    if (room - size < 4) {
      uint8_t whole[4];
      size_t length = encode(code, whole);
      if (length > room - size) {
        break;
      }
      memcpy(to + size, whole, length);
      size += length;
    } else {
      size += encode(code, to + size);
    }
  }
  return size;
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
