/* SPDX-License-Identifier: MIT */
/* Strings and bytes where the engine keeps them. Its interface for C copies every string twice
 * and, worse, turns a small typed array into one with a buffer of its own, which from then on can
 * no longer be transferred. A binding that is done before JavaScript runs again needs none of that.
 *
 * The engine promises no layout. So at start it is shown samples whose content is known; what is
 * not found where it is expected is never looked at again, and the interface is used. The samples
 * are read by the kernel, which says so if an address is none. */
#include <JavaScriptCore/JavaScript.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "engine/engine.h"

/* As on 64-bit machines; elsewhere the samples do not fit. */
typedef struct {
  uint32_t structure;
  uint8_t indexing, type, flags, state;
} gy_cell;

typedef struct {
  gy_cell cell;
  void *properties;
  uint8_t *data;
  size_t length;
  size_t offset;
  uint8_t mode; /* how the bytes are kept; resizable buffers have modes of their own */
} gy_cell_array;

typedef struct {
  uint32_t references, length;
  const void *data;
  uint32_t flags;
} gy_text_body;

typedef struct {
  gy_cell cell;
  uintptr_t body; /* the low bits are 0 if it is in one piece */
} gy_cell_string;

/* A string that was put together and not read yet: up to three others, which may be such, too. */
typedef struct {
  gy_cell cell;
  uintptr_t first; /* with low bits that say what it is */
  uint32_t length, second_low;
  uint16_t second_high, third_low;
  uint32_t third_high;
} gy_cell_rope;

#define NARROW 4u        /* in flags: 8 bits a character */
#define PIECES 7u        /* in body */
#define NARROW_PIECES 5u /* of those bits: in pieces, of 8 bits a character, no part of another */
#define DEEPEST 64
#define NOT_A_CELL 0xfffe000000000002u
#define MODES 3
#define LONGEST 0x7fffffff /* units of a string */
/* All these bits: an int32; some of them: a double, moved so. */
#define NUMBER 0xfffe000000000000u
#define DOUBLE_MOVED 0x0002000000000000u

static struct {
  bool arrays, strings, making, numbers, ropes;
  uint8_t array_type, string_type, modes[MODES];
} known;

bool gy_look_fetch(const void *from, void *to, size_t size) {
  struct iovec there = {(void *)from, size};
  struct iovec here = {to, size};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)size;
}

static void keep(void *data, void *arg) {
  (void)data;
  (void)arg;
}

/* As programs make them: the interface for C gives even small ones a buffer. */
static JSObjectRef sample_expression(gy_context js, const char *expression) {
  JSStringRef text = JSStringCreateWithUTF8CString(expression);
  JSValueRef sample = JSEvaluateScript(js, text, NULL, NULL, 1, NULL);
  JSStringRelease(text);
  return (JSObjectRef)sample;
}

static bool learn_arrays(gy_context js) {
  static uint8_t memory[32];
  JSObjectRef buffer = JSObjectMakeArrayBufferWithBytesNoCopy(js, memory, 32, keep, NULL, NULL);
  JSObjectRef samples[MODES] = {
      JSObjectMakeTypedArrayWithArrayBufferAndOffset(js, kJSTypedArrayTypeUint8Array, buffer, 3, 21,
                                                     NULL),
      sample_expression(js, "new Uint8Array(77)"),
      sample_expression(js, "new Uint8Array(7777)"),
  };
  static const size_t lengths[MODES] = {21, 77, 7777};
  for (int i = 0; i < MODES; i++) {
    gy_cell_array array;
    uint8_t last;
    if (!gy_look_fetch(samples[i], &array, sizeof(array)) || array.length != lengths[i] ||
        !gy_look_fetch(array.data + array.length - 1, &last, 1) ||
        (i == 0 ? array.data != memory + 3 || array.offset != 3
                : array.cell.type != known.array_type)) {
      return false;
    }
    known.array_type = array.cell.type;
    known.modes[i] = array.mode;
  }
  return true;
}

static bool learn_string(gy_context js, const uint16_t *units, size_t count, bool narrow) {
  char utf8[] = "looked at";
  JSStringRef text =
      narrow ? JSStringCreateWithUTF8CString(utf8) : JSStringCreateWithCharacters(units, count);
  JSValueRef value = JSValueMakeString(js, text);
  JSStringRelease(text);
  gy_cell_string string;
  gy_text_body body;
  uint16_t content[16];
  size_t size = count << (narrow ? 0 : 1);
  if (!gy_look_fetch(value, &string, sizeof(string)) || (string.body & PIECES) != 0 ||
      !gy_look_fetch((void *)string.body, &body, sizeof(body)) || body.length != count ||
      ((body.flags & NARROW) != 0) != narrow || !gy_look_fetch(body.data, content, size)) {
    return false;
  }
  known.string_type = string.cell.type;
  return memcmp(content, narrow ? (const void *)utf8 : units, size) == 0;
}

