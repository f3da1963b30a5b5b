/* SPDX-License-Identifier: MIT */
/*
 * Streams: what TCP sockets, pipes and terminals have in common. Data first.
 *
 * A write request is on `writes` from uv_write until the kernel has taken the last of its bytes or
 * refused them, then on `written` until its callback has run, which is in a pending phase or after
 * the stream's own poll event, never inside uv_write.
 */
#ifndef GY_HANDLE_STREAM_H
#define GY_HANDLE_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/queue.h"
#include "loop/loop.h"

/* Bits of gy_handle.flags for streams; GY_HANDLE_READABLE is in loop.h. */
enum {
  GY_STREAM_LISTENING = 0x40,
  GY_STREAM_SHUT = 0x80,      /* the writing side has been shut down */
  GY_STREAM_SHUTTING = 0x100, /* it will be, when everything is written */
  GY_STREAM_PARTIAL = 0x400,  /* the last read did not fill its buffer: nothing is left */
  GY_STREAM_READING = 0x800,
  GY_STREAM_WRITABLE = 0x8000,
  GY_STREAM_BLOCKING = 0x100000, /* the descriptor cannot be made non-blocking */
  GY_STREAM_FILE = 0x200000,     /* not a socket: a pipe, a terminal, a file */
  GY_STREAM_CHILD = 0x400000,    /* the other end went to a child */
  GY_TCP_NODELAY = 0x1000000,    /* requested before there was a socket */
  GY_TCP_KEEPALIVE = 0x2000000
};

/* Descriptors that came over a pipe and are not accepted yet, besides the first. */
typedef struct {
  unsigned count;
  unsigned capacity;
  int fds[];
} gy_stream_fds;

typedef struct {
  gy_handle handle;
  size_t write_queue_size; /* bytes that the kernel has not taken */
  uv_alloc_cb alloc_cb;
  uv_read_cb read_cb;
  uv_connect_t *connect;   /* in progress */
  uv_shutdown_t *shutdown; /* waits for the writes before it */
  gy_watcher watcher;
  gy_queue writes;
  gy_queue written;
  uv_connection_cb connection_cb;
  int delayed_error;         /* of bind or connect, to be reported later */
  int accepted_fd;           /* a connection, or a descriptor that came over a pipe; -1: none */
  gy_stream_fds *queued_fds; /* more of the latter */
} gy_stream;

typedef struct {
  uv_req_t request;
  uv_write_cb cb;
  uv_stream_t *send_handle; /* NULL once it is sent */
  uv_stream_t *stream;
  gy_queue link;  /* on `writes` or `written` */
  unsigned index; /* the first buffer that is not all written */
  uv_buf_t *bufs; /* a copy; points to `few` if they fit */
  unsigned count;
  int error;
  uv_buf_t few[4];
} gy_write;

static inline gy_stream *gy_stream_of(const void *stream) { return (gy_stream *)stream; }

/* stream.c */
void gy_stream_make(gy_loop *loop, void *stream, uv_handle_type type, const void *site);
#define gy_stream_init(loop, stream, type) \
  gy_stream_make(loop, stream, type, __builtin_return_address(0))
int gy_stream_open(gy_stream *stream, int fd, unsigned flags); /* UV_EBUSY: it already has one */
bool gy_stream_close(gy_handle *handle);
void gy_stream_finish(gy_handle *handle);
void gy_stream_connecting_from(gy_stream *stream, uv_connect_t *req, uv_connect_cb cb,
                               const void *site);
#define gy_stream_connecting(stream, req, cb) \
  gy_stream_connecting_from(stream, req, cb, __builtin_return_address(0))
int gy_stream_fd_of(const void *handle); /* for any handle type; -1: none */

/* stream_read.c */
void gy_stream_read(gy_stream *stream, uint32_t events);
void gy_stream_stop_reading(gy_stream *stream);

/* stream_write.c */
void gy_stream_write(gy_stream *stream);
void gy_stream_cancel_writes(gy_stream *stream, int error);
void gy_stream_call_written(gy_stream *stream);
void gy_stream_drain(gy_stream *stream);

/* listen.c */
int gy_listen_start(gy_stream *stream, int backlog, uv_connection_cb cb);
void gy_listen_event(gy_stream *stream, bool refused); /* REFUSED: the kernel cannot watch it */
int gy_listen_queue_fd(gy_stream *stream, int fd);     /* one that came over a pipe */
void gy_listen_close_fds(gy_stream *stream);

/* tcp.c, pipe.c, tty.c: what uv_listen and uv_close need from them */
int gy_tcp_listen(gy_stream *stream, int backlog, uv_connection_cb cb);
int gy_tcp_apply_options(gy_stream *stream, int fd);
int gy_pipe_listen(gy_stream *stream, int backlog, uv_connection_cb cb);
bool gy_pipe_close(gy_handle *handle);
bool gy_tty_close(gy_handle *handle);
bool gy_pipe_is_ipc(const gy_stream *stream);

/* Requests that are not the pool's keep the loop alive: they are counted. */
static inline void gy_stream_request_begin(gy_stream *stream, void *request, uv_req_type type) {
  ((uv_req_t *)request)->type = type;
  gy_loop_request_begin(stream->handle.loop, request);
}
static inline void gy_stream_request_end(gy_stream *stream, const void *request) {
  gy_loop_request_end(stream->handle.loop, request);
}

#endif
