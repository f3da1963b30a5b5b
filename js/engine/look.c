/* SPDX-License-Identifier: MIT */
/* Strings and bytes where the engine stores them. Its C interface copies every string twice and,
 * worse, gives a small typed array its own buffer, which from then on cannot be transferred any
 * more. A binding that is done before JavaScript runs again needs none of that.
 *
 * The engine promises no layout: private.h says how samples check it. The samples read memory
 * through the kernel, which reports invalid addresses. */
#include <stdlib.h>
#include <string.h>

#include "engine/private.h"

#define DEEPEST 64
#define MODES 3
#define LONGEST 0x7fffffff /* units of a string */

/* process: what the samples have found, under their lock. */
static struct { uint8_t array_type, string_type, object_type, modes[MODES]; } known;

/* A sample may be taken again, by that of another part, while other threads use what it found. */
static void learn(uint8_t *place, uint8_t type) {
  if (*place != type) {
    *place = type;
  }
}

static void keep(void *data, void *arg) {
  (void)data;
  (void)arg;
}

bool gj_look_sample_bytes(gj_context js) {
  /* Also as programs make them: the C interface gives even small ones a buffer. */
  /* process: written by nobody */
  static uint8_t memory[32];
  if (!gj_look_sample_values(js)) {
    return false;
  }
  JSObjectRef buffer = JSObjectMakeArrayBufferWithBytesNoCopy(js, memory, 32, keep, NULL, NULL);
  JSObjectRef samples[MODES] = {
      JSObjectMakeTypedArrayWithArrayBufferAndOffset(js, kJSTypedArrayTypeUint8Array, buffer, 3, 21,
                                                     NULL),
      gj_private_evaluate(js, "new Uint8Array(77)"),
      gj_private_evaluate(js, "new Uint8Array(7777)"),
  };
  static const size_t lengths[MODES] = {21, 77, 7777};
  for (int i = 0; i < MODES; i++) {
    gj_cell_array array;
    uint8_t last;
    if (!gj_private_fetch(samples[i], &array, sizeof(array)) || array.length != lengths[i] ||
        !gj_private_fetch(array.data + array.length - 1, &last, 1) ||
        (i == 0 ? array.data != memory + 3 || array.offset != 3
                : array.cell.type != known.array_type)) {
      return false;
    }
    learn(&known.array_type, array.cell.type);
    learn(&known.modes[i], array.mode);
  }
  return true;
}

static bool learn_string(gj_context js, const uint16_t *units, size_t count, bool narrow) {
  char utf8[] = "looked at";
  JSStringRef text =
      narrow ? JSStringCreateWithUTF8CString(utf8) : JSStringCreateWithCharacters(units, count);
  JSValueRef value = JSValueMakeString(js, text);
  JSStringRelease(text);
  gj_cell_string string;
  gj_text_body body;
  uint16_t content[16];
  size_t size = count << (narrow ? 0 : 1);
  if (!gj_private_fetch(value, &string, sizeof(string)) || (string.body & GJ_AT_PIECES) != 0 ||
      !gj_private_fetch((void *)string.body, &body, sizeof(body)) || body.length != count ||
      ((body.flags & GJ_AT_NARROW) != 0) != narrow || !gj_private_fetch(body.data, content, size)) {
    return false;
  }
  learn(&known.string_type, string.cell.type);
  return memcmp(content, narrow ? (const void *)utf8 : units, size) == 0;
}

static gj_value second_of(const gj_cell_rope *rope) {
  return (gj_value)((uintptr_t)rope->second_high << 32 | rope->second_low);
}

static gj_value third_of(const gj_cell_rope *rope) {
  return (gj_value)((uintptr_t)rope->third_high << 16 | rope->third_low);
}

bool gj_look_sample_ropes(gj_context js) {
  static const char *const texts[3] = {"a first piece", "a second", "and a third one"};
  if (!gj_look_sample_strings(js)) {
    return false;
  }
  JSObjectRef join = gj_private_evaluate(js, "(a, b, c) => `${a}${b}${c}`");
  JSValueRef pieces[3];
  size_t length = 0;
  for (int i = 0; i < 3; i++) {
    JSStringRef text = JSStringCreateWithUTF8CString(texts[i]);
    pieces[i] = JSValueMakeString(js, text);
    length += strlen(texts[i]);
    JSStringRelease(text);
  }
  JSValueRef joined = JSObjectCallAsFunction(js, join, NULL, 3, pieces, NULL);
  gj_cell_rope rope;
  return gj_private_fetch(joined, &rope, sizeof(rope)) && rope.cell.type == known.string_type &&
         rope.length == length && rope.first == ((uintptr_t)pieces[0] | GJ_AT_NARROW_PIECES) &&
         second_of(&rope) == pieces[1] && third_of(&rope) == pieces[2];
}

