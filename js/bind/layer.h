/* SPDX-License-Identifier: MIT */
/*
 * The life of a protocol over a stream: a TLS connection (tls_stream.c) or an HTTP/2 session
 * (http2_session.c). It reads the stream's bytes as its sink, and calls JavaScript.
 *
 * It is not a handle of the loop, so handle.h does not apply: nothing has to be closed, but its
 * memory may be in use further up the stack when JavaScript ends it. Its memory belongs to an
 * object of JavaScript (`native`), which is pinned, with its owner and the stream below, until the
 * layer has ended and the last call that uses it has returned (gj_layer_enter, gj_layer_leave).
 * Then what it holds is released; the memory itself is freed with the object.
 */
#ifndef GJ_BIND_LAYER_H
#define GJ_BIND_LAYER_H

#include "bind/stream.h"

typedef struct {
  void (*resume)(void *layer);  /* called for gj_layer_later */
  void (*settle)(void *layer);  /* completes what waits, before the release; or NULL */
  void (*release)(void *layer); /* frees what it holds; on any thread, if nobody ended it */
} gj_layer_kind;

/* The first members of such a struct. */
#define GJ_LAYER_MEMBERS                                                                         \
  const gj_layer_kind *kind;                                                                     \
  gj_runtime *runtime;                                                                           \
  gj_pin native, owner; /* its object in JavaScript; the receiver of events: until it is over */ \
  gj_sink *below;       /* of the stream; NULL: the stream is made in JavaScript */              \
  gj_pin below_native;  /* keeps that in memory */                                               \
  gj_later later;                                                                                \
  unsigned inside; /* calls that use it */                                                       \
  bool closing;    /* JavaScript has ended it: no more events */                                 \
  bool over        /* it has released what it held */

/* Makes the object for `layer`, memory that is all 0. `below` may be NULL; if not, it is the sink
 * of the stream `below_native`. */
gj_value gj_layer_new(gj_context js, void *layer, const gj_layer_kind *kind, gj_sink *below,
                      gj_value below_native);
/* NULL for one that has ended, or is of another kind, or not a layer. */
void *gj_layer_of(gj_context js, gj_value native, const gj_layer_kind *kind);
void gj_layer_own(gj_context js, void *layer, gj_value owner);
void gj_layer_end(void *layer); /* the stream below is not closed */
void gj_layer_enter(void *layer);
void gj_layer_leave(void *layer);  /* releases it, if it has ended */
gj_pin gj_layer_hold(void *layer); /* keeps its memory, until gj_pin_free */
void gj_layer_later(void *layer);  /* its kind's resume comes in the next turn */

#endif
