/* SPDX-License-Identifier: MIT */
/* What all streams have in common: reading, writing, listening, closing. See stream.h. */
#include "bind/stream.h"

#include <stdlib.h>
#include <string.h>

#include "bind/tls.h"
#include "engine/memory.h"
#include "engine/rooms.h"

/* Up to this size JavaScript copies the bytes to a new array, which is cheaper than an array over C
 * memory; larger buffers themselves become JavaScript's. */
#define TAKE_MAX GJ_STREAM_TAKE
#define JOINED_MAX 4096 /* bytes */

/* Functions of js/lib/internal/stream_base.js. */
static _Thread_local gj_pin on_read, on_connection, on_done;

/* The buffer of every read of the thread: always the same, so that it stays in the cache. The last
 * read is there for JavaScript to take when on_read begins. */
static _Thread_local char *room;
static _Thread_local const char *arrived; /* what take() is about */

gj_stream_wrap *gj_stream_of(gj_context js, gj_value native) {
  return gj_handle_of(js, native,
                      GJ_BOUND_KIND(UV_TCP) | GJ_BOUND_KIND(UV_NAMED_PIPE) | GJ_BOUND_KIND(UV_TTY) |
                          GJ_BOUND_KIND(UV_UDP));
}

static void release_sink(void *bound) { gj_pin_free(&((gj_stream_wrap *)bound)->sink.owner); }

gj_stream_wrap *gj_stream_new(gj_context js, gj_value *native) {
  gj_stream_wrap *wrap = gj_handle_new(js, sizeof(*wrap), native);
  wrap->release = release_sink;
  return wrap;
}

void gj_stream_discard(gj_stream_wrap *wrap) { gj_handle_discard(wrap); }

gj_stream_req *gj_stream_req_new(gj_context js, gj_value object) {
  gj_stream_req *req = gj_memory_new(sizeof(*req), "a request");
  req->object = gj_pin_brief(js, object);
  return req;
}

void gj_stream_req_free(gj_stream_req *req) {
  gj_pin_free(&req->object);
  gj_pin_free(&req->data);
  free(req->copy);
  free(req);
}

static _Thread_local bool is_direct;
static _Thread_local gj_pin thrown;

bool gj_stream_direct(bool on) {
  bool before = is_direct;
  is_direct = on;
  return before;
}

gj_value gj_stream_thrown(void) {
  gj_value value = thrown.value;
  gj_pin_free(&thrown);
  return value;
}

void gj_stream_call(gj_runtime *runtime, gj_object function, size_t argc, const gj_value argv[]) {
  if (!is_direct) {
    gj_enter(runtime, function, argc, argv);
    return;
  }
  gj_value exception = NULL;
  gj_call(runtime->js, function, NULL, argc, argv, &exception);
  if (exception != NULL && thrown.value == NULL) {
    thrown = gj_pin_new(runtime->js, exception);
  }
}

void gj_stream_req_done(gj_stream_req *req, int status) {
  gj_runtime *runtime = gj_runtime_self();
  gj_value argv[] = {req->object.value, gj_number(runtime->js, status)};
  gj_stream_call(runtime, gj_pin_object(&on_done), 2, argv);
  gj_stream_req_free(req);
}

void gj_stream_on_connect(uv_connect_t *connect, int status) {
  gj_stream_req_done((gj_stream_req *)connect, status);
}

void gj_stream_on_written(uv_write_t *write, int status) {
  gj_stream_req_done((gj_stream_req *)write, status);
}

static void on_shut_down(uv_shutdown_t *shutdown, int status) {
  gj_stream_req_done((gj_stream_req *)shutdown, status);
}

/* adopt(native, owner): the handle belongs to this object from now on, until it is closed. */
GJ_FUNCTION(adopt) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  if (wrap != NULL) {
    wrap->owner = gj_pin_new(js, argv[1]);
  }
  return gj_undefined(js);
}

void gj_stream_drop(gj_stream_wrap *wrap) { gj_handle_close(wrap); }

