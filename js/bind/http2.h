/* SPDX-License-Identifier: MIT */
/* HTTP/2 by libnghttp2, for js/lib/internal/http2: what the files of binding('http2') share.
 *
 * A session (gj_h2) is the sink of a stream of the loop, or of the TLS over one. It passes the
 * bytes to nghttp2, whose callbacks are passed to JavaScript as they come, each as a callback of
 * the loop (http2_events.c). What JavaScript requests meanwhile, or at any other time, waits in
 * nghttp2. When everything that was read has been processed, or in the next turn, all output goes
 * out in one write (http2_session.c). JavaScript is not called while nghttp2 writes: events wait in
 * a list until the bytes are sent (notes). What the stream below does not take at once, JavaScript
 * writes (GJ_H2_OUTPUT); until that is done, nothing more is written or read. Over a stream that is
 * made in JavaScript everything goes that way, and receive() has what was read.
 *
 * JavaScript knows streams by their numbers. The life of a session is that of layer.h. */
#ifndef GJ_BIND_HTTP2_H
#define GJ_BIND_HTTP2_H

#include <nghttp2/nghttp2.h>

#include "bind/http.h"
#include "engine/library.h"
#include "bind/stream.h"
#include "bind/tls.h"

#define NGHTTP2(name) GJ_LIBRARY_POINTER(name)
typedef struct {
#include "bind/nghttp2.def"
} gj_nghttp2_table;
#undef NGHTTP2
extern gj_nghttp2_table gj_nghttp2;
#include "nghttp2_calls.h"

/* Events for JavaScript, and why a session fails. */
enum {
#define HTTP2_EVENT(name) GJ_H2_##name,
#include "lists.def"
  GJ_H2_EVENT_COUNT
};
enum {
#define HTTP2_WHY(name) GJ_H2_WHY_##name,
#include "lists.def"
};

/* Options of a session, numbers in this order. */
enum {
  GJ_H2_MAX_DEFLATE_TABLE,
  GJ_H2_MAX_RESERVED,
  GJ_H2_MAX_SEND_HEADERS,
  GJ_H2_PEER_MAX_STREAMS,
  GJ_H2_PADDING,
  GJ_H2_MAX_HEADER_PAIRS,
  GJ_H2_MAX_PINGS,
  GJ_H2_MAX_SETTINGS_ACK,
  GJ_H2_MAX_MEMORY,
  GJ_H2_MAX_SETTINGS,
  GJ_H2_MAX_REJECTED,
  GJ_H2_MAX_INVALID,
  GJ_H2_RESET_RATE,
  GJ_H2_RESET_BURST,
  GJ_H2_STRICT_BLANKS,
  GJ_H2_OPTIONS
};

/* Bytes that a stream is to send. */
typedef struct gj_h2_write {
  struct gj_h2_write *next;
  const uint8_t *data;
  size_t size;
  gj_pin pin; /* of JavaScript's bytes; none: they follow */
  bool last;  /* of those that JavaScript gave in one call */
  uint8_t bytes[];
} gj_h2_write;

typedef struct gj_h2_stream {
  struct gj_h2_stream *next; /* with the same hash */
  struct gj_h2 *session;
  int32_t id;
  gj_h2_write *writes, **writes_end;
  size_t queued;     /* bytes in them */
  size_t unread;     /* bytes for which no window update was sent yet */
  uint32_t max_head; /* limit of the size of its headers, from when it began */
  bool ended;        /* nothing is written after them */
  bool trailers;     /* except trailers: JavaScript is asked for them */
  bool reading;      /* JavaScript wants data */
} gj_h2_stream;

/* An event that came while nghttp2 was writing. */
typedef struct {
  uint8_t kind;
  int32_t id;
  int32_t first, second;
} gj_h2_note;

