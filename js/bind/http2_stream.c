/* SPDX-License-Identifier: MIT */
/* Streams of a session: what they are to send waits in a list until nghttp2 asks for it, which goes
 * by the windows of the other side; what they have read is acknowledged when JavaScript wants more.
 * See http2.h. */
#include <stdlib.h>
#include <string.h>

#include "bind/http2.h"
#include "engine/memory.h"

#define COPY_MOST 16384 /* larger writes stay where they are */
#define FEW_BUCKETS 16

static unsigned bucket_of(const gy_h2 *h2, int32_t id) {
  return (unsigned)id >> 1 & (h2->bucket_count - 1); /* those of one side have every other number */
}

gy_h2_stream *gy_h2_find(const gy_h2 *h2, int32_t id) {
  gy_h2_stream *stream = h2->bucket_count == 0 ? NULL : h2->buckets[bucket_of(h2, id)];
  while (stream != NULL && stream->id != id) {
    stream = stream->next;
  }
  return stream;
}

static void link_stream(gy_h2 *h2, gy_h2_stream *stream) {
  gy_h2_stream **place = &h2->buckets[bucket_of(h2, stream->id)];
  stream->next = *place;
  *place = stream;
}

static void more_buckets(gy_h2 *h2) {
  gy_h2_stream **old = h2->buckets;
  unsigned count = h2->bucket_count;
  h2->bucket_count = count == 0 ? FEW_BUCKETS : count * 2;
  h2->buckets = gy_memory_new(h2->bucket_count * sizeof(*h2->buckets), "streams of http2");
  for (unsigned i = 0; i < count; i++) {
    gy_h2_stream *stream;
    while ((stream = old[i]) != NULL) {
      old[i] = stream->next;
      link_stream(h2, stream);
    }
  }
  free(old);
}

gy_h2_stream *gy_h2_stream_new(gy_h2 *h2, int32_t id) {
  if (h2->stream_count >= h2->bucket_count) {
    more_buckets(h2);
  }
  gy_h2_stream *stream = gy_memory_new(sizeof(*stream), "a stream of http2");
  stream->session = h2;
  stream->id = id;
  stream->writes_end = &stream->writes;
  stream->max_head =
      nghttp2_session_get_local_settings(h2->nghttp2, NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE);
  link_stream(h2, stream);
  h2->stream_count++;
  return stream;
}

void gy_h2_stream_number(gy_h2_stream *stream, int id) {
  gy_h2 *h2 = stream->session;
  gy_h2_stream **place = &h2->buckets[bucket_of(h2, stream->id)];
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

static void free_writes(gy_h2_stream *stream) {
  gy_h2_write *write;
  stream->session->queued -= stream->queued;
  while ((write = stream->writes) != NULL) {
    stream->writes = write->next;
    gy_pin_free(&write->pin);
    free(write);
  }
}

void gy_h2_stream_free(gy_h2_stream *stream) {
  gy_h2 *h2 = stream->session;
  gy_h2_stream **place = &h2->buckets[bucket_of(h2, stream->id)];
  while (*place != stream) {
    place = &(*place)->next;
  }
  *place = stream->next;
  h2->stream_count--;
  free_writes(stream);
  free(stream);
}

void gy_h2_streams_free(gy_h2 *h2) {
  for (unsigned i = 0; i < h2->bucket_count; i++) {
    while (h2->buckets[i] != NULL) {
      gy_h2_stream_free(h2->buckets[i]);
    }
  }
  free(h2->buckets);
  h2->buckets = NULL;
  h2->bucket_count = 0;
}

ssize_t gy_h2_source(nghttp2_session *session, int32_t id, uint8_t *room, size_t length,
                     uint32_t *flags, nghttp2_data_source *source, void *user) {
  gy_h2_stream *stream = source->ptr;
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
      gy_h2_note_down(user, GY_H2_TRAILERS, id, 0, 0);
    }
  }
  return (ssize_t)size;
}