int gj_stream_reset(gj_stream_wrap *wrap) {
  return uv_tcp_close_reset(&wrap->tcp, gj_handle_closed);
}

static void release_bytes(void *data, void *arg) {
  (void)arg;
  gj_rooms_give(data);
}

static void release_copy(void *data, void *arg) {
  (void)arg;
  free(data);
}

void gj_stream_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  (void)handle;
  (void)suggested;
  if (room == NULL) {
    room = gj_rooms_take();
  }
  *buf = uv_buf_init(room, room == NULL ? 0 : GJ_ROOM_SIZE);
}

gj_value gj_stream_keep(gj_context js, char **place, size_t size) {
  char *bytes = *place;
  *place = NULL;
  return gj_bytes_buffer(js, bytes, size, release_bytes, NULL);
}

gj_value gj_stream_copy(gj_context js, const char *data, size_t size) {
  char *bytes = size <= GJ_ROOM_SIZE ? gj_rooms_take() : gj_memory_room(size);
  if (bytes == NULL) {
    gj_memory_out(size, "bytes that have come");
  }
  memcpy(bytes, data, size);
  return gj_bytes_buffer(js, bytes, size, size <= GJ_ROOM_SIZE ? release_bytes : release_copy,
                         NULL);
}

static void on_data(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  gj_stream_wrap *wrap = (gj_stream_wrap *)stream;
  gj_context js = wrap->runtime->js;
  (void)buf;
  if (nread == 0) {
    return; /* nothing was there after all */
  }
  if (nread > 0 && wrap->sink.take != NULL) {
    wrap->sink.take(&wrap->sink, &room, (size_t)nread);
    return;
  }
  if (nread < 0 && wrap->sink.ended != NULL) {
    wrap->sink.ended(&wrap->sink, nread);
    return;
  }
  arrived = room;
  gj_value argv[] = {wrap->owner.value, gj_number(js, (double)nread),
                     gj_bool(js, nread > TAKE_MAX)};
  gj_enter(wrap->runtime, gj_pin_object(&on_read), 3, argv);
}

/* take(bytes): fills them with what has just been read. */
GJ_FUNCTION(take) {
  gj_bytes bytes;
  if (gj_bytes_look(js, argv[0], &bytes)) {
    memcpy(bytes.data, arrived, bytes.size);
  }
  return gj_undefined(js);
}
GJ_DIRECT(take)

char **gj_stream_arrived(void) { return &room; }

/* keep(size): an ArrayBuffer of what has just been read, without a copy. */
GJ_FUNCTION(keep) { return gj_stream_keep(js, &room, (size_t)gj_to_number(js, argv[0])); }
GJ_DIRECT(keep)

void gj_stream_tell(gj_runtime *runtime, gj_object function, gj_value owner, char **place,
                    ssize_t nread) {
  gj_context js = runtime->js;
  arrived = *place;
  gj_value data = nread > TAKE_MAX ? gj_stream_keep(js, place, (size_t)nread) : gj_undefined(js);
  gj_value argv[] = {owner, gj_number(js, (double)nread), data};
  gj_stream_call(runtime, function, 3, argv);
}

/* The same under another name, which distinguishes TLS records from other data in traces. */
static void on_tls_records(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_data(stream, nread, buf);
}

int gj_stream_read_start(gj_stream_wrap *wrap) {
  bool for_tls = wrap->sink.ended != NULL;
  return uv_read_start(&wrap->stream, gj_stream_room, for_tls ? on_tls_records : on_data);
}

gj_sink *gj_stream_sink(gj_context js, gj_value native) {
  gj_stream_wrap *wrap = gj_stream_of(js, native);
  return wrap == NULL ? gj_tls_sink(js, native) : &wrap->sink;
}

GJ_FUNCTION(read_start) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  int err = wrap == NULL ? UV_EINVAL : gj_stream_read_start(wrap);
  bool for_tls = err == UV_EALREADY && wrap->sink.ended != NULL;
  return gj_number(js, for_tls ? 0 : err);
}
GJ_DIRECT(read_start)

