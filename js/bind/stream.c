/* SPDX-License-Identifier: MIT */
/* What all streams have in common: reading, writing, listening, closing. See stream.h. */
#include "bind/stream.h"

#include <stdlib.h>
#include <string.h>

#include "bind/tls.h"
#include "engine/memory.h"

#define READ_ROOM 65536
/* Up to so much JavaScript copies to an array that the engine makes, which is cheaper than one over
 * foreign memory; with more the room itself becomes JavaScript's. */
#define TAKE_MAX GY_STREAM_TAKE

/* Functions of js/lib/internal/stream_base.js. */
static _Thread_local gy_pin on_read, on_connection, on_done;

/* Where every read of the thread goes: one place, so that it stays near. What was read last is
 * there for JavaScript to take while on_read begins. */
static _Thread_local char *room;
static _Thread_local const char *arrived; /* what take() is about */

gy_stream_wrap *gy_stream_of(gy_context js, gy_value native) {
  return gy_bound_of(js, native,
                     GY_BOUND_KIND(UV_TCP) | GY_BOUND_KIND(UV_NAMED_PIPE) | GY_BOUND_KIND(UV_TTY) |
                         GY_BOUND_KIND(UV_UDP));
}

static void release_sink(void *bound) { gy_pin_free(&((gy_stream_wrap *)bound)->sink.owner); }

gy_stream_wrap *gy_stream_new(gy_context js, gy_value *native) {
  gy_stream_wrap *wrap = gy_bound_new(js, sizeof(*wrap), native);
  wrap->release = release_sink;
  return wrap;
}

void gy_stream_discard(gy_stream_wrap *wrap) { gy_bound_discard(wrap); }

gy_stream_req *gy_stream_req_new(gy_context js, gy_value object) {
  gy_stream_req *req = gy_memory_new(sizeof(*req), "a request");
  req->object = gy_pin_brief(js, object);
  return req;
}

void gy_stream_req_free(gy_stream_req *req) {
  gy_pin_free(&req->object);
  gy_pin_free(&req->data);
  free(req->copy);
  free(req);
}

static _Thread_local bool is_direct;
static _Thread_local gy_pin thrown;

bool gy_stream_direct(bool on) {
  bool before = is_direct;
  is_direct = on;
  return before;
}

gy_value gy_stream_thrown(void) {
  gy_value value = thrown.value;
  gy_pin_free(&thrown);
  return value;
}

void gy_stream_call(gy_runtime *runtime, gy_object function, size_t argc, const gy_value argv[]) {
  if (!is_direct) {
    gy_enter(runtime, function, argc, argv);
    return;
  }
  gy_value exception = NULL;
  gy_call(runtime->js, function, NULL, argc, argv, &exception);
  if (exception != NULL && thrown.value == NULL) {
    thrown = gy_pin_new(runtime->js, exception);
  }
}

void gy_stream_req_done(gy_stream_req *req, int status) {
  gy_runtime *runtime = gy_runtime_self();
  gy_value argv[] = {req->object.value, gy_number(runtime->js, status)};
  gy_stream_call(runtime, gy_pin_object(&on_done), 2, argv);
  gy_stream_req_free(req);
}

void gy_stream_on_connect(uv_connect_t *connect, int status) {
  gy_stream_req_done((gy_stream_req *)connect, status);
}

void gy_stream_on_written(uv_write_t *write, int status) {
  gy_stream_req_done((gy_stream_req *)write, status);
}

static void on_shut_down(uv_shutdown_t *shutdown, int status) {
  gy_stream_req_done((gy_stream_req *)shutdown, status);
}

/* adopt(native, owner): the handle belongs to this object from now on, until it is closed. */
GY_FUNCTION(adopt) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  if (wrap != NULL) {
    wrap->owner = gy_pin_new(js, argv[1]);
  }
  return gy_undefined(js);
}

void gy_stream_drop(gy_stream_wrap *wrap) { gy_bound_close(wrap); }

int gy_stream_reset(gy_stream_wrap *wrap) {
  return uv_tcp_close_reset(&wrap->tcp, gy_bound_closed);
}

static void release_bytes(void *data, void *arg) {
  (void)arg;
  free(data);
}

void gy_stream_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  (void)handle;
  (void)suggested;
  if (room == NULL) {
    room = gy_memory_room(READ_ROOM);
  }
  *buf = uv_buf_init(room, room == NULL ? 0 : READ_ROOM);
}