typedef struct gj_h2 {
  GJ_LAYER_MEMBERS;
  nghttp2_session *nghttp2; /* NULL: it is over */
  gj_stream_wrap *lower;    /* a stream of the loop, */
  gj_tls *tls;              /* or TLS; neither: everything goes through JavaScript */
  bool is_server;
  gj_h2_stream **buckets; /* by number of the stream */
  unsigned bucket_count, stream_count;
  size_t queued;        /* bytes that streams have to send */
  gj_http_strings head; /* the block of headers that is being received */
  uint8_t *sensitive;   /* for each of its fields */
  unsigned sensitive_room;
  size_t head_length;
  uint8_t *out; /* what nghttp2 has written */
  size_t out_size, out_room;
  uint8_t *kept; /* bytes that came while nghttp2 was in use */
  size_t kept_size;
  gj_h2_note *notes;
  unsigned note_count, note_room;
  bool sending; /* a call into nghttp2 writes */
  bool blocked; /* JavaScript is writing what is left of out */
  bool failed;  /* nghttp2 cannot continue */
  nghttp2_mem mem;
  size_t memory; /* that nghttp2 has */
  double options[GJ_H2_OPTIONS];
  unsigned rejected, invalid;
  int why; /* GJ_H2_WHY_...: why a callback refused something */
  struct gj_h2_reset {
    int32_t id;
    uint32_t code;
  } * resets; /* to be sent after the current output */
  unsigned reset_count, reset_room;
  int32_t heading;     /* the stream whose head is being passed to JavaScript, 0: none */
  bool heading_closes; /* nghttp2's next output may close that stream */
  bool deaf;           /* it no longer reads */
  double frames_sent, frames_received, data_sent, data_received;
  double bytes_sent, bytes_received; /* that JavaScript has not transferred itself */
} gj_h2;

/* http2_session.c */
gj_h2 *gj_h2_of(gj_context js, gj_value value); /* NULL: not one, or it has ended */
/* Soon, when nghttp2 is not in use: lets nghttp2 write and passes its output on. */
void gj_h2_later(gj_h2 *h2);
void gj_h2_send(gj_h2 *h2);
/* Writes what can be sent now, so that later requests come after it; false: it has to wait. */
bool gj_h2_fill(gj_h2 *h2);
/* Appends to the output. */
bool gj_h2_put(gj_h2 *h2, const void *data, size_t size);
void gj_h2_note_down(gj_h2 *h2, int kind, int32_t id, int32_t first, int32_t second);
size_t gj_h2_memory(const gj_h2 *h2);
void gj_h2_session_functions(gj_context js, gj_object binding);

/* http2_events.c: nghttp2's callbacks, and how they reach JavaScript. */
nghttp2_session_callbacks *gj_h2_callbacks(void); /* made once for the thread */
void gj_h2_tell(gj_h2 *h2, int kind, size_t argc, const gj_value argv[]);
void gj_h2_tell_note(gj_h2 *h2, const gj_h2_note *note);
void gj_h2_fail(gj_h2 *h2, int error);
void gj_h2_event_functions(gj_context js, gj_object binding);

/* http2_stream.c */
gj_h2_stream *gj_h2_find(const gj_h2 *h2, int32_t id); /* NULL: there is none */
gj_h2_stream *gj_h2_stream_new(gj_h2 *h2, int32_t id);
/* Sets the number of a stream that was made without one; frees it if there is none (not above
 * 0). */
void gj_h2_stream_number(gj_h2_stream *stream, int id);
void gj_h2_stream_free(gj_h2_stream *stream); /* and takes it out of its session */
void gj_h2_streams_free(gj_h2 *h2);
int gj_h2_send_data(nghttp2_session *session, nghttp2_frame *frame, const uint8_t *head,
                    size_t length, nghttp2_data_source *source, void *user);
void gj_h2_stream_functions(gj_context js, gj_object binding);

/* http2_submit.c: frames that JavaScript asks for. */
void gj_h2_submit_functions(gj_context js, gj_object binding);
/* http2_info.c: figures of sessions and streams, and their settings. */
void gj_h2_info_functions(gj_context js, gj_object binding);
/* Reads bytes for a frame of data. */
ssize_t gj_h2_source(nghttp2_session *session, int32_t id, uint8_t *room, size_t length,
                     uint32_t *flags, nghttp2_data_source *source, void *user);

#endif
