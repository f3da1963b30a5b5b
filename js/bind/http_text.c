/* SPDX-License-Identifier: MIT */
/* Texts of HTTP, for http.c: the strings of a head for JavaScript, and the text of a response for
 * the stream. Heads are similar from request to request, so recently created strings are kept and
 * reused. */
#include <stdlib.h>
#include <string.h>

#include "bind/http.h"
#include "bind/stream.h"
#include "bind/tls.h"
#include "engine/memory.h"

#define KEPT_COUNT 1024 /* a power of 2 */
#define KEPT_MAX 120    /* longer strings are made each time */
#define SEND_ROOM 65536

typedef struct {
  gj_pin pin;
  uint8_t size;
  char text[KEPT_MAX];
} kept_string;

/* The size of a head is limited, so this is, too. */
static void *grown(void *memory, size_t size) {
  return gj_memory_bound(memory, size, "the head of a message");
}

void gj_http_strings_begin(gj_http_strings *strings) {
  if (strings->count == strings->ends_room) {
    strings->ends_room = strings->ends_room == 0 ? 32 : strings->ends_room * 2;
    strings->ends = grown(strings->ends, strings->ends_room * sizeof(*strings->ends));
  }
  strings->ends[strings->count++] = strings->size;
}

void gj_http_strings_add(gj_http_strings *strings, const char *data, size_t size) {
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

static size_t start_of(const gj_http_strings *strings, unsigned index) {
  return index == 0 ? 0 : strings->ends[index - 1];
}

size_t gj_http_strings_last_size(const gj_http_strings *strings) {
  return strings->size - start_of(strings, strings->count - 1);
}

void gj_http_strings_trim(gj_http_strings *strings) {
  size_t start = start_of(strings, strings->count - 1);
  while (strings->size > start &&
         (strings->text[strings->size - 1] == ' ' || strings->text[strings->size - 1] == '\t')) {
    strings->size--;
  }
  strings->ends[strings->count - 1] = strings->size;
}

bool gj_http_strings_same(const gj_http_strings *a, const gj_http_strings *b, unsigned count) {
  return count != 0 && memcmp(a->ends, b->ends, count * sizeof(*a->ends)) == 0 &&
         (a->ends[count - 1] == 0 || memcmp(a->text, b->text, a->ends[count - 1]) == 0);
}

void gj_http_strings_free(gj_http_strings *strings) {
  free(strings->text);
  free(strings->ends);
}

static _Thread_local kept_string *kept;

static void free_kept(void) { free(kept); }

static gj_value string_of(gj_context js, const char *text, size_t size) {
  if (size > KEPT_MAX) {
    return gj_string_latin1(js, text, size);
  }
  if (kept == NULL) {
    kept = gj_memory_new(KEPT_COUNT * sizeof(*kept), "names of headers");
    gj_runtime_at_end(free_kept);
  }
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < size; i++) {
    hash = (hash ^ (uint8_t)text[i]) * 16777619u;
  }
  kept_string *one = &kept[(hash ^ hash >> 16) & (KEPT_COUNT - 1)];
  if (one->pin.value == NULL || one->size != size || memcmp(one->text, text, size) != 0) {
    gj_pin_free(&one->pin);
    one->pin = gj_pin_new(js, gj_string_latin1(js, text, size));
    one->size = (uint8_t)size;
    memcpy(one->text, text, size);
  }
  return one->pin.value;
}

gj_value gj_http_strings_one(gj_context js, const gj_http_strings *strings, unsigned index) {
  size_t start = start_of(strings, index);
  size_t size = strings->ends[index] - start;
  return string_of(js, size == 0 ? "" : strings->text + start, size);
}

gj_object gj_http_strings_list(gj_context js, const gj_http_strings *strings, unsigned from,
                               unsigned to) {
  /* A cached string may be replaced by a later one, so the engine must see the values: they are on
   * the stack, up to a number that heads rarely exceed. */
  gj_value few[64];
  unsigned count = to - from;
  if (count <= 64) {
    for (unsigned i = 0; i < count; i++) {
      few[i] = gj_http_strings_one(js, strings, from + i);
    }
    return gj_array(js, count, few);
  }
  gj_object list = gj_array(js, 0, NULL);
  for (unsigned i = 0; i < count; i++) {
    gj_set_index(js, list, i, gj_http_strings_one(js, strings, from + i));
  }
  return list;
}

/* The bytes of a text, with room for as many as SIZE; false: they do not fit, and .size is their
 * number. */
static bool text_bytes(gj_context js, gj_value text, uint8_t *room, size_t size, gj_bytes *bytes) {
  if (gj_chars_copy(text, room, size, bytes) && gj_chars_are_ascii(bytes)) {
    return true;
  }
  gj_chars chars;
  gj_chars_look(js, text, &chars);
  *bytes = (gj_bytes){room, gj_chars_utf8_size(&chars)};
  if (bytes->size <= size) {
    gj_chars_utf8(&chars, room, size);
  }
  gj_chars_free(&chars);
  return bytes->size <= size;
}

/* The same for a text and what follows it, in one piece. */
static bool message_bytes(gj_context js, gj_value text, const gj_bytes *body,
                          uint8_t room[SEND_ROOM], gj_bytes *bytes) {
  size_t left = body->size < SEND_ROOM ? SEND_ROOM - body->size : 0;
  bool fits = text_bytes(js, text, room, left, bytes);
  if (fits && body->size != 0) {
    memcpy(bytes->data + bytes->size, body->data, body->size);
  }
  bytes->size += body->size;
  return fits;
}

gj_value gj_http_send(gj_context js, gj_object function, gj_object self, size_t argc,
                      const gj_value argv[], gj_value *exception) {
  (void)function, (void)self, (void)exception;
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  gj_tls *tls = wrap == NULL ? gj_tls_of(js, argv[0]) : NULL;
  if (wrap == NULL && tls == NULL) {
    return gj_number(js, UV_EBADF);
  }
  uint8_t room[SEND_ROOM];
  gj_bytes bytes;
  gj_bytes body = {NULL, 0};
  if (argc > 2) {
    gj_bytes_look(js, argv[2], &body);
  }
  if (!message_bytes(js, argv[1], &body, room, &bytes)) {
    return gj_number(js, (double)bytes.size);
  }
  uv_buf_t buf = uv_buf_init((char *)bytes.data, (unsigned)bytes.size);
  int done = tls != NULL ? gj_tls_try(tls, &buf, 1) : uv_try_write(&wrap->stream, &buf, 1);
  if (done == UV_EAGAIN || done == UV_ENOSYS) {
    done = 0;
  }
  return gj_number(js, done < 0 ? done : (double)bytes.size - done);
}
