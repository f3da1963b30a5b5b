/* SPDX-License-Identifier: MIT */
/* Messages between threads. An endpoint is one side of a channel, with the messages that have
 * arrived there. It belongs to the mailbox of a runtime, or is in transit in a message itself.
 * Endpoints with the same name are a group: what one of them sends, all others get. One lock
 * protects all of it, and is held only briefly. */
#ifndef GJ_JS_RUNTIME_PORTS_H
#define GJ_JS_RUNTIME_PORTS_H

#include "engine/share.h"
#include "runtime/runtime.h"

typedef struct gj_message gj_message;

/* An object beside the bytes: a port, or another message that it is made of. */
typedef struct {
  gj_endpoint *endpoint;
  gj_message *message;
} gj_enclosed;

#define GJ_TEXT UINT32_MAX

struct gj_message {
  gj_message *next;
  bool is_close;   /* not a message: the other side has closed */
  uint32_t number; /* in a trace, or 0 */
  uint32_t words;  /* not 0: a plain one (js/lib/internal/clone/flat.js), bytes are behind this;
                    * GJ_TEXT: so it is, but a text */
  gj_bytes bytes;
  unsigned buffer_count, shared_count, enclosed_count;
  gj_carried **buffers, **shared;
  gj_enclosed *enclosed;
};

int gj_mailbox_open(gj_mailbox *mailbox, uv_loop_t *loop, uv_async_cb cb);
/* Closes its endpoints and notifies the other sides. The loop closes the handle. */
void gj_mailbox_close(gj_mailbox *mailbox);
void gj_mailbox_finished(gj_mailbox *mailbox, struct gj_worker *worker); /* any thread */
struct gj_worker *gj_mailbox_take_finished(gj_mailbox *mailbox);

/* Each is a reference, which gj_endpoint_free gives back, on any thread. */
void gj_endpoint_pair(gj_endpoint *pair[2]);
gj_endpoint *gj_endpoint_join(const char *name); /* a group */
gj_endpoint *gj_endpoint_find(const char *name); /* the first of a group, or NULL */
/* The first one of a private group: what other threads send to that thread. */
gj_endpoint *gj_endpoint_inbox(uint64_t thread);
void gj_endpoint_free(gj_endpoint *endpoint);
void gj_endpoint_hold(gj_endpoint *endpoint); /* one more reference */

/* The endpoint belongs to this mailbox from now on, with a number that is unique there; NULL: to
 * none. */
void gj_endpoint_move(gj_endpoint *endpoint, gj_mailbox *mailbox, uint32_t number);
/* Its mailbox is notified of messages, including those that have arrived already. */
void gj_endpoint_start(gj_endpoint *endpoint);
void gj_endpoint_pause(gj_endpoint *endpoint); /* no longer, until it is started again */
/* No longer, unless it is being served: then it gets the rest of that. */
void gj_endpoint_stop(gj_endpoint *endpoint);
void gj_endpoint_close(gj_endpoint *endpoint);
/* The number of the endpoint that gets its next message, or 0. Endpoints are served in the order of
 * their numbers, each with the messages that it has when its turn comes, and at least as many as it
 * may get meanwhile, up to a limit. */
uint32_t gj_mailbox_serve(gj_mailbox *mailbox);
/* The same for one endpoint: its number, as long as it has messages. */
uint32_t gj_mailbox_serve_only(gj_mailbox *mailbox, uint32_t number);
unsigned gj_endpoint_waiting(gj_endpoint *endpoint); /* messages */

/* The receivers of what it sends: references to at most `room` endpoints; returns how many there
 * are. */
unsigned gj_endpoint_others(gj_endpoint *endpoint, gj_endpoint **others, unsigned room);
/* Delivers the message to that endpoint; false: it is closed, and the message is still the
 * caller's. */
bool gj_endpoint_deliver(gj_endpoint *endpoint, gj_message *message);
gj_message *gj_endpoint_take(gj_endpoint *endpoint); /* the oldest, or NULL */
/* The oldest if it is a plain one of at most that size, or NULL. */
gj_message *gj_endpoint_take_plain(gj_endpoint *endpoint, size_t most);
gj_message *gj_endpoint_take_text(gj_endpoint *endpoint); /* the oldest if it is a text, or NULL */
/* Sends the message to the other end of a channel. GJ_POST_GROUP: there is a group, which gets
 * copies. If it was not sent, it is still the caller's. */
enum { GJ_POST_SENT, GJ_POST_NOBODY, GJ_POST_GROUP };
int gj_endpoint_post(gj_endpoint *endpoint, gj_message *message);
/* A plain message, with room for its bytes; NULL: no memory. */
gj_message *gj_message_plain(uint32_t words, size_t size);

/* Frees a message without JavaScript data; its buffers are gone already (js/bind/messaging.c). */
void gj_message_free(gj_message *message);
/* Messages without a receiver, for a thread that can release what they carry. */
gj_message *gj_message_take_lost(void);

/* js/bind/messaging.c: the mailbox of a runtime, and what JavaScript has of it. */
int gj_messaging_open(gj_runtime *runtime); /* 0 or an error */
/* The first thing that arrives is this function: a worker's program runs in the poll phase, so that
 * its immediates come before its timers and messages, as in Node. The function must stay alive
 * until then. */
void gj_messaging_first(gj_runtime *runtime, gj_object function);
void gj_messaging_close(gj_runtime *runtime);

#endif
