/* SPDX-License-Identifier: MIT */
/* A session of HTTP/2 as a handle: made over a stream, read, written, ended. See http2.h;
 * js/lib/internal/http2/native.js is the other side. */
#include "bind/http2.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"

#define OUT_MOST 262144 /* what is made before the stream below is asked to take it */
#define OUT_KEPT 65536  /* an idle session keeps at most this much of its buffer */

static void release(void *layer) {
  gj_h2 *h2 = layer;
  nghttp2_session_del(h2->nghttp2);
  h2->nghttp2 = NULL;
  gj_h2_streams_free(h2);
  gj_http_strings_free(&h2->head);
  memset(&h2->head, 0, sizeof(h2->head));
  free(h2->sensitive);
  free(h2->out);
  free(h2->notes);
  free(h2->resets);
  free(h2->kept);
  h2->sensitive = h2->out = NULL;
  h2->notes = NULL;
  h2->resets = NULL;
  h2->kept = NULL;
  h2->kept_size = 0;
  h2->out_size = h2->out_room = 0;
}

size_t gj_h2_memory(const gj_h2 *h2) {
  size_t ours = h2->out_size + h2->queued + h2->head.size;
  return h2->memory + ours + h2->stream_count * sizeof(gj_h2_stream);
}

/* nghttp2's memory, counted. */
static void *count(gj_h2 *h2, void *memory) {
  if (memory != NULL) {
    h2->memory += malloc_usable_size(memory);
  }
  return memory;
}

static void *on_malloc(size_t size, void *user) { return count(user, gj_memory_room(size)); }

static void *on_calloc(size_t number, size_t size, void *user) {
  return count(user, gj_memory_rooms(number, size));
}

static void on_free(void *memory, void *user) {
  gj_h2 *h2 = user;
  if (memory != NULL) {
    h2->memory -= malloc_usable_size(memory);
  }
  free(memory);
}

static void *on_realloc(void *memory, size_t size, void *user) {
  gj_h2 *h2 = user;
  size_t before = memory == NULL ? 0 : malloc_usable_size(memory);
  void *grown = gj_memory_grow(memory, size);
  if (grown != NULL) {
    h2->memory += malloc_usable_size(grown) - before;
  }
  return grown;
}

bool gj_h2_put(gj_h2 *h2, const void *data, size_t size) {
  if (h2->out_room - h2->out_size < size) {
    size_t room = (h2->out_size + size) * 2;
    uint8_t *grown = gj_memory_grow(h2->out, room < 4096 ? 4096 : room);
    if (grown == NULL) {
      return false;
    }
    h2->out = grown;
    h2->out_room = room < 4096 ? 4096 : room;
  }
  if (size > 0) {
    memcpy(h2->out + h2->out_size, data, size);
  }
  h2->out_size += size;
  return true;
}

void gj_h2_note_down(gj_h2 *h2, int kind, int32_t id, int32_t first, int32_t second) {
  if (h2->note_count == h2->note_room) {
    h2->note_room = h2->note_room == 0 ? 16 : h2->note_room * 2;
    h2->notes = gj_memory_bound(h2->notes, h2->note_room * sizeof(*h2->notes), "events of http2");
  }
  h2->notes[h2->note_count++] = (gj_h2_note){(uint8_t)kind, id, first, second};
}

/* Lets nghttp2 write until it has no more, or there is enough; false: it failed. */
static bool write_frames(gj_h2 *h2) {
  while (h2->out_size < OUT_MOST) {
    const uint8_t *data;
    ssize_t size = nghttp2_session_mem_send(h2->nghttp2, &data);
    if (size < 0 || (size > 0 && !gj_h2_put(h2, data, (size_t)size))) {
      return false;
    }
    if (size == 0) {
      return true;
    }
  }
  return true;
}

static void submit_resets(gj_h2 *h2) {
  unsigned count = h2->reset_count;
  h2->reset_count = 0;
  for (unsigned i = 0; i < count; i++) {
    nghttp2_submit_rst_stream(h2->nghttp2, NGHTTP2_FLAG_NONE, h2->resets[i].id, h2->resets[i].code);
  }
}

