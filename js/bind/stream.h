/* SPDX-License-Identifier: MIT */
/* Streams of the loop (TCP, pipes, terminals) in JavaScript. js/lib/internal/stream_base.js is the
 * other side and describes the interface. stream.c has what all have in common; tcp.c, pipe.c and
 * tty.c have what is specific to each.
 *
 * A handle is created by gj_stream_new and given to an object of JavaScript (adopt). Its life is
 * that of all handles: handle.h. */
#ifndef GJ_BIND_STREAM_H
#define GJ_BIND_STREAM_H

#include "bind/handle.h"

/* Takes what is read before JavaScript sees it: a parser (http.c), or the TLS over a stream
 * (tls_stream.c). The bytes are in *place, a room, which a taker may keep: then it clears that. */
typedef struct gj_sink {
  void (*take)(struct gj_sink *sink, char **place, size_t size); /* NULL: JavaScript */
  void (*ended)(struct gj_sink *sink, ssize_t status);           /* NULL: JavaScript learns of it */
  void *taker;
  gj_pin owner; /* its JavaScript object */
} gj_sink;

typedef struct gj_stream_wrap {
  GJ_BOUND_MEMBERS;
  gj_sink sink;
} gj_stream_wrap;

/* A request in progress: connect, shutdown or write. */
typedef struct {
  union {
    uv_req_t req;
    uv_connect_t connect;
    uv_shutdown_t shutdown;
    uv_write_t write;
  };
  gj_pin object; /* its JavaScript object: has oncomplete */
  gj_pin data;   /* what is being written, if JavaScript owns it */
  char *copy;    /* or a copy of it */
} gj_stream_req;

/* NULL for a handle that is closed, or a value that is not a handle. */
gj_stream_wrap *gj_stream_of(gj_context js, gj_value native);
/* The handle's memory, not yet initialised. `*native` is its object for JavaScript. */
gj_stream_wrap *gj_stream_new(gj_context js, gj_value *native);
/* It could not be initialised. */
void gj_stream_discard(gj_stream_wrap *wrap);
void gj_stream_drop(gj_stream_wrap *wrap);
int gj_stream_reset(gj_stream_wrap *wrap);

gj_stream_req *gj_stream_req_new(gj_context js, gj_value object);
void gj_stream_req_free(gj_stream_req *req);
bool gj_stream_req_holds(const gj_stream_req *req);
uv_buf_t gj_stream_req_data(gj_context js, gj_stream_req *req, gj_value data);
/* Where the bytes of an array's members are: in `few`, or in memory to be freed if there are more.
 * `get` is gj_bytes_get, or gj_bytes_look for callers that are done before JavaScript runs
 * again. */
enum { GJ_STREAM_FEW = 16 };
typedef bool gj_bytes_way(gj_context js, gj_value value, gj_bytes *bytes);
uv_buf_t *gj_stream_bufs(gj_context js, gj_value array, gj_bytes_way *get,
                         uv_buf_t few[GJ_STREAM_FEW], unsigned *count);
/* The buffer of a read (uv_alloc_cb): the same for all, until its callback is over. */
void gj_stream_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buf);
void gj_stream_on_written(uv_write_t *write, int status);
/* The sink of a stream, or of the TLS over one; NULL: it is closed. */
gj_sink *gj_stream_sink(gj_context js, gj_value native);
int gj_stream_read_start(gj_stream_wrap *wrap);
/* Calls JavaScript: as a callback of the loop; or, while `direct`, from a call of JavaScript, which
 * then throws the first exception (gj_stream_thrown: NULL if there was none). */
void gj_stream_call(gj_runtime *runtime, gj_object function, size_t argc, const gj_value argv[]);
bool gj_stream_direct(bool on); /* returns the previous state */
gj_value gj_stream_thrown(void);
/* Calls the function with the owner and the number of bytes, or a negative number. If there are
 * more than GJ_STREAM_TAKE, the third argument is an ArrayBuffer: their memory becomes
 * JavaScript's, and the pointer is cleared. */
enum { GJ_STREAM_TAKE = 16384 };
void gj_stream_tell(gj_runtime *runtime, gj_object function, gj_value owner, char **place,
                    ssize_t nread);
/* An ArrayBuffer over a room, which is JavaScript's from then on; and one over a copy of bytes. */
gj_value gj_stream_keep(gj_context js, char **place, size_t size);
gj_value gj_stream_copy(gj_context js, const char *data, size_t size);
/* The room with the bytes that JavaScript is being told of, unless it has kept them. */
char **gj_stream_arrived(void);
int gj_stream_shut(gj_stream_wrap *wrap, gj_stream_req *req);
/* Calls the request's oncomplete(status), and frees it. */
void gj_stream_req_done(gj_stream_req *req, int status);
void gj_stream_on_connect(uv_connect_t *connect, int status);

/* tcp.c: an address as the program wrote it, of either family; and one put into an object. */
int gj_stream_address(gj_context js, gj_value ip, gj_value port, struct sockaddr_storage *to);
void gj_stream_set_address(gj_context js, gj_object object, const struct sockaddr_storage *address);

void gj_bind_tcp_functions(gj_context js, gj_object binding);
void gj_bind_pipe_functions(gj_context js, gj_object binding);

/* process.c: the object of JavaScript for a handle, NULL if there is none. */
gj_value gj_process_owner(const uv_handle_t *handle);

#endif
