/* SPDX-License-Identifier: MIT */
/* Texts of HTTP, for http.c: the strings of a head on their way to JavaScript, and the text of a
 * response on its way to the stream. Heads repeat themselves from request to request, so strings
 * that were made lately are kept and used again. */
#include <stdlib.h>
#include <string.h>

#include "bind/http.h"
#include "bind/stream.h"
#include "bind/tls.h"
#include "engine/memory.h"

#define KEPT_COUNT 1024 /* a power of 2 */
#define KEPT_MAX 120    /* longer strings are made anew each time */
#define SEND_ROOM 65536

typedef struct {
  gy_pin pin;
  uint8_t size;
  char text[KEPT_MAX];
} kept_string;

/* The size of a head is limited, and so is this. */
static void *grown(void *memory, size_t size) {
  return gy_memory_bound(memory, size, "the head of a message");
}

void gy_http_strings_begin(gy_http_strings *strings) {
  if (strings->count == strings->ends_room) {
    strings->ends_room = strings->ends_room == 0 ? 32 : strings->ends_room * 2;
    strings->ends = grown(strings->ends, strings->ends_room * sizeof(*strings->ends));
  }
  strings->ends[strings->count++] = strings->size;
}

void gy_http_strings_add(gy_http_strings *strings, const char *data, size_t size) {
  if (strings->size + size > strings->room) {
    strings->room = (strings->size + size) * 2 + 256;
    strings->text = grown(strings->text, strings->room);
  }
  if (size != 0) {
    memcpy(strings->text + strings->size, data, size);
  }
  strings->size += size;
  strings->ends[strings->count - 1] = strings->size;
}

static size_t start_of(const gy_http_strings *strings, unsigned index) {
  return index == 0 ? 0 : strings->ends[index - 1];
}

size_t gy_http_strings_last_size(const gy_http_strings *strings) {
  return strings->size - start_of(strings, strings->count - 1);
}

void gy_http_strings_trim(gy_http_strings *strings) {
  size_t start = start_of(strings, strings->count - 1);
  while (strings->size > start &&
         (strings->text[strings->size - 1] == ' ' || strings->text[strings->size - 1] == '\t')) {
    strings->size--;
  }
  strings->ends[strings->count - 1] = strings->size;
}

bool gy_http_strings_same(const gy_http_strings *a, const gy_http_strings *b, unsigned count) {
  return count != 0 && memcmp(a->ends, b->ends, count * sizeof(*a->ends)) == 0 &&
         (a->ends[count - 1] == 0 || memcmp(a->text, b->text, a->ends[count - 1]) == 0);
}

void gy_http_strings_free(gy_http_strings *strings) {
  free(strings->text);
  free(strings->ends);
}

static _Thread_local kept_string *kept;

static void free_kept(void) { free(kept); }

static gy_value string_of(gy_context js, const char *text, size_t size) {
  if (size > KEPT_MAX) {
    return gy_string_latin1(js, text, size);
  }
  if (kept == NULL) {
    kept = gy_memory_new(KEPT_COUNT * sizeof(*kept), "names of headers");
    gy_runtime_at_end(free_kept);
  }
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < size; i++) {
    hash = (hash ^ (uint8_t)text[i]) * 16777619u;
  }
  kept_string *one = &kept[(hash ^ hash >> 16) & (KEPT_COUNT - 1)];
  if (one->pin.value == NULL || one->size != size || memcmp(one->text, text, size) != 0) {
    gy_pin_free(&one->pin);
    one->pin = gy_pin_new(js, gy_string_latin1(js, text, size));
    one->size = (uint8_t)size;
    memcpy(one->text, text, size);
  }
  return one->pin.value;
}

gy_value gy_http_strings_one(gy_context js, const gy_http_strings *strings, unsigned index) {
  size_t start = start_of(strings, index);
  size_t size = strings->ends[index] - start;
  return string_of(js, size == 0 ? "" : strings->text + start, size);
}

gy_object gy_http_strings_list(gy_context js, const gy_http_strings *strings, unsigned from,
                               unsigned to) {
  /* What is kept may be thrown out by what follows, so the values must be seen by the engine: they
   * are, on the stack, up to a number that heads seldom have. */
  gy_value few[64];
  unsigned count = to - from;
  if (count <= 64) {
    for (unsigned i = 0; i < count; i++) {
      few[i] = gy_http_strings_one(js, strings, from + i);
    }
    return gy_array(js, count, few);
  }
  gy_object list = gy_array(js, 0, NULL);
  for (unsigned i = 0; i < count; i++) {
    gy_set_index(js, list, i, gy_http_strings_one(js, strings, from + i));
  }
  return list;
}

/* The bytes of a text; false: they are more than fit, and .size is how many. */
static bool text_bytes(gy_context js, gy_value text, uint8_t room[SEND_ROOM], gy_bytes *bytes) {
  if (gy_chars_copy(text, room, SEND_ROOM, bytes) && gy_chars_are_ascii(bytes)) {
    return true;
  }
  gy_chars chars;
  gy_chars_look(js, text, &chars);
  *bytes = (gy_bytes){room, gy_chars_utf8_size(&chars)};
  if (bytes->size <= SEND_ROOM) {
    gy_chars_utf8(&chars, room, SEND_ROOM);
  }
  gy_chars_free(&chars);
  return bytes->size <= SEND_ROOM;
}

gy_value gy_http_send(gy_context js, gy_object function, gy_object self, size_t argc,
                      const gy_value argv[], gy_value *exception) {
  (void)function, (void)self, (void)argc, (void)exception;
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  gy_tls *tls = wrap == NULL ? gy_tls_of(js, argv[0]) : NULL;
  if (wrap == NULL && tls == NULL) {
    return gy_number(js, UV_EBADF);
  }
  uint8_t room[SEND_ROOM];
  gy_bytes bytes;
  if (!text_bytes(js, argv[1], room, &bytes)) {
    return gy_number(js, (double)bytes.size);
  }
  uv_buf_t buf = uv_buf_init((char *)bytes.data, (unsigned)bytes.size);
  int done = tls != NULL ? gy_tls_try(tls, &buf, 1) : uv_try_write(&wrap->stream, &buf, 1);
  if (done == UV_EAGAIN || done == UV_ENOSYS) {
    done = 0;
  }
  return gy_number(js, done < 0 ? done : (double)bytes.size - done);
}
