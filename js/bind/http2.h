/* SPDX-License-Identifier: MIT */
/* HTTP/2 by libnghttp2, for js/lib/internal/http2: what the files of binding('http2') share.
 *
 * A session (gy_h2) takes what a stream of the loop, or the TLS over one, reads as its sink, and
 * hands it to nghttp2, whose callbacks are told to JavaScript as they come, each as a callback of
 * the loop (http2_events.c). What JavaScript asks for meanwhile, or at any other time, waits in
 * nghttp2; when all that was read is dealt with, or in the next turn, everything there is to say
 * goes out in one write (http2_session.c). Nothing is told while nghttp2 writes: that waits in a
 * list until the bytes are gone (notes). What the stream below does not take at once JavaScript
 * writes (GY_H2_OUTPUT), and until that is done nothing more is made, nor read. Over a stream that
 * is made in JavaScript all goes that way, and receive() has what was read.
 *
 * JavaScript knows streams by their numbers. */
#ifndef GY_BIND_HTTP2_H
#define GY_BIND_HTTP2_H

#include <nghttp2/nghttp2.h>

#include "bind/http.h"
#include "bind/library.h"
#include "bind/stream.h"
#include "bind/tls.h"

#define NGHTTP2(name) GY_LIBRARY_POINTER(name)
typedef struct {
#include "bind/nghttp2.def"
} gy_nghttp2_table;
#undef NGHTTP2
extern gy_nghttp2_table gy_nghttp2;
#include "nghttp2_calls.h"

/* What JavaScript is told of, and why a session fails. */
enum {
#define HTTP2_EVENT(name) GY_H2_##name,
#include "lists.def"
  GY_H2_EVENT_COUNT
};
enum {
#define HTTP2_WHY(name) GY_H2_WHY_##name,
#include "lists.def"
};

/* Options of a session, numbers in this order. */
enum {
  GY_H2_MAX_DEFLATE_TABLE,
  GY_H2_MAX_RESERVED,
  GY_H2_MAX_SEND_HEADERS,
  GY_H2_PEER_MAX_STREAMS,
  GY_H2_PADDING,
  GY_H2_MAX_HEADER_PAIRS,
  GY_H2_MAX_PINGS,
  GY_H2_MAX_SETTINGS_ACK,
  GY_H2_MAX_MEMORY,
  GY_H2_MAX_SETTINGS,
  GY_H2_MAX_REJECTED,
  GY_H2_MAX_INVALID,
  GY_H2_RESET_RATE,
  GY_H2_RESET_BURST,
  GY_H2_STRICT_BLANKS,
  GY_H2_OPTIONS
};

/* Bytes that a stream is to send. */
typedef struct gy_h2_write {
  struct gy_h2_write *next;
  const uint8_t *data;
  size_t size;
  gy_pin pin; /* of JavaScript's bytes; none: they follow */
  bool last;  /* of those that JavaScript gave in one call */
  uint8_t bytes[];
} gy_h2_write;

typedef struct gy_h2_stream {
  struct gy_h2_stream *next; /* with the same hash */
  struct gy_h2 *session;
  int32_t id;
  gy_h2_write *writes, **writes_end;
  size_t queued;     /* bytes in them */
  size_t unread;     /* bytes that the other side may not send again yet */
  uint32_t max_head; /* how much its headers may be: what was said when it began */
  bool ended;        /* nothing is written after them */
  bool trailers;     /* but trailers: JavaScript is asked for them */
  bool reading;      /* JavaScript wants data */
} gy_h2_stream;

/* What was found out while nghttp2 was writing. */
typedef struct {
  uint8_t kind;
  int32_t id;
  int32_t first, second;
} gy_h2_note;

