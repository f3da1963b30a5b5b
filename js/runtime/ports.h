/* SPDX-License-Identifier: MIT */
/* Messages between threads. An endpoint is one side of a channel, with the messages that have
 * arrived there; it belongs to the mailbox of a runtime, or is on its way in a message itself.
 * Endpoints of one name are a group: what one of them sends, all others get. One lock guards all of
 * it: what is done under it is short. */
#ifndef GY_JS_RUNTIME_PORTS_H
#define GY_JS_RUNTIME_PORTS_H

#include "runtime/runtime.h"

typedef struct gy_message gy_message;

/* An object beside the bytes: a port, or another message, of which it is made. */
typedef struct {
  gy_endpoint *endpoint;
  gy_message *message;
} gy_enclosed;

struct gy_message {
  gy_message *next;
  bool is_close;   /* no message, but the other side has closed */
  uint32_t number; /* in a trace, or 0 */
  uint32_t words;  /* not 0: a plain one (js/lib/internal/clone/flat.js), bytes are behind this */
  gy_bytes bytes;
  unsigned buffer_count, shared_count, enclosed_count;
  gy_carried **buffers, **shared;
  gy_enclosed *enclosed;
};

int gy_mailbox_open(gy_mailbox *mailbox, uv_loop_t *loop, uv_async_cb cb);
/* Closes what belongs to it: others hear of that. The handle is the loop's to close. */
void gy_mailbox_close(gy_mailbox *mailbox);
void gy_mailbox_finished(gy_mailbox *mailbox, struct gy_worker *worker); /* any thread */
struct gy_worker *gy_mailbox_take_finished(gy_mailbox *mailbox);

/* Each is a reference, which gy_endpoint_free gives back, on any thread. */
void gy_endpoint_pair(gy_endpoint *pair[2]);
gy_endpoint *gy_endpoint_join(const char *name); /* a group */
gy_endpoint *gy_endpoint_find(const char *name); /* the first of a group, or NULL */
/* The first one of a group that nobody else joins: what other threads send to that thread. */
gy_endpoint *gy_endpoint_inbox(uint64_t thread);
void gy_endpoint_free(gy_endpoint *endpoint);
void gy_endpoint_hold(gy_endpoint *endpoint); /* one more reference */

/* The endpoint is the mailbox's from now on, by a number that none of its others has; NULL:
 * nobody's. */
void gy_endpoint_move(gy_endpoint *endpoint, gy_mailbox *mailbox, uint32_t number);
/* Its mailbox hears of messages, also of those that are there. */
void gy_endpoint_start(gy_endpoint *endpoint);
void gy_endpoint_pause(gy_endpoint *endpoint); /* no longer, until it is started again */
void gy_endpoint_close(gy_endpoint *endpoint);
/* The number of the endpoint that is to be given its next message, or 0: each in the order of their
 * numbers, with the messages that it has when its turn comes, and at least as many as it may get
 * meanwhile, up to a bound. */
uint32_t gy_mailbox_serve(gy_mailbox *mailbox);
unsigned gy_endpoint_waiting(gy_endpoint *endpoint); /* messages */

/* Who gets what it sends: references to at most `room` endpoints, how many there are. */
unsigned gy_endpoint_others(gy_endpoint *endpoint, gy_endpoint **others, unsigned room);
/* The message goes to that endpoint; false: it is closed, and the message still the caller's. */
bool gy_endpoint_deliver(gy_endpoint *endpoint, gy_message *message);
gy_message *gy_endpoint_take(gy_endpoint *endpoint); /* the oldest, or NULL */
/* The oldest if it is a plain one of at most that size, or NULL. */
gy_message *gy_endpoint_take_plain(gy_endpoint *endpoint, size_t most);
/* The message goes to the other end of a channel. GY_POST_GROUP: there is a group, which gets
 * copies. If it was not sent it is still the caller's. */
enum { GY_POST_SENT, GY_POST_NOBODY, GY_POST_GROUP };
int gy_endpoint_post(gy_endpoint *endpoint, gy_message *message);
/* A plain message, with room for its bytes; NULL: there is no memory. */
gy_message *gy_message_plain(uint32_t words, size_t size);

/* Frees what has no JavaScript in it; the buffers are gone already (js/bind/messaging.c). */
void gy_message_free(gy_message *message);
/* Messages that nobody gets any more, for a thread that can let go of what they carry. */
gy_message *gy_message_take_lost(void);

/* js/bind/messaging.c: the mailbox of a runtime, and what JavaScript has of it. */
int gy_messaging_open(gy_runtime *runtime); /* 0 or an error */
/* The first thing that arrives is this function: a worker's program runs in the poll phase, so that
 * its immediates come before its timers and messages, as in Node. It must stay until then. */
void gy_messaging_first(gy_runtime *runtime, gy_object function);
void gy_messaging_close(gy_runtime *runtime);

#endif