static void fill(gj_h2 *h2) {
  h2->sending = true;
  bool fine = write_frames(h2);
  h2->sending = false;
  if (!fine) {
    h2->failed = true;
  }
}

/* Returns how much the stream below takes at once, or a negative error number. */
static ssize_t try_lower(gj_h2 *h2) {
  uv_buf_t all = uv_buf_init((char *)h2->out, (unsigned)h2->out_size);
  int done = 0;
  if (h2->tls != NULL) {
    done = h2->tls->closing ? UV_ECANCELED : gj_tls_try(h2->tls, &all, 1);
  } else if (h2->lower != NULL) {
    bool closed = h2->lower->closed || uv_is_closing(&h2->lower->handle);
    done = closed ? UV_ECANCELED : uv_try_write(&h2->lower->stream, &all, 1);
  }
  return done == UV_EAGAIN || done == UV_ENOSYS ? 0 : done;
}

/* What the stream below takes is removed, so that the peer may see it before what comes next. */
static void flush_some(gj_h2 *h2) {
  ssize_t done = h2->out_size == 0 ? 0 : try_lower(h2);
  if (done > 0) { /* an error comes again when the rest is written */
    h2->bytes_sent += (double)done;
    h2->out_size -= (size_t)done;
    memmove(h2->out, h2->out + done, h2->out_size);
  }
}

/* While nghttp2 reads, it may write in one place: where it has a head for us, and goes on with that
 * stream. So nothing may be written there that closes this one. */
bool gj_h2_fill(gj_h2 *h2) {
  bool may = h2->inside == 0 || (h2->heading != 0 && !h2->heading_closes);
  if (!may || h2->sending || h2->blocked || h2->closing || h2->failed) {
    return false;
  }
  h2->sending = true;
  bool fine = write_frames(h2); /* if not, it fails again when it is sent */
  h2->sending = false;
  if (fine) {
    flush_some(h2);
  }
  if (fine && h2->inside == 0) {
    submit_resets(h2);
  }
  return fine && h2->out_size < OUT_MOST;
}

static void flush(gj_h2 *h2) {
  gj_context js = h2->runtime->js;
  ssize_t done = try_lower(h2);
  h2->bytes_sent += done > 0 ? (double)done : 0;
  if (done < 0 || (size_t)done < h2->out_size) {
    h2->blocked = true;
    gj_value rest = done < 0
                        ? gj_number(js, (double)done)
                        : (gj_value)gj_bytes_copy(js, h2->out + done, h2->out_size - (size_t)done);
    h2->out_size = 0;
    gj_h2_tell(h2, GJ_H2_OUTPUT, 1, &rest);
    return;
  }
  h2->out_size = 0;
  if (h2->out_room > OUT_KEPT) {
    free(h2->out);
    h2->out = NULL;
    h2->out_room = 0;
  }
}

/* What was found out meanwhile; each as it comes to it, since a callback may end the session. */
static void tell_notes(gj_h2 *h2) {
  gj_h2_note *notes = h2->notes;
  unsigned count = h2->note_count;
  unsigned room = h2->note_room;
  h2->notes = NULL;
  h2->note_count = h2->note_room = 0;
  for (unsigned i = 0; i < count && !h2->closing; i++) {
    gj_h2_tell_note(h2, &notes[i]);
  }
  if (h2->notes == NULL && h2->nghttp2 != NULL) {
    h2->notes = notes;
    h2->note_room = room;
  } else {
    free(notes);
  }
}

/* Everything else has been sent when streams are reset that JavaScript has closed since. The resets
 * are a write of their own, as in Node: who reads them has seen what comes before. */
static void reset_closed(gj_h2 *h2) {
  if (h2->reset_count > 0 && !h2->closing && !h2->failed && !h2->blocked) {
    submit_resets(h2);
    gj_layer_later(h2);
  }
}