typedef struct gy_h2 {
  nghttp2_session *nghttp2; /* NULL: it is over */
  gy_runtime *runtime;
  gy_pin native, owner;
  gy_stream_wrap *lower; /* a stream of the loop, */
  gy_tls *tls;           /* or TLS; neither: all goes through JavaScript */
  gy_pin lower_native;
  bool is_server;
  gy_h2_stream **buckets; /* by number of the stream */
  unsigned bucket_count, stream_count;
  size_t queued;        /* bytes that streams are to send */
  gy_http_strings head; /* the block of headers that is coming */
  uint8_t *sensitive;   /* for each of its fields */
  unsigned sensitive_room;
  size_t head_length;
  uint8_t *out; /* what nghttp2 has written */
  size_t out_size, out_room;
  uint8_t *kept; /* bytes that came while it was inside */
  size_t kept_size;
  gy_h2_note *notes;
  unsigned note_count, note_room;
  unsigned inside; /* calls into nghttp2 that are under way */
  bool sending;    /* one of them writes */
  bool blocked;    /* JavaScript is writing what is left of out */
  bool closing;    /* JavaScript hears of nothing any more; it is freed when nobody is inside */
  bool failed;     /* nghttp2 cannot go on */
  bool later_waits;
  gy_later later;
  gy_pin later_pin;
  nghttp2_mem mem;
  size_t memory; /* that nghttp2 has */
  double options[GY_H2_OPTIONS];
  unsigned rejected, invalid;
  int why; /* GY_H2_WHY_... of what a callback did not put up with */
  struct gy_h2_reset {
    int32_t id;
    uint32_t code;
  } * resets; /* to be sent behind what there is to send now */
  unsigned reset_count, reset_room;
  int32_t heading;     /* the stream whose head JavaScript is being told of, 0: none */
  bool heading_closes; /* what nghttp2 writes next may close that stream */
  bool deaf;           /* it reads no more */
  double frames_sent, frames_received, data_sent, data_received;
  double bytes_sent, bytes_received; /* that JavaScript has not passed on itself */
} gy_h2;

/* http2_session.c */
gy_h2 *gy_h2_of(gy_context js, gy_value value); /* NULL: it is none, or over */
void gy_h2_enter(gy_h2 *h2);
void gy_h2_leave(gy_h2 *h2); /* frees it if it is over */
/* Has nghttp2 write and the stream below take it, when nghttp2 is not at work: soon. */
void gy_h2_later(gy_h2 *h2);
void gy_h2_send(gy_h2 *h2);
/* What could be sent now is written, and what is asked for after this comes behind it; false: it
 * has to wait. */
bool gy_h2_fill(gy_h2 *h2);
/* Appends to what goes out. */
bool gy_h2_put(gy_h2 *h2, const void *data, size_t size);
void gy_h2_note_down(gy_h2 *h2, int kind, int32_t id, int32_t first, int32_t second);
size_t gy_h2_memory(const gy_h2 *h2);
void gy_h2_session_functions(gy_context js, gy_object binding);

/* http2_events.c: what nghttp2 calls, and how JavaScript hears of it. */
nghttp2_session_callbacks *gy_h2_callbacks(void); /* made once for the thread */
void gy_h2_tell(gy_h2 *h2, int kind, size_t argc, const gy_value argv[]);
void gy_h2_tell_note(gy_h2 *h2, const gy_h2_note *note);
void gy_h2_fail(gy_h2 *h2, int error);
void gy_h2_event_functions(gy_context js, gy_object binding);

/* http2_stream.c */
gy_h2_stream *gy_h2_find(const gy_h2 *h2, int32_t id); /* NULL: there is none */
gy_h2_stream *gy_h2_stream_new(gy_h2 *h2, int32_t id);
/* The number of one that was made before it had one; if there is none (not above 0) it is freed. */
void gy_h2_stream_number(gy_h2_stream *stream, int id);
void gy_h2_stream_free(gy_h2_stream *stream); /* and takes it out of its session */
void gy_h2_streams_free(gy_h2 *h2);
int gy_h2_send_data(nghttp2_session *session, nghttp2_frame *frame, const uint8_t *head,
                    size_t length, nghttp2_data_source *source, void *user);
void gy_h2_stream_functions(gy_context js, gy_object binding);

/* http2_submit.c: frames that JavaScript asks for. */
void gy_h2_submit_functions(gy_context js, gy_object binding);
/* http2_info.c: figures of sessions and streams, and their settings. */
void gy_h2_info_functions(gy_context js, gy_object binding);
/* Reads bytes for a frame of data. */
ssize_t gy_h2_source(nghttp2_session *session, int32_t id, uint8_t *room, size_t length,
                     uint32_t *flags, nghttp2_data_source *source, void *user);

#endif
