/* SPDX-License-Identifier: MIT */
/* A TLS connection as a handle: made over a stream, started, read, written, shut down, ended. See
 * tls.h; js/lib/internal/tls/handle.js is the other side. */
#include <stdlib.h>
#include <string.h>

#include "bind/tls.h"
#include "engine/memory.h"

static void release(void *layer) {
  gj_tls *tls = layer;
  while (tls->events != NULL) {
    gj_tls_event *event = tls->events;
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
    gj_crypto_hold_free(&tls->ocsp);
  }
  tls->kept = tls->out = tls->alpn = NULL;
  tls->clear = NULL;
  tls->has_ocsp = false;
  tls->kept_at = tls->kept_size = tls->kept_room = tls->out_size = tls->out_room = 0;
}

static void resume(void *layer) { gj_tls_cycle(layer); }

static void settle(void *layer) {
  gj_tls *tls = layer;
  gj_tls_settle(tls); /* cancels what waits */
  gj_pin_free(&tls->sink.owner);
}

static const gj_layer_kind kind_of_tls = {resume, settle, release};

gj_tls *gj_tls_of(gj_context js, gj_value value) { return gj_layer_of(js, value, &kind_of_tls); }

gj_sink *gj_tls_sink(gj_context js, gj_value value) {
  gj_tls *tls = gj_tls_of(js, value);
  return tls == NULL ? NULL : &tls->sink;
}

/* What the stream below has read. */
static void on_encrypted(gj_sink *sink, char **place, size_t size) {
  gj_tls *tls = sink->taker;
  gj_pin pin = gj_layer_hold(tls);
  if (tls->kept_at < tls->kept_size) {
    if (!gj_tls_keep(tls, *place, size)) {
      tls->ended = UV_ENOMEM;
    }
  } else {
    tls->in = (const uint8_t *)*place;
    tls->in_size = size;
  }
  gj_tls_cycle(tls);
  gj_pin_free(&pin);
}

static void on_ended(gj_sink *sink, ssize_t status) {
  gj_tls *tls = sink->taker;
  gj_pin pin = gj_layer_hold(tls);
  tls->ended = status;
  gj_tls_cycle(tls);
  gj_pin_free(&pin);
}

/* newTls(context, isServer, stream or undefined): a handle, undefined if there is no memory. */
GJ_FUNCTION(new_tls) {
  SSL_CTX *context = gj_tls_context_take(js, argv[0], exception);
  if (context == NULL) {
    return NULL;
  }
  SSL *ssl = SSL_new(context);
  if (ssl == NULL) {
    return gj_crypto_throw(js, exception, "There is no memory for a connection");
  }
  gj_tls *tls = gj_memory_new(sizeof(*tls), "a connection");
  BIO *bio = gj_tls_bio(tls);
  if (bio == NULL) {
    SSL_free(ssl);
    free(tls);
    return gj_crypto_throw(js, exception, "There is no memory for a connection");
  }
  SSL_set_bio(ssl, bio, bio);
  tls->ssl = ssl;
  tls->is_server = gj_to_bool(js, argv[1]);
  tls->events_end = &tls->events;
  SSL_set_mode(ssl, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  gj_stream_wrap *lower = gj_stream_of(js, argv[2]);
  gj_sink *below = lower == NULL ? NULL : &lower->sink;
  gj_value native = gj_layer_new(js, tls, &kind_of_tls, below, argv[2]);
  gj_tls_hello_connection(tls);
  if (tls->is_server) {
    SSL_set_accept_state(ssl);
    tls->started = true;
  } else {
    SSL_set_connect_state(ssl);
  }
  if (lower != NULL) {
    tls->lower = lower;
    below->take = on_encrypted;
    below->ended = on_ended;
  }
  return native;
}

/* own(tls, object): the receiver of its events. */
GJ_FUNCTION(own) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls != NULL) {
    gj_layer_own(js, tls, argv[1]);
  }
  return gj_undefined(js);
}

/* end(tls): it is over, and frees its memory; the stream below is not closed. */
GJ_FUNCTION(end) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls != NULL) {
    gj_layer_end(tls);
    tls->sink.take = NULL;
  }
  return gj_undefined(js);
}

/* start(tls): a client begins its handshake. */
GJ_FUNCTION(start) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls != NULL && !tls->started) {
    tls->started = true;
    gj_tls_begin(tls);
    if (tls->failed) { /* at once: it comes before the errors of writes that wait */
      gj_pin pin = gj_layer_hold(tls);
      gj_tls_tell_now(tls);
      gj_pin_free(&pin);
      *exception = gj_stream_thrown();
    }
  }
  return gj_undefined(js);
}

