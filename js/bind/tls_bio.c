/* SPDX-License-Identifier: MIT */
/* The BIO through which libssl reads and writes: memory of a connection. It never waits for the
 * kernel and never ends; when there is nothing to read, libssl is told to retry. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bind/tls.h"
#include "engine/memory.h"

#define SPARE_MAX 262144 /* larger buffers are not kept for others */

/* Most connections have nothing to write most of the time: one buffer serves them in turn. */
static _Thread_local struct {
  uint8_t *data;
  size_t room;
} spare;

static size_t take(const uint8_t *from, size_t have, void *to, size_t want) {
  size_t size = have < want ? have : want;
  memcpy(to, from, size);
  return size;
}

static int on_read(BIO *bio, char *to, int want) {
  gj_tls *tls = BIO_get_data(bio);
  BIO_clear_flags(bio, BIO_FLAGS_RWS | BIO_FLAGS_SHOULD_RETRY);
  if (want <= 0) {
    return 0;
  }
  if (tls->events != NULL) { /* told before anything else is read: they are about the state now */
    BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY);
    return -1;
  }
  if (tls->kept_at < tls->kept_size) {
    size_t size = take(tls->kept + tls->kept_at, tls->kept_size - tls->kept_at, to, (size_t)want);
    tls->kept_at += size;
    return (int)size;
  }
  if (tls->in_size > 0) {
    size_t size = take(tls->in, tls->in_size, to, (size_t)want);
    tls->in += size;
    tls->in_size -= size;
    return (int)size;
  }
  BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY);
  return -1;
}

static bool grow(gj_tls *tls, size_t size) {
  if (tls->out == NULL && spare.data != NULL) {
    tls->out = spare.data;
    tls->out_room = spare.room;
    spare.data = NULL;
  }
  if (tls->out_room - tls->out_size >= size) {
    return true;
  }
  size_t room = tls->out_room < 8192 ? 8192 : tls->out_room;
  while (room - tls->out_size < size) {
    room *= 2;
  }
  uint8_t *data = gj_memory_grow(tls->out, room);
  if (data == NULL) {
    return false;
  }
  tls->out = data;
  tls->out_room = room;
  return true;
}

static int on_write(BIO *bio, const char *from, int size) {
  gj_tls *tls = BIO_get_data(bio);
  BIO_clear_flags(bio, BIO_FLAGS_RWS | BIO_FLAGS_SHOULD_RETRY);
  if (size <= 0 || !grow(tls, (size_t)size)) {
    return size <= 0 ? 0 : -1;
  }
  memcpy(tls->out + tls->out_size, from, (size_t)size);
  tls->out_size += (size_t)size;
  return size;
}

static long on_control(BIO *bio, int what, long number, void *pointer) {
  (void)bio, (void)number, (void)pointer;
  return what == BIO_CTRL_FLUSH;
}

static BIO_METHOD *method; /* process: by pthread_once */

static void make_method(void) {
  method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "gyre");
  if (method != NULL) {
    BIO_meth_set_read(method, on_read);
    BIO_meth_set_write(method, on_write);
    BIO_meth_set_ctrl(method, on_control);
  }
}

BIO *gj_tls_bio(gj_tls *tls) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_method);
  BIO *bio = method == NULL ? NULL : BIO_new(method);
  if (bio != NULL) {
    BIO_set_data(bio, tls);
    BIO_set_init(bio, 1);
  }
  return bio;
}

bool gj_tls_keep(gj_tls *tls, const void *data, size_t size) {
  if (tls->kept_at == tls->kept_size) {
    tls->kept_at = tls->kept_size = 0;
  }
  if (tls->kept_room - tls->kept_size < size) {
    uint8_t *kept = gj_memory_grow(tls->kept, tls->kept_size + size);
    if (kept == NULL) {
      return false;
    }
    tls->kept = kept;
    tls->kept_room = tls->kept_size + size;
  }
  if (size > 0) {
    memcpy(tls->kept + tls->kept_size, data, size);
  }
  tls->kept_size += size;
  return true;
}

/* The output is written: its memory is kept for the next connection that needs some. */
void gj_tls_bio_spare(uint8_t *data, size_t room) {
  if (data != NULL && spare.data == NULL && room <= SPARE_MAX) {
    spare.data = data;
    spare.room = room;
  } else {
    free(data);
  }
}

void gj_tls_bio_end(void) {
  free(spare.data);
  spare.data = NULL;
}
