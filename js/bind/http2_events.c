/* SPDX-License-Identifier: MIT */
/* Events of nghttp2 for JavaScript. While nghttp2 reads, each event is passed on as it comes; while
 * it writes, they are noted (http2.h). */
#include <stdlib.h>
#include <string.h>

#include "bind/http2.h"
#include "engine/memory.h"

#define FIELD_EXTRA 32 /* what RFC 9113 counts for each field beside its texts */
#define PUSH_PROMISE 4 /* a category of headers that nghttp2 has no name for */

/* A function for each kind of event: traces show their names. */
static _Thread_local gj_pin on_event[GJ_H2_EVENT_COUNT];
static _Thread_local const uint8_t *arrived; /* what take() is about */
static _Thread_local nghttp2_session_callbacks *callbacks;

void gj_h2_tell(gj_h2 *h2, int kind, size_t argc, const gj_value argv[]) {
  if (h2->closing || h2->owner.value == NULL) {
    return;
  }
  gj_value all[8] = {h2->owner.value};
  if (argc > 0) {
    memcpy(all + 1, argv, argc * sizeof(*argv));
  }
  gj_stream_call(h2->runtime, gj_pin_object(&on_event[kind]), argc + 1, all);
}

static void tell_numbers(gj_h2 *h2, int kind, int32_t id, int32_t first, int32_t second) {
  gj_context js = h2->runtime->js;
  gj_value argv[] = {gj_number(js, id), gj_number(js, first), gj_number(js, second)};
  gj_h2_tell(h2, kind, 3, argv);
}

void gj_h2_tell_note(gj_h2 *h2, const gj_h2_note *note) {
  tell_numbers(h2, note->kind, note->id, note->first, note->second);
}

void gj_h2_fail(gj_h2 *h2, int error) { tell_numbers(h2, GJ_H2_ERROR, error, h2->why, 0); }

static gj_value bytes_of(gj_context js, const uint8_t *data, size_t size) {
  return size == 0 ? gj_undefined(js) : (gj_value)gj_bytes_copy(js, data, size);
}

static int32_t id_of(const nghttp2_frame *frame) {
  return frame->hd.type == NGHTTP2_PUSH_PROMISE ? frame->push_promise.promised_stream_id
                                                : frame->hd.stream_id;
}

/* A peer that is refused too often is ignored from then on. */
static int refuse(gj_h2 *h2, int32_t id) {
  if (h2->rejected++ > (unsigned)h2->options[GJ_H2_MAX_REJECTED]) {
    return NGHTTP2_ERR_CALLBACK_FAILURE;
  }
  nghttp2_submit_rst_stream(h2->nghttp2, NGHTTP2_FLAG_NONE, id, NGHTTP2_ENHANCE_YOUR_CALM);
  return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
}

static bool has_room(const gj_h2 *h2) {
  uint32_t most =
      nghttp2_session_get_local_settings(h2->nghttp2, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS);
  return h2->stream_count < most &&
         (double)(gj_h2_memory(h2) + sizeof(gj_h2_stream)) < h2->options[GJ_H2_MAX_MEMORY];
}

static int on_begin_headers(nghttp2_session *session, const nghttp2_frame *frame, void *user) {
  gj_h2 *h2 = user;
  int32_t id = id_of(frame);
  (void)session;
  h2->head.count = 0;
  h2->head.size = 0;
  h2->head_length = 0;
  if (gj_h2_find(h2, id) != NULL) {
    return 0;
  }
  if (!has_room(h2)) {
    return refuse(h2, id);
  }
  gj_h2_stream_new(h2, id);
  return 0;
}

static int on_header(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name,
                     size_t name_size, const uint8_t *value, size_t value_size, uint8_t flags,
                     void *user) {
  gj_h2 *h2 = user;
  unsigned pairs = h2->head.count / 2;
  gj_h2_stream *stream = gj_h2_find(h2, id_of(frame));
  size_t most = stream == NULL ? 0 : stream->max_head;
  (void)session;
  h2->head_length += name_size + value_size + FIELD_EXTRA;
  if (pairs >= (unsigned)h2->options[GJ_H2_MAX_HEADER_PAIRS] || h2->head_length > most) {
    return refuse(h2, id_of(frame));
  }
  if (pairs == h2->sensitive_room) {
    h2->sensitive_room = pairs == 0 ? 32 : pairs * 2;
    h2->sensitive = gj_memory_bound(h2->sensitive, h2->sensitive_room, "the head of a message");
  }
  h2->sensitive[pairs] = (flags & NGHTTP2_NV_FLAG_NO_INDEX) != 0;
  gj_http_strings_begin(&h2->head);
  gj_http_strings_add(&h2->head, (const char *)name, name_size);
  gj_http_strings_begin(&h2->head);
  gj_http_strings_add(&h2->head, (const char *)value, value_size);
  return 0;
}

