/* SPDX-License-Identifier: MIT */
/* A connection of TLS as a handle: made over a stream, started, read, written, shut down, ended.
 * See tls.h; js/lib/internal/tls/handle.js is the other side. */
#include <stdlib.h>
#include <string.h>

#include "bind/tls.h"
#include "engine/memory.h"

static void free_rest(gy_tls *tls) {
  while (tls->events != NULL) {
    gy_tls_event *event = tls->events;
    tls->events = event->next;
    free(event);
  }
  tls->events_end = &tls->events;
  if (tls->next_session != NULL) {
    SSL_SESSION_free(tls->next_session);
  }
  SSL_free(tls->ssl); /* with its BIO */
  tls->next_session = NULL;
  tls->ssl = NULL;
  free(tls->kept);
  free(tls->out);
  free(tls->clear);
  free(tls->alpn);
  if (tls->has_ocsp) {
    gy_hold_free(&tls->ocsp);
  }
  tls->kept = tls->out = tls->alpn = NULL;
  tls->clear = NULL;
  tls->has_ocsp = false;
  tls->kept_at = tls->kept_size = tls->kept_room = tls->out_size = tls->out_room = 0;
}

static void on_gone(void *memory) {
  gy_tls *tls = memory;
  if (tls->ssl != NULL) {
    free_rest(tls);
  }
  free(tls);
}

static gy_class tls_class(void) {
  static gy_class place;
  return gy_class_made(&place, "TLSWrap", on_gone);
}

gy_tls *gy_tls_of(gy_context js, gy_value value) {
  if (!gy_class_is(js, value, tls_class())) {
    return NULL;
  }
  gy_tls *tls = gy_class_memory((gy_object)value);
  return tls->closing ? NULL : tls;
}

gy_sink *gy_tls_sink(gy_context js, gy_value value) {
  gy_tls *tls = gy_tls_of(js, value);
  return tls == NULL ? NULL : &tls->sink;
}

void gy_tls_enter(gy_tls *tls) { tls->inside++; }

void gy_tls_leave(gy_tls *tls) {
  if (--tls->inside > 0 || !tls->closing || tls->ssl == NULL) {
    return;
  }
  gy_tls_enter(tls);
  gy_tls_settle(tls); /* calls off what waits */
  tls->inside--;
  free_rest(tls);
  gy_pin_free(&tls->sink.owner);
  gy_pin_free(&tls->owner);
  gy_pin_free(&tls->lower_native);
  gy_pin_free(&tls->native);
}

static void on_later(gy_later *later) {
  gy_tls *tls = (gy_tls *)((char *)later - offsetof(gy_tls, later));
  tls->later_waits = false;
  gy_pin pin = tls->later_pin;
  if (tls->ssl != NULL) {
    if (tls->closing) {
      gy_tls_enter(tls);
      gy_tls_leave(tls);
    } else {
      gy_tls_cycle(tls);
    }
  }
  gy_pin_free(&pin);
}

void gy_tls_later(gy_tls *tls) {
  if (tls->later_waits) {
    return;
  }
  tls->later_waits = true;
  tls->later_pin = gy_pin_brief(tls->runtime->js, tls->native.value);
  gy_later_call(&tls->later, on_later);
}

/* What the stream below has read. */
static void on_encrypted(gy_sink *sink, const char *data, size_t size) {
  gy_tls *tls = sink->taker;
  gy_pin pin = gy_pin_brief(tls->runtime->js, tls->native.value);
  if (tls->kept_at < tls->kept_size) {
    if (!gy_tls_keep(tls, data, size)) {
      tls->ended = UV_ENOMEM;
    }
  } else {
    tls->in = (const uint8_t *)data;
    tls->in_size = size;
  }
  gy_tls_cycle(tls);
  gy_pin_free(&pin);
}

static void on_ended(gy_sink *sink, ssize_t status) {
  gy_tls *tls = sink->taker;
  gy_pin pin = gy_pin_brief(tls->runtime->js, tls->native.value);
  tls->ended = status;
  gy_tls_cycle(tls);
  gy_pin_free(&pin);
}

