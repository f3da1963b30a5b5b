/* SPDX-License-Identifier: MIT */
/* Texts as bytes: latin1, UTF-16, hexadecimal and base64. Called by js/bind/buffer.c. */
#include "bind/codec.h"

#include <string.h>

static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* The low byte: the high one is ignored, as programs expect. */
static uint32_t at(const gj_chars *chars, size_t i) {
  return chars->narrow != NULL ? chars->narrow[i] : chars->wide[i] & 0xffu;
}

size_t gj_codec_latin1(const gj_chars *chars, uint8_t *to, size_t room) {
  size_t size = chars->length < room ? chars->length : room;
  if (chars->narrow != NULL) {
    memcpy(to, chars->narrow, size);
    return size;
  }
  for (size_t i = 0; i < size; i++) {
    to[i] = (uint8_t)chars->wide[i];
  }
  return size;
}

size_t gj_codec_utf16(const gj_chars *chars, uint8_t *to, size_t room) {
  size_t count = chars->length < room / 2 ? chars->length : room / 2;
  if (chars->wide != NULL) {
    memcpy(to, chars->wide, count * 2);
    return count * 2;
  }
  for (size_t i = 0; i < count; i++) {
    to[2 * i] = chars->narrow[i];
    to[2 * i + 1] = 0;
  }
  return count * 2;
}

static int hex_digit(uint32_t c) {
  if (c >= '0' && c <= '9') {
    return (int)c - '0';
  }
  uint32_t letter = c | 0x20;
  return c < 0x80 && letter >= 'a' && letter <= 'f' ? (int)letter - 'a' + 10 : -1;
}

size_t gj_codec_hex(const gj_chars *chars, uint8_t *to, size_t room) {
  size_t count = chars->length / 2 < room ? chars->length / 2 : room;
  for (size_t i = 0; i < count; i++) {
    int high = hex_digit(at(chars, 2 * i));
    int low = hex_digit(at(chars, 2 * i + 1));
    if (high < 0 || low < 0) {
      return i;
    }
    to[i] = (uint8_t)(high << 4 | low);
  }
  return count;
}

/* Digits by character, plus one; 0: not a digit. */
static const int8_t *digits(void) {
  static const int8_t table[256] = {
      ['A'] = 1,  ['B'] = 2,  ['C'] = 3,  ['D'] = 4,  ['E'] = 5,  ['F'] = 6,  ['G'] = 7,
      ['H'] = 8,  ['I'] = 9,  ['J'] = 10, ['K'] = 11, ['L'] = 12, ['M'] = 13, ['N'] = 14,
      ['O'] = 15, ['P'] = 16, ['Q'] = 17, ['R'] = 18, ['S'] = 19, ['T'] = 20, ['U'] = 21,
      ['V'] = 22, ['W'] = 23, ['X'] = 24, ['Y'] = 25, ['Z'] = 26, ['a'] = 27, ['b'] = 28,
      ['c'] = 29, ['d'] = 30, ['e'] = 31, ['f'] = 32, ['g'] = 33, ['h'] = 34, ['i'] = 35,
      ['j'] = 36, ['k'] = 37, ['l'] = 38, ['m'] = 39, ['n'] = 40, ['o'] = 41, ['p'] = 42,
      ['q'] = 43, ['r'] = 44, ['s'] = 45, ['t'] = 46, ['u'] = 47, ['v'] = 48, ['w'] = 49,
      ['x'] = 50, ['y'] = 51, ['z'] = 52, ['0'] = 53, ['1'] = 54, ['2'] = 55, ['3'] = 56,
      ['4'] = 57, ['5'] = 58, ['6'] = 59, ['7'] = 60, ['8'] = 61, ['9'] = 62, ['+'] = 63,
      ['-'] = 63, ['/'] = 64, ['_'] = 64,
  };
  return table;
}

int gj_codec_base64_digit(uint32_t c) { return c < 256 ? digits()[c] - 1 : -1; }