GJ_FUNCTION(read_stop) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  return gj_number(js, wrap == NULL ? UV_EBADF : uv_read_stop(&wrap->stream));
}
GJ_DIRECT(read_stop)

/* Writes what can be written at once. Returns how many bytes, or a negative error number. */
static ssize_t write_now(gj_stream_wrap *wrap, const uv_buf_t *bufs, unsigned count) {
  int done = uv_try_write(&wrap->stream, bufs, count);
  return done == UV_EAGAIN || done == UV_ENOSYS ? 0 : done;
}

/* The same for several pieces. The kernel takes longer over a list of small ones than it takes to
 * join them. */
static ssize_t write_list_now(gj_stream_wrap *wrap, const uv_buf_t *bufs, unsigned count,
                              size_t size) {
  char bytes[JOINED_MAX];
  if (count < 2 || size > sizeof(bytes)) {
    return count == 0 ? 0 : write_now(wrap, bufs, count);
  }
  size_t used = 0;
  for (unsigned i = 0; i < count; i++) {
    if (bufs[i].len != 0) {
      memcpy(bytes + used, bufs[i].base, bufs[i].len);
    }
    used += bufs[i].len;
  }
  uv_buf_t joined = uv_buf_init(bytes, (unsigned)used);
  return write_now(wrap, &joined, 1);
}

/* Submits the rest, after this many bytes. 1: oncomplete will be called, or a negative error
 * number. */
static gj_value write_rest(gj_context js, gj_stream_wrap *wrap, gj_stream_req *req, uv_buf_t *bufs,
                           unsigned count, size_t skip) {
  while (count > 1 && skip >= bufs->len) {
    skip -= bufs->len;
    bufs++;
    count--;
  }
  *bufs = uv_buf_init(bufs->base + skip, (unsigned)(bufs->len - skip));
  int err = uv_write(&req->write, &wrap->stream, bufs, count, gj_stream_on_written);
  if (err != 0) {
    gj_stream_req_free(req);
  }
  return gj_number(js, err != 0 ? err : 1);
}

bool gj_stream_req_holds(const gj_stream_req *req) {
  return req->copy != NULL || req->data.value != NULL;
}

/* The data to write: bytes, or a string, which is sent as UTF-8. The request keeps it, or has no
 * memory for it (gj_stream_req_holds). */
uv_buf_t gj_stream_req_data(gj_context js, gj_stream_req *req, gj_value data) {
  gj_bytes bytes;
  if (gj_bytes_get(js, data, &bytes)) {
    req->data = gj_pin_brief(js, data);
    return uv_buf_init((char *)bytes.data, (unsigned)bytes.size);
  }
  gj_text text;
  if (!gj_text_try(js, data, &text)) {
    return uv_buf_init(NULL, 0);
  }
  req->copy = text.data;
  if (text.data == text.room) { /* it may have to outlive this call */
    req->copy = gj_memory_bound(NULL, text.size, "a text to write");
    memcpy(req->copy, text.data, text.size);
  }
  return uv_buf_init(req->copy, (unsigned)text.size);
}

/* Writes what can be written at once; *size: its whole size. */
static ssize_t write_one_now(gj_context js, gj_stream_wrap *wrap, gj_value data, size_t *size) {
  gj_bytes bytes;
  gj_text text = {.data = NULL};
  if (gj_bytes_look(js, data, &bytes)) {
    *size = bytes.size;
    uv_buf_t buf = uv_buf_init((char *)bytes.data, (unsigned)bytes.size);
    return write_now(wrap, &buf, 1);
  }
  *size = 0;
  if (!gj_text_try(js, data, &text)) {
    return UV_ENOMEM;
  }
  *size = text.size;
  uv_buf_t buf = uv_buf_init(text.data, (unsigned)text.size);
  ssize_t done = write_now(wrap, &buf, 1);
  gj_text_free(&text);
  return done;
}

