/* SPDX-License-Identifier: MIT */
/* TLS by libssl, for js/lib/internal/tls: what the files of binding('tls') share.
 *
 * A connection (gy_tls) lies between a stream of the loop, whose bytes it takes as the stream's
 * sink, and the JavaScript object that hears of what they mean: data by onread, as from any stream
 * (stream.h), and events. libssl reads and writes memory only, through a BIO of ours. JavaScript
 * does not run while libssl does, but for the two questions that must be answered at once (ALPN,
 * PSK): what libssl's callbacks find out waits in a list until libssl returns. Calls from
 * JavaScript do not call back before they return; what they bring about comes in the next turn.
 *
 * Over a stream that is made in JavaScript the encrypted bytes go through it: output() has them to
 * write, receive() those that were read. Both call back at once, as streams do. */
#ifndef GY_BIND_TLS_H
#define GY_BIND_TLS_H

#include "bind/crypto.h"
#include "bind/stream.h"

/* What JavaScript is told of. */
enum {
#define TLS_EVENT(name) GY_TLS_##name,
#include "lists.def"
  GY_TLS_EVENT_COUNT
};

/* Something that JavaScript is to be told of. */
typedef struct gy_tls_event {
  struct gy_tls_event *next;
  int kind, number;
  bool has_first, has_second;
  size_t first_size, second_size;
  uint8_t bytes[];
} gy_tls_event;

typedef struct gy_tls {
  SSL *ssl; /* NULL: it is over */
  gy_runtime *runtime;
  gy_pin native, owner;  /* while it is not over */
  gy_stream_wrap *lower; /* the stream below; NULL: it is made in JavaScript */
  gy_pin lower_native;   /* keeps that in memory */
  gy_sink sink;          /* who takes data instead of JavaScript */
  const uint8_t *in;     /* encrypted bytes that libssl has not had yet */
  size_t in_size;
  uint8_t *kept; /* or they are kept here, from kept_at on */
  size_t kept_at, kept_size, kept_room;
  uint8_t *out; /* encrypted bytes to be written */
  size_t out_size, out_room;
  size_t out_flight;    /* of those, what a stream of JavaScript is writing */
  unsigned writing;     /* writes of the stream below that are under way */
  gy_stream_req *write; /* of JavaScript: not done yet */
  uv_buf_t *clear;      /* what of it libssl has not had */
  unsigned clear_count;
  gy_stream_req *shutdown; /* waits for all output */
  gy_tls_event *events, **events_end;
  gy_later later; /* a call of JavaScript has something for the next turn */
  gy_pin later_pin;
  unsigned inside;  /* calls that use ssl: it is freed after the last */
  int write_status; /* of the stream below, once that has failed */
  ssize_t ended;    /* the stream below has ended: its status */
  bool is_server, started, established, eof, failed, closing, reading, later_waits;
  bool told_end;
  bool asking;                 /* JavaScript runs within libssl */
  bool waits_session;          /* nothing is sent until JavaScript has stored a session */
  bool hears_sessions;         /* JavaScript wants to know of sessions */
  bool hello_told, hello_done; /* JavaScript was asked for a session; it has answered */
  bool wants_certificate, certificate_told, certificate_done; /* the same for SNI and OCSP */
  SSL_SESSION *next_session;                                  /* what it answered */
  uint8_t *alpn; /* protocols of a server, as they are sent */
  size_t alpn_size;
  bool asks_alpn; /* JavaScript chooses */
  bool asks_psk;
  gy_held ocsp; /* response that a server sends */
  bool has_ocsp;
} gy_tls;

/* tls_context.c: what a SSL_CTX has of ours; it is freed with it. */
typedef struct {
  uint8_t ticket_name[16], ticket_hmac[16], ticket_aes[16];
  X509 *certificate, *issuer;
} gy_tls_extra;
bool gy_tls_is_context(gy_context js, gy_value value);
SSL_CTX *gy_tls_context_of(gy_value value); /* of one */
/* The same of what a program has given; NULL if it is none, and throws. */
SSL_CTX *gy_tls_context_take(gy_context js, gy_value value, gy_value *exception);
gy_tls_extra *gy_tls_extra_of(const SSL_CTX *context);
void gy_tls_context_functions(gy_context js, gy_object binding);
/* tls_secrets.c: what is put into one. */
void gy_tls_secrets_functions(gy_context js, gy_object binding);
/* tls_roots.c */

/* tls_stream.c */
gy_tls *gy_tls_of(gy_context js, gy_value value); /* NULL: it is none, or over */
gy_sink *gy_tls_sink(gy_context js, gy_value value);
/* As uv_try_write: all of it, or nothing (UV_EAGAIN). */
int gy_tls_try(gy_tls *tls, const uv_buf_t *bufs, unsigned count);
/* Goes on with what there is to read and to write, in the next turn. */
void gy_tls_later(gy_tls *tls);
void gy_tls_stream_functions(gy_context js, gy_object binding);

/* tls_cycle.c */
/* Has libssl do what can be done, and tells JavaScript; from the loop only. */
void gy_tls_cycle(gy_tls *tls);
/* A handshake begins; from JavaScript. */
void gy_tls_begin(gy_tls *tls);
/* From a call of JavaScript: tells what waits; what is thrown waits for gy_stream_thrown. */
void gy_tls_tell_now(gy_tls *tls);
/* The next event, with two pieces of bytes or none (NULL). */
void gy_tls_note(gy_tls *tls, int kind, int number, const void *first, size_t first_size,
                 const void *second, size_t second_size);
/* Gives libssl what is to be written; whether it took all. */
bool gy_tls_encrypt(gy_tls *tls, uv_buf_t *bufs, unsigned *count);
void gy_tls_flush(gy_tls *tls);
void gy_tls_settle(gy_tls *tls); /* requests that are done */
void gy_tls_enter(gy_tls *tls);
void gy_tls_leave(gy_tls *tls);                             /* frees it if it is over */
void gy_tls_setup_tell(gy_context js, gy_object functions); /* one for each kind */
void gy_tls_end_thread(void);

/* tls_bio.c: a BIO over gy_tls.in, .kept and .out. */
BIO *gy_tls_bio(gy_tls *tls);
bool gy_tls_keep(gy_tls *tls, const void *data, size_t size); /* for later; false: no memory */
/* Takes memory that output was in; and frees what is kept of it, at the end of a thread. */
void gy_tls_bio_spare(uint8_t *data, size_t room);
void gy_tls_bio_end(void);

/* tls_hello.c: what is decided during a handshake. */
void gy_tls_hello_context(SSL_CTX *context); /* its callbacks */
void gy_tls_hello_connection(gy_tls *tls);
void gy_tls_hello_functions(gy_context js, gy_object binding);

/* tls_info.c: what there is to know of a connection. */
void gy_tls_info_functions(gy_context js, gy_object binding);
/* tls_session.c */
void gy_tls_session_functions(gy_context js, gy_object binding);

#endif
