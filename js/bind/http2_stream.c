/* SPDX-License-Identifier: MIT */
/* Streams of a session. What they are to send waits in a list until nghttp2 asks for it, depending
 * on the windows of the other side. What they have read is acknowledged when JavaScript wants more.
 * See http2.h. */
#include <stdlib.h>
#include <string.h>

#include "bind/http2.h"
#include "engine/memory.h"

#define COPY_MOST 16384 /* larger writes stay where they are */
#define FEW_BUCKETS 16

static unsigned bucket_of(const gj_h2 *h2, int32_t id) {
  return (unsigned)id >> 1 & (h2->bucket_count - 1); /* those of one side have every other number */
}

gj_h2_stream *gj_h2_find(const gj_h2 *h2, int32_t id) {
  gj_h2_stream *stream = h2->bucket_count == 0 ? NULL : h2->buckets[bucket_of(h2, id)];
  while (stream != NULL && stream->id != id) {
    stream = stream->next;
  }
  return stream;
}

static void link_stream(gj_h2 *h2, gj_h2_stream *stream) {
  gj_h2_stream **place = &h2->buckets[bucket_of(h2, stream->id)];
  stream->next = *place;
  *place = stream;
}

static void more_buckets(gj_h2 *h2) {
  gj_h2_stream **old = h2->buckets;
  unsigned count = h2->bucket_count;
  h2->bucket_count = count == 0 ? FEW_BUCKETS : count * 2;
  h2->buckets = gj_memory_new(h2->bucket_count * sizeof(*h2->buckets), "streams of http2");
  for (unsigned i = 0; i < count; i++) {
    gj_h2_stream *stream;
    while ((stream = old[i]) != NULL) {
      old[i] = stream->next;
      link_stream(h2, stream);
    }
  }
  free(old);
}

gj_h2_stream *gj_h2_stream_new(gj_h2 *h2, int32_t id) {
  if (h2->stream_count >= h2->bucket_count) {
    more_buckets(h2);
  }
  gj_h2_stream *stream = gj_memory_new(sizeof(*stream), "a stream of http2");
  stream->session = h2;
  stream->id = id;
  stream->writes_end = &stream->writes;
  stream->max_head =
      nghttp2_session_get_local_settings(h2->nghttp2, NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE);
  link_stream(h2, stream);
  h2->stream_count++;
  return stream;
}

void gj_h2_stream_number(gj_h2_stream *stream, int id) {
  gj_h2 *h2 = stream->session;
  gj_h2_stream **place = &h2->buckets[bucket_of(h2, stream->id)];
  while (*place != stream) {
    place = &(*place)->next;
  }
  *place = stream->next;
  stream->id = id;
  if (id > 0) {
    link_stream(h2, stream);
  } else {
    h2->stream_count--;
    free(stream);
  }
}

static void free_writes(gj_h2_stream *stream) {
  gj_h2_write *write;
  stream->session->queued -= stream->queued;
  while ((write = stream->writes) != NULL) {
    stream->writes = write->next;
    gj_pin_free(&write->pin);
    free(write);
  }
}

void gj_h2_stream_free(gj_h2_stream *stream) {
  gj_h2 *h2 = stream->session;
  gj_h2_stream **place = &h2->buckets[bucket_of(h2, stream->id)];
  while (*place != stream) {
    place = &(*place)->next;
  }
  *place = stream->next;
  h2->stream_count--;
  free_writes(stream);
  free(stream);
}

void gj_h2_streams_free(gj_h2 *h2) {
  for (unsigned i = 0; i < h2->bucket_count; i++) {
    while (h2->buckets[i] != NULL) {
      gj_h2_stream_free(h2->buckets[i]);
    }
  }
  free(h2->buckets);
  h2->buckets = NULL;
  h2->bucket_count = 0;
}

ssize_t gj_h2_source(nghttp2_session *session, int32_t id, uint8_t *room, size_t length,
                     uint32_t *flags, nghttp2_data_source *source, void *user) {
  gj_h2_stream *stream = source->ptr;
  (void)session, (void)room;
  if (stream->queued == 0 && !stream->ended) {
    return NGHTTP2_ERR_DEFERRED;
  }
  size_t size = stream->queued < length ? stream->queued : length;
  *flags |= NGHTTP2_DATA_FLAG_NO_COPY;
  if (stream->ended && size == stream->queued) {
    *flags |= NGHTTP2_DATA_FLAG_EOF;
    if (stream->trailers) {
      *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
      gj_h2_note_down(user, GJ_H2_TRAILERS, id, 0, 0);
    }
  }
  return (ssize_t)size;
}

