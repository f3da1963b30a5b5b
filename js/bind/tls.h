/* SPDX-License-Identifier: MIT */
/* TLS by libssl, for js/lib/internal/tls: what the files of binding('tls') share.
 *
 * A connection (gj_tls) lies between a stream of the loop, whose bytes it reads as the stream's
 * sink, and the JavaScript object that gets the results: data by onread, as from any stream
 * (stream.h), and events. libssl reads and writes only memory, through a BIO of ours. JavaScript
 * does not run while libssl does, except for the two questions that must be answered at once (ALPN,
 * PSK): what libssl's callbacks find out waits in a list until libssl returns. Calls from
 * JavaScript do not call back before they return; their effects come in the next turn. The life of
 * a connection is that of layer.h.
 *
 * Over a stream that is made in JavaScript the encrypted bytes go through it: output() has the
 * bytes to write, receive() takes those that were read. Both call back at once, as streams do. */
#ifndef GJ_BIND_TLS_H
#define GJ_BIND_TLS_H

#include "bind/crypto.h"
#include "bind/layer.h"

/* Events for JavaScript. */
enum {
#define TLS_EVENT(name) GJ_TLS_##name,
#include "lists.def"
  GJ_TLS_EVENT_COUNT
};

/* An event that JavaScript has not seen yet. */
typedef struct gj_tls_event {
  struct gj_tls_event *next;
  int kind, number;
  bool has_first, has_second;
  size_t first_size, second_size;
  uint8_t bytes[];
} gj_tls_event;

typedef struct gj_tls {
  GJ_LAYER_MEMBERS;
  SSL *ssl;              /* NULL: it is over */
  gj_stream_wrap *lower; /* the stream below; NULL: it is made in JavaScript */
  gj_sink sink;          /* takes data before JavaScript sees it */
  const uint8_t *in;     /* encrypted bytes that libssl has not read yet */
  size_t in_size;
  uint8_t *kept; /* or they are stored here, from kept_at on */
  size_t kept_at, kept_size, kept_room;
  uint8_t *out; /* encrypted bytes to be written */
  size_t out_size, out_room;
  size_t out_flight;    /* of those, what a stream in JavaScript is writing */
  unsigned writing;     /* writes of the stream below in progress */
  gj_stream_req *write; /* of JavaScript: not done yet */
  uv_buf_t *clear;      /* the part of it that libssl has not taken */
  unsigned clear_count;
  gj_stream_req *shutdown; /* waits for all output */
  gj_tls_event *events, **events_end;
  int write_status; /* of the stream below, after it has failed */
  ssize_t ended;    /* the stream below has ended: its status */
  bool is_server, started, established, eof, failed, reading, told_end;
  bool asking;                 /* JavaScript runs within libssl */
  bool waits_session;          /* nothing is sent until JavaScript has stored a session */
  bool hears_sessions;         /* JavaScript wants to be notified of sessions */
  bool hello_told, hello_done; /* JavaScript was asked for a session; it has answered */
  bool wants_certificate, certificate_told, certificate_done; /* the same for SNI and OCSP */
  SSL_SESSION *next_session;                                  /* what it answered */
  uint8_t *alpn; /* protocols of a server, as they are sent */
  size_t alpn_size;
  bool asks_alpn; /* JavaScript chooses */
  bool asks_psk;
  gj_held ocsp; /* response that a server sends */
  bool has_ocsp;
} gj_tls;

/* tls_context.c: our data of a SSL_CTX; freed with it. */
typedef struct {
  uint8_t ticket_name[16], ticket_hmac[16], ticket_aes[16];
  X509 *certificate, *issuer;
} gj_tls_extra;
bool gj_tls_is_context(gj_context js, gj_value value);
SSL_CTX *gj_tls_context_of(gj_value value); /* of one */
/* The same for a value of the program; NULL if it is not one, and throws. */
SSL_CTX *gj_tls_context_take(gj_context js, gj_value value, gj_value *exception);
gj_tls_extra *gj_tls_extra_of(const SSL_CTX *context);
void gj_tls_context_functions(gj_context js, gj_object binding);
/* tls_secrets.c: functions that fill one. */
void gj_tls_secrets_functions(gj_context js, gj_object binding);

/* tls_stream.c */
gj_tls *gj_tls_of(gj_context js, gj_value value); /* NULL: not one, or it has ended */
gj_sink *gj_tls_sink(gj_context js, gj_value value);
/* Like uv_try_write: all of it, or nothing (UV_EAGAIN). */
int gj_tls_try(gj_tls *tls, const uv_buf_t *bufs, unsigned count);
void gj_tls_stream_functions(gj_context js, gj_object binding);

/* tls_cycle.c */
/* Lets libssl do what can be done, and notifies JavaScript; from the loop only. */
void gj_tls_cycle(gj_tls *tls);
/* A handshake begins; from JavaScript. */
void gj_tls_begin(gj_tls *tls);
/* From a call of JavaScript: delivers waiting events; exceptions wait for gj_stream_thrown. */
void gj_tls_tell_now(gj_tls *tls);
/* Adds an event, with two pieces of bytes or none (NULL). */
void gj_tls_note(gj_tls *tls, int kind, int number, const void *first, size_t first_size,
                 const void *second, size_t second_size);
/* Passes libssl what is to be written; true if it took everything. */
bool gj_tls_encrypt(gj_tls *tls, uv_buf_t *bufs, unsigned *count);
void gj_tls_flush(gj_tls *tls);
void gj_tls_settle(gj_tls *tls);                            /* requests that are done */
void gj_tls_setup_tell(gj_context js, gj_object functions); /* one for each kind */
void gj_tls_end_thread(void);

/* tls_bio.c: a BIO over gj_tls.in, .kept and .out. */
BIO *gj_tls_bio(gj_tls *tls);
bool gj_tls_keep(gj_tls *tls, const void *data, size_t size); /* for later; false: no memory */
/* Takes memory that output was in; and frees what is kept of it, at the end of a thread. */
void gj_tls_bio_spare(uint8_t *data, size_t room);
void gj_tls_bio_end(void);

/* tls_hello.c: what is decided during a handshake. */
void gj_tls_hello_context(SSL_CTX *context); /* its callbacks */
void gj_tls_hello_connection(gj_tls *tls);
void gj_tls_hello_functions(gj_context js, gj_object binding);

/* tls_info.c: what there is to know of a connection. */
void gj_tls_info_functions(gj_context js, gj_object binding);
/* tls_session.c */
void gj_tls_session_functions(gj_context js, gj_object binding);

#endif
