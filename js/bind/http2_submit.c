/* SPDX-License-Identifier: MIT */
/* Frames that JavaScript requests: nghttp2 holds them until they are sent (http2_session.c). These
 * functions return 0, the number of a stream, or nghttp2's negative error number. */
#include <stdlib.h>
#include <string.h>

#include "bind/http2.h"
#include "engine/memory.h"

#define FEW 64
#define TEXT_ROOM 4096

/* Fields for nghttp2, which copies them. */
typedef struct {
  uint8_t room[TEXT_ROOM], *text; /* the room, or memory of its own */
  nghttp2_nv few[FEW], *all;      /* the same */
  size_t count;
} gj_h2_fields;

static void free_fields(gj_h2_fields *fields) {
  if (fields->text != fields->room) {
    free(fields->text);
  }
  if (fields->all != fields->few) {
    free(fields->all);
  }
}

/* The bytes of a text, a byte a character. */
static bool read_text(gj_context js, gj_value value, gj_h2_fields *fields, gj_bytes *bytes) {
  fields->text = fields->room;
  if (gj_chars_copy(value, fields->room, TEXT_ROOM, bytes)) {
    return true;
  }
  gj_chars chars;
  gj_chars_look(js, value, &chars);
  *bytes = (gj_bytes){gj_memory_room(chars.length + 1), chars.length};
  fields->text = bytes->data;
  for (size_t i = 0; bytes->data != NULL && i < chars.length; i++) {
    bytes->data[i] = chars.narrow != NULL ? chars.narrow[i] : (uint8_t)chars.wide[i];
  }
  gj_chars_free(&chars);
  return bytes->data != NULL;
}

/* A piece up to the next NUL; NULL: there is none. */
static uint8_t *next_piece(uint8_t **at, uint8_t *end, size_t *size) {
  uint8_t *start = *at;
  uint8_t *stop = memchr(start, 0, (size_t)(end - start));
  if (stop == NULL) {
    return NULL;
  }
  *size = (size_t)(stop - start);
  *at = stop + 1;
  return start;
}

/* An invalid field: the other side resets the stream. */
static int bad_field(gj_h2_fields *fields) {
  static uint8_t nul[1]; /* process: nobody writes to it */
  fields->count = 1;
  fields->all[0] = (nghttp2_nv){nul, nul, 1, 1, NGHTTP2_NV_FLAG_NONE};
  return 0;
}

/* Reads "name NUL value NUL flag" as often as count says; 0 or an error of nghttp2's. */
static int read_fields(gj_context js, gj_value text, gj_value count, gj_h2_fields *fields) {
  gj_bytes bytes;
  fields->count = gj_to_uint32(js, count);
  fields->all = fields->few;
  if (!read_text(js, text, fields, &bytes)) {
    return NGHTTP2_ERR_NOMEM;
  }
  if (fields->count > FEW) {
    fields->all = gj_memory_room(fields->count * sizeof(*fields->all));
    if (fields->all == NULL) {
      return NGHTTP2_ERR_NOMEM;
    }
  }
  uint8_t *at = bytes.data;
  uint8_t *end = bytes.data + bytes.size;
  for (size_t i = 0; i < fields->count; i++) {
    nghttp2_nv *field = &fields->all[i];
    field->name = next_piece(&at, end, &field->namelen);
    field->value = field->name == NULL ? NULL : next_piece(&at, end, &field->valuelen);
    if (field->value == NULL || at == end) {
      return bad_field(fields);
    }
    field->flags = *at++ == '1' ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE;
  }
  return at == end ? 0 : bad_field(fields); /* a NUL within a text */
}

static gj_value answer(gj_context js, gj_h2 *h2, int result) {
  gj_h2_later(h2);
  return gj_number(js, result);
}

static void read_priority(gj_context js, const gj_value argv[], nghttp2_priority_spec *spec) {
  nghttp2_priority_spec_init(spec, gj_to_int32(js, argv[0]), gj_to_int32(js, argv[1]),
                             gj_to_bool(js, argv[2]));
}

/* Which fields are there, and what follows them. */
enum {
#define HTTP2_SUBMIT(name, value) name = value,
#include "lists.def"
};

#define HTTP2_ERROR(name, value) _Static_assert(NGHTTP2_ERR_##name == (value), #name);
#include "lists.def"

