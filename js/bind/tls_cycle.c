/* SPDX-License-Identifier: MIT */
/* What happens on a connection when data has arrived or can be sent: libssl reads, JavaScript is
 * told, libssl writes, the stream below gets the output in one piece. */
#include <stdlib.h>
#include <string.h>

#include "bind/tls.h"
#include "engine/memory.h"
#include "engine/rooms.h"

#define RECORD 16384 /* the most that one record holds */
#define ROOM GJ_ROOM_SIZE
#define PIECE (8 * RECORD) /* of large writes: what is encrypted is still near when it is sent */
#define RECORD_HEAD 5
#define RECORD_DATA 23 /* its first byte */

/* A function for each kind of event: traces show their names. */
static _Thread_local gj_pin on_event[GJ_TLS_EVENT_COUNT];
/* Where libssl puts decrypted data. NULL while it is in use: JavaScript may react to the data by
 * reading from another connection, which then needs a buffer of its own. */
static _Thread_local char *clear;

void gj_tls_setup_tell(gj_context js, gj_object functions) {
  for (unsigned i = 0; i < GJ_TLS_EVENT_COUNT; i++) {
    on_event[i] = gj_pin_new(js, gj_get_index(js, functions, i));
  }
}

void gj_tls_end_thread(void) {
  free(clear);
  clear = NULL;
  gj_tls_bio_end();
}

void gj_tls_note(gj_tls *tls, int kind, int number, const void *first, size_t first_size,
                 const void *second, size_t second_size) {
  gj_tls_event *event =
      gj_memory_bound(NULL, sizeof(*event) + first_size + second_size, "an event of TLS");
  *event =
      (gj_tls_event){NULL, kind, number, first != NULL, second != NULL, first_size, second_size};
  if (first_size > 0) {
    memcpy(event->bytes, first, first_size);
  }
  if (second_size > 0) {
    memcpy(event->bytes + first_size, second, second_size);
  }
  *tls->events_end = event;
  tls->events_end = &event->next;
}

/* The error of libssl: its first code, and all of its errors as text. */
static void note_error(gj_tls *tls, int kind) {
  unsigned long code = ERR_peek_error();
  BIO *bio = BIO_new(BIO_s_mem());
  char *text = NULL;
  ERR_print_errors(bio);
  long size = BIO_get_mem_data(bio, &text);
  gj_tls_note(tls, kind, 0, &code, sizeof(code), text, size > 0 ? (size_t)size : 0);
  BIO_free_all(bio);
  ERR_clear_error();
}

static gj_value error_of(gj_context js, const gj_tls_event *event) {
  unsigned long code;
  memcpy(&code, event->bytes, sizeof(code));
  char *text = gj_memory_bound(NULL, event->second_size + 1, "a message");
  memcpy(text, event->bytes + sizeof(code), event->second_size);
  text[event->second_size] = 0;
  gj_value error = gj_crypto_error_as(js, code, text);
  free(text);
  return error;
}

static gj_value piece(gj_context js, bool has, const uint8_t *data, size_t size) {
  return has ? gj_bytes_copy(js, data, size) : gj_undefined(js);
}

static void tell_all(gj_tls *tls);

static void tell(gj_tls *tls, const gj_tls_event *event) {
  gj_context js = tls->runtime->js;
  bool is_error = event->kind == GJ_TLS_ERROR;
  gj_value argv[] = {
      tls->owner.value,
      gj_number(js, event->number),
      is_error ? error_of(js, event) : piece(js, event->has_first, event->bytes, event->first_size),
      is_error ? gj_undefined(js)
               : piece(js, event->has_second, event->bytes + event->first_size, event->second_size),
  };
  gj_stream_call(tls->runtime, gj_pin_object(&on_event[event->kind]), 4, argv);
}

void gj_tls_tell_now(gj_tls *tls) {
  bool before = gj_stream_direct(true);
  gj_layer_enter(tls);
  tell_all(tls);
  gj_layer_leave(tls);
  gj_stream_direct(before);
}

static void tell_all(gj_tls *tls) {
  gj_tls_event *event;
  while ((event = tls->events) != NULL) {
    tls->events = event->next;
    if (tls->events == NULL) {
      tls->events_end = &tls->events;
    }
    if (!tls->closing) {
      tell(tls, event);
    }
    free(event);
  }
}