/* Four digits at a time, while there are only digits and room for a word. */
static size_t base64_fast(const uint8_t *from, size_t length, uint8_t *to, size_t room,
                          size_t *read) {
  const int8_t *table = digits();
  size_t i = 0;
  size_t size = 0;
  for (; i + 4 <= length && size + 3 <= room; i += 4, size += 3) {
    int a = table[from[i]];
    int b = table[from[i + 1]];
    int c = table[from[i + 2]];
    int d = table[from[i + 3]];
    if (a == 0 || b == 0 || c == 0 || d == 0) {
      break;
    }
    uint32_t word = (uint32_t)(a - 1) << 18 | (uint32_t)(b - 1) << 12 | (uint32_t)(c - 1) << 6 |
                    (uint32_t)(d - 1);
    to[size] = (uint8_t)(word >> 16);
    to[size + 1] = (uint8_t)(word >> 8);
    to[size + 2] = (uint8_t)word;
  }
  *read = i;
  return size;
}

size_t gj_codec_base64(const gj_chars *chars, uint8_t *to, size_t room) {
  size_t i = 0;
  size_t size = chars->narrow == NULL ? 0 : base64_fast(chars->narrow, chars->length, to, room, &i);
  uint32_t bits = 0;
  int count = 0;
  for (; i < chars->length && size < room; i++) {
    uint32_t c = at(chars, i);
    int digit = gj_codec_base64_digit(c);
    if (c == '=') {
      break;
    }
    if (digit < 0) {
      continue;
    }
    bits = bits << 6 | (uint32_t)digit;
    count += 6;
    if (count >= 8) {
      count -= 8;
      to[size++] = (uint8_t)(bits >> count);
    }
  }
  return size;
}

size_t gj_codec_base64_size(size_t size, bool url) {
  return url ? (size * 4 + 2) / 3 : (size + 2) / 3 * 4;
}

void gj_codec_to_base64(const uint8_t *from, size_t size, bool url, uint8_t *to) {
  const char *digit = url ? safe : plain;
  size_t i = 0;
  for (; i + 3 <= size; i += 3) {
    uint32_t word = (uint32_t)from[i] << 16 | (uint32_t)from[i + 1] << 8 | from[i + 2];
    *to++ = (uint8_t)digit[word >> 18];
    *to++ = (uint8_t)digit[word >> 12 & 63];
    *to++ = (uint8_t)digit[word >> 6 & 63];
    *to++ = (uint8_t)digit[word & 63];
  }
  if (i == size) {
    return;
  }
  uint32_t word = (uint32_t)from[i] << 16 | (i + 1 < size ? (uint32_t)from[i + 1] << 8 : 0);
  *to++ = (uint8_t)digit[word >> 18];
  *to++ = (uint8_t)digit[word >> 12 & 63];
  if (i + 1 < size) {
    *to++ = (uint8_t)digit[word >> 6 & 63];
  } else if (!url) {
    *to++ = '=';
  }
  if (!url) {
    *to = '=';
  }
}

void gj_codec_to_hex(const uint8_t *from, size_t size, uint8_t *to) {
  for (size_t i = 0; i < size; i++) {
    to[2 * i] = (uint8_t) "0123456789abcdef"[from[i] >> 4];
    to[2 * i + 1] = (uint8_t) "0123456789abcdef"[from[i] & 15];
  }
}

bool gj_codec_is_ascii(const uint8_t *from, size_t size) {
  uint8_t all = 0;
  for (size_t i = 0; i < size; i++) {
    all |= from[i];
  }
  return all < 0x80;
}

/* How many bytes the character at `from` has; 0: invalid. */
static size_t utf8_length(const uint8_t *from, size_t size) {
  uint8_t first = from[0];
  if (first < 0x80) {
    return 1;
  }
  size_t length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length == 0 || length > size) {
    return 0;
  }
  for (size_t i = 1; i < length; i++) {
    uint8_t low = 0x80;
    uint8_t high = 0xbf;
    if (i == 1) {
      low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
      high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    }
    if (from[i] < low || from[i] > high) {
      return 0;
    }
  }
  return length;
}

bool gj_codec_is_utf8(const uint8_t *from, size_t size) {
  size_t i = 0;
  while (i < size) {
    uint64_t word;
    if (i + 8 <= size) {
      memcpy(&word, from + i, 8);
      if ((word & 0x8080808080808080u) == 0) {
        i += 8;
        continue;
      }
    }
    size_t length = utf8_length(from + i, size - i);
    if (length == 0) {
      return false;
    }
    i += length;
  }
  return true;
}
