/* SPDX-License-Identifier: MIT */
/* Bytes for js/lib/buffer.js: from text and to text, searching, comparing. Ranges are checked by
 * the caller; a range beyond the end is cut off. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bind/codec.h"
#include "engine/memory.h"
#include "runtime/runtime.h"

#define STACK_BYTES 2048

/* An index from the program: truncated, 0 if it is not a number. Must come first: the conversion
 * may run JavaScript, which may free memory. */
static double place(gj_context js, size_t argc, const gj_value argv[], size_t i, double standard) {
  if (i >= argc || gj_is_undefined(js, argv[i])) {
    return standard;
  }
  double number = gj_to_number(js, argv[i]);
  return isnan(number) ? 0 : trunc(number);
}

/* The bytes of `value` between two arguments, which may be missing. */
static bool range(gj_context js, gj_value value, size_t argc, const gj_value argv[],
                  gj_bytes *bytes) {
  double start = place(js, argc, argv, 0, 0);
  double end = place(js, argc, argv, 1, -1);
  bool ends = argc > 1 && !gj_is_undefined(js, argv[1]);
  if (!gj_bytes_look(js, value, bytes)) {
    return false;
  }
  double size = (double)bytes->size;
  end = ends ? end : size;
  if (start < 0 || end < 0 || fmax(start, end) > size) {
    bool none = bytes->size == 0;
    bytes->size = 0;
    return none;
  }
  *bytes = start < end ? (gj_bytes){bytes->data + (size_t)start, (size_t)end - (size_t)start}
                       : (gj_bytes){bytes->data, 0};
  return true;
}

/* XSlice(start, end) of the bytes in `this`; undefined if there are none, null if the string cannot
 * be made (engine.h). */
GJ_FUNCTION(utf8_slice) {
  gj_bytes bytes;
  return range(js, self, argc, argv, &bytes) ? gj_string_utf8(js, (char *)bytes.data, bytes.size)
                                             : gj_undefined(js);
}

GJ_FUNCTION(latin1_slice) {
  gj_bytes bytes;
  return range(js, self, argc, argv, &bytes) ? gj_string_latin1(js, bytes.data, bytes.size)
                                             : gj_undefined(js);
}

/* NULL: no memory, or no string can be that long. */
static void *room_for(size_t size, void *stack) {
  return size <= STACK_BYTES ? stack : size > 2 * GJ_STRING_MOST ? NULL : gj_memory_room(size);
}

GJ_FUNCTION(ascii_slice) {
  gj_bytes bytes;
  if (!range(js, self, argc, argv, &bytes)) {
    return gj_undefined(js);
  }
  uint8_t stack[STACK_BYTES];
  uint8_t *room = room_for(bytes.size, stack);
  if (room == NULL) {
    return gj_null(js);
  }
  for (size_t i = 0; i < bytes.size; i++) {
    room[i] = bytes.data[i] & 0x7f;
  }
  gj_value text = gj_string_latin1(js, room, bytes.size);
  if (room != stack) {
    free(room);
  }
  return text;
}

GJ_FUNCTION(ucs2_slice) {
  gj_bytes bytes;
  if (!range(js, self, argc, argv, &bytes)) {
    return gj_undefined(js);
  }
  if (((uintptr_t)bytes.data & 1) == 0) {
    return gj_string_utf16(js, (uint16_t *)(void *)bytes.data, bytes.size / 2);
  }
  uint16_t stack[STACK_BYTES / 2];
  uint16_t *room = room_for(bytes.size, stack);
  if (room == NULL) {
    return gj_null(js);
  }
  memcpy(room, bytes.data, bytes.size);
  gj_value text = gj_string_utf16(js, room, bytes.size / 2);
  if (room != stack) {
    free(room);
  }
  return text;
}

