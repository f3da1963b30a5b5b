/* SPDX-License-Identifier: MIT */
/*
 * International host names to ASCII: UTF-8, labels, and Punycode (RFC 3492). Called by resolve.c.
 *
 * Nothing is mapped or normalized: "Ü" and "ü" are different names here. Programs that take names
 * from people (a browser, Node's URL) have done that before. Labels longer than 63 characters pass
 * too: no name server has them, but the file of hosts may.
 */
#include "work/idna.h"

#include <stdbool.h>
#include <stdint.h>

#include "uv.h"

/* Every code point becomes at least one ASCII character: with more of them no name fits. */
#define POINTS_MAX GY_IDNA_NAME_MAX

/* The parameters of Punycode that RFC 3492 sets for host names. */
enum {
  BASE = 36,
  DIGIT_MIN = 1,
  DIGIT_MAX = 26,
  SKEW = 38,
  DAMP = 700,
  FIRST_BIAS = 72,
  FIRST_POINT = 128
};

typedef struct {
  char *text;
  unsigned length; /* counts on beyond the buffer: checked once, at the end */
} ascii_name;

static void put(ascii_name *out, char c) {
  if (out->length < GY_IDNA_NAME_MAX) {
    out->text[out->length] = c;
  }
  out->length++;
}

/* The code point at *AT, which moves past it; -1: not UTF-8. Overlong forms, surrogates and numbers
 * beyond Unicode are not UTF-8. */
static int32_t take_point(const unsigned char **at) {
  static const int32_t smallest[] = {0, 0x80, 0x800, 0x10000};
  unsigned char first = *(*at)++;
  if (first < 0x80) {
    return first;
  }
  int more = first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
  if (more < 0) {
    return -1;
  }
  int32_t point = first & (0x3f >> more);
  for (int i = 0; i < more; i++) {
    unsigned char next = **at; /* the NUL at the end is not one of these */
    if ((next & 0xc0) != 0x80) {
      return -1;
    }
    point = point << 6 | (next & 0x3f);
    (*at)++;
  }
  bool surrogate = point >= 0xd800 && point <= 0xdfff;
  return point < smallest[more] || point > 0x10ffff || surrogate ? -1 : point;
}

/* Returns how many points NAME has; -1: not UTF-8, or too many. */
static int decode(const char *name, uint32_t *points) {
  const unsigned char *at = (const unsigned char *)name;
  int count = 0;
  while (*at != '\0') {
    int32_t point = take_point(&at);
    if (point < 0 || count == POINTS_MAX) {
      return -1;
    }
    points[count++] = (uint32_t)point;
  }
  return count;
}

/* RFC 3490 names these: the dot, and the full stops of East Asian writing, wide, and half wide. */
static bool is_full_stop(uint32_t point) {
  return point == '.' || point == 0x3002 || point == 0xff0e || point == 0xff61;
}

/* One number, in digits whose weights depend on BIAS: RFC 3492, section 3.3. */
static void put_number(ascii_name *out, uint32_t number, uint32_t bias) {
  static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  for (uint32_t k = BASE;; k += BASE) {
    uint32_t threshold = k <= bias + DIGIT_MIN   ? DIGIT_MIN
                         : k >= bias + DIGIT_MAX ? DIGIT_MAX
                                                 : k - bias;
    if (number < threshold) {
      put(out, digits[number]);
      return;
    }
    put(out, digits[threshold + (number - threshold) % (BASE - threshold)]);
    number = (number - threshold) / (BASE - threshold);
  }
}

/* RFC 3492, section 3.4: guess how large the next number is. */
static uint32_t next_bias(uint32_t delta, uint32_t written, bool first) {
  uint32_t k = 0;
  delta /= first ? DAMP : 2;
  delta += delta / written;
  while (delta > (BASE - DIGIT_MIN) * DIGIT_MAX / 2) {
    delta /= BASE - DIGIT_MIN;
    k += BASE;
  }
  return k + (BASE - DIGIT_MIN + 1) * delta / (delta + SKEW);
}

static uint32_t smallest_from(const uint32_t *points, int count, uint32_t from) {
  uint32_t smallest = UINT32_MAX;
  for (int i = 0; i < count; i++) {
    if (points[i] >= from && points[i] < smallest) {
      smallest = points[i];
    }
  }
  return smallest;
}

/*
 * The points beyond ASCII, smallest first, each as the number of (point, place) pairs that were
 * skipped since the previous one. `delta` stays below 0x110000 * (POINTS_MAX + 1), which fits into
 * 32 bits.
 */
static void put_points(ascii_name *out, const uint32_t *points, int count, uint32_t basic) {
  uint32_t written = basic;
  uint32_t from = FIRST_POINT;
  uint32_t bias = FIRST_BIAS;
  uint32_t delta = 0;
  while (written < (uint32_t)count) {
    uint32_t point = smallest_from(points, count, from);
    delta += (point - from) * (written + 1);
    for (int i = 0; i < count; i++) {
      if (points[i] < point) {
        delta++;
      } else if (points[i] == point) {
        put_number(out, delta, bias);
        bias = next_bias(delta, written + 1, written == basic);
        delta = 0;
        written++;
      }
    }
    delta++;
    from = point + 1;
  }
}

static void put_label(ascii_name *out, const uint32_t *points, int count) {
  uint32_t basic = 0;
  for (int i = 0; i < count; i++) {
    basic += points[i] < FIRST_POINT;
  }
  bool plain = basic == (uint32_t)count;
  for (const char *prefix = plain ? "" : "xn--"; *prefix != '\0'; prefix++) {
    put(out, *prefix);
  }
  for (int i = 0; i < count; i++) {
    if (points[i] < FIRST_POINT) {
      put(out, (char)points[i]);
    }
  }
  if (!plain) {
    if (basic > 0) {
      put(out, '-');
    }
    put_points(out, points, count, basic);
  }
}

int gy_idna_to_ascii(const char *name, char ascii[GY_IDNA_NAME_MAX + 1]) {
  uint32_t points[POINTS_MAX];
  ascii_name out = {.text = ascii};
  int count = decode(name, points);
  int begin = 0;
  for (int i = 0; i < count; i++) {
    if (is_full_stop(points[i])) {
      put_label(&out, points + begin, i - begin);
      put(&out, '.');
      begin = i + 1;
    }
  }
  if (count <= 0) {
    return UV_EINVAL;
  }
  put_label(&out, points + begin, count - begin);
  if (out.length > GY_IDNA_NAME_MAX) {
    return UV_EINVAL;
  }
  ascii[out.length] = '\0';
  return 0;
}