void gj_h2_send(gj_h2 *h2) {
  if (h2->inside > 0 || h2->blocked || h2->closing || h2->failed) {
    return;
  }
  gj_layer_enter(h2);
  do {
    fill(h2);
    if (h2->out_size > 0) {
      flush(h2);
    } else if (h2->note_count == 0) {
      break;
    }
    if (!h2->blocked) {
      tell_notes(h2);
    }
  } while (!h2->closing && !h2->failed && !h2->blocked);
  reset_closed(h2);
  if (h2->failed && !h2->closing) {
    gj_h2_fail(h2, NGHTTP2_ERR_NOMEM);
  }
  gj_layer_leave(h2);
}

void gj_h2_later(gj_h2 *h2) {
  if (h2->inside == 0 || h2->kept_size > 0) {
    gj_layer_later(h2); /* if not, the call that is inside sends when it is done */
  }
}

static void read_bytes(gj_h2 *h2, const void *data, size_t size) {
  if (h2->deaf || h2->closing) {
    return;
  }
  gj_pin pin = gj_layer_hold(h2);
  gj_layer_enter(h2);
  ssize_t read = nghttp2_session_mem_recv(h2->nghttp2, data, size);
  if (read < 0) {
    h2->deaf = true;
    gj_h2_fail(h2, (int)read);
  }
  gj_layer_leave(h2);
  gj_h2_send(h2);
  gj_pin_free(&pin);
}

static void resume(void *layer) {
  gj_h2 *h2 = layer;
  if (h2->kept_size > 0) {
    uint8_t *kept = h2->kept;
    size_t size = h2->kept_size;
    h2->kept = NULL;
    h2->kept_size = 0;
    read_bytes(h2, kept, size);
    free(kept);
  } else {
    gj_h2_send(h2);
  }
}

static const gj_layer_kind kind_of_session = {resume, NULL, release};

gj_h2 *gj_h2_of(gj_context js, gj_value value) { return gj_layer_of(js, value, &kind_of_session); }

static void on_bytes(gj_sink *sink, char **place, size_t size) {
  read_bytes(sink->taker, *place, size);
}

static void set_options(gj_h2 *h2, nghttp2_option *option) {
  const double *has = h2->options;
  nghttp2_option_set_no_closed_streams(option, 1);
  nghttp2_option_set_no_auto_window_update(option, 1);
  if (has[GJ_H2_MAX_DEFLATE_TABLE] >= 0) {
    nghttp2_option_set_max_deflate_dynamic_table_size(option, (size_t)has[GJ_H2_MAX_DEFLATE_TABLE]);
  }
  if (has[GJ_H2_MAX_RESERVED] >= 0) {
    nghttp2_option_set_max_reserved_remote_streams(option, (uint32_t)has[GJ_H2_MAX_RESERVED]);
  }
  if (has[GJ_H2_MAX_SEND_HEADERS] >= 0) {
    nghttp2_option_set_max_send_header_block_length(option, (size_t)has[GJ_H2_MAX_SEND_HEADERS]);
  }
  nghttp2_option_set_peer_max_concurrent_streams(option, (uint32_t)has[GJ_H2_PEER_MAX_STREAMS]);
  if (has[GJ_H2_MAX_SETTINGS] >= 0) {
    nghttp2_option_set_max_settings(option, (size_t)has[GJ_H2_MAX_SETTINGS]);
  }
  if (has[GJ_H2_RESET_RATE] >= 0) {
    nghttp2_option_set_stream_reset_rate_limit(option, (uint64_t)has[GJ_H2_RESET_BURST],
                                               (uint64_t)has[GJ_H2_RESET_RATE]);
  }
  if (has[GJ_H2_STRICT_BLANKS] == 0) {
    nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation(option, 1);
  }
  if (!h2->is_server) {
    nghttp2_option_set_builtin_recv_extension_type(option, NGHTTP2_ALTSVC);
    nghttp2_option_set_builtin_recv_extension_type(option, NGHTTP2_ORIGIN);
  }
}

static bool make_session(gj_h2 *h2) {
  nghttp2_option *option;
  if (nghttp2_option_new(&option) != 0) {
    return false;
  }
  set_options(h2, option);
  h2->mem = (nghttp2_mem){h2, on_malloc, on_free, on_calloc, on_realloc};
  __typeof__(nghttp2_session_server_new3) make =
      h2->is_server ? nghttp2_session_server_new3 : nghttp2_session_client_new3;
  int error = make(&h2->nghttp2, gj_h2_callbacks(), h2, option, &h2->mem);
  nghttp2_option_del(option);
  return error == 0;
}

