/* SPDX-License-Identifier: MIT */
/*
 * UTF-16 to WTF-8 and back. Programs call it.
 *
 * WTF-8 is UTF-8 that may also contain the three bytes of an unpaired surrogate, so that every
 * sequence of 16-bit units has a text. Two such surrogates that would make a pair are accepted when
 * read: texts that were cut in the middle of a pair can be joined again.
 */
#include <stdbool.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/check.h"
#include "uv.h"

#define HIGH_FIRST 0xd800u
#define LOW_FIRST 0xdc00u
#define LOW_LAST 0xdfffu
#define PAIRS_FIRST 0x10000u
#define POINT_LAST 0x10ffffu

/* Units that have not been read; `left` is negative if a zero unit ends them. */
typedef struct {
  const uint16_t *at;
  ssize_t left;
} units;

static bool at_end(const units *from) { return from->left < 0 ? *from->at == 0 : from->left == 0; }

static uint16_t take_unit(units *from) {
  if (from->left > 0) {
    from->left--;
  }
  return *from->at++;
}

/* The next code point; an unpaired surrogate is one, too. */
static uint32_t take_point(units *from) {
  uint32_t unit = take_unit(from);
  if (unit < HIGH_FIRST || unit >= LOW_FIRST || at_end(from)) {
    return unit;
  }
  uint32_t next = *from->at;
  if (next < LOW_FIRST || next > LOW_LAST) {
    return unit;
  }
  take_unit(from);
  return PAIRS_FIRST + ((unit - HIGH_FIRST) << 10) + (next - LOW_FIRST);
}

static size_t bytes_of(uint32_t point) {
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < PAIRS_FIRST ? 3 : 4;
}

static char *put_point(char *out, uint32_t point) {
  size_t size = bytes_of(point);
  if (size == 1) {
    *out = (char)point;
    return out + 1;
  }
  for (size_t i = size - 1; i > 0; i--) {
    out[i] = (char)(0x80 | (point & 0x3f));
    point >>= 6;
  }
  /* As many leading ones as there are bytes. */
  out[0] = (char)(((0xf00u >> size) & 0xff) | point);
  return out + size;
}

size_t uv_utf16_length_as_wtf8(const uint16_t *utf16, ssize_t utf16_len) {
  units from = {utf16, utf16_len};
  size_t length = 0;
  while (!at_end(&from)) {
    length += bytes_of(take_point(&from));
  }
  return length;
}

int uv_utf16_to_wtf8(const uint16_t *utf16, ssize_t utf16_len, char **wtf8_ptr,
                     size_t *wtf8_len_ptr) {
  size_t length = uv_utf16_length_as_wtf8(utf16, utf16_len);
  bool fits = wtf8_ptr == NULL || *wtf8_ptr == NULL;
  if (!fits) {
    if (wtf8_len_ptr == NULL) {
      return UV_EINVAL;
    }
    fits = length <= *wtf8_len_ptr;
  }
  if (wtf8_len_ptr != NULL) {
    *wtf8_len_ptr = length;
  }
  if (!fits) {
    return UV_ENOBUFS;
  }
  if (wtf8_ptr == NULL) {
    return 0;
  }
  if (*wtf8_ptr == NULL) {
    *wtf8_ptr = gy_alloc(length + 1);
    if (*wtf8_ptr == NULL) {
      return UV_ENOMEM;
    }
  }
  units from = {utf16, utf16_len};
  char *out = *wtf8_ptr;
  while (!at_end(&from)) {
    out = put_point(out, take_point(&from));
  }
  *out = '\0';
  return 0;
}

/* The code point at *TEXT, which moves past it; -1 if there is no valid one. A final NUL is the
 * point 0. Bytes are read only as far as they continue the text, so never past its end. */
static int32_t read_point(const char **text) {
  const unsigned char *at = (const unsigned char *)*text;
  uint32_t point = at[0];
  size_t size = point < 0x80 ? 1 : point < 0xc0 ? 0 : point < 0xe0 ? 2 : point < 0xf0 ? 3 : 4;
  if (size == 0 || point >= 0xf8) {
    return -1;
  }
  if (size > 1) {
    point &= 0x7fu >> size;
  }
  for (size_t i = 1; i < size; i++) {
    if ((at[i] & 0xc0) != 0x80) {
      return -1;
    }
    point = point << 6 | (at[i] & 0x3f);
  }
  /* Only the shortest form of a point is valid. */
  if (point > POINT_LAST || bytes_of(point) != size) {
    return -1;
  }
  *text += size;
  return (int32_t)point;
}

ssize_t uv_wtf8_length_as_utf16(const char *wtf8) {
  ssize_t length = 0;
  int32_t point;
  do {
    point = read_point(&wtf8);
    if (point < 0) {
      return -1; /* not an error code: libuv has none */
    }
    length += (uint32_t)point >= PAIRS_FIRST ? 2 : 1;
  } while (point != 0);
  return length;
}

void uv_wtf8_to_utf16(const char *wtf8, uint16_t *utf16, size_t utf16_len) {
  const uint16_t *end = utf16 + utf16_len;
  int32_t next;
  do {
    next = read_point(&wtf8);
    GY_CHECK(next >= 0);
    uint32_t point = (uint32_t)next;
    if (point < PAIRS_FIRST) {
      GY_CHECK(utf16 < end);
      *utf16++ = (uint16_t)point;
    } else {
      GY_CHECK(end - utf16 >= 2);
      point -= PAIRS_FIRST;
      *utf16++ = (uint16_t)(HIGH_FIRST + (point >> 10));
      *utf16++ = (uint16_t)(LOW_FIRST + (point & 0x3ff));
    }
  } while (next != 0);
}