/* Moves this many bytes of the stream to the session's output. */
static bool put_data(gj_h2 *h2, gj_h2_stream *stream, size_t size) {
  while (size > 0) {
    gj_h2_write *write = stream->writes;
    size_t part = write->size < size ? write->size : size;
    if (!gj_h2_put(h2, write->data, part)) {
      return false;
    }
    write->data += part;
    write->size -= part;
    stream->queued -= part;
    h2->queued -= part;
    size -= part;
    if (write->size == 0) {
      stream->writes = write->next;
      if (stream->writes == NULL) {
        stream->writes_end = &stream->writes;
      }
      if (write->last) {
        gj_h2_note_down(h2, GJ_H2_WRITTEN, stream->id, 0, 0);
      }
      gj_pin_free(&write->pin);
      free(write);
    }
  }
  return true;
}

int gj_h2_send_data(nghttp2_session *session, nghttp2_frame *frame, const uint8_t *head,
                    size_t length, nghttp2_data_source *source, void *user) {
  static const uint8_t zeros[256];
  gj_h2 *h2 = user;
  size_t padding = frame->data.padlen;
  uint8_t pad_size = padding > 0 ? (uint8_t)(padding - 1) : 0;
  (void)session;
  h2->data_sent += (double)length;
  bool fine = gj_h2_put(h2, head, 9) && (padding == 0 || gj_h2_put(h2, &pad_size, 1)) &&
              put_data(h2, source->ptr, length) && gj_h2_put(h2, zeros, pad_size);
  return fine ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE;
}

static void append(gj_h2_stream *stream, gj_h2_write *write) {
  *stream->writes_end = write;
  stream->writes_end = &write->next;
  stream->queued += write->size;
  stream->session->queued += write->size;
}

static gj_h2_write *copied(const void *data, size_t size) {
  gj_h2_write *write = gj_memory_room(sizeof(*write) + size);
  if (write != NULL) {
    *write = (gj_h2_write){.data = write->bytes, .size = size};
    if (data != NULL && size > 0) {
      memcpy(write->bytes, data, size);
    }
  }
  return write;
}

static gj_h2_write *of_bytes(gj_context js, gj_value value) {
  gj_bytes bytes;
  if (!gj_bytes_look(js, value, &bytes)) {
    return NULL;
  }
  if (bytes.size <= COPY_MOST) {
    return copied(bytes.data, bytes.size);
  }
  gj_h2_write *write = copied(NULL, 0);
  if (write != NULL && gj_bytes_get(js, value, &bytes)) {
    write->pin = gj_pin_new(js, value);
    write->data = bytes.data;
    write->size = bytes.size;
  }
  return write;
}

static gj_h2_write *of_text(gj_context js, gj_value text, bool is_latin1) {
  gj_chars chars;
  gj_chars_look(js, text, &chars);
  bool as_it_is = is_latin1 && chars.narrow != NULL;
  size_t size = as_it_is ? chars.length : gj_chars_utf8_size(&chars);
  gj_h2_write *write = copied(NULL, size);
  if (write == NULL || size == 0) {
    /* nothing to copy */
  } else if (as_it_is) {
    memcpy(write->bytes, chars.narrow, size);
  } else {
    gj_chars_utf8(&chars, write->bytes, size);
  }
  gj_chars_free(&chars);
  return write;
}

static gj_h2_write *of_value(gj_context js, gj_value value, bool is_latin1) {
  return gj_is_string(js, value) ? of_text(js, value, is_latin1) : of_bytes(js, value);
}

/* There is something new for nghttp2 to fetch. */
static void resume(gj_h2 *h2, int32_t id) {
  nghttp2_session_resume_data(h2->nghttp2, id); /* if it was told to wait */
  gj_h2_later(h2);
}

/* write(session, stream, bytes or text or an array of bytes, whether text is latin1, whether it is
 * the last): how many bytes, or a negative error number. GJ_H2_WRITTEN comes when they are gone. */