/* tryWrite(native, bytes): how many of them are written, or a negative error number. */
GJ_FUNCTION(try_write) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  size_t size;
  return gj_number(js, wrap == NULL ? UV_EBADF : (double)write_one_now(js, wrap, argv[1], &size));
}
GJ_DIRECT(try_write)

/* tryWritePair(native, bytes, bytes): the same for both, one after the other. */
GJ_FUNCTION(try_write_pair) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  gj_bytes bytes[2];
  if (wrap == NULL) {
    return gj_number(js, UV_EBADF);
  }
  gj_bytes_look(js, argv[1], &bytes[0]);
  gj_bytes_look(js, argv[2], &bytes[1]);
  uv_buf_t bufs[] = {uv_buf_init((char *)bytes[0].data, (unsigned)bytes[0].size),
                     uv_buf_init((char *)bytes[1].data, (unsigned)bytes[1].size)};
  return gj_number(js, (double)write_list_now(wrap, bufs, 2, bytes[0].size + bytes[1].size));
}
GJ_DIRECT(try_write_pair)

/* write(native, req, bytes or string): 0 if all is written, 1 if oncomplete will be called, or a
 * negative error number. Most writes are done at once, and need nothing that outlives the call. */
GJ_FUNCTION(write_one) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gj_number(js, UV_EBADF);
  }
  size_t size;
  ssize_t done = write_one_now(js, wrap, argv[2], &size);
  if (done < 0 || (size_t)done == size) {
    return gj_number(js, done < 0 ? (double)done : 0);
  }
  gj_stream_req *req = gj_stream_req_new(js, argv[1]);
  uv_buf_t buf = gj_stream_req_data(js, req, argv[2]);
  if (!gj_stream_req_holds(req)) {
    gj_stream_req_free(req);
    return gj_number(js, UV_ENOMEM);
  }
  return write_rest(js, wrap, req, &buf, 1, (size_t)done);
}
GJ_DIRECT(write_one)

uv_buf_t *gj_stream_bufs(gj_context js, gj_value array, gj_bytes_way *get,
                         uv_buf_t few[GJ_STREAM_FEW], unsigned *count) {
  gj_object list = gj_as_object(js, array);
  *count = gj_length(js, list);
  uv_buf_t *bufs = *count <= GJ_STREAM_FEW ? few : gj_memory_room(*count * sizeof(*bufs));
  if (bufs == NULL) {
    return NULL;
  }
  for (unsigned i = 0; i < *count; i++) {
    gj_bytes bytes;
    if (!get(js, gj_get_index(js, list, i), &bytes)) {
      bytes = (gj_bytes){NULL, 0};
    }
    bufs[i] = uv_buf_init((char *)bytes.data, (unsigned)bytes.size);
  }
  return bufs;
}

/* Writes what can be written of an array's members at once; *size: their whole size. */
static ssize_t write_many_now(gj_context js, gj_stream_wrap *wrap, gj_value array, size_t *size) {
  uv_buf_t few[GJ_STREAM_FEW];
  unsigned count;
  uv_buf_t *bufs = gj_stream_bufs(js, array, gj_bytes_look, few, &count);
  *size = 0;
  if (bufs == NULL) {
    return UV_ENOMEM;
  }
  for (unsigned i = 0; i < count; i++) {
    *size += bufs[i].len;
  }
  ssize_t done = write_list_now(wrap, bufs, count, *size);
  if (bufs != few) {
    free(bufs);
  }
  return done;
}

/* writev(native, req, array of bytes): as write. */
GJ_FUNCTION(write_many) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gj_number(js, UV_EBADF);
  }
  size_t size;
  ssize_t done = write_many_now(js, wrap, argv[2], &size);
  if (done < 0 || (size_t)done == size) {
    return gj_number(js, done < 0 ? (double)done : 0);
  }
  uv_buf_t few[GJ_STREAM_FEW];
  unsigned count;
  gj_stream_req *req = gj_stream_req_new(js, argv[1]);
  req->data = gj_pin_brief(js, argv[2]);
  uv_buf_t *bufs = gj_stream_bufs(js, argv[2], gj_bytes_get, few, &count);
  if (bufs == NULL) {
    gj_stream_req_free(req);
    return gj_number(js, UV_ENOMEM);
  }
  gj_value result = write_rest(js, wrap, req, bufs, count, (size_t)done);
  if (bufs != few) {
    free(bufs);
  }
  return result;
}
GJ_DIRECT(write_many)

