/* SPDX-License-Identifier: MIT */
/* Most texts are ASCII, in whole or in long parts: those are handled some words at a time. */
#include "engine/utf8.h"

#include <string.h>

#define HIGH_BITS 0x8080808080808080u
#define WIDE_BITS 0xff80ff80ff80ff80u
enum { WORD = 8, WORD_UNITS = WORD / 2, BLOCK = 64 };

/* How many bytes, or units, of a word precede the first with one of the bits, which it has. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BEFORE(word, bits, size) ((size_t)__builtin_ctzll((word) & (bits)) / (8 * (size)))
#else
#define BEFORE(word, bits, size) ((size_t)__builtin_clzll((word) & (bits)) / (8 * (size)))
#endif

static inline uint64_t word_at(const void *place) {
  uint64_t word;
  memcpy(&word, place, WORD);
  return word;
}

/* Two words that the processor handles at once. */
typedef uint64_t gj_pair __attribute__((vector_size(16)));
enum { PAIR = sizeof(gj_pair), ROW = 4 * PAIR };

static inline gj_pair pair_at(const void *place) {
  gj_pair pair;
  memcpy(&pair, place, PAIR);
  return pair;
}

static inline bool is_low(gj_pair pair) { return ((pair[0] | pair[1]) & HIGH_BITS) == 0; }

static inline bool is_low_row(const uint8_t *bytes) {
  return is_low(pair_at(bytes) | pair_at(bytes + PAIR) | pair_at(bytes + 2 * PAIR) |
                pair_at(bytes + 3 * PAIR));
}

/* Fewer bytes than a pair has: words that overlap, and no loop over bytes but for three. */
static inline bool is_low_short(const uint8_t *bytes, size_t size) {
  uint32_t first, last;
  if (size >= WORD) {
    return ((word_at(bytes) | word_at(bytes + size - WORD)) & HIGH_BITS) == 0;
  }
  if (size >= sizeof(first)) {
    memcpy(&first, bytes, sizeof(first));
    memcpy(&last, bytes + size - sizeof(last), sizeof(last));
    return ((first | last) & (uint32_t)HIGH_BITS) == 0;
  }
  return size == 0 || ((bytes[0] | bytes[size / 2] | bytes[size - 1]) & 0x80) == 0;
}

bool gj_utf8_is_ascii(const uint8_t *bytes, size_t size) {
  if (size < PAIR) {
    return is_low_short(bytes, size);
  }
  size_t i = 0;
  for (; i + ROW <= size; i += ROW) {
    if (!is_low_row(bytes + i)) {
      return false;
    }
  }
  gj_pair all = {0, 0};
  for (; i < size; i += PAIR) { /* the last ones together with some before them */
    all |= pair_at(bytes + (i + PAIR <= size ? i : size - PAIR));
  }
  return is_low(all);
}

/* --- sizes */

static size_t high_count(const uint8_t *bytes, size_t size) {
  size_t count = 0;
  size_t i = 0;
  for (; i + WORD <= size; i += WORD) {
    count += ((word_at(bytes + i) & HIGH_BITS) >> 7) * 0x0101010101010101u >> 56;
  }
  for (; i < size; i++) {
    count += bytes[i] >> 7;
  }
  return count;
}

size_t gj_utf8_size_latin1(const uint8_t *units, size_t count) {
  return gj_utf8_is_ascii(units, count) ? count : count + high_count(units, count);
}

static bool is_half(uint16_t unit) { return (unit & 0xf800) == 0xd800; }

static bool is_pair(const uint16_t *units, size_t count, size_t i) {
  return (units[i] & 0xfc00) == 0xd800 && i + 1 < count && (units[i + 1] & 0xfc00) == 0xdc00;
}

