/* SPDX-License-Identifier: MIT */
/* Streams of the loop (TCP, pipes, terminals) as JavaScript has them.
 * js/lib/internal/stream_base.js is the other side and describes the interface; stream.c does what
 * all have in common, tcp.c, pipe.c, tty.c and udp.c what is particular to each
 * (UDP is no stream, but a handle like these).
 *
 * A handle is made by gy_stream_new and handed to an object of JavaScript (adopt). Its life is that
 * of all handles: handle.h. */
#ifndef GY_BIND_STREAM_H
#define GY_BIND_STREAM_H

#include "bind/handle.h"

/* Who takes what is read instead of JavaScript, while it wants to: a parser (http.c), or the TLS
 * that runs over a stream (tls_stream.c). */
typedef struct gy_sink {
  void (*take)(struct gy_sink *sink, const char *data, size_t size); /* NULL: nobody */
  void (*ended)(struct gy_sink *sink, ssize_t status); /* NULL: JavaScript hears of it */
  void *taker;
  gy_pin owner; /* its JavaScript object */
} gy_sink;

typedef struct gy_stream_wrap {
  GY_BOUND_MEMBERS;
  gy_sink sink;
} gy_stream_wrap;

/* A request that is under way: to connect, to shut down, to write. */
typedef struct {
  union {
    uv_req_t req;
    uv_connect_t connect;
    uv_shutdown_t shutdown;
    uv_write_t write;
  };
  gy_pin object; /* its JavaScript object: has oncomplete */
  gy_pin data;   /* what is being written, if JavaScript owns it */
  char *copy;    /* or a copy of it */
} gy_stream_req;

/* NULL for a handle that is closed or was never one. */
gy_stream_wrap *gy_stream_of(gy_context js, gy_value native);
/* The handle's memory, not yet initialised. `*native` is its object for JavaScript. */
gy_stream_wrap *gy_stream_new(gy_context js, gy_value *native);
/* It could not be initialised. */
void gy_stream_discard(gy_stream_wrap *wrap);
void gy_stream_drop(gy_stream_wrap *wrap);
int gy_stream_reset(gy_stream_wrap *wrap);

gy_stream_req *gy_stream_req_new(gy_context js, gy_value object);
void gy_stream_req_free(gy_stream_req *req);
bool gy_stream_req_holds(const gy_stream_req *req);
uv_buf_t gy_stream_req_data(gy_context js, gy_stream_req *req, gy_value data);
/* Where the bytes of an array's members are: in `few`, or in memory to be freed if they are more.
 * `get` is gy_bytes_get, or gy_bytes_look for those who are done before JavaScript runs again. */
enum { GY_STREAM_FEW = 16 };
typedef bool gy_bytes_way(gy_context js, gy_value value, gy_bytes *bytes);
uv_buf_t *gy_stream_bufs(gy_context js, gy_value array, gy_bytes_way *get,
                         uv_buf_t few[GY_STREAM_FEW], unsigned *count);
/* Where a read goes (uv_alloc_cb): the same place for all, until the callback with it is over. */
void gy_stream_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buf);
void gy_stream_on_written(uv_write_t *write, int status);
/* Where what is read of a stream, or of the TLS over one, can be had; NULL: it is closed. */
gy_sink *gy_stream_sink(gy_context js, gy_value native);
int gy_stream_read_start(gy_stream_wrap *wrap);
/* Calls JavaScript: as a callback of the loop; or, while `direct`, from a call of JavaScript, which
 * then throws what was thrown first (gy_stream_thrown: NULL if nothing was). */
void gy_stream_call(gy_runtime *runtime, gy_object function, size_t argc, const gy_value argv[]);
bool gy_stream_direct(bool on); /* what it was before */
gy_value gy_stream_thrown(void);
/* As handle.onread of the owner: bytes, or a negative number. If there are more than GY_STREAM_TAKE
 * their memory, from malloc, becomes JavaScript's, and its place is emptied. The function is called
 * as that of setup() is. */
enum { GY_STREAM_TAKE = 16384 };
void gy_stream_tell(gy_runtime *runtime, gy_object function, gy_value owner, char **place,
                    ssize_t nread);
int gy_stream_shut(gy_stream_wrap *wrap, gy_stream_req *req);
/* Calls the request's oncomplete(status), and frees it. */
void gy_stream_req_done(gy_stream_req *req, int status);
void gy_stream_on_connect(uv_connect_t *connect, int status);

/* tcp.c: an address as the program wrote it, of either family; and one put into an object. */
int gy_stream_address(gy_context js, gy_value ip, gy_value port, struct sockaddr_storage *to);
void gy_stream_set_address(gy_context js, gy_object object, const struct sockaddr_storage *address);

void gy_bind_tcp_functions(gy_context js, gy_object binding);
void gy_bind_pipe_functions(gy_context js, gy_object binding);

/* process.c: the object of JavaScript for a handle, NULL if there is none. */
gy_value gy_process_owner(const uv_handle_t *handle);

#endif