static JSValueRef make(gj_context js, const void *units, size_t count, bool narrow, bool held) {
  gj_text_body *body;
  (narrow ? gj_jsc.text_narrow : gj_jsc.text_wide)(&body, units, count);
  uint32_t references = body->references;
  if (!held) {
    gj_jsc.lock(js); /* a binding is called without it */
  }
  JSValueRef value = gj_jsc.string((void *)JSContextGetGroup(js), body);
  /* The value has a reference like ours, which we give up: nobody else has the text yet. */
  body->references = references;
  if (!held) {
    gj_jsc.unlock(js);
  }
  return value;
}

/* Strings that are made like this must be where we look for them, with references counted as make()
 * says. */
bool gj_look_sample_making(gj_context js) {
  static const uint16_t wide[] = {'m', 'a', 'd', 'e', 0x263a};
  if (!gj_look_sample_strings(js) || !gj_private_has(GJ_PART_lock)) {
    return false;
  }
  for (int narrow = 0; narrow <= 1; narrow++) {
    const void *units = narrow ? (const void *)"made8" : wide;
    gj_text_body *body;
    (narrow ? gj_jsc.text_narrow : gj_jsc.text_wide)(&body, units, 5);
    uint32_t references = body->references;
    gj_cell_string string;
    gj_jsc.lock(js);
    JSValueRef value = gj_jsc.string((void *)JSContextGetGroup(js), body);
    gj_jsc.unlock(js);
    if (!gj_private_fetch(value, &string, sizeof(string)) || string.body != (uintptr_t)body ||
        string.cell.type != known.string_type || body->references != 2 * references ||
        body->length != 5 || memcmp(body->data, units, narrow ? 5 : 10) != 0) {
      return false;
    }
    body->references = references;
  }
  return true;
}

gj_value gj_look_make(gj_context js, const void *units, size_t count, bool narrow, bool held) {
  /* The engine shares shorter ones. */
  bool can = count >= 2 && count <= LONGEST && gj_private_has(GJ_PART_string_making);
  return can ? make(js, units, count, narrow, held) : NULL;
}

/* The number in a value; false: not a number, or unknown. */
static bool decode(gj_value value, double *number) {
  uint64_t bits = (uintptr_t)value;
  if ((bits & GJ_AT_NUMBER) == GJ_AT_NUMBER) {
    *number = (int32_t)bits;
    return true;
  }
  bits -= GJ_AT_DOUBLE_MOVED;
  memcpy(number, &bits, sizeof(bits));
  return ((uintptr_t)value & GJ_AT_NUMBER) != 0;
}

bool gj_look_sample_values(gj_context js) {
  static const double samples[] = {0, 12345, -7, INT32_MAX, INT32_MIN, 0.5, -1e300, 1e10};
  const JSValueRef others[] = {JSValueMakeUndefined(js), JSValueMakeNull(js),
                               JSValueMakeBoolean(js, true), JSValueMakeBoolean(js, false)};
  double number;
  bool fit =
      sizeof(gj_value) == sizeof(uint64_t) && gj_private_cell(JSContextGetGlobalObject(js)) != NULL;
  for (size_t i = 0; i < sizeof(samples) / sizeof(*samples) && fit; i++) {
    JSValueRef value = JSValueMakeNumber(js, samples[i]);
    fit = decode(value, &number) && number == samples[i] && gj_private_cell(value) == NULL;
  }
  for (size_t i = 0; i < sizeof(others) / sizeof(*others) && fit; i++) {
    fit = !decode(others[i], &number) && gj_private_cell(others[i]) == NULL;
  }
  return fit;
}

bool gj_look_number(gj_value value, double *number) {
  return gj_private_has(GJ_PART_values) && decode(value, number);
}

bool gj_look_sample_strings(gj_context js) {
  static const uint16_t units[] = {'l', 'o', 'o', 'k', 'e', 'd', 0x20, 0x263a, 'a'};
  gj_cell object;
  if (!gj_look_sample_values(js) || !learn_string(js, units, 9, true) ||
      !learn_string(js, units, 9, false) ||
      !gj_private_fetch(JSObjectMake(js, NULL, NULL), &object, sizeof(object))) {
    return false;
  }
  learn(&known.object_type, object.type);
  return object.type > known.string_type;
}

bool gj_is_string(gj_context js, gj_value value) {
  const gj_cell *cell = gj_private_cell(value);
  return gj_private_has(GJ_PART_strings) ? cell != NULL && cell->type == known.string_type
                                         : JSValueIsString(js, value);
}

/* The types of all objects come after those of other cells, and a plain one is among the first. */
bool gj_is_object(gj_context js, gj_value value) {
  const gj_cell *cell = gj_private_cell(value);
  if (cell != NULL && gj_private_has(GJ_PART_strings) && cell->type >= known.object_type) {
    return true;
  }
  return JSValueIsObject(js, value);
}