/* If a write waits for the handshake, the write fails, as in Node. */
static void fail(gj_tls *tls) {
  tls->failed = true;
  note_error(tls, tls->write != NULL && tls->clear_count > 0 ? GJ_TLS_WRITE_ERROR : GJ_TLS_ERROR);
  gj_tls_flush(tls); /* the other side is told why */
  tell_all(tls);
}

/* Passes on what is in *place, which JavaScript may keep (then it is NULL), or an end. */
static void deliver(gj_tls *tls, char **place, ssize_t nread) {
  if (nread > 0 && tls->sink.take != NULL) {
    tls->sink.take(&tls->sink, place, (size_t)nread);
  } else {
    gj_object function = gj_pin_object(&on_event[GJ_TLS_RECORD]);
    gj_stream_tell(tls->runtime, function, tls->owner.value, place, nread);
  }
}

/* Asks JavaScript for what the handshake needs to continue; true if it has answered already. */
static bool ask(gj_tls *tls, int why) {
  bool *done = why == SSL_ERROR_WANT_CLIENT_HELLO_CB ? &tls->hello_done : &tls->certificate_done;
  tell_all(tls);
  return *done && !tls->closing;
}

static bool has_input(const gj_tls *tls) {
  return tls->kept_at < tls->kept_size || tls->in_size > 0;
}

/* Data that JavaScript does not want now stays where it is. */
static bool is_held(const gj_tls *tls) { return tls->established && !tls->reading; }

/* Whether a complete record of maximal size is there. */
static bool has_full_record(const gj_tls *tls) {
  bool is_kept = tls->kept_at < tls->kept_size;
  const uint8_t *next = is_kept ? tls->kept + tls->kept_at : tls->in;
  size_t size = is_kept ? tls->kept_size - tls->kept_at : tls->in_size;
  if (size < RECORD_HEAD + RECORD || next[0] != RECORD_DATA) {
    return false;
  }
  size_t length = (size_t)next[3] << 8 | next[4];
  return length >= RECORD && size >= RECORD_HEAD + length;
}

/* After one full record: those that follow it are one piece of data with it. Others are separate
 * pieces, as in Node. *why is the reason why a record could not be read. */
static int read_more(gj_tls *tls, char *place, int have, int *why) {
  while (have + RECORD <= ROOM && tls->events == NULL && has_full_record(tls)) {
    int size = SSL_read(tls->ssl, place + have, RECORD);
    if (size <= 0) {
      *why = SSL_get_error(tls->ssl, size);
      break;
    }
    have += size;
    if (size < RECORD) {
      break;
    }
  }
  return have;
}

/* What comes before an error. */
static void deliver_before(gj_tls *tls, char **place, int size) {
  tls->failed = true;
  note_error(tls, GJ_TLS_ERROR);
  deliver(tls, place, size);
  gj_tls_flush(tls);
  tell_all(tls);
}

/* Reads until libssl has no more. */
static void read_on(gj_tls *tls, char **place) {
  while (tls->started && !tls->closing && !tls->failed && !tls->eof && !is_held(tls)) {
    ERR_clear_error();
    if (*place == NULL) {
      *place = gj_rooms_take();
      if (*place == NULL) {
        gj_memory_out(ROOM, "records of TLS");
      }
    }
    int size = SSL_read(tls->ssl, *place, RECORD);
    int why = size > 0 ? SSL_ERROR_NONE : SSL_get_error(tls->ssl, size);
    if (size == RECORD && tls->sink.take == NULL) {
      size = read_more(tls, *place, size, &why);
      if (why == SSL_ERROR_SSL || why == SSL_ERROR_SYSCALL) {
        deliver_before(tls, place, size);
        return;
      }
    }
    if (why == SSL_ERROR_SSL || why == SSL_ERROR_SYSCALL) {
      if (!tls->established) { /* what was found out before is worth nothing */
        fail(tls);
        return;
      }
      tell_all(tls);
      if (!tls->closing) {
        fail(tls);
      }
      return;
    }
    if (why == SSL_ERROR_WANT_CLIENT_HELLO_CB || why == SSL_ERROR_WANT_X509_LOOKUP) {
      if (!ask(tls, why)) {
        return;
      }
      continue;
    }
    bool stopped = tls->events != NULL; /* by tls_bio.c */
    tell_all(tls);
    if (tls->closing) {
      return;
    }
    if (size > 0) {
      deliver(tls, place, size);
    } else if (why == SSL_ERROR_ZERO_RETURN) {
      tls->eof = true;
      deliver(tls, place, UV_EOF);
    } else if (!stopped || !has_input(tls)) {
      return;
    }
  }
}