GJ_FUNCTION(read_start) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls == NULL) {
    return gj_number(js, UV_EINVAL);
  }
  bool held = !tls->reading && tls->established;
  tls->reading = true;
  if (held && (tls->kept_at < tls->kept_size || SSL_pending(tls->ssl) > 0 || tls->ended != 0)) {
    gj_layer_later(tls);
  }
  if (tls->lower == NULL) {
    return gj_number(js, 0);
  }
  bool closed = tls->lower->closed || uv_is_closing(&tls->lower->handle);
  int err = closed ? UV_EINVAL : gj_stream_read_start(tls->lower);
  /* It may be for the socket below, or there is no connection yet (gj_tls_begin). */
  return gj_number(js, err == UV_EALREADY || err == UV_ENOTCONN ? 0 : err);
}

GJ_FUNCTION(read_stop) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls != NULL) {
    tls->reading = false;
  }
  if (tls == NULL || tls->lower == NULL || tls->lower->closed ||
      uv_is_closing(&tls->lower->handle)) {
    return gj_number(js, 0);
  }
  return gj_number(js, uv_read_stop(&tls->lower->stream));
}

/* Continues at once, but not from within libssl. */
static gj_value run_now(gj_context js, gj_tls *tls, gj_value *exception) {
  if (tls->asking) {
    gj_layer_later(tls);
    return gj_undefined(js);
  }
  gj_pin pin = gj_layer_hold(tls);
  bool before = gj_stream_direct(true);
  gj_tls_cycle(tls);
  gj_stream_direct(before);
  gj_pin_free(&pin);
  if (!before) {
    *exception = gj_stream_thrown();
  }
  return gj_undefined(js);
}

/* receive(tls, bytes or a negative number): what a stream in JavaScript has read. */
GJ_FUNCTION(receive) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  gj_bytes bytes;
  if (tls == NULL) {
    return gj_undefined(js);
  }
  if (gj_bytes_look(js, argv[1], &bytes)) {
    if (!gj_tls_keep(tls, bytes.data, bytes.size)) {
      tls->ended = UV_ENOMEM;
    }
  } else {
    tls->ended = gj_to_int32(js, argv[1]);
  }
  return run_now(js, tls, exception);
}

/* outputDone(tls, status): a stream in JavaScript has written what it was given. */
GJ_FUNCTION(output_done) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls != NULL && tls->writing > 0) {
    tls->writing = 0;
    int status = gj_to_int32(js, argv[1]);
    if (status < 0) {
      tls->write_status = status;
    }
    tls->out_flight = 0;
    return run_now(js, tls, exception);
  }
  return gj_undefined(js);
}

/* Whether bytes may go to libssl right now. */
static bool is_ready(const gj_tls *tls) {
  return tls->established && !tls->asking && !tls->failed && tls->write == NULL &&
         tls->out_size == 0 && tls->writing == 0 && tls->write_status == 0 && !tls->waits_session;
}

int gj_tls_try(gj_tls *tls, const uv_buf_t *bufs, unsigned count) {
  uv_buf_t copy[GJ_STREAM_FEW];
  if (!is_ready(tls) || tls->lower == NULL || count > GJ_STREAM_FEW) {
    return UV_EAGAIN;
  }
  size_t size = 0;
  for (unsigned i = 0; i < count; i++) {
    copy[i] = bufs[i];
    size += bufs[i].len;
  }
  gj_layer_enter(tls);
  unsigned left = count;
  bool all = gj_tls_encrypt(tls, copy, &left);
  gj_tls_flush(tls);
  if (tls->events != NULL) {
    gj_layer_later(tls);
  }
  int status = tls->write_status;
  bool none = left == count && copy[0].len == bufs[0].len;
  gj_layer_leave(tls);
  if (status < 0) {
    return status;
  }
  return all ? (int)size : none ? UV_EAGAIN : UV_EPROTO;
}

/* tryWrite(tls, bytes): how many of them are written, or a negative error number. */
GJ_FUNCTION(try_write) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  gj_bytes bytes;
  if (tls == NULL || !gj_bytes_look(js, argv[1], &bytes)) {
    return gj_number(js, UV_EBADF);
  }
  uv_buf_t buf = uv_buf_init((char *)bytes.data, (unsigned)bytes.size);
  int done = gj_tls_try(tls, &buf, 1);
  return gj_number(js, done == UV_EAGAIN ? 0 : done);
}
GJ_DIRECT(try_write)