GJ_FUNCTION(hex_slice) {
  gj_bytes bytes;
  if (!range(js, self, argc, argv, &bytes)) {
    return gj_undefined(js);
  }
  uint8_t stack[STACK_BYTES];
  uint8_t *room = room_for(bytes.size * 2, stack);
  if (room == NULL) {
    return gj_null(js);
  }
  gj_codec_to_hex(bytes.data, bytes.size, room);
  gj_value text = gj_string_latin1(js, room, bytes.size * 2);
  if (room != stack) {
    free(room);
  }
  return text;
}

static gj_value base64_text(gj_context js, const gj_bytes *bytes, bool url) {
  size_t size = gj_codec_base64_size(bytes->size, url);
  uint8_t stack[STACK_BYTES];
  uint8_t *room = room_for(size, stack);
  if (room == NULL) {
    return gj_null(js);
  }
  gj_codec_to_base64(bytes->data, bytes->size, url, room);
  gj_value text = gj_string_latin1(js, room, size);
  if (room != stack) {
    free(room);
  }
  return text;
}

GJ_FUNCTION(base64_slice) {
  gj_bytes bytes;
  return range(js, self, argc, argv, &bytes) ? base64_text(js, &bytes, false) : gj_undefined(js);
}

GJ_FUNCTION(base64url_slice) {
  gj_bytes bytes;
  return range(js, self, argc, argv, &bytes) ? base64_text(js, &bytes, true) : gj_undefined(js);
}

/* XWrite(string, offset, length) into the bytes in `this`: returns how many; undefined if there are
 * none, null if the first argument is not a string, -1 if the offset is beyond the end, -2 if a
 * number is negative. */
static gj_value write_text(gj_context js, gj_object self, size_t argc, const gj_value argv[],
                           size_t (*write)(const gj_chars *chars, uint8_t *to, size_t room)) {
  double offset = place(js, argc, argv, 1, 0);
  double length = place(js, argc, argv, 2, INFINITY);
  gj_bytes bytes;
  if (!gj_bytes_look(js, self, &bytes)) {
    return gj_undefined(js);
  }
  if (argc == 0 || !gj_is_string(js, argv[0])) {
    return gj_null(js);
  }
  if (offset < 0 || offset > (double)bytes.size || length < 0) {
    return gj_number(js, offset > (double)bytes.size ? -1 : -2);
  }
  size_t room = bytes.size - (size_t)offset;
  if (length < (double)room) {
    room = (size_t)length;
  }
  gj_chars chars;
  gj_chars_look(js, argv[0], &chars);
  size_t size = write(&chars, bytes.data + (size_t)offset, room);
  gj_chars_free(&chars);
  return gj_number(js, (double)size);
}

GJ_FUNCTION(utf8_write) { return write_text(js, self, argc, argv, gj_chars_utf8); }

GJ_FUNCTION(latin1_write) { return write_text(js, self, argc, argv, gj_codec_latin1); }

GJ_FUNCTION(ucs2_write) { return write_text(js, self, argc, argv, gj_codec_utf16); }

GJ_FUNCTION(hex_write) { return write_text(js, self, argc, argv, gj_codec_hex); }

GJ_FUNCTION(base64_write) { return write_text(js, self, argc, argv, gj_codec_base64); }

/* byteLengthUtf8(string) */
GJ_FUNCTION(byte_length_utf8) {
  gj_chars chars;
  gj_chars_look(js, argv[0], &chars);
  size_t size = gj_chars_utf8_size(&chars);
  gj_chars_free(&chars);
  return gj_number(js, (double)size);
}

static int order(const gj_bytes *a, const gj_bytes *b) {
  int result = memcmp(a->data, b->data, a->size < b->size ? a->size : b->size);
  if (result == 0) {
    result = a->size < b->size ? -1 : a->size > b->size;
  }
  return result < 0 ? -1 : result > 0;
}