GJ_FUNCTION(write_data) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  gj_h2_stream *stream = h2 == NULL ? NULL : gj_h2_find(h2, gj_to_int32(js, argv[1]));
  if (stream == NULL || stream->ended) {
    return gj_number(js, UV_EBADF);
  }
  bool is_latin1 = gj_to_bool(js, argv[3]);
  size_t before = stream->queued;
  gj_h2_write *write = NULL;
  gj_bytes probe;
  if (gj_is_string(js, argv[2]) || gj_bytes_look(js, argv[2], &probe)) {
    write = of_value(js, argv[2], is_latin1);
    if (write == NULL) {
      return gj_number(js, UV_ENOMEM);
    }
    append(stream, write);
  } else {
    gj_object list = gj_as_object(js, argv[2]);
    unsigned count = gj_length(js, list);
    for (unsigned i = 0; i < count; i++) {
      write = of_value(js, gj_get_index(js, list, i), is_latin1);
      if (write == NULL) {
        return gj_number(js, UV_ENOMEM);
      }
      append(stream, write);
    }
  }
  if (write != NULL) {
    write->last = true;
  }
  stream->ended = gj_to_bool(js, argv[4]);
  resume(h2, stream->id);
  return gj_number(js, (double)(stream->queued - before));
}
GJ_DIRECT(write_data)

/* shutdown(session, stream): nothing more is written; false if there is no such stream. */
GJ_FUNCTION(shut_down) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  gj_h2_stream *stream = h2 == NULL ? NULL : gj_h2_find(h2, gj_to_int32(js, argv[1]));
  if (stream == NULL) {
    return gj_bool(js, false);
  }
  if (!stream->ended) {
    stream->ended = true;
    resume(h2, stream->id);
  }
  return gj_bool(js, true);
}

/* wantTrailers(session, stream): JavaScript is asked for them at the end, if that is not gone. */
GJ_FUNCTION(want_trailers) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  gj_h2_stream *stream = h2 == NULL ? NULL : gj_h2_find(h2, gj_to_int32(js, argv[1]));
  if (stream != NULL) {
    stream->trailers = true;
  }
  return gj_undefined(js);
}

/* read(session, stream, on): whether JavaScript wants data. */
GJ_FUNCTION(read_data) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  gj_h2_stream *stream = h2 == NULL ? NULL : gj_h2_find(h2, gj_to_int32(js, argv[1]));
  if (stream != NULL) {
    stream->reading = gj_to_bool(js, argv[2]);
    if (stream->reading && stream->unread > 0) {
      nghttp2_session_consume_stream(h2->nghttp2, stream->id, stream->unread);
      stream->unread = 0;
      gj_h2_later(h2);
    }
  }
  return gj_undefined(js);
}
GJ_DIRECT(read_data)

static void reset_later(gj_h2 *h2, int32_t id, uint32_t code) {
  if (h2->reset_count == h2->reset_room) {
    h2->reset_room = h2->reset_room == 0 ? 8 : h2->reset_room * 2;
    h2->resets = gj_memory_bound(h2->resets, h2->reset_room * sizeof(*h2->resets), "resets");
  }
  h2->resets[h2->reset_count++] = (struct gj_h2_reset){id, code};
}

/* reset(session, stream, code): right after what can be sent now, as in Node; what the stream has
 * left to send is dropped. While something is read, CANCEL waits until that has ended, and so does
 * what nghttp2 cannot write then. */
GJ_FUNCTION(reset) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 == NULL) {
    return gj_undefined(js);
  }
  int32_t id = gj_to_int32(js, argv[1]);
  uint32_t code = gj_to_uint32(js, argv[2]);
  if ((code == NGHTTP2_CANCEL && h2->inside > 0) || !gj_h2_fill(h2)) {
    reset_later(h2, id, code);
  } else if (gj_h2_find(h2, id) != NULL) { /* else it is closed by now */
    h2->heading_closes |= id == h2->heading;
    nghttp2_submit_rst_stream(h2->nghttp2, NGHTTP2_FLAG_NONE, id, code);
  }
  gj_h2_later(h2);
  return gj_undefined(js);
}

void gj_h2_stream_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"write", write_data, write_data_direct}, {"shutdown", shut_down},
      {"read", read_data, read_data_direct},    {"reset", reset},
      {"wantTrailers", want_trailers},          {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