/* What was read, in memory that becomes JavaScript's. */
static gy_value whole_buffer(gy_context js, char **place, size_t size) {
  char *bytes = *place;
  *place = NULL;
  return gy_bytes_buffer(js, bytes, size, release_bytes, NULL);
}

static void on_data(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  gy_stream_wrap *wrap = (gy_stream_wrap *)stream;
  gy_context js = wrap->runtime->js;
  (void)buf;
  if (nread == 0) {
    return; /* nothing was there after all */
  }
  if (nread > 0 && wrap->sink.take != NULL) {
    wrap->sink.take(&wrap->sink, room, (size_t)nread);
    return;
  }
  if (nread < 0 && wrap->sink.ended != NULL) {
    wrap->sink.ended(&wrap->sink, nread);
    return;
  }
  arrived = room;
  gy_value data = nread > TAKE_MAX ? whole_buffer(js, &room, (size_t)nread) : gy_undefined(js);
  gy_value argv[] = {wrap->owner.value, gy_number(js, (double)nread), data};
  gy_enter(wrap->runtime, gy_pin_object(&on_read), 3, argv);
}

/* take(bytes): fills them with what has just been read. */
GY_FUNCTION(take) {
  gy_bytes bytes;
  if (gy_bytes_look(js, argv[0], &bytes)) {
    memcpy(bytes.data, arrived, bytes.size);
  }
  return gy_undefined(js);
}
GY_DIRECT(take)

void gy_stream_tell(gy_runtime *runtime, gy_object function, gy_value owner, char **place,
                    ssize_t nread) {
  gy_context js = runtime->js;
  arrived = *place;
  gy_value data = nread > TAKE_MAX ? whole_buffer(js, place, (size_t)nread) : gy_undefined(js);
  gy_value argv[] = {owner, gy_number(js, (double)nread), data};
  gy_stream_call(runtime, function, 3, argv);
}

/* The same under another name: traces tell records of TLS from other data by it. */
static void on_tls_records(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_data(stream, nread, buf);
}

int gy_stream_read_start(gy_stream_wrap *wrap) {
  bool for_tls = wrap->sink.ended != NULL;
  return uv_read_start(&wrap->stream, gy_stream_room, for_tls ? on_tls_records : on_data);
}

gy_sink *gy_stream_sink(gy_context js, gy_value native) {
  gy_stream_wrap *wrap = gy_stream_of(js, native);
  return wrap == NULL ? gy_tls_sink(js, native) : &wrap->sink;
}

GY_FUNCTION(read_start) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  int err = wrap == NULL ? UV_EINVAL : gy_stream_read_start(wrap);
  bool for_tls = err == UV_EALREADY && wrap->sink.ended != NULL;
  return gy_number(js, for_tls ? 0 : err);
}
GY_DIRECT(read_start)

GY_FUNCTION(read_stop) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  return gy_number(js, wrap == NULL ? UV_EBADF : uv_read_stop(&wrap->stream));
}
GY_DIRECT(read_stop)

/* Writes what can be written at once: how many bytes, or a negative error number. */
static ssize_t write_now(gy_stream_wrap *wrap, const uv_buf_t *bufs, unsigned count) {
  int done = uv_try_write(&wrap->stream, bufs, count);
  return done == UV_EAGAIN || done == UV_ENOSYS ? 0 : done;
}

/* Asks for the rest, after so many bytes. 1: oncomplete will be called, or a negative error number.
 */
static gy_value write_rest(gy_context js, gy_stream_wrap *wrap, gy_stream_req *req, uv_buf_t *bufs,
                           unsigned count, size_t skip) {
  while (count > 1 && skip >= bufs->len) {
    skip -= bufs->len;
    bufs++;
    count--;
  }
  *bufs = uv_buf_init(bufs->base + skip, (unsigned)(bufs->len - skip));
  int err = uv_write(&req->write, &wrap->stream, bufs, count, gy_stream_on_written);
  if (err != 0) {
    gy_stream_req_free(req);
  }
  return gy_number(js, err != 0 ? err : 1);
}

bool gy_stream_req_holds(const gy_stream_req *req) {
  return req->copy != NULL || req->data.value != NULL;
}

/* What is to be written: bytes or a string, which goes in UTF-8. The request keeps it, or has no
 * memory for it (gy_stream_req_holds). */