/* compare(a, b): -1, 0 or 1. */
GJ_FUNCTION(compare) {
  gj_bytes a;
  gj_bytes b;
  gj_bytes_look(js, argv[0], &a);
  gj_bytes_look(js, argv[1], &b);
  return gj_number(js, order(&a, &b));
}

/* compareRanges(a, aStart, aEnd, b, bStart, bEnd) */
GJ_FUNCTION(compare_ranges) {
  gj_bytes a;
  gj_bytes b;
  range(js, argv[0], 2, argv + 1, &a);
  range(js, argv[3], 2, argv + 4, &b);
  return gj_number(js, order(&a, &b));
}

/* copy(source, sourceStart, sourceEnd, target, targetStart) */
GJ_FUNCTION(copy) {
  gj_bytes source;
  gj_bytes target;
  range(js, argv[0], 2, argv + 1, &source);
  range(js, argv[3], 1, argv + 4, &target);
  size_t size = source.size < target.size ? source.size : target.size;
  memmove(target.data, source.data, size);
  return gj_number(js, (double)size);
}

/* fill(bytes, pattern, start, end): repeats the pattern, the last time as far as it fits; a text
 * comes as its bytes. 0, -1: the pattern is empty, -2: there is no such range. */
GJ_FUNCTION(fill) {
  gj_bytes bytes;
  gj_bytes pattern;
  if (!range(js, argv[0], 2, argv + 2, &bytes)) {
    return gj_number(js, -2);
  }
  gj_bytes_look(js, argv[1], &pattern);
  if (pattern.size == 0 && bytes.size != 0) {
    return gj_number(js, -1);
  }
  size_t done = pattern.size < bytes.size ? pattern.size : bytes.size;
  memmove(bytes.data, pattern.data, done);
  while (done < bytes.size) {
    size_t more = done < bytes.size - done ? done : bytes.size - done;
    memcpy(bytes.data + done, bytes.data, more);
    done += more;
  }
  return gj_number(js, 0);
}

static double find_forward(const gj_bytes *in, const gj_bytes *what, size_t from, size_t step) {
  while (from + what->size <= in->size) {
    uint8_t *found = memmem(in->data + from, in->size - from, what->data, what->size);
    if (found == NULL) {
      return -1;
    }
    size_t place = (size_t)(found - in->data);
    if (place % step == 0) {
      return (double)place;
    }
    from = place + 1;
  }
  return -1;
}

static double find_backward(const gj_bytes *in, const gj_bytes *what, size_t from, size_t step) {
  if (from > in->size - what->size) {
    from = in->size - what->size;
  }
  for (size_t end = from + 1; end > 0;) {
    uint8_t *found = memrchr(in->data, what->data[0], end);
    if (found == NULL) {
      return -1;
    }
    size_t place = (size_t)(found - in->data);
    if (place % step == 0 && memcmp(found, what->data, what->size) == 0) {
      return (double)place;
    }
    end = place;
  }
  return -1;
}

/* Where a search begins; -1: there is nothing to search. A negative offset counts from the end. */
static double search_from(double offset, double size, double wanted, bool forward) {
  if (offset < 0) {
    if (offset + size >= 0) {
      return offset + size;
    }
    return forward || wanted == 0 ? 0 : -1;
  }
  if (offset + wanted <= size) {
    return offset;
  }
  return wanted == 0 ? size : forward ? -1 : size - 1;
}

/* Where `what` is, at a multiple of step. With units of two bytes, an odd byte at the end is
 * ignored; and if nothing is found, the result is the end of the units, as in Node. */
static double find(gj_bytes in, gj_bytes what, double from, size_t step, bool forward) {
  size_t all = in.size;
  in.size -= in.size % step;
  what.size -= what.size % step;
  if (what.size == 0 || in.size == 0) {
    return -1;
  }
  size_t start = (size_t)from / step * step;
  double found = -1;
  if (what.size <= in.size) {
    found =
        forward ? find_forward(&in, &what, start, step) : find_backward(&in, &what, start, step);
  }
  return found < 0 && in.size != all ? (double)in.size : found;
}