/* Moves so many bytes of the stream to the session's output. */
static bool put_data(gy_h2 *h2, gy_h2_stream *stream, size_t size) {
  while (size > 0) {
    gy_h2_write *write = stream->writes;
    size_t part = write->size < size ? write->size : size;
    if (!gy_h2_put(h2, write->data, part)) {
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
        gy_h2_note_down(h2, GY_H2_WRITTEN, stream->id, 0, 0);
      }
      gy_pin_free(&write->pin);
      free(write);
    }
  }
  return true;
}

int gy_h2_send_data(nghttp2_session *session, nghttp2_frame *frame, const uint8_t *head,
                    size_t length, nghttp2_data_source *source, void *user) {
  static const uint8_t zeros[256];
  gy_h2 *h2 = user;
  size_t padding = frame->data.padlen;
  uint8_t pad_size = padding > 0 ? (uint8_t)(padding - 1) : 0;
  (void)session;
  h2->data_sent += (double)length;
  bool fine = gy_h2_put(h2, head, 9) && (padding == 0 || gy_h2_put(h2, &pad_size, 1)) &&
              put_data(h2, source->ptr, length) && gy_h2_put(h2, zeros, pad_size);
  return fine ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE;
}

static void append(gy_h2_stream *stream, gy_h2_write *write) {
  *stream->writes_end = write;
  stream->writes_end = &write->next;
  stream->queued += write->size;
  stream->session->queued += write->size;
}

static gy_h2_write *copied(const void *data, size_t size) {
  gy_h2_write *write = gy_memory_room(sizeof(*write) + size);
  if (write != NULL) {
    *write = (gy_h2_write){.data = write->bytes, .size = size};
    if (data != NULL && size > 0) {
      memcpy(write->bytes, data, size);
    }
  }
  return write;
}

static gy_h2_write *of_bytes(gy_context js, gy_value value) {
  gy_bytes bytes;
  if (!gy_bytes_look(js, value, &bytes)) {
    return NULL;
  }
  if (bytes.size <= COPY_MOST) {
    return copied(bytes.data, bytes.size);
  }
  gy_h2_write *write = copied(NULL, 0);
  if (write != NULL && gy_bytes_get(js, value, &bytes)) {
    write->pin = gy_pin_new(js, value);
    write->data = bytes.data;
    write->size = bytes.size;
  }
  return write;
}

static gy_h2_write *of_text(gy_context js, gy_value text, bool is_latin1) {
  gy_chars chars;
  gy_chars_look(js, text, &chars);
  bool as_it_is = is_latin1 && chars.narrow != NULL;
  size_t size = as_it_is ? chars.length : gy_chars_utf8_size(&chars);
  gy_h2_write *write = copied(NULL, size);
  if (write == NULL || size == 0) {
    /* nothing to copy */
  } else if (as_it_is) {
    memcpy(write->bytes, chars.narrow, size);
  } else {
    gy_chars_utf8(&chars, write->bytes, size);
  }
  gy_chars_free(&chars);
  return write;
}

static gy_h2_write *of_value(gy_context js, gy_value value, bool is_latin1) {
  return gy_is_string(js, value) ? of_text(js, value, is_latin1) : of_bytes(js, value);
}

/* Something new is there for nghttp2 to ask for. */
static void resume(gy_h2 *h2, int32_t id) {
  nghttp2_session_resume_data(h2->nghttp2, id); /* if it was told to wait */
  gy_h2_later(h2);
}

/* write(session, stream, bytes or text or an array of bytes, whether text is latin1, whether it is
 * the last): how many bytes, or a negative error number. GY_H2_WRITTEN comes when they are gone. */
GY_FUNCTION(write_data) {
  gy_h2 *h2 = gy_h2_of(js, argv[0]);
  gy_h2_stream *stream = h2 == NULL ? NULL : gy_h2_find(h2, gy_to_int32(js, argv[1]));
  if (stream == NULL || stream->ended) {
    return gy_number(js, UV_EBADF);
  }
  bool is_latin1 = gy_to_bool(js, argv[3]);
  size_t before = stream->queued;
  gy_h2_write *write = NULL;
  gy_bytes probe;
  if (gy_is_string(js, argv[2]) || gy_bytes_look(js, argv[2], &probe)) {
    write = of_value(js, argv[2], is_latin1);
    if (write == NULL) {
      return gy_number(js, UV_ENOMEM);
    }
    append(stream, write);
  } else {
    gy_object list = gy_as_object(js, argv[2]);
    unsigned count = gy_length(js, list);
    for (unsigned i = 0; i < count; i++) {
      write = of_value(js, gy_get_index(js, list, i), is_latin1);
      if (write == NULL) {
        return gy_number(js, UV_ENOMEM);
      }
      append(stream, write);
    }
  }
  if (write != NULL) {
    write->last = true;
  }
  stream->ended = gy_to_bool(js, argv[4]);
  resume(h2, stream->id);
  return gy_number(js, (double)(stream->queued - before));
}
GY_DIRECT(write_data)