/* A header that nghttp2 does not accept is ignored. */
static int on_invalid_header(nghttp2_session *session, const nghttp2_frame *frame,
                             const uint8_t *name, size_t name_size, const uint8_t *value,
                             size_t value_size, uint8_t flags, void *user) {
  (void)session, (void)frame, (void)name, (void)name_size;
  (void)value, (void)value_size, (void)flags, (void)user;
  return 0;
}

static gj_value sensitive_names(gj_h2 *h2) {
  gj_context js = h2->runtime->js;
  gj_object list = NULL;
  unsigned count = 0;
  for (unsigned i = 0; i < h2->head.count / 2; i++) {
    if (h2->sensitive[i]) {
      list = list == NULL ? gj_array(js, 0, NULL) : list;
      gj_set_index(js, list, count++, gj_http_strings_one(js, &h2->head, i * 2));
    }
  }
  return list == NULL ? gj_undefined(js) : list;
}

static void tell_headers(gj_h2 *h2, const nghttp2_frame *frame) {
  gj_context js = h2->runtime->js;
  gj_h2_stream *stream = gj_h2_find(h2, id_of(frame));
  if (stream == NULL) {
    return;
  }
  bool is_push = frame->hd.type == NGHTTP2_PUSH_PROMISE;
  gj_value argv[] = {
      gj_number(js, stream->id),
      gj_number(js, is_push ? PUSH_PROMISE : (int)frame->headers.cat),
      gj_number(js, frame->hd.flags),
      gj_http_strings_list(js, &h2->head, 0, h2->head.count),
      sensitive_names(h2),
  };
  h2->heading = stream->id;
  h2->heading_closes = false;
  gj_h2_tell(h2, GJ_H2_HEADERS, 5, argv);
  h2->heading = 0;
}

static void tell_goaway(gj_h2 *h2, const nghttp2_goaway *goaway) {
  gj_context js = h2->runtime->js;
  gj_value argv[] = {
      gj_number(js, goaway->last_stream_id),
      gj_number(js, goaway->error_code),
      bytes_of(js, goaway->opaque_data, goaway->opaque_data_len),
  };
  gj_h2_tell(h2, GJ_H2_GOAWAY, 3, argv);
}

static void tell_altsvc(gj_h2 *h2, const nghttp2_frame *frame) {
  gj_context js = h2->runtime->js;
  const nghttp2_ext_altsvc *altsvc = frame->ext.payload;
  gj_value argv[] = {
      gj_number(js, frame->hd.stream_id),
      gj_string_latin1(js, altsvc->origin, altsvc->origin_len),
      gj_string_latin1(js, altsvc->field_value, altsvc->field_value_len),
  };
  gj_h2_tell(h2, GJ_H2_ALTSVC, 3, argv);
}

static void tell_origins(gj_h2 *h2, const nghttp2_frame *frame) {
  gj_context js = h2->runtime->js;
  const nghttp2_ext_origin *origin = frame->ext.payload;
  gj_object list = gj_array(js, 0, NULL);
  for (size_t i = 0; i < origin->nov; i++) {
    gj_set_index(js, list, (unsigned)i,
                 gj_string_latin1(js, origin->ov[i].origin, origin->ov[i].origin_len));
  }
  gj_value argv[] = {list};
  gj_h2_tell(h2, GJ_H2_ORIGIN, 1, argv);
}

static void tell_priority(gj_h2 *h2, const nghttp2_frame *frame) {
  gj_context js = h2->runtime->js;
  const nghttp2_priority_spec *spec = &frame->priority.pri_spec;
  gj_value argv[] = {
      gj_number(js, frame->hd.stream_id),
      gj_number(js, spec->stream_id),
      gj_number(js, spec->weight),
      gj_bool(js, spec->exclusive != 0),
  };
  gj_h2_tell(h2, GJ_H2_PRIORITY, 4, argv);
}