/* The bytes of a request wait, or are done: 0, 1 (oncomplete will be called) or an error. */
static int begin_write(gj_tls *tls, gj_stream_req *req, uv_buf_t *bufs, unsigned count) {
  gj_layer_enter(tls);
  if (!tls->started) {
    tls->started = true;
    gj_tls_begin(tls);
  }
  if (is_ready(tls)) {
    gj_tls_encrypt(tls, bufs, &count);
    gj_tls_flush(tls);
  }
  int result = 1;
  if (count == 0 && tls->out_size == 0 && tls->writing == 0) {
    result = tls->write_status;
  } else if (tls->failed) {
    result = UV_EPROTO;
  } else if (count > 0) {
    tls->clear = gj_memory_bound(NULL, count * sizeof(*bufs), "a request");
    memcpy(tls->clear, bufs, count * sizeof(*bufs));
  }
  if (result == 1) {
    tls->write = req;
    tls->clear_count = count;
  } else {
    gj_stream_req_free(req);
  }
  if (tls->events != NULL) {
    gj_layer_later(tls);
    if (tls->lower == NULL) {
      gj_tls_tell_now(tls);
    }
  }
  gj_layer_leave(tls);
  return result;
}

/* write(tls, req, bytes or string): as for a stream. */
GJ_FUNCTION(write_one) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls == NULL || tls->write != NULL) {
    return gj_number(js, tls == NULL ? UV_EBADF : UV_EBUSY);
  }
  gj_stream_req *req = gj_stream_req_new(js, argv[1]);
  uv_buf_t buf = gj_stream_req_data(js, req, argv[2]);
  if (!gj_stream_req_holds(req)) {
    gj_stream_req_free(req);
    return gj_number(js, UV_ENOMEM);
  }
  return gj_number(js, begin_write(tls, req, &buf, 1));
}
GJ_DIRECT(write_one)

/* writev(tls, req, array of bytes) */
GJ_FUNCTION(write_many) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls == NULL || tls->write != NULL) {
    return gj_number(js, tls == NULL ? UV_EBADF : UV_EBUSY);
  }
  uv_buf_t few[GJ_STREAM_FEW];
  unsigned count;
  uv_buf_t *bufs = gj_stream_bufs(js, argv[2], gj_bytes_get, few, &count);
  if (bufs == NULL) {
    return gj_number(js, UV_ENOMEM);
  }
  gj_stream_req *req = gj_stream_req_new(js, argv[1]);
  req->data = gj_pin_brief(js, argv[2]);
  gj_value result = gj_number(js, begin_write(tls, req, bufs, count));
  if (bufs != few) {
    free(bufs);
  }
  return result;
}
GJ_DIRECT(write_many)

/* shutdown(tls, req): announces that nothing more comes, when everything is written. */
GJ_FUNCTION(shut_down) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  if (tls == NULL) {
    return gj_number(js, UV_EBADF);
  }
  gj_stream_req *req = gj_stream_req_new(js, argv[1]);
  gj_layer_enter(tls);
  ERR_clear_error();
  if (!tls->failed) {
    SSL_shutdown(tls->ssl); /* once: a second call would read, and take data for an error */
  }
  ERR_clear_error();
  gj_tls_flush(tls);
  int err = 0;
  if (tls->out_size > 0 || tls->writing > 0 || tls->lower == NULL) {
    tls->shutdown = req;
    if (tls->lower == NULL) {
      gj_layer_later(tls);
      gj_tls_tell_now(tls);
    }
  } else {
    err = gj_stream_shut(tls->lower, req);
    if (err != 0) {
      gj_stream_req_free(req);
    }
  }
  gj_layer_leave(tls);
  return gj_number(js, err);
}

GJ_FUNCTION(write_queue_size) {
  gj_tls *tls = gj_tls_of(js, argv[0]);
  size_t size = tls == NULL ? 0 : tls->out_size + tls->out_flight;
  if (tls != NULL && tls->lower != NULL && !tls->lower->closed) {
    size += uv_stream_get_write_queue_size(&tls->lower->stream);
  }
  return gj_number(js, (double)size);
}

void gj_tls_stream_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"newTls", new_tls},
      {"own", own},
      {"end", end},
      {"start", start},
      {"readStart", read_start},
      {"readStop", read_stop},
      {"receive", receive},
      {"outputDone", output_done},
      {"tryWrite", try_write, try_write_direct},
      {"write", write_one, write_one_direct},
      {"writev", write_many, write_many_direct},
      {"shutdown", shut_down},
      {"writeQueueSize", write_queue_size},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