void gj_look_text(const gj_text_body *body, gj_chars *chars) {
  bool narrow = (body->flags & GJ_AT_NARROW) != 0;
  *chars = (gj_chars){
      .narrow = narrow ? body->data : NULL,
      .wide = narrow ? NULL : body->data,
      .length = body->length,
      .handle = NULL,
  };
}

int gj_look_mode(gj_context js, gj_value view) {
  bool is_view =
      gj_is_object(js, view) && JSObjectGetTypedArrayBuffer(js, (JSObjectRef)view, NULL) != NULL;
  return gj_private_has(GJ_PART_bytes) && is_view ? ((const gj_cell_array *)view)->mode : -1;
}

bool gj_bytes_look(gj_context js, gj_value value, gj_bytes *bytes) {
  /* process: has no bytes that anybody may use */
  static uint8_t nothing;
  *bytes = (gj_bytes){&nothing, 0};
  const gj_cell *cell = gj_private_cell(value);
  if (cell != NULL && gj_private_has(GJ_PART_bytes) && cell->type == known.array_type) {
    const gj_cell_array *array = (const gj_cell_array *)cell;
    if (array->mode == known.modes[0] || array->mode == known.modes[1] ||
        array->mode == known.modes[2]) {
      if (array->data != NULL) {
        *bytes = (gj_bytes){array->data, array->length};
      }
      return true;
    }
  }
  return gj_bytes_get(js, value, bytes);
}

/* If an array has its own buffer, its bytes do not move. */
bool gj_view_bytes(gj_context js, gj_value value, gj_bytes *bytes) {
  const gj_cell_array *array = (const gj_cell_array *)gj_private_cell(value);
  if (array != NULL && gj_private_has(GJ_PART_bytes) && array->cell.type == known.array_type &&
      array->mode == known.modes[0] && array->data != NULL) {
    *bytes = (gj_bytes){array->data, array->length};
    return true;
  }
  return gj_bytes_get(js, value, bytes);
}

static bool look_at_string(const gj_cell_string *string, gj_chars *chars) {
  if ((string->body & GJ_AT_PIECES) != 0 || string->body == 0) {
    return false;
  }
  gj_look_text((const gj_text_body *)string->body, chars);
  return true;
}

/* Copies the string to the end of the buffer. Returns how much room is left before it, or -1. */
static ptrdiff_t copy_back(const gj_cell *cell, uint8_t *room, ptrdiff_t left, int depth) {
  gj_chars chars;
  if (look_at_string((const gj_cell_string *)cell, &chars)) {
    left -= (ptrdiff_t)chars.length;
    if (chars.narrow == NULL || left < 0) {
      return -1;
    }
    memcpy(room + left, chars.narrow, chars.length);
    return left;
  }
  const gj_cell_rope *rope = (const gj_cell_rope *)cell;
  if ((rope->first & GJ_AT_PIECES) != GJ_AT_NARROW_PIECES || depth == DEEPEST) {
    return -1;
  }
  const void *pieces[3] = {(void *)(rope->first & ~(uintptr_t)GJ_AT_PIECES), second_of(rope),
                           third_of(rope)};
  for (int i = 2; i >= 0 && left >= 0; i--) {
    left = pieces[i] == NULL ? left : copy_back(pieces[i], room, left, depth + 1);
  }
  return left;
}

bool gj_chars_copy(gj_value value, uint8_t *room, size_t size, gj_bytes *bytes) {
  const gj_cell *cell = gj_private_cell(value);
  if (!gj_private_has(GJ_PART_ropes) || cell == NULL || cell->type != known.string_type) {
    return false;
  }
  ptrdiff_t left = copy_back(cell, room, (ptrdiff_t)size, 0);
  *bytes = (gj_bytes){room + (left < 0 ? 0 : left), size - (size_t)(left < 0 ? 0 : left)};
  return left >= 0;
}

bool gj_chars_try(gj_value value, gj_chars *chars) {
  const gj_cell *cell = gj_private_cell(value);
  return gj_private_has(GJ_PART_strings) && cell != NULL && cell->type == known.string_type &&
         look_at_string((const gj_cell_string *)cell, chars);
}

void gj_chars_look(gj_context js, gj_value value, gj_chars *chars) {
  if (gj_chars_try(value, chars)) {
    return;
  }
  chars->narrow = NULL;
  JSValueRef exception = NULL;
  JSStringRef copy = JSValueToStringCopy(js, value, &exception); /* joins its pieces */
  if (copy == NULL) {
    copy = JSStringCreateWithUTF8CString("");
  }
  if (gj_chars_try(value, chars)) {
    JSStringRelease(copy);
    return;
  }
  chars->wide = JSStringGetCharactersPtr(copy);
  chars->length = JSStringGetLength(copy);
  chars->handle = copy;
}

void gj_chars_free(gj_chars *chars) {
  if (chars->handle != NULL) {
    JSStringRelease(chars->handle);
  }
}