/* indexOf(bytes, text or bytes or number, offset, step, forward, even): an index that is a multiple
 * of step, or -1. `even`: a last byte that is not a whole unit is ignored. */
GJ_FUNCTION(index_of) {
  gj_bytes in;
  gj_bytes what;
  gj_text text = {.data = text.room};
  uint8_t byte;
  gj_bytes_look(js, argv[0], &in); /* JavaScript has made numbers of all the others */
  if (gj_is_number(js, argv[1])) {
    byte = (uint8_t)gj_to_uint32(js, argv[1]);
    what = (gj_bytes){&byte, 1};
  } else if (gj_is_string(js, argv[1])) {
    gj_text_get(js, argv[1], &text);
    what = (gj_bytes){(uint8_t *)text.data, text.size};
  } else {
    gj_bytes_look(js, argv[1], &what);
  }
  size_t step = (size_t)gj_to_int32(js, argv[3]);
  bool forward = gj_to_bool(js, argv[4]);
  if (argc > 5 && gj_to_bool(js, argv[5])) {
    in.size -= in.size % step;
  }
  double offset = gj_to_number(js, argv[2]) + 0.0; /* never -0 */
  double from = search_from(offset, (double)in.size, (double)what.size, forward);
  double found = -1;
  if (from >= 0 && what.size == 0) {
    found = from;
  } else if (from >= 0 && what.size <= in.size &&
             (!forward || from + (double)what.size <= (double)in.size)) {
    found = find(in, what, from, step, forward);
  }
  gj_text_free(&text);
  return gj_number(js, found);
}

/* swap(bytes, 2, 4 or 8) */
GJ_FUNCTION(swap) {
  gj_bytes bytes;
  gj_bytes_look(js, argv[0], &bytes);
  size_t width = (size_t)gj_to_int32(js, argv[1]);
  for (uint8_t *p = bytes.data; p + width <= bytes.data + bytes.size; p += width) {
    for (size_t i = 0; i < width / 2; i++) {
      uint8_t other = p[i];
      p[i] = p[width - 1 - i];
      p[width - 1 - i] = other;
    }
  }
  return argv[0];
}

GJ_FUNCTION(is_utf8) {
  gj_bytes bytes;
  return gj_bool(js,
                 gj_bytes_look(js, argv[0], &bytes) && gj_codec_is_utf8(bytes.data, bytes.size));
}

GJ_FUNCTION(is_ascii) {
  gj_bytes bytes;
  return gj_bool(js,
                 gj_bytes_look(js, argv[0], &bytes) && gj_codec_is_ascii(bytes.data, bytes.size));
}

/* btoa(string): in base64, -1 if a character has more than 8 bits, or null (engine.h). */
GJ_FUNCTION(to_base64) {
  gj_chars chars;
  gj_chars_look(js, argv[0], &chars);
  uint8_t stack[STACK_BYTES];
  uint8_t *room = room_for(chars.length, stack);
  if (room == NULL) {
    gj_chars_free(&chars);
    return gj_null(js);
  }
  uint32_t all = 0;
  for (size_t i = 0; chars.wide != NULL && i < chars.length; i++) {
    all |= chars.wide[i];
  }
  gj_bytes bytes = {room, gj_codec_latin1(&chars, room, chars.length)};
  gj_chars_free(&chars);
  gj_value text = all > 0xff ? gj_number(js, -1) : base64_text(js, &bytes, false);
  if (room != stack) {
    free(room);
  }
  return text;
}

/* The web's forgiving decoder: returns the size, -1 for an invalid character, -2 for a wrong number
 * of them. */