/* request(session, fields, count, flags, parent, weight, exclusive): the number of the stream. */
GJ_FUNCTION(request) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 == NULL) {
    return gj_number(js, NGHTTP2_ERR_INVALID_STATE);
  }
  gj_h2_fields fields;
  unsigned flags = gj_to_uint32(js, argv[3]);
  int error = read_fields(js, argv[1], argv[2], &fields);
  if (error == 0) {
    nghttp2_priority_spec spec;
    read_priority(js, argv + 4, &spec);
    gj_h2_stream *stream = gj_h2_stream_new(h2, 0);
    stream->trailers = (flags & TRAILERS) != 0;
    nghttp2_data_provider provider = {.source.ptr = stream, .read_callback = gj_h2_source};
    stream->ended = (flags & END_STREAM) != 0;
    error = nghttp2_submit_request(h2->nghttp2, (flags & PRIORITY) != 0 ? &spec : NULL, fields.all,
                                   fields.count,
                                   stream->ended && !stream->trailers ? NULL : &provider, stream);
    gj_h2_stream_number(stream, error);
  }
  free_fields(&fields);
  return answer(js, h2, error);
}

/* respond(session, stream, fields, count, flags) */
GJ_FUNCTION(respond) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  gj_h2_stream *stream = h2 == NULL ? NULL : gj_h2_find(h2, gj_to_int32(js, argv[1]));
  if (stream == NULL) {
    return gj_number(js, NGHTTP2_ERR_STREAM_CLOSED);
  }
  gj_h2_fields fields;
  unsigned flags = gj_to_uint32(js, argv[4]);
  int error = read_fields(js, argv[2], argv[3], &fields);
  if (error == 0) {
    stream->trailers = (flags & TRAILERS) != 0;
    nghttp2_data_provider provider = {.source.ptr = stream, .read_callback = gj_h2_source};
    bool ends = (flags & END_STREAM) != 0;
    stream->ended = stream->ended || ends;
    error = nghttp2_submit_response(h2->nghttp2, stream->id, fields.all, fields.count,
                                    ends && !stream->trailers ? NULL : &provider);
  }
  free_fields(&fields);
  return answer(js, h2, error);
}

/* info(session, stream, fields, count): headers with a status of 1xx. */
GJ_FUNCTION(info) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 == NULL) {
    return gj_number(js, NGHTTP2_ERR_INVALID_STATE);
  }
  gj_h2_fields fields;
  int error = read_fields(js, argv[2], argv[3], &fields);
  if (error == 0) {
    error = nghttp2_submit_headers(h2->nghttp2, NGHTTP2_FLAG_NONE, gj_to_int32(js, argv[1]), NULL,
                                   fields.all, fields.count, NULL);
  }
  free_fields(&fields);
  return answer(js, h2, error);
}

/* trailers(session, stream, fields, count): none are the end of the stream alone. */
GJ_FUNCTION(trailers) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  gj_h2_stream *stream = h2 == NULL ? NULL : gj_h2_find(h2, gj_to_int32(js, argv[1]));
  if (stream == NULL) {
    return gj_number(js, NGHTTP2_ERR_STREAM_CLOSED);
  }
  gj_h2_fields fields;
  int error = read_fields(js, argv[2], argv[3], &fields);
  if (error == 0 && fields.count == 0) {
    stream->trailers = false;
    nghttp2_data_provider provider = {.source.ptr = stream, .read_callback = gj_h2_source};
    error = nghttp2_submit_data(h2->nghttp2, NGHTTP2_FLAG_END_STREAM, stream->id, &provider);
  } else if (error == 0) {
    error = nghttp2_submit_trailer(h2->nghttp2, stream->id, fields.all, fields.count);
  }
  free_fields(&fields);
  return answer(js, h2, error);
}

/* push(session, stream, fields, count): the number of the promised stream. */
GJ_FUNCTION(push) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 == NULL) {
    return gj_number(js, NGHTTP2_ERR_INVALID_STATE);
  }
  gj_h2_fields fields;
  int error = read_fields(js, argv[2], argv[3], &fields);
  if (error == 0) {
    error = nghttp2_submit_push_promise(h2->nghttp2, NGHTTP2_FLAG_NONE, gj_to_int32(js, argv[1]),
                                        fields.all, fields.count, NULL);
  }
  if (error > 0) {
    gj_h2_stream_new(h2, error);
  }
  free_fields(&fields);
  return answer(js, h2, error);
}

/* priority(session, stream, parent, weight, exclusive) */
GJ_FUNCTION(priority) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 == NULL) {
    return gj_number(js, NGHTTP2_ERR_INVALID_STATE);
  }
  nghttp2_priority_spec spec;
  read_priority(js, argv + 2, &spec);
  return answer(
      js, h2,
      nghttp2_submit_priority(h2->nghttp2, NGHTTP2_FLAG_NONE, gj_to_int32(js, argv[1]), &spec));
}