uv_buf_t gy_stream_req_data(gy_context js, gy_stream_req *req, gy_value data) {
  gy_bytes bytes;
  if (gy_bytes_get(js, data, &bytes)) {
    req->data = gy_pin_brief(js, data);
    return uv_buf_init((char *)bytes.data, (unsigned)bytes.size);
  }
  gy_text text;
  if (!gy_text_try(js, data, &text)) {
    return uv_buf_init(NULL, 0);
  }
  req->copy = text.data;
  if (text.data == text.room) { /* it may have to outlive this call */
    req->copy = gy_memory_bound(NULL, text.size, "a text to write");
    memcpy(req->copy, text.data, text.size);
  }
  return uv_buf_init(req->copy, (unsigned)text.size);
}

/* What can be written of it at once; *size: how much it is. */
static ssize_t write_one_now(gy_context js, gy_stream_wrap *wrap, gy_value data, size_t *size) {
  gy_bytes bytes;
  gy_text text = {.data = NULL};
  if (gy_bytes_look(js, data, &bytes)) {
    *size = bytes.size;
    uv_buf_t buf = uv_buf_init((char *)bytes.data, (unsigned)bytes.size);
    return write_now(wrap, &buf, 1);
  }
  *size = 0;
  if (!gy_text_try(js, data, &text)) {
    return UV_ENOMEM;
  }
  *size = text.size;
  uv_buf_t buf = uv_buf_init(text.data, (unsigned)text.size);
  ssize_t done = write_now(wrap, &buf, 1);
  gy_text_free(&text);
  return done;
}

/* tryWrite(native, bytes): how many of them are written, or a negative error number. */
GY_FUNCTION(try_write) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  size_t size;
  return gy_number(js, wrap == NULL ? UV_EBADF : (double)write_one_now(js, wrap, argv[1], &size));
}
GY_DIRECT(try_write)

/* write(native, req, bytes or string): 0 if all is written, 1 if oncomplete will be called, or a
 * negative error number. Most writes are done at once, and need nothing that outlives the call. */
GY_FUNCTION(write_one) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gy_number(js, UV_EBADF);
  }
  size_t size;
  ssize_t done = write_one_now(js, wrap, argv[2], &size);
  if (done < 0 || (size_t)done == size) {
    return gy_number(js, done < 0 ? (double)done : 0);
  }
  gy_stream_req *req = gy_stream_req_new(js, argv[1]);
  uv_buf_t buf = gy_stream_req_data(js, req, argv[2]);
  if (!gy_stream_req_holds(req)) {
    gy_stream_req_free(req);
    return gy_number(js, UV_ENOMEM);
  }
  return write_rest(js, wrap, req, &buf, 1, (size_t)done);
}
GY_DIRECT(write_one)

uv_buf_t *gy_stream_bufs(gy_context js, gy_value array, gy_bytes_way *get,
                         uv_buf_t few[GY_STREAM_FEW], unsigned *count) {
  gy_object list = gy_as_object(js, array);
  *count = gy_length(js, list);
  uv_buf_t *bufs = *count <= GY_STREAM_FEW ? few : gy_memory_room(*count * sizeof(*bufs));
  if (bufs == NULL) {
    return NULL;
  }
  for (unsigned i = 0; i < *count; i++) {
    gy_bytes bytes;
    if (!get(js, gy_get_index(js, list, i), &bytes)) {
      bytes = (gy_bytes){NULL, 0};
    }
    bufs[i] = uv_buf_init((char *)bytes.data, (unsigned)bytes.size);
  }
  return bufs;
}

/* What can be written of an array's members at once; *size: how much they are. */
static ssize_t write_many_now(gy_context js, gy_stream_wrap *wrap, gy_value array, size_t *size) {
  uv_buf_t few[GY_STREAM_FEW];
  unsigned count;
  uv_buf_t *bufs = gy_stream_bufs(js, array, gy_bytes_look, few, &count);
  *size = 0;
  if (bufs == NULL) {
    return UV_ENOMEM;
  }
  for (unsigned i = 0; i < count; i++) {
    *size += bufs[i].len;
  }
  ssize_t done = count == 0 ? 0 : write_now(wrap, bufs, count);
  if (bufs != few) {
    free(bufs);
  }
  return done;
}