size_t gj_utf8_size_utf16(const uint16_t *units, size_t count) {
  size_t size = count;
  size_t i = 0;
  while (i < count) {
    uint16_t more = 0, halves = 0;
    if (count - i >= BLOCK) { /* the compiler makes few instructions of this */
      for (size_t k = 0; k < BLOCK; k++) {
        more += (uint16_t)((units[i + k] >= 0x80) + (units[i + k] >= 0x800));
        halves |= is_half(units[i + k]);
      }
    }
    if (count - i >= BLOCK) {
      size += more;
      for (size_t k = 0; halves != 0 && k < BLOCK; k++) {
        size -= is_pair(units, count, i + k) ? 2 : 0; /* it is 4 bytes, and 6 were counted */
      }
      i += BLOCK;
      continue;
    }
    for (; i < count; i++) {
      size += (units[i] >= 0x80) + (units[i] >= 0x800);
      size -= is_pair(units, count, i) ? 2 : 0;
    }
  }
  return size;
}

/* --- writing */

static size_t put(uint32_t code, uint8_t *to) {
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

/* The same where it may not fit: then 0. */
static size_t put_last(uint32_t code, uint8_t *to, size_t room) {
  uint8_t whole[4];
  size_t size = put(code, whole);
  if (size > room) {
    return 0;
  }
  memcpy(to, whole, size);
  return size;
}

/* Copies rows of ASCII. Returns how many bytes. */
static size_t copy_rows(const uint8_t *from, size_t count, uint8_t *to, size_t room) {
  size_t i = 0;
  size_t end = count < room ? count : room;
  for (; i + ROW <= end && is_low_row(from + i); i += ROW) {
    memcpy(to + i, from + i, ROW);
  }
  return i;
}

size_t gj_utf8_from_latin1(const uint8_t *units, size_t count, uint8_t *to, size_t room) {
  size_t i = copy_rows(units, count, to, room);
  size_t size = i;
  while (count - i >= WORD && room - size >= WORD + 1) {
    uint64_t word = word_at(units + i);
    memcpy(to + size, &word, WORD);
    size_t low = (word & HIGH_BITS) == 0 ? WORD : BEFORE(word, HIGH_BITS, 1);
    size += low;
    i += low;
    if (low < WORD) {
      size += put(units[i++], to + size);
    }
  }
  while (i < count) {
    size_t length = put_last(units[i++], to + size, room - size);
    if (length == 0) {
      break;
    }
    size += length;
  }
  return size;
}

/* The character at *i, which moves past it. */
static inline uint32_t next(const uint16_t *units, size_t count, size_t *i) {
  uint16_t unit = units[*i];
  if (!is_half(unit)) {
    *i += 1;
    return unit;
  }
  if (!is_pair(units, count, *i)) {
    *i += 1;
    return 0xfffd;
  }
  *i += 2;
  return 0x10000 + ((unit - 0xd800u) << 10) + (units[*i - 1] - 0xdc00u);
}

static inline void narrow(const uint16_t *units, uint8_t *to, size_t count) {
  for (size_t i = 0; i < count; i++) {
    to[i] = (uint8_t)units[i];
  }
}

size_t gj_utf8_from_utf16(const uint16_t *units, size_t count, uint8_t *to, size_t room) {
  size_t size = 0;
  size_t i = 0;
  while (count - i >= WORD && room - size >= WORD + 4) {
    uint64_t word = word_at(units + i);
    if (((word | word_at(units + i + WORD_UNITS)) & WIDE_BITS) == 0) {
      narrow(units + i, to + size, WORD);
      size += WORD;
      i += WORD;
      continue;
    }
    size_t low = (word & WIDE_BITS) == 0 ? WORD_UNITS : BEFORE(word, WIDE_BITS, 2);
    narrow(units + i, to + size, WORD_UNITS);
    size += low;
    i += low;
    while (i < count && units[i] >= 0x80 && room - size >= 4) {
      size += put(next(units, count, &i), to + size);
    }
  }
  while (i < count) {
    size_t length = put_last(next(units, count, &i), to + size, room - size);
    if (length == 0) {
      break;
    }
    size += length;
  }
  return size;
}

/* --- reading */

/* How many bytes at `from` form a valid character, and which one; 0 if none, with *bad set to the
 * number of bytes that one U+FFFD replaces (the longest beginning of a character). */
static size_t get(const uint8_t *from, size_t size, uint32_t *code, size_t *bad) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  uint8_t first = from[0];
  size_t length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  *bad = 1;
  if (length == 0) {
    return 0;
  }
  uint32_t value = first & (0xffu >> (length + 1));
  for (size_t i = 1; i < length; i++) {
    uint8_t low = 0x80;
    uint8_t high = 0xbf;
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

static inline bool continues(uint8_t byte) { return (byte & 0xc0) == 0x80; }

/* The same for characters of 2 or 3 bytes, of which there are 3; 0: look closer. */
static inline size_t get_plain(const uint8_t *from, uint32_t *code) {
  uint32_t bytes = (uint32_t)from[0] << 16 | (uint32_t)from[1] << 8 | from[2];
  if ((bytes & 0xf0c0c0) == 0xe08080) {
    *code = (bytes >> 4 & 0xf000) | (bytes >> 2 & 0xfc0) | (bytes & 0x3f);
    return *code >= 0x800 && (*code & 0xf800) != 0xd800 ? 3 : 0;
  }
  *code = (bytes >> 10 & 0x7c0) | (bytes >> 8 & 0x3f);
  return (bytes & 0xe0c000) == 0xc08000 && *code >= 0x80 ? 2 : 0;
}

size_t gj_utf8_to_latin1(const uint8_t *bytes, size_t size, uint8_t *to, size_t *at) {
  size_t i = copy_rows(bytes, size, to, size);
  size_t count = i;
  while (i < size) {
    if (size - i >= WORD) {
      uint64_t word = word_at(bytes + i);
      size_t low = (word & HIGH_BITS) == 0 ? WORD : BEFORE(word, HIGH_BITS, 1);
      memcpy(to + count, &word, WORD);
      count += low;
      i += low;
      if (low == WORD) {
        continue;
      }
    }
    if (bytes[i] < 0x80) {
      to[count++] = bytes[i++];
    } else if (size - i >= 2 && (bytes[i] & 0xfe) == 0xc2 && continues(bytes[i + 1])) {
      to[count++] = (uint8_t)(bytes[i] << 6 | (bytes[i + 1] & 0x3f));
      i += 2;
    } else {
      break;
    }
  }
  *at = i;
  return count;
}

static inline void widen(const uint8_t *bytes, uint16_t *to, size_t count) {
  for (size_t i = 0; i < count; i++) {
    to[i] = bytes[i];
  }
}

size_t gj_utf8_to_utf16(const uint8_t *bytes, size_t size, uint16_t *to) {
  size_t count = 0;
  size_t i = 0;
  while (i < size) {
    if (bytes[i] < 0x80) {
      uint64_t word = size - i >= WORD ? word_at(bytes + i) : HIGH_BITS;
      if ((word & HIGH_BITS) == 0) {
        widen(bytes + i, to + count, WORD);
        count += WORD;
        i += WORD;
      } else {
        to[count++] = bytes[i++];
      }
      continue;
    }
    uint32_t code = 0;
    size_t bad;
    size_t length = size - i >= 3 ? get_plain(bytes + i, &code) : 0;
    length = length != 0 ? length : get(bytes + i, size - i, &code, &bad);
    if (length == 0) {
      to[count++] = 0xfffd;
      i += bad;
    } else if (code < 0x10000) {
      to[count++] = (uint16_t)code;
      i += length;
    } else {
      to[count++] = (uint16_t)(0xd7c0 + (code >> 10));
      to[count++] = (uint16_t)(0xdc00 + (code & 0x3ff));
      i += length;
    }
  }
  return count;
}