static double forgiving(const gj_chars *chars, uint8_t *to) {
  size_t digits = 0;
  size_t padding = 0;
  double size = 0;
  uint32_t bits = 0;
  for (size_t i = 0; i < chars->length; i++) {
    uint32_t c = chars->narrow != NULL ? chars->narrow[i] : chars->wide[i];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r') {
      continue;
    }
    int digit = c == '-' || c == '_' ? -1 : gj_codec_base64_digit(c);
    if (c == '=') {
      padding++;
    } else if (digit < 0 || padding > 0) {
      return -1;
    } else {
      bits = bits << 6 | (uint32_t)digit;
      digits++;
      if (digits % 4 != 1) {
        to[(size_t)size++] = (uint8_t)(bits >> (6 - 2 * ((digits - 1) % 4)));
      }
    }
  }
  if (digits % 4 == 1 && padding <= 2) {
    return -2;
  }
  return padding > 2 || (padding > 0 && (digits + padding) % 4 != 0) ? -1 : size;
}

/* atob(string): a string of bytes, or a negative number. */
GJ_FUNCTION(from_base64) {
  gj_chars chars;
  gj_chars_look(js, argv[0], &chars);
  uint8_t stack[STACK_BYTES];
  uint8_t *room = room_for(chars.length, stack);
  if (room == NULL) {
    gj_chars_free(&chars);
    return gj_null(js);
  }
  double size = forgiving(&chars, room);
  gj_chars_free(&chars);
  gj_value text = size < 0 ? gj_number(js, size) : gj_string_latin1(js, room, (size_t)size);
  if (room != stack) {
    free(room);
  }
  return text;
}

/* Functions that programs call very often. */
/* room(size): an ArrayBuffer that is not cleared; undefined: no memory. */
GJ_FUNCTION(room) {
  gj_object buffer = gj_bytes_room(js, (size_t)gj_to_number(js, argv[0]));
  return buffer == NULL ? gj_undefined(js) : buffer;
}

GJ_DIRECT(room)
GJ_DIRECT(utf8_slice)
GJ_DIRECT(latin1_slice)
GJ_DIRECT(ascii_slice)
GJ_DIRECT(ucs2_slice)
GJ_DIRECT(hex_slice)
GJ_DIRECT(base64_slice)
GJ_DIRECT(utf8_write)
GJ_DIRECT(latin1_write)
GJ_DIRECT(byte_length_utf8)
GJ_DIRECT(compare)
GJ_DIRECT(copy)
GJ_DIRECT(index_of)
GJ_DIRECT(is_ascii)
GJ_DIRECT(is_utf8)
GJ_DIRECT(to_base64)
GJ_DIRECT(from_base64)

gj_object gj_bind_buffer(gj_context js) {
  static const gj_export exports[] = {
      {"utf8Slice", utf8_slice, utf8_slice_direct},
      {"latin1Slice", latin1_slice, latin1_slice_direct},
      {"asciiSlice", ascii_slice, ascii_slice_direct},
      {"ucs2Slice", ucs2_slice, ucs2_slice_direct},
      {"hexSlice", hex_slice, hex_slice_direct},
      {"base64Slice", base64_slice, base64_slice_direct},
      {"base64urlSlice", base64url_slice},
      {"utf8Write", utf8_write, utf8_write_direct},
      {"latin1Write", latin1_write, latin1_write_direct},
      {"ucs2Write", ucs2_write},
      {"hexWrite", hex_write},
      {"base64Write", base64_write},
      {"byteLengthUtf8", byte_length_utf8, byte_length_utf8_direct},
      {"compare", compare, compare_direct},
      {"compareRanges", compare_ranges},
      {"copy", copy, copy_direct},
      {"fill", fill},
      {"indexOf", index_of, index_of_direct},
      {"swap", swap},
      {"isUtf8", is_utf8, is_utf8_direct},
      {"isAscii", is_ascii, is_ascii_direct},
      {"room", room, room_direct},
      {"btoa", to_base64, to_base64_direct},
      {"atob", from_base64, from_base64_direct},
      {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