/* newTls(context, isServer, stream or undefined): a handle, undefined if there is no memory. */
GY_FUNCTION(new_tls) {
  SSL_CTX *context = gy_tls_context_take(js, argv[0], exception);
  if (context == NULL) {
    return NULL;
  }
  SSL *ssl = SSL_new(context);
  if (ssl == NULL) {
    return gy_crypto_throw(js, exception, "There is no memory for a connection");
  }
  gy_tls *tls = gy_memory_new(sizeof(*tls), "a connection");
  BIO *bio = gy_tls_bio(tls);
  if (bio == NULL) {
    SSL_free(ssl);
    free(tls);
    return gy_crypto_throw(js, exception, "There is no memory for a connection");
  }
  SSL_set_bio(ssl, bio, bio);
  tls->ssl = ssl;
  tls->runtime = gy_runtime_self();
  tls->is_server = gy_to_bool(js, argv[1]);
  tls->events_end = &tls->events;
  SSL_set_mode(ssl, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  gy_value native = gy_class_object(js, tls_class(), tls);
  tls->native = gy_pin_new(js, native);
  gy_tls_hello_connection(tls);
  if (tls->is_server) {
    SSL_set_accept_state(ssl);
    tls->started = true;
  } else {
    SSL_set_connect_state(ssl);
  }
  gy_stream_wrap *lower = gy_stream_of(js, argv[2]);
  if (lower != NULL) {
    tls->lower = lower;
    tls->lower_native = gy_pin_new(js, argv[2]);
    lower->sink.take = on_encrypted;
    lower->sink.ended = on_ended;
    lower->sink.taker = tls;
  }
  return native;
}

/* own(tls, object): who hears of it. */
GY_FUNCTION(own) {
  gy_tls *tls = gy_tls_of(js, argv[0]);
  if (tls != NULL) {
    tls->owner = gy_pin_new(js, argv[1]);
  }
  return gy_undefined(js);
}

/* end(tls): it is over, and frees its memory; the stream below is not closed. */
GY_FUNCTION(end) {
  gy_tls *tls = gy_tls_of(js, argv[0]);
  if (tls == NULL) {
    return gy_undefined(js);
  }
  if (tls->lower != NULL && tls->lower->sink.taker == tls) {
    tls->lower->sink.take = NULL;
    tls->lower->sink.ended = NULL;
    tls->lower->sink.taker = NULL;
  }
  gy_tls_later(tls);
  tls->closing = true;
  tls->sink.take = NULL;
  return gy_undefined(js);
}

/* start(tls): a client begins its handshake. */
GY_FUNCTION(start) {
  gy_tls *tls = gy_tls_of(js, argv[0]);
  if (tls != NULL && !tls->started) {
    tls->started = true;
    gy_tls_begin(tls);
    if (tls->failed) { /* at once: it comes before the errors of writes that wait */
      gy_pin pin = gy_pin_brief(js, tls->native.value);
      gy_tls_tell_now(tls);
      gy_pin_free(&pin);
      *exception = gy_stream_thrown();
    }
  }
  return gy_undefined(js);
}

GY_FUNCTION(read_start) {
  gy_tls *tls = gy_tls_of(js, argv[0]);
  if (tls == NULL) {
    return gy_number(js, UV_EINVAL);
  }
  bool held = !tls->reading && tls->established;
  tls->reading = true;
  if (held && (tls->kept_at < tls->kept_size || SSL_pending(tls->ssl) > 0 || tls->ended != 0)) {
    gy_tls_later(tls);
  }
  if (tls->lower == NULL) {
    return gy_number(js, 0);
  }
  bool closed = tls->lower->closed || uv_is_closing(&tls->lower->handle);
  int err = closed ? UV_EINVAL : gy_stream_read_start(tls->lower);
  /* It may be for the socket below, or there is no connection yet (gy_tls_begin). */
  return gy_number(js, err == UV_EALREADY || err == UV_ENOTCONN ? 0 : err);
}

GY_FUNCTION(read_stop) {
  gy_tls *tls = gy_tls_of(js, argv[0]);
  if (tls != NULL) {
    tls->reading = false;
  }
  if (tls == NULL || tls->lower == NULL || tls->lower->closed ||
      uv_is_closing(&tls->lower->handle)) {
    return gy_number(js, 0);
  }
  return gy_number(js, uv_read_stop(&tls->lower->stream));
}

/* Goes on at once, but not from within libssl. */
static gy_value run_now(gy_context js, gy_tls *tls, gy_value *exception) {
  if (tls->asking) {
    gy_tls_later(tls);
    return gy_undefined(js);
  }
  gy_pin pin = gy_pin_brief(js, tls->native.value);
  bool before = gy_stream_direct(true);
  gy_tls_cycle(tls);
  gy_stream_direct(before);
  gy_pin_free(&pin);
  if (!before) {
    *exception = gy_stream_thrown();
  }
  return gy_undefined(js);
}

/* receive(tls, bytes or a negative number): what a stream of JavaScript has read. */
GY_FUNCTION(receive) {
  gy_tls *tls = gy_tls_of(js, argv[0]);
  gy_bytes bytes;
  if (tls == NULL) {
    return gy_undefined(js);
  }
  if (gy_bytes_look(js, argv[1], &bytes)) {
    if (!gy_tls_keep(tls, bytes.data, bytes.size)) {
      tls->ended = UV_ENOMEM;
    }
  } else {
    tls->ended = gy_to_int32(js, argv[1]);
  }
  return run_now(js, tls, exception);
}

/* outputDone(tls, status): a stream of JavaScript has written what it was given. */
GY_FUNCTION(output_done) {
  gy_tls *tls = gy_tls_of(js, argv[0]);
  if (tls != NULL && tls->writing > 0) {
    tls->writing = 0;
    int status = gy_to_int32(js, argv[1]);
    if (status < 0) {
      tls->write_status = status;
    }
    tls->out_flight = 0;
    return run_now(js, tls, exception);
  }
  return gy_undefined(js);
}

/* Whether bytes may go to libssl right now. */
static bool is_ready(const gy_tls *tls) {
  return tls->established && !tls->asking && !tls->failed && tls->write == NULL &&
         tls->out_size == 0 && tls->writing == 0 && tls->write_status == 0 && !tls->waits_session;
}

int gy_tls_try(gy_tls *tls, const uv_buf_t *bufs, unsigned count) {
  uv_buf_t copy[GY_STREAM_FEW];
  if (!is_ready(tls) || tls->lower == NULL || count > GY_STREAM_FEW) {
    return UV_EAGAIN;
  }
  size_t size = 0;
  for (unsigned i = 0; i < count; i++) {
    copy[i] = bufs[i];
    size += bufs[i].len;
  }
  gy_tls_enter(tls);
  unsigned left = count;
  bool all = gy_tls_encrypt(tls, copy, &left);
  gy_tls_flush(tls);
  if (tls->events != NULL) {
    gy_tls_later(tls);
  }
  int status = tls->write_status;
  bool none = left == count && copy[0].len == bufs[0].len;
  gy_tls_leave(tls);
  if (status < 0) {
    return status;
  }
  return all ? (int)size : none ? UV_EAGAIN : UV_EPROTO;
}

/* tryWrite(tls, bytes): how many of them are written, or a negative error number. */
GY_FUNCTION(try_write) {
  gy_tls *tls = gy_tls_of(js, argv[0]);
  gy_bytes bytes;
  if (tls == NULL || !gy_bytes_look(js, argv[1], &bytes)) {
    return gy_number(js, UV_EBADF);
  }
  uv_buf_t buf = uv_buf_init((char *)bytes.data, (unsigned)bytes.size);
  int done = gy_tls_try(tls, &buf, 1);
  return gy_number(js, done == UV_EAGAIN ? 0 : done);
}
GY_DIRECT(try_write)

/* The bytes of a request wait, or are done: 0, 1 (oncomplete will be called) or an error. */
static int begin_write(gy_tls *tls, gy_stream_req *req, uv_buf_t *bufs, unsigned count) {
  gy_tls_enter(tls);
  if (!tls->started) {
    tls->started = true;
    gy_tls_begin(tls);
  }
  if (is_ready(tls)) {
    gy_tls_encrypt(tls, bufs, &count);
    gy_tls_flush(tls);
  }
  int result = 1;
  if (count == 0 && tls->out_size == 0 && tls->writing == 0) {
    result = tls->write_status;
  } else if (tls->failed) {
    result = UV_EPROTO;
  } else if (count > 0) {
    tls->clear = gy_memory_bound(NULL, count * sizeof(*bufs), "a request");
    memcpy(tls->clear, bufs, count * sizeof(*bufs));
  }
  if (result == 1) {
    tls->write = req;
    tls->clear_count = count;
  } else {
    gy_stream_req_free(req);
  }
  if (tls->events != NULL) {
    gy_tls_later(tls);
    if (tls->lower == NULL) {
      gy_tls_tell_now(tls);
    }
  }
  gy_tls_leave(tls);
  return result;
}

/* write(tls, req, bytes or string): as of a stream. */
GY_FUNCTION(write_one) {
  gy_tls *tls = gy_tls_of(js, argv[0]);
  if (tls == NULL || tls->write != NULL) {
    return gy_number(js, tls == NULL ? UV_EBADF : UV_EBUSY);
  }
  gy_stream_req *req = gy_stream_req_new(js, argv[1]);
  uv_buf_t buf = gy_stream_req_data(js, req, argv[2]);
  if (!gy_stream_req_holds(req)) {
    gy_stream_req_free(req);
    return gy_number(js, UV_ENOMEM);
  }
  return gy_number(js, begin_write(tls, req, &buf, 1));
}
GY_DIRECT(write_one)

/* writev(tls, req, array of bytes) */
GY_FUNCTION(write_many) {
  gy_tls *tls = gy_tls_of(js, argv[0]);
  if (tls == NULL || tls->write != NULL) {
    return gy_number(js, tls == NULL ? UV_EBADF : UV_EBUSY);
  }
  uv_buf_t few[GY_STREAM_FEW];
  unsigned count;
  uv_buf_t *bufs = gy_stream_bufs(js, argv[2], gy_bytes_get, few, &count);
  if (bufs == NULL) {
    return gy_number(js, UV_ENOMEM);
  }
  gy_stream_req *req = gy_stream_req_new(js, argv[1]);
  req->data = gy_pin_brief(js, argv[2]);
  gy_value result = gy_number(js, begin_write(tls, req, bufs, count));
  if (bufs != few) {
    free(bufs);
  }
  return result;
}
GY_DIRECT(write_many)

/* shutdown(tls, req): says that nothing more comes, when all is written. */
GY_FUNCTION(shut_down) {
  gy_tls *tls = gy_tls_of(js, argv[0]);
  if (tls == NULL) {
    return gy_number(js, UV_EBADF);
  }
  gy_stream_req *req = gy_stream_req_new(js, argv[1]);
  gy_tls_enter(tls);
  ERR_clear_error();
  if (!tls->failed) {
    SSL_shutdown(tls->ssl); /* once: a second call would read, and take data for an error */
  }
  ERR_clear_error();
  gy_tls_flush(tls);
  int err = 0;
  if (tls->out_size > 0 || tls->writing > 0 || tls->lower == NULL) {
    tls->shutdown = req;
    if (tls->lower == NULL) {
      gy_tls_later(tls);
      gy_tls_tell_now(tls);
    }
  } else {
    err = gy_stream_shut(tls->lower, req);
    if (err != 0) {
      gy_stream_req_free(req);
    }
  }
  gy_tls_leave(tls);
  return gy_number(js, err);
}

GY_FUNCTION(write_queue_size) {
  gy_tls *tls = gy_tls_of(js, argv[0]);
  size_t size = tls == NULL ? 0 : tls->out_size + tls->out_flight;
  if (tls != NULL && tls->lower != NULL && !tls->lower->closed) {
    size += uv_stream_get_write_queue_size(&tls->lower->stream);
  }
  return gy_number(js, (double)size);
}

void gy_tls_stream_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {
      {"newTls", new_tls},
      {"own", own},
      {"end", end},
      {"start", start},
      {"readStart", read_start},
      {"readStop", read_stop},
      {"receive", receive},
      {"outputDone", output_done},
      {"tryWrite", try_write},
      {"write", write_one},
      {"writev", write_many},
      {"shutdown", shut_down},
      {"writeQueueSize", write_queue_size},
      {NULL, NULL},
  };
  static const gy_direct_export direct[] = {
      {"tryWrite", try_write_direct},
      {"write", write_one_direct},
      {"writev", write_many_direct},
      {NULL, NULL},
  };
  gy_set_exports(js, binding, exports);
  gy_direct_set(js, binding, direct);
}