static void read_all(gj_tls *tls) {
  char *place = clear;
  clear = NULL;
  read_on(tls, &place);
  gj_rooms_give(clear);
  clear = place;
}

static int write_some(gj_tls *tls, const void *data, size_t size) {
  ERR_clear_error();
  int done = SSL_write(tls->ssl, data, (int)size);
  if (done > 0) {
    return done;
  }
  int why = SSL_get_error(tls->ssl, done);
  if (why == SSL_ERROR_SSL || why == SSL_ERROR_SYSCALL) {
    tls->failed = true;
    note_error(tls, GJ_TLS_ERROR);
    return UV_EPROTO;
  }
  ERR_clear_error();
  return 0; /* during another handshake */
}

static void advance(uv_buf_t *bufs, unsigned *count, size_t size) {
  unsigned at = 0;
  while (at < *count && size >= bufs[at].len) {
    size -= bufs[at++].len;
  }
  if (at < *count) {
    bufs[at].base += size;
    bufs[at].len -= size;
  }
  *count -= at;
  memmove(bufs, bufs + at, *count * sizeof(*bufs));
}

/* Small pieces go into one record. */
static size_t gather(const uv_buf_t *bufs, unsigned count, char *room) {
  size_t have = 0;
  for (unsigned i = 0; i < count && have < RECORD; i++) {
    size_t size = bufs[i].len < RECORD - have ? bufs[i].len : RECORD - have;
    memcpy(room + have, bufs[i].base, size);
    have += size;
  }
  return have;
}

bool gj_tls_encrypt(gj_tls *tls, uv_buf_t *bufs, unsigned *count) {
  char room[RECORD];
  while (*count > 0) {
    int done;
    if (*count == 1 || bufs->len >= RECORD) {
      /* Full records: what is left of a piece goes into one with the next. */
      size_t size = *count == 1 ? bufs->len : bufs->len - bufs->len % RECORD;
      size = size > PIECE ? PIECE : size;
      done = size == 0 ? 0 : write_some(tls, bufs->base, size);
      if (size == 0) {
        advance(bufs, count, 0);
        continue;
      }
    } else {
      size_t size = gather(bufs, *count, room);
      done = size == 0 ? 0 : write_some(tls, room, size);
      OPENSSL_cleanse(room, size);
      if (size == 0) {
        *count = 0;
        break;
      }
    }
    if (done <= 0) {
      return false;
    }
    advance(bufs, count, (size_t)done);
    if (*count > 0 && tls->lower != NULL) {
      gj_tls_flush(tls);
    }
  }
  return true;
}

/* A write of the stream below that has to wait. */
typedef struct {
  uv_write_t write;
  gj_tls *tls;
  gj_pin native;
  uint8_t *data;
  size_t room;
} gj_tls_write;

static void on_written(uv_write_t *write, int status) {
  gj_tls_write *done = (gj_tls_write *)write;
  gj_tls *tls = done->tls;
  gj_layer_enter(tls);
  gj_tls_bio_spare(done->data, done->room);
  tls->writing--;
  if (status < 0 && tls->write_status == 0) {
    tls->write_status = status;
  }
  gj_tls_flush(tls);
  gj_tls_settle(tls);
  gj_layer_leave(tls);
  gj_pin_free(&done->native);
  free(done);
}

static void write_later(gj_tls *tls, size_t from) {
  gj_tls_write *write = gj_memory_new(sizeof(*write), "a request");
  uv_buf_t rest = uv_buf_init((char *)tls->out + from, (unsigned)(tls->out_size - from));
  write->tls = tls;
  write->native = gj_layer_hold(tls);
  write->data = tls->out;
  write->room = tls->out_room;
  int err = uv_write(&write->write, &tls->lower->stream, &rest, 1, on_written);
  if (err != 0) {
    tls->write_status = err;
    free(write->data);
    gj_pin_free(&write->native);
    free(write);
  } else {
    tls->writing++;
  }
  tls->out = NULL;
}