/* newSession(isServer, options, stream or undefined): a handle, undefined if there is no memory. */
GJ_FUNCTION(new_session) {
  gj_bytes options;
  if (!gj_bytes_look(js, argv[1], &options) || options.size != GJ_H2_OPTIONS * sizeof(double)) {
    gj_throw_type(js, exception, "the options of a session are needed");
    return NULL;
  }
  gj_h2 *h2 = gj_memory_new(sizeof(*h2), "a session");
  h2->is_server = gj_to_bool(js, argv[0]);
  memcpy(h2->options, options.data, options.size);
  if (!make_session(h2)) {
    free(h2);
    return gj_undefined(js);
  }
  gj_sink *sink = gj_stream_sink(js, argv[2]);
  gj_value native = gj_layer_new(js, h2, &kind_of_session, sink, argv[2]);
  if (sink != NULL) {
    h2->lower = gj_stream_of(js, argv[2]);
    h2->tls = h2->lower == NULL ? gj_tls_of(js, argv[2]) : NULL;
    sink->take = on_bytes;
  }
  return native;
}

/* own(session, object): the receiver of its events. */
GJ_FUNCTION(own) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 != NULL) {
    gj_layer_own(js, h2, argv[1]);
  }
  return gj_undefined(js);
}

/* end(session): it is over, and frees its memory; the stream below is not closed. */
GJ_FUNCTION(end) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 != NULL) {
    gj_layer_end(h2);
  }
  return gj_undefined(js);
}

/* Calls what a callback of the loop would, from JavaScript. */
static gj_value run_now(gj_context js, gj_h2 *h2, const gj_bytes *bytes, gj_value *exception) {
  bool before = gj_stream_direct(true);
  gj_pin pin = gj_layer_hold(h2);
  if (bytes != NULL) {
    read_bytes(h2, bytes->data, bytes->size);
  } else {
    gj_h2_send(h2);
    gj_h2_send(h2); /* resets, which do not wait for another turn here */
  }
  gj_pin_free(&pin);
  gj_stream_direct(before);
  if (!before) {
    *exception = gj_stream_thrown();
  }
  return gj_undefined(js);
}

/* For later: nghttp2 is in use. */
static void keep(gj_h2 *h2, const gj_bytes *bytes) {
  uint8_t *grown = gj_memory_grow(h2->kept, h2->kept_size + bytes->size);
  if (grown == NULL) {
    h2->deaf = true;
    return;
  }
  memcpy(grown + h2->kept_size, bytes->data, bytes->size);
  h2->kept = grown;
  h2->kept_size += bytes->size;
  gj_h2_later(h2);
}

/* receive(session, bytes): what a stream of JavaScript has read. */
GJ_FUNCTION(receive) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  gj_bytes bytes;
  if (h2 == NULL || !gj_bytes_get(js, argv[1], &bytes) || bytes.size == 0) {
    return gj_undefined(js);
  }
  if (h2->inside > 0 || h2->kept_size > 0) {
    keep(h2, &bytes);
    return gj_undefined(js);
  }
  return run_now(js, h2, &bytes, exception);
}

/* outputDone(session): what was given to JavaScript is written. Streams that were closed meanwhile
 * are reset before anything else is sent, as in Node. */
GJ_FUNCTION(output_done) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 != NULL) {
    h2->blocked = false;
    submit_resets(h2);
    gj_h2_later(h2);
  }
  return gj_undefined(js);
}

/* flush(session): at once, if nghttp2 is not at work; whether it was. */
GJ_FUNCTION(flush_now) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 == NULL || h2->inside > 0) {
    return gj_bool(js, false);
  }
  run_now(js, h2, NULL, exception);
  return gj_bool(js, true);
}

void gj_h2_session_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"newSession", new_session}, {"own", own},         {"end", end}, {"receive", receive},
      {"outputDone", output_done}, {"flush", flush_now}, {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