/* ping(session, eight bytes) */
GJ_FUNCTION(ping) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  gj_bytes bytes;
  if (h2 == NULL || !gj_bytes_look(js, argv[1], &bytes) || bytes.size != 8) {
    return gj_number(js, NGHTTP2_ERR_INVALID_ARGUMENT);
  }
  return answer(js, h2, nghttp2_submit_ping(h2->nghttp2, NGHTTP2_FLAG_NONE, bytes.data));
}

/* settings(session, array of numbers and values in turn) */
GJ_FUNCTION(settings) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  gj_object list = gj_as_object(js, argv[1]);
  nghttp2_settings_entry entries[FEW];
  if (h2 == NULL || list == NULL) {
    return gj_number(js, NGHTTP2_ERR_INVALID_STATE);
  }
  unsigned count = gj_length(js, list) / 2;
  if (count > FEW) {
    return gj_number(js, NGHTTP2_ERR_INVALID_ARGUMENT);
  }
  for (unsigned i = 0; i < count; i++) {
    entries[i].settings_id = gj_to_int32(js, gj_get_index(js, list, i * 2));
    entries[i].value = gj_to_uint32(js, gj_get_index(js, list, i * 2 + 1));
  }
  return answer(js, h2, nghttp2_submit_settings(h2->nghttp2, NGHTTP2_FLAG_NONE, entries, count));
}

/* goaway(session, code, last stream, bytes or undefined): without a stream, the last one that was
 * begun. */
GJ_FUNCTION(goaway) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 == NULL) {
    return gj_number(js, NGHTTP2_ERR_INVALID_STATE);
  }
  gj_bytes bytes;
  if (!gj_bytes_look(js, argv[3], &bytes)) {
    bytes = (gj_bytes){NULL, 0};
  }
  int32_t last = gj_to_int32(js, argv[2]);
  if (last <= 0) {
    last = nghttp2_session_get_last_proc_stream_id(h2->nghttp2);
  }
  h2->heading_closes = true; /* streams behind the last one end with it */
  return answer(js, h2,
                nghttp2_submit_goaway(h2->nghttp2, NGHTTP2_FLAG_NONE, last,
                                      gj_to_uint32(js, argv[1]), bytes.data, bytes.size));
}

/* terminate(session, code): a GOAWAY, and nothing more is read. */
GJ_FUNCTION(terminate) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 == NULL) {
    return gj_number(js, NGHTTP2_ERR_INVALID_STATE);
  }
  h2->heading_closes = true;
  return answer(js, h2, nghttp2_session_terminate_session(h2->nghttp2, gj_to_uint32(js, argv[1])));
}

/* altsvc(session, stream, origin, value) */
GJ_FUNCTION(altsvc) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 == NULL) {
    return gj_number(js, NGHTTP2_ERR_INVALID_STATE);
  }
  gj_text origin, value;
  gj_text_get(js, argv[2], &origin);
  gj_text_get(js, argv[3], &value);
  int error = nghttp2_submit_altsvc(h2->nghttp2, NGHTTP2_FLAG_NONE, gj_to_int32(js, argv[1]),
                                    (const uint8_t *)origin.data, origin.size,
                                    (const uint8_t *)value.data, value.size);
  gj_text_free(&origin);
  gj_text_free(&value);
  return answer(js, h2, error);
}

/* origin(session, texts with a NUL behind each, count) */
GJ_FUNCTION(origin) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 == NULL) {
    return gj_number(js, NGHTTP2_ERR_INVALID_STATE);
  }
  gj_text text;
  gj_text_get(js, argv[1], &text);
  size_t count = gj_to_uint32(js, argv[2]);
  nghttp2_origin_entry *list =
      gj_memory_bound(NULL, (count + 1) * sizeof(*list), "origins"); /* they fit in a frame */
  uint8_t *at = (uint8_t *)text.data;
  uint8_t *end = at + text.size;
  size_t found = 0;
  while (found < count &&
         (list[found].origin = next_piece(&at, end, &list[found].origin_len)) != NULL) {
    found++;
  }
  int error = nghttp2_submit_origin(h2->nghttp2, NGHTTP2_FLAG_NONE, list, found);
  free(list);
  gj_text_free(&text);
  return answer(js, h2, error);
}

void gj_h2_submit_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"request", request}, {"respond", respond},   {"info", info},     {"trailers", trailers},
      {"push", push},       {"priority", priority}, {"ping", ping},     {"settings", settings},
      {"goaway", goaway},   {"altsvc", altsvc},     {"origin", origin}, {"terminate", terminate},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