/* With settings that nghttp2 does not know, as pairs of numbers and values. */
static void tell_settings(gj_h2 *h2, const nghttp2_settings *settings) {
  gj_context js = h2->runtime->js;
  gj_object list = NULL;
  unsigned count = 0;
  for (size_t i = 0; i < settings->niv; i++) {
    const nghttp2_settings_entry *entry = &settings->iv[i];
    if (entry->settings_id > NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL || entry->settings_id == 7 ||
        entry->settings_id == 0) {
      list = list == NULL ? gj_array(js, 0, NULL) : list;
      gj_set_index(js, list, count++, gj_number(js, entry->settings_id));
      gj_set_index(js, list, count++, gj_number(js, entry->value));
    }
  }
  gj_value argv[] = {list == NULL ? gj_undefined(js) : (gj_value)list};
  gj_h2_tell(h2, GJ_H2_SETTINGS, 1, argv);
}

static int count_invalid(gj_h2 *h2) {
  if (h2->invalid++ <= (unsigned)h2->options[GJ_H2_MAX_INVALID]) {
    return 0;
  }
  h2->why = GJ_H2_WHY_INVALID_FRAMES;
  return NGHTTP2_ERR_CALLBACK_FAILURE;
}

static int on_data_frame(gj_h2 *h2, const nghttp2_frame *frame) {
  gj_h2_stream *stream = gj_h2_find(h2, frame->hd.stream_id);
  if ((frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0) {
    if (stream != NULL) {
      tell_numbers(h2, GJ_H2_END, frame->hd.stream_id, 0, 0);
    }
    return 0;
  }
  return frame->hd.length == 0 ? count_invalid(h2) : 0; /* they cost us more than who sends them */
}

static int on_frame_recv(nghttp2_session *session, const nghttp2_frame *frame, void *user) {
  gj_h2 *h2 = user;
  bool ack = (frame->hd.flags & NGHTTP2_FLAG_ACK) != 0;
  (void)session;
  h2->frames_received++;
  switch (frame->hd.type) {
    case NGHTTP2_DATA:
      return on_data_frame(h2, frame);
    case NGHTTP2_HEADERS:
    case NGHTTP2_PUSH_PROMISE:
      tell_headers(h2, frame);
      break;
    case NGHTTP2_SETTINGS:
      if (ack) {
        gj_h2_tell(h2, GJ_H2_SETTINGS_ACK, 0, NULL);
      } else {
        tell_settings(h2, &frame->settings);
      }
      break;
    case NGHTTP2_PING: {
      gj_value payload = gj_bytes_copy(h2->runtime->js, frame->ping.opaque_data, 8);
      gj_h2_tell(h2, ack ? GJ_H2_PING_ACK : GJ_H2_PING, 1, &payload);
      break;
    }
    case NGHTTP2_GOAWAY:
      tell_goaway(h2, &frame->goaway);
      break;
    case NGHTTP2_PRIORITY:
      tell_priority(h2, frame);
      break;
    case NGHTTP2_ALTSVC:
      tell_altsvc(h2, frame);
      break;
    case NGHTTP2_ORIGIN:
      tell_origins(h2, frame);
      break;
    default:
      break;
  }
  return 0;
}

static int on_data_chunk(nghttp2_session *session, uint8_t flags, int32_t id, const uint8_t *data,
                         size_t size, void *user) {
  gj_h2 *h2 = user;
  gj_context js = h2->runtime->js;
  gj_h2_stream *stream = gj_h2_find(h2, id);
  (void)flags;
  h2->data_received += (double)size;
  nghttp2_session_consume_connection(session, size);
  if (size == 0 || stream == NULL || h2->closing) {
    return 0;
  }
  if (stream->reading) {
    nghttp2_session_consume_stream(session, id, size);
  } else {
    stream->unread += size;
  }
  gj_value argv[] = {gj_number(js, id), gj_number(js, (double)size)};
  arrived = data;
  gj_h2_tell(h2, GJ_H2_DATA, 2, argv);
  return 0;
}

/* take(bytes): fills them with the data that has just come. */
GJ_FUNCTION(take) {
  gj_bytes bytes;
  if (gj_bytes_look(js, argv[0], &bytes) && bytes.size > 0) {
    memcpy(bytes.data, arrived, bytes.size);
  }
  return gj_undefined(js);
}
GJ_DIRECT(take)

static int on_stream_close(nghttp2_session *session, int32_t id, uint32_t code, void *user) {
  gj_h2 *h2 = user;
  gj_h2_stream *stream = gj_h2_find(h2, id);
  (void)session;
  if (stream == NULL) {
    return 0;
  }
  gj_h2_stream_free(stream);
  if (h2->sending) {
    gj_h2_note_down(h2, GJ_H2_CLOSE, id, (int32_t)code, 0);
  } else {
    tell_numbers(h2, GJ_H2_CLOSE, id, (int32_t)code, 0);
  }
  return 0;
}

static int on_invalid_frame(nghttp2_session *session, const nghttp2_frame *frame, int error,
                            void *user) {
  gj_h2 *h2 = user;
  (void)session;
  (void)frame;
  int verdict = count_invalid(h2);
  if (verdict == 0 && (nghttp2_is_fatal(error) || error == NGHTTP2_ERR_STREAM_CLOSED ||
                       error == NGHTTP2_ERR_PROTO || error == NGHTTP2_ERR_FLOW_CONTROL)) {
    gj_h2_fail(h2, error);
  }
  return verdict;
}

static int on_frame_not_sent(nghttp2_session *session, const nghttp2_frame *frame, int error,
                             void *user) {
  gj_h2 *h2 = user;
  (void)session;
  if (error != NGHTTP2_ERR_SESSION_CLOSING && error != NGHTTP2_ERR_STREAM_CLOSED &&
      error != NGHTTP2_ERR_STREAM_CLOSING) {
    gj_h2_note_down(h2, GJ_H2_FRAME_ERROR, frame->hd.stream_id, frame->hd.type, error);
  }
  return 0;
}

static int on_frame_sent(nghttp2_session *session, const nghttp2_frame *frame, void *user) {
  gj_h2 *h2 = user;
  (void)session;
  (void)frame;
  h2->frames_sent++;
  return 0;
}

/* A peer that does not begin with its settings gets a GOAWAY from nghttp2; as in Node that is the
 * end of the session. */
static int on_error(nghttp2_session *session, int error, const char *text, size_t size,
                    void *user) {
  (void)session, (void)text, (void)size;
  if (error == NGHTTP2_ERR_SETTINGS_EXPECTED) {
    gj_h2_fail(user, NGHTTP2_ERR_PROTO);
  }
  return 0;
}

enum { PADDING_NONE, PADDING_ALIGNED, PADDING_MAX };

/* Frames that end at a word boundary, or are as large as allowed. */
static ssize_t choose_padding(nghttp2_session *session, const nghttp2_frame *frame, size_t most,
                              void *user) {
  gj_h2 *h2 = user;
  size_t size = frame->hd.length;
  (void)session;
  if (h2->options[GJ_H2_PADDING] == PADDING_MAX) {
    return (ssize_t)most;
  }
  if (h2->options[GJ_H2_PADDING] == PADDING_ALIGNED) {
    size = (size + 9 + 7) / 8 * 8 - 9;
  }
  return (ssize_t)(size < most ? size : most);
}

static void free_callbacks(void) {
  nghttp2_session_callbacks_del(callbacks);
  callbacks = NULL;
}

nghttp2_session_callbacks *gj_h2_callbacks(void) {
  if (callbacks != NULL) {
    return callbacks;
  }
  if (nghttp2_session_callbacks_new(&callbacks) != 0) {
    gj_memory_out(sizeof(void *) * 32, "callbacks of http2");
  }
  gj_runtime_at_end(free_callbacks);
  nghttp2_session_callbacks_set_error_callback2(callbacks, on_error);
  nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, on_begin_headers);
  nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
  nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks, on_invalid_header);
  nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame_recv);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data_chunk);
  nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_stream_close);
  nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks, on_invalid_frame);
  nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks, on_frame_not_sent);
  nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, on_frame_sent);
  nghttp2_session_callbacks_set_select_padding_callback(callbacks, choose_padding);
  nghttp2_session_callbacks_set_send_data_callback(callbacks, gj_h2_send_data);
  return callbacks;
}

/* setup(functions): one for each kind of event, called with (owner, ...), see http2.h. */
GJ_FUNCTION(setup) {
  for (unsigned i = 0; i < GJ_H2_EVENT_COUNT; i++) {
    on_event[i] = gj_pin_new(js, gj_get_index(js, gj_as_object(js, argv[0]), i));
  }
  return gj_undefined(js);
}

/* errorText(number): what nghttp2 says of it. */
GJ_FUNCTION(error_text) { return gj_string(js, nghttp2_strerror(gj_to_int32(js, argv[0]))); }

void gj_h2_event_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"setup", setup}, {"take", take, take_direct}, {"errorText", error_text}, {NULL, NULL}};
  gj_set_exports(js, binding, exports);
}