static gy_value second_of(const gy_cell_rope *rope) {
  return (gy_value)((uintptr_t)rope->second_high << 32 | rope->second_low);
}

static gy_value third_of(const gy_cell_rope *rope) {
  return (gy_value)((uintptr_t)rope->third_high << 16 | rope->third_low);
}

static bool learn_ropes(gy_context js) {
  static const char *const texts[3] = {"a first piece", "a second", "and a third one"};
  JSObjectRef join = sample_expression(js, "(a, b, c) => `${a}${b}${c}`");
  JSValueRef pieces[3];
  size_t length = 0;
  for (int i = 0; i < 3; i++) {
    JSStringRef text = JSStringCreateWithUTF8CString(texts[i]);
    pieces[i] = JSValueMakeString(js, text);
    length += strlen(texts[i]);
    JSStringRelease(text);
  }
  JSValueRef joined = JSObjectCallAsFunction(js, join, NULL, 3, pieces, NULL);
  gy_cell_rope rope;
  return gy_look_fetch(joined, &rope, sizeof(rope)) && rope.cell.type == known.string_type &&
         rope.length == length && rope.first == ((uintptr_t)pieces[0] | NARROW_PIECES) &&
         second_of(&rope) == pieces[1] && third_of(&rope) == pieces[2];
}

/* The engine's own ways to make a string, in one copy; weak, since their names, which carry the
 * types of their parameters, are those of some releases:
 * WTF::String::String(std::span<const LChar>), the same of char16_t, and
 * JSC::jsStringWithCacheSlowCase(VM &, StringImpl &), which makes a value of it. */
__attribute__((weak)) void gy_wtf_narrow(
    gy_text_body **self, const void *data,
    size_t size) __asm__("_ZN3WTF6StringC1ESt4spanIKhLm18446744073709551615EE");
__attribute__((weak)) void gy_wtf_wide(gy_text_body **self, const void *data, size_t size) __asm__(
    "_ZN3WTF6StringC1ESt4spanIKDsLm18446744073709551615EE");
__attribute__((weak)) JSValueRef gy_jsc_string(void *vm, gy_text_body *body) __asm__(
    "_ZN3JSC25jsStringWithCacheSlowCaseERNS_2VMERN3WTF10StringImplE");

/* Exported by the engine, in none of its public headers. A binding is called without the lock. */
void JSLock(JSContextRef js);
void JSUnlock(JSContextRef js);

static JSValueRef make(gy_context js, const void *units, size_t count, bool narrow) {
  gy_text_body *body;
  (narrow ? gy_wtf_narrow : gy_wtf_wide)(&body, units, count);
  uint32_t references = body->references;
  JSLock(js);
  JSValueRef value = gy_jsc_string((void *)JSContextGetGroup(js), body);
  /* The value has a reference like ours, which we give up: nobody else knows the text yet. */
  body->references = references;
  JSUnlock(js);
  return value;
}

/* Strings that are made so must be where they are looked for, with references counted as make()
 * says. */
static bool learn_making(gy_context js) {
  static const uint16_t wide[] = {'m', 'a', 'd', 'e', 0x263a};
  if (gy_wtf_narrow == NULL || gy_wtf_wide == NULL || gy_jsc_string == NULL) {
    return false;
  }
  for (int narrow = 0; narrow <= 1; narrow++) {
    const void *units = narrow ? (const void *)"made8" : wide;
    gy_text_body *body;
    (narrow ? gy_wtf_narrow : gy_wtf_wide)(&body, units, 5);
    uint32_t references = body->references;
    gy_cell_string string;
    JSLock(js);
    JSValueRef value = gy_jsc_string((void *)JSContextGetGroup(js), body);
    JSUnlock(js);
    if (!gy_look_fetch(value, &string, sizeof(string)) || string.body != (uintptr_t)body ||
        string.cell.type != known.string_type || body->references != 2 * references ||
        body->length != 5 || memcmp(body->data, units, narrow ? 5 : 10) != 0) {
      return false;
    }
    body->references = references;
  }
  return true;
}

gy_value gy_look_make(gy_context js, const void *units, size_t count, bool narrow) {
  bool can = known.making && count >= 2 && count <= LONGEST; /* shorter ones the engine shares */
  return can ? make(js, units, count, narrow) : NULL;
}

/* What a value says of a number; false: it is none, or nobody knows. */
static bool decode(gy_value value, double *number) {
  uint64_t bits = (uintptr_t)value;
  if ((bits & NUMBER) == NUMBER) {
    *number = (int32_t)bits;
    return true;
  }
  bits -= DOUBLE_MOVED;
  memcpy(number, &bits, sizeof(bits));
  return ((uintptr_t)value & NUMBER) != 0;
}

static bool learn_numbers(gy_context js) {
  static const double samples[] = {0, 12345, -7, INT32_MAX, INT32_MIN, 0.5, -1e300, 1e10};
  bool fit = sizeof(gy_value) == sizeof(uint64_t);
  for (size_t i = 0; i < sizeof(samples) / sizeof(*samples) && fit; i++) {
    double number;
    fit = decode(JSValueMakeNumber(js, samples[i]), &number) && number == samples[i];
  }
  return fit;
}