GJ_FUNCTION(write_queue_size) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  return gj_number(js, wrap == NULL ? 0 : (double)uv_stream_get_write_queue_size(&wrap->stream));
}

int gj_stream_shut(gj_stream_wrap *wrap, gj_stream_req *req) {
  bool closed = wrap->closed || uv_is_closing(&wrap->handle);
  return closed ? UV_ENOTCONN : uv_shutdown(&req->shutdown, &wrap->stream, on_shut_down);
}

GJ_FUNCTION(shut_down) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gj_number(js, UV_EBADF);
  }
  gj_stream_req *req = gj_stream_req_new(js, argv[1]);
  int err = gj_stream_shut(wrap, req);
  if (err != 0) {
    gj_stream_req_free(req);
  }
  return gj_number(js, err);
}

static void on_incoming(uv_stream_t *server, int status) {
  gj_stream_wrap *wrap = (gj_stream_wrap *)server;
  gj_context js = wrap->runtime->js;
  gj_value native = gj_undefined(js);
  if (status == 0) {
    gj_stream_wrap *client = gj_stream_new(js, &native);
    status = wrap->handle.type == UV_TCP ? uv_tcp_init(server->loop, &client->tcp)
                                         : uv_pipe_init(server->loop, &client->pipe, 0);
    if (status != 0) {
      gj_stream_discard(client);
    } else if ((status = uv_accept(server, &client->stream)) != 0) {
      gj_stream_drop(client);
    }
  }
  gj_value argv[] = {wrap->owner.value, gj_number(js, status), native};
  gj_enter(wrap->runtime, gj_pin_object(&on_connection), 3, argv);
}

/* listen(native, backlog) */
GJ_FUNCTION(listen_for) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gj_number(js, UV_EBADF);
  }
  return gj_number(js, uv_listen(&wrap->stream, gj_to_int32(js, argv[1]), on_incoming));
}

/* blocking(native, on) */
GJ_FUNCTION(blocking) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  bool on = gj_to_bool(js, argv[1]);
  return gj_number(js, wrap == NULL ? UV_EBADF : uv_stream_set_blocking(&wrap->stream, on));
}

/* setup(onRead, onConnection, onDone): what is called with (owner, nread, whether to keep it or to
 * take it), (owner, status, native) and (req, status). */
GJ_FUNCTION(setup) {
  on_read = gj_pin_new(js, argv[0]);
  on_connection = gj_pin_new(js, argv[1]);
  on_done = gj_pin_new(js, argv[2]);
  return gj_undefined(js);
}

static void free_room(void) { free(room); }

gj_object gj_bind_stream(gj_context js) {
  static const gj_export exports[] = {
      {"adopt", adopt},
      {"blocking", blocking},
      {"keep", keep, keep_direct},
      {"listen", listen_for},
      {"readStart", read_start, read_start_direct},
      {"readStop", read_stop, read_stop_direct},
      {"setup", setup},
      {"shutdown", shut_down},
      {"take", take, take_direct},
      {"tryWrite", try_write, try_write_direct},
      {"tryWritePair", try_write_pair, try_write_pair_direct},
      {"write", write_one, write_one_direct},
      {"writeQueueSize", write_queue_size},
      {"writev", write_many, write_many_direct},
      {NULL, NULL},
  };
  gj_runtime_at_end(free_room);
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_set_exports(js, binding, gj_handle_exports);
  gj_bind_tcp_functions(js, binding);
  gj_bind_pipe_functions(js, binding);
  return binding;
}