void gj_tls_flush(gj_tls *tls) {
  if (tls->out_size == 0 || tls->writing > 0 || tls->waits_session || tls->closing) {
    return;
  }
  if (tls->lower == NULL) {
    gj_tls_note(tls, GJ_TLS_OUTPUT, 0, tls->out, tls->out_size, NULL, 0);
    tls->writing = 1;
    tls->out_flight = tls->out_size;
  } else if (tls->write_status == 0) {
    bool closed = tls->lower->closed || uv_is_closing(&tls->lower->handle);
    uv_buf_t all = uv_buf_init((char *)tls->out, (unsigned)tls->out_size);
    int done = closed ? UV_ECANCELED : uv_try_write(&tls->lower->stream, &all, 1);
    if (done == UV_EAGAIN || done == UV_ENOSYS) {
      done = 0;
    }
    if (done < 0) {
      tls->write_status = done;
    } else if ((size_t)done < tls->out_size) {
      write_later(tls, (size_t)done);
    }
  }
  gj_tls_bio_spare(tls->out, tls->out_room);
  tls->out = NULL;
  tls->out_size = tls->out_room = 0;
}

void gj_tls_begin(gj_tls *tls) {
  gj_layer_enter(tls);
  if (tls->reading && tls->lower != NULL && !uv_is_closing(&tls->lower->handle)) {
    gj_stream_read_start(tls->lower);
  }
  ERR_clear_error();
  int done = SSL_do_handshake(tls->ssl);
  int why = done > 0 ? SSL_ERROR_NONE : SSL_get_error(tls->ssl, done);
  if (why == SSL_ERROR_SSL || why == SSL_ERROR_SYSCALL) {
    tls->failed = true;
    note_error(tls, GJ_TLS_ERROR);
  }
  ERR_clear_error();
  gj_tls_flush(tls);
  gj_layer_later(tls); /* tells of it */
  gj_layer_leave(tls);
}

/* From the loop only: completes requests of JavaScript that are done, or never will be. */
void gj_tls_settle(gj_tls *tls) {
  int status = tls->closing ? UV_ECANCELED : tls->write_status;
  bool all_out = tls->out_size == 0 && tls->writing == 0;
  if (tls->write != NULL && (status != 0 || tls->failed || (tls->clear_count == 0 && all_out))) {
    gj_stream_req *req = tls->write;
    tls->write = NULL;
    free(tls->clear);
    tls->clear = NULL;
    bool left = tls->clear_count > 0;
    tls->clear_count = 0;
    gj_stream_req_done(req, status != 0 ? status : left ? UV_EPROTO : 0);
  }
  if (tls->shutdown != NULL && (status != 0 || all_out)) {
    gj_stream_req *req = tls->shutdown;
    tls->shutdown = NULL;
    int err = tls->closing         ? UV_ECANCELED
              : tls->lower == NULL ? 0
                                   : gj_stream_shut(tls->lower, req);
    if (err != 0 || tls->lower == NULL) {
      gj_stream_req_done(req, err);
    }
  }
}

void gj_tls_cycle(gj_tls *tls) {
  gj_layer_enter(tls);
  tell_all(tls);
  read_all(tls);
  if (tls->in_size > 0 && !tls->closing && !tls->failed && !tls->eof) {
    if (!gj_tls_keep(tls, tls->in, tls->in_size)) {
      tls->ended = UV_ENOMEM;
    }
  }
  tls->in_size = 0;
  if (!tls->closing && tls->write != NULL && tls->clear_count > 0 && tls->established &&
      !tls->failed) {
    gj_tls_encrypt(tls, tls->clear, &tls->clear_count);
  }
  gj_tls_flush(tls);
  tell_all(tls);
  gj_tls_settle(tls);
  bool more =
      is_held(tls) && !tls->failed && !tls->eof && (has_input(tls) || SSL_pending(tls->ssl) > 0);
  if (tls->ended != 0 && !tls->told_end && !tls->closing && !more) {
    tls->told_end = true;
    deliver(tls, &clear, tls->ended);
  }
  gj_layer_leave(tls);
}
