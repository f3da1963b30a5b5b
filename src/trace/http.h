/* SPDX-License-Identifier: MIT */
/*
 * A very small HTTP/1.1 responder for one page and one stream of events, behind a secret in their
 * addresses. It assumes hostile clients: every byte and every second that a client controls is
 * bounded, and a client that does not know the secret learns nothing, not even whether there is
 * something to know.
 *
 * One request per connection. Only gy_http_wait blocks, on the thread that calls it.
 */
#ifndef GY_TRACE_HTTP_H
#define GY_TRACE_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  GY_HTTP_CONNECTIONS = 64, /* further ones are closed at once */
  GY_HTTP_HEAD_MAX = 8192,
  GY_HTTP_TOKEN_SIZE = 32, /* digits of 128 bits */
  GY_HTTP_PIECES = 4
};

/* Some bytes that stay where they are. */
typedef struct {
  const char *bytes;
  size_t size;
} gy_http_piece;

/* The server. Only gy_http_wait calls these. */
typedef struct {
  /* The page at /TOKEN/: up to GY_HTTP_PIECES - 1 pieces; how many. */
  unsigned (*page)(void *context, gy_http_piece *pieces);
  /* A stream at /TOKEN/events begins, after the last event of an earlier one (0: there was none).
   * Returns its state, NULL: not now. */
  void *(*open)(void *context, uint64_t after);
  /* It can take more: bytes that stay valid until the next call, or none for now. LAST: the end. */
  gy_http_piece (*more)(void *context, void *stream, bool *last);
  void (*close)(void *context, void *stream);
  void *context;
} gy_http_server;

typedef struct gy_http gy_http;

/* Listens on 127.0.0.1 (port 0: any). 0 or a negative error number. */
int gy_http_open(gy_http **http, const gy_http_server *server, int port);
int gy_http_port(const gy_http *http);
const char *gy_http_token(const gy_http *http);
unsigned gy_http_streams(const gy_http *http); /* how many there are */

/* Serves until something was done, TIMEOUT_MS have passed (-1: no limit), or gy_http_wake was
 * called. Returns a negative error number if it cannot continue. */
int gy_http_wait(gy_http *http, int timeout_ms);
void gy_http_wake(gy_http *http); /* any thread, any signal handler */
/* Closes the listener and all connections but the existing streams. */
void gy_http_finish(gy_http *http);
void gy_http_end(gy_http *http); /* closes all connections; it can still be woken */
void gy_http_close(gy_http *http);
/* In the child of a fork: closes its copies of the descriptors. */
void gy_http_forked(gy_http *http);

#endif