/* writev(native, req, array of bytes): as write. */
GY_FUNCTION(write_many) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gy_number(js, UV_EBADF);
  }
  size_t size;
  ssize_t done = write_many_now(js, wrap, argv[2], &size);
  if (done < 0 || (size_t)done == size) {
    return gy_number(js, done < 0 ? (double)done : 0);
  }
  uv_buf_t few[GY_STREAM_FEW];
  unsigned count;
  gy_stream_req *req = gy_stream_req_new(js, argv[1]);
  req->data = gy_pin_brief(js, argv[2]);
  uv_buf_t *bufs = gy_stream_bufs(js, argv[2], gy_bytes_get, few, &count);
  if (bufs == NULL) {
    gy_stream_req_free(req);
    return gy_number(js, UV_ENOMEM);
  }
  gy_value result = write_rest(js, wrap, req, bufs, count, (size_t)done);
  if (bufs != few) {
    free(bufs);
  }
  return result;
}
GY_DIRECT(write_many)

GY_FUNCTION(write_queue_size) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  return gy_number(js, wrap == NULL ? 0 : (double)uv_stream_get_write_queue_size(&wrap->stream));
}

int gy_stream_shut(gy_stream_wrap *wrap, gy_stream_req *req) {
  bool closed = wrap->closed || uv_is_closing(&wrap->handle);
  return closed ? UV_ENOTCONN : uv_shutdown(&req->shutdown, &wrap->stream, on_shut_down);
}

GY_FUNCTION(shut_down) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gy_number(js, UV_EBADF);
  }
  gy_stream_req *req = gy_stream_req_new(js, argv[1]);
  int err = gy_stream_shut(wrap, req);
  if (err != 0) {
    gy_stream_req_free(req);
  }
  return gy_number(js, err);
}

static void on_incoming(uv_stream_t *server, int status) {
  gy_stream_wrap *wrap = (gy_stream_wrap *)server;
  gy_context js = wrap->runtime->js;
  gy_value native = gy_undefined(js);
  if (status == 0) {
    gy_stream_wrap *client = gy_stream_new(js, &native);
    status = wrap->handle.type == UV_TCP ? uv_tcp_init(server->loop, &client->tcp)
                                         : uv_pipe_init(server->loop, &client->pipe, 0);
    if (status != 0) {
      gy_stream_discard(client);
    } else if ((status = uv_accept(server, &client->stream)) != 0) {
      gy_stream_drop(client);
    }
  }
  gy_value argv[] = {wrap->owner.value, gy_number(js, status), native};
  gy_enter(wrap->runtime, gy_pin_object(&on_connection), 3, argv);
}

/* listen(native, backlog) */
GY_FUNCTION(listen_for) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gy_number(js, UV_EBADF);
  }
  return gy_number(js, uv_listen(&wrap->stream, gy_to_int32(js, argv[1]), on_incoming));
}

/* blocking(native, on) */
GY_FUNCTION(blocking) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  bool on = gy_to_bool(js, argv[1]);
  return gy_number(js, wrap == NULL ? UV_EBADF : uv_stream_set_blocking(&wrap->stream, on));
}

/* setup(onRead, onConnection, onDone): what is called with (owner, nread, ArrayBuffer or undefined:
 * take it), (owner, status, native) and (req, status). */
GY_FUNCTION(setup) {
  on_read = gy_pin_new(js, argv[0]);
  on_connection = gy_pin_new(js, argv[1]);
  on_done = gy_pin_new(js, argv[2]);
  return gy_undefined(js);
}

static void free_room(void) { free(room); }

gy_object gy_bind_stream(gy_context js) {
  static const gy_export exports[] = {
      {"adopt", adopt},
      {"blocking", blocking},
      {"listen", listen_for},
      {"readStart", read_start},
      {"readStop", read_stop},
      {"setup", setup},
      {"shutdown", shut_down},
      {"take", take},
      {"tryWrite", try_write},
      {"write", write_one},
      {"writeQueueSize", write_queue_size},
      {"writev", write_many},
      {NULL, NULL},
  };
  static const gy_direct_export direct[] = {
      {"readStart", read_start_direct},
      {"readStop", read_stop_direct},
      {"take", take_direct},
      {"tryWrite", try_write_direct},
      {"write", write_one_direct},
      {"writev", write_many_direct},
      {NULL, NULL},
  };
  gy_runtime_at_end(free_room);
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_set_exports(js, binding, gy_bound_exports);
  gy_direct_set(js, binding, direct);
  gy_bind_tcp_functions(js, binding);
  gy_bind_pipe_functions(js, binding);
  return binding;
}