bool gy_look_number(gy_value value, double *number) {
  return known.numbers && decode(value, number);
}

void gy_look_start(gy_context js) {
  static const uint16_t units[] = {'l', 'o', 'o', 'k', 'e', 'd', 0x20, 0x263a, 'a'};
  known.arrays = learn_arrays(js);
  known.strings = learn_string(js, units, 9, true) && learn_string(js, units, 9, false);
  known.making = known.strings && learn_making(js);
  known.numbers = learn_numbers(js);
  known.ropes = known.strings && learn_ropes(js);
}

bool gy_look_works(void) { return known.arrays && known.strings; }

static const gy_cell *cell_of(gy_value value) {
  return ((uintptr_t)value & NOT_A_CELL) == 0 ? (const gy_cell *)value : NULL;
}

bool gy_look_is_cell(gy_value value) { return cell_of(value) != NULL; }

int gy_look_mode(gy_context js, gy_value view) {
  bool is_view =
      gy_is_object(js, view) && JSObjectGetTypedArrayBuffer(js, (JSObjectRef)view, NULL) != NULL;
  return known.arrays && is_view ? ((const gy_cell_array *)view)->mode : -1;
}

bool gy_bytes_look(gy_context js, gy_value value, gy_bytes *bytes) {
  static uint8_t nothing;
  *bytes = (gy_bytes){&nothing, 0};
  const gy_cell *cell = cell_of(value);
  if (known.arrays && cell != NULL && cell->type == known.array_type) {
    const gy_cell_array *array = (const gy_cell_array *)cell;
    if (array->mode == known.modes[0] || array->mode == known.modes[1] ||
        array->mode == known.modes[2]) {
      if (array->data != NULL) {
        *bytes = (gy_bytes){array->data, array->length};
      }
      return true;
    }
  }
  return gy_bytes_get(js, value, bytes);
}

static bool look_at_string(const gy_cell_string *string, gy_chars *chars) {
  if ((string->body & PIECES) != 0 || string->body == 0) {
    return false;
  }
  const gy_text_body *body = (const gy_text_body *)string->body;
  bool narrow = (body->flags & NARROW) != 0;
  *chars = (gy_chars){
      .narrow = narrow ? body->data : NULL,
      .wide = narrow ? NULL : body->data,
      .length = body->length,
      .handle = NULL,
  };
  return true;
}

/* Copies what is there to the end of the room; how much room is left before it, or -1. */
static ptrdiff_t copy_back(const gy_cell *cell, uint8_t *room, ptrdiff_t left, int depth) {
  gy_chars chars;
  if (look_at_string((const gy_cell_string *)cell, &chars)) {
    left -= (ptrdiff_t)chars.length;
    if (chars.narrow == NULL || left < 0) {
      return -1;
    }
    memcpy(room + left, chars.narrow, chars.length);
    return left;
  }
  const gy_cell_rope *rope = (const gy_cell_rope *)cell;
  if ((rope->first & PIECES) != NARROW_PIECES || depth == DEEPEST) {
    return -1;
  }
  const void *pieces[3] = {(void *)(rope->first & ~(uintptr_t)PIECES), second_of(rope),
                           third_of(rope)};
  for (int i = 2; i >= 0 && left >= 0; i--) {
    left = pieces[i] == NULL ? left : copy_back(pieces[i], room, left, depth + 1);
  }
  return left;
}

bool gy_chars_copy(gy_value value, uint8_t *room, size_t size, gy_bytes *bytes) {
  const gy_cell *cell = cell_of(value);
  if (!known.ropes || cell == NULL || cell->type != known.string_type) {
    return false;
  }
  ptrdiff_t left = copy_back(cell, room, (ptrdiff_t)size, 0);
  *bytes = (gy_bytes){room + (left < 0 ? 0 : left), size - (size_t)(left < 0 ? 0 : left)};
  return left >= 0;
}

void gy_chars_look(gy_context js, gy_value value, gy_chars *chars) {
  const gy_cell *cell = cell_of(value);
  bool string = known.strings && cell != NULL && cell->type == known.string_type;
  if (string && look_at_string((const gy_cell_string *)cell, chars)) {
    return;
  }
  chars->narrow = NULL;
  JSValueRef exception = NULL;
  JSStringRef copy = JSValueToStringCopy(js, value, &exception); /* makes one piece of it */
  if (copy == NULL) {
    copy = JSStringCreateWithUTF8CString("");
  }
  if (string && look_at_string((const gy_cell_string *)cell, chars)) {
    JSStringRelease(copy);
    return;
  }
  chars->wide = JSStringGetCharactersPtr(copy);
  chars->length = JSStringGetLength(copy);
  chars->handle = copy;
}

void gy_chars_free(gy_chars *chars) {
  if (chars->handle != NULL) {
    JSStringRelease(chars->handle);
  }
}