/* shutdown(session, stream): nothing more is written; false if there is no such stream. */
GY_FUNCTION(shut_down) {
  gy_h2 *h2 = gy_h2_of(js, argv[0]);
  gy_h2_stream *stream = h2 == NULL ? NULL : gy_h2_find(h2, gy_to_int32(js, argv[1]));
  if (stream == NULL) {
    return gy_bool(js, false);
  }
  if (!stream->ended) {
    stream->ended = true;
    resume(h2, stream->id);
  }
  return gy_bool(js, true);
}

/* wantTrailers(session, stream): JavaScript is asked for them at the end, if that is not gone. */
GY_FUNCTION(want_trailers) {
  gy_h2 *h2 = gy_h2_of(js, argv[0]);
  gy_h2_stream *stream = h2 == NULL ? NULL : gy_h2_find(h2, gy_to_int32(js, argv[1]));
  if (stream != NULL) {
    stream->trailers = true;
  }
  return gy_undefined(js);
}

/* read(session, stream, on): whether JavaScript wants data. */
GY_FUNCTION(read_data) {
  gy_h2 *h2 = gy_h2_of(js, argv[0]);
  gy_h2_stream *stream = h2 == NULL ? NULL : gy_h2_find(h2, gy_to_int32(js, argv[1]));
  if (stream != NULL) {
    stream->reading = gy_to_bool(js, argv[2]);
    if (stream->reading && stream->unread > 0) {
      nghttp2_session_consume_stream(h2->nghttp2, stream->id, stream->unread);
      stream->unread = 0;
      gy_h2_later(h2);
    }
  }
  return gy_undefined(js);
}
GY_DIRECT(read_data)

static void reset_later(gy_h2 *h2, int32_t id, uint32_t code) {
  if (h2->reset_count == h2->reset_room) {
    h2->reset_room = h2->reset_room == 0 ? 8 : h2->reset_room * 2;
    h2->resets = gy_memory_bound(h2->resets, h2->reset_room * sizeof(*h2->resets), "resets");
  }
  h2->resets[h2->reset_count++] = (struct gy_h2_reset){id, code};
}

/* reset(session, stream, code): right behind what can be sent now, as Node has it; what the stream
 * has to say after this is not sent. While something is read, CANCEL waits for the end of that, and
 * so does what nghttp2 cannot write then. */
GY_FUNCTION(reset) {
  gy_h2 *h2 = gy_h2_of(js, argv[0]);
  if (h2 == NULL) {
    return gy_undefined(js);
  }
  int32_t id = gy_to_int32(js, argv[1]);
  uint32_t code = gy_to_uint32(js, argv[2]);
  if ((code == NGHTTP2_CANCEL && h2->inside > 0) || !gy_h2_fill(h2)) {
    reset_later(h2, id, code);
  } else if (gy_h2_find(h2, id) != NULL) { /* else it is closed by now */
    h2->heading_closes |= id == h2->heading;
    nghttp2_submit_rst_stream(h2->nghttp2, NGHTTP2_FLAG_NONE, id, code);
  }
  gy_h2_later(h2);
  return gy_undefined(js);
}

void gy_h2_stream_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {
      {"write", write_data}, {"shutdown", shut_down},         {"read", read_data},
      {"reset", reset},      {"wantTrailers", want_trailers}, {NULL, NULL},
  };
  static const gy_direct_export direct[] = {
      {"write", write_data_direct}, {"read", read_data_direct}, {NULL, NULL}};
  gy_set_exports(js, binding, exports);
  gy_direct_set(js, binding, direct);
}
