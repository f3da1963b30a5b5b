/* SPDX-License-Identifier: MIT */
/* binding('messaging'): endpoints (runtime/ports.h), from which js/lib/internal/messaging makes
 * ports. A message is sent and received as its bytes, or as an array: the bytes, buffers whose
 * memory is transferred, shared buffers, and what is enclosed, each an endpoint or such an array. A
 * plain message is sent as words and characters, and received as both in one piece. Messages arrive
 * as callbacks of the loop, in its poll phase. */
#include "bind/messaging.h"

#include <stdlib.h>

#include "engine/memory.h"
#include "runtime/trace.h"
#include "runtime/worker.h"

enum { BYTES, BUFFERS, SHARED, ENCLOSED, PARTS };
/* deliver(number): delivers one message. finished(worker, code): a thread has ended. Then functions
 * of the engine as the library found them, and memory for plain messages. */
static _Thread_local struct {
  gj_pin deliver, finished, transfer, shared_constructor, room;
} functions;
static _Thread_local gj_bytes plain_room;

static gj_mailbox *mailbox(void) { return &gj_runtime_self()->mailbox; }

/* --- endpoints as objects */

static void on_gone(void *memory) { gj_endpoint_free(memory); }

static gj_class endpoint_class(void) {
  static gj_class place;
  return gj_class_made(&place, "Endpoint", on_gone);
}

gj_object gj_messaging_object(gj_context js, gj_endpoint *endpoint) {
  return gj_class_object(js, endpoint_class(), endpoint);
}

gj_endpoint *gj_messaging_endpoint(gj_context js, gj_value value) {
  return gj_class_is(js, value, endpoint_class()) ? gj_class_memory((gj_object)value) : NULL;
}

/* --- messages */

static gj_message *pack(gj_context js, const gj_value parts[PARTS]);
static gj_value unpack(gj_context js, gj_message *message);

static gj_object buffer_of(gj_context js, gj_carried *carried) {
  return gj_share_give(js, carried,
                       gj_pin_object(gj_share_is_shared(carried) ? &functions.shared_constructor
                                                                 : &functions.transfer));
}

/* The message has no receiver. */
static void drop(gj_context js, gj_message *message) {
  for (unsigned i = 0; i < message->buffer_count; i++) {
    buffer_of(js, message->buffers[i]);
  }
  for (unsigned i = 0; i < message->shared_count; i++) {
    buffer_of(js, message->shared[i]);
  }
  for (unsigned i = 0; i < message->enclosed_count; i++) {
    if (message->enclosed[i].endpoint != NULL) { /* who sent it may still have a reference */
      gj_endpoint_close(message->enclosed[i].endpoint);
      gj_endpoint_free(message->enclosed[i].endpoint);
    } else if (message->enclosed[i].message != NULL) {
      drop(js, message->enclosed[i].message);
    }
  }
  gj_message_free(message);
}

void gj_messaging_sweep(gj_context js) {
  gj_message *message;
  while (functions.transfer.value != NULL && (message = gj_message_take_lost()) != NULL) {
    drop(js, message);
  }
}

static bool pack_buffers(gj_context js, gj_value list, gj_carried ***to, unsigned *count) {
  unsigned length = gj_is_object(js, list) ? gj_length(js, (gj_object)list) : 0;
  *to = length == 0 ? NULL : gj_memory_rooms(length, sizeof(**to));
  if (length != 0 && *to == NULL) {
    return false;
  }
  for (; *count < length; (*count)++) {
    gj_object buffer = gj_as_object(js, gj_get_index(js, (gj_object)list, *count));
    (*to)[*count] = gj_share_take(js, buffer);
    if ((*to)[*count] == NULL) {
      return false;
    }
  }
  return true;
}

static bool pack_enclosed(gj_context js, gj_value list, gj_message *message) {
  unsigned length = gj_is_object(js, list) ? gj_length(js, (gj_object)list) : 0;
  message->enclosed = length == 0 ? NULL : gj_memory_rooms(length, sizeof(gj_enclosed));
  if (length != 0 && message->enclosed == NULL) {
    return false;
  }
  for (; message->enclosed_count < length; message->enclosed_count++) {
    gj_enclosed *enclosed = &message->enclosed[message->enclosed_count];
    gj_object object = gj_as_object(js, gj_get_index(js, (gj_object)list, message->enclosed_count));
    enclosed->endpoint = gj_messaging_endpoint(js, object);
    if (enclosed->endpoint != NULL) {
      gj_endpoint_hold(enclosed->endpoint);
      continue;
    }
    gj_value parts[PARTS];
    for (unsigned i = 0; i < PARTS; i++) {
      parts[i] = gj_get_index(js, object, i);
    }
    enclosed->message = pack(js, parts);
    if (enclosed->message == NULL) {
      return false;
    }
  }
  return true;
}

/* NULL: it cannot be sent. */
static gj_message *pack(gj_context js, const gj_value parts[PARTS]) {
  gj_message *message = gj_memory_new(sizeof(*message), "a message");
  gj_bytes bytes;
  gj_bytes_look(js, parts[BYTES], &bytes);
  message->bytes.data = gj_memory_room(bytes.size == 0 ? 1 : bytes.size);
  bool ok = message->bytes.data != NULL;
  if (ok) {
    memcpy(message->bytes.data, bytes.data, bytes.size);
    message->bytes.size = bytes.size;
  }
  ok = ok && pack_buffers(js, parts[BUFFERS], &message->buffers, &message->buffer_count) &&
       pack_buffers(js, parts[SHARED], &message->shared, &message->shared_count) &&
       pack_enclosed(js, parts[ENCLOSED], message);
  if (!ok) {
    drop(js, message);
    return NULL;
  }
  return message;
}

static void release_bytes(void *data, void *arg) {
  (void)arg;
  free(data);
}

static gj_value unpack_buffers(gj_context js, gj_carried **buffers, unsigned *count) {
  gj_object list = gj_array(js, 0, NULL);
  for (unsigned i = 0; i < *count; i++) {
    gj_object buffer = buffer_of(js, buffers[i]);
    gj_set_index(js, list, i, buffer == NULL ? gj_undefined(js) : buffer);
  }
  *count = 0;
  return list;
}

static void release_message(void *data, void *message) {
  (void)data;
  gj_message_free(message);
}

/* The message is freed. */
static gj_value unpack(gj_context js, gj_message *message) {
  if (message->words != 0) {
    gj_value both[] = {
        gj_bytes_array(js, message->bytes.data, message->bytes.size, release_message, message),
        gj_number(js, message->words)};
    return gj_array(js, 2, both);
  }
  gj_value bytes =
      gj_bytes_array(js, message->bytes.data, message->bytes.size, release_bytes, NULL);
  message->bytes.data = NULL;
  if ((message->buffer_count | message->shared_count | message->enclosed_count) == 0) {
    gj_message_free(message);
    return bytes;
  }
  gj_object enclosed = gj_array(js, 0, NULL);
  for (unsigned i = 0; i < message->enclosed_count; i++) {
    gj_enclosed *one = &message->enclosed[i];
    gj_set_index(
        js, enclosed, i,
        one->endpoint != NULL ? gj_messaging_object(js, one->endpoint) : unpack(js, one->message));
  }
  gj_value parts[PARTS] = {bytes, unpack_buffers(js, message->buffers, &message->buffer_count),
                           unpack_buffers(js, message->shared, &message->shared_count), enclosed};
  gj_message_free(message);
  return gj_array(js, PARTS, parts);
}

static bool encloses(const gj_message *message, const gj_endpoint *endpoint) {
  for (unsigned i = 0; i < message->enclosed_count; i++) {
    if (message->enclosed[i].endpoint == endpoint) {
      return true;
    }
  }
  return false;
}

static int send_to(gj_context js, gj_endpoint *to, const gj_value parts[PARTS]) {
  gj_message *message = pack(js, parts);
  if (message == NULL) {
    return CANNOT;
  }
  if (encloses(message, to)) {
    drop(js, message);
    return TO_ITSELF;
  }
  message->number = gj_trace_posted();
  if (!gj_endpoint_deliver(to, message)) {
    drop(js, message);
    return NOBODY;
  }
  return SENT;
}

int gj_messaging_post(gj_context js, gj_endpoint *endpoint, const gj_value parts[PARTS]) {
  gj_endpoint *one;
  gj_endpoint **others = &one;
  unsigned room = 1;
  unsigned count = gj_endpoint_others(endpoint, others, room);
  if (count > room) {
    gj_endpoint_free(one);
    room = count;
    others = gj_memory_bound(NULL, room * sizeof(*others), "a list of ports");
    count = gj_endpoint_others(endpoint, others, room);
    count = count < room ? count : room;
  }
  int result = NOBODY;
  for (unsigned i = 0; i < count; i++) {
    int sent = send_to(js, others[i], parts);
    result = result == NOBODY ? sent : result;
    gj_endpoint_free(others[i]);
  }
  if (others != &one) {
    free(others);
  }
  return result;
}

/* --- the binding */

static void tell_finished(gj_runtime *runtime, gj_worker *worker) {
  gj_context js = runtime->js;
  gj_worker_end end = gj_worker_join(worker);
  gj_value argv[] = {gj_number(js, (double)worker->id), gj_number(js, end.code),
                     gj_number(js, end.reason)};
  gj_worker_free(worker);
  gj_enter(runtime, gj_pin_object(&functions.finished), 3, argv);
}

static void deliver(gj_runtime *runtime, uint32_t number) {
  gj_value argv[] = {gj_number(runtime->js, number)};
  gj_enter(runtime, gj_pin_object(&functions.deliver), 1, argv);
}

/* What the parent sends to the library comes right after a worker's program, as in Node. */
static void serve_line(gj_runtime *runtime) {
  static const uint32_t LINE = 2; /* the first number that internal/messaging/road.js gives out */
  while (functions.deliver.value != NULL && !gj_stop_asked() &&
         gj_mailbox_serve_only(&runtime->mailbox, LINE) != 0) {
    deliver(runtime, LINE);
  }
}

static void on_arrival(uv_async_t *async) {
  gj_runtime *runtime = async->data;
  gj_worker *worker;
  if (gj_stop_asked()) {
    uv_stop(runtime->loop);
    return;
  }
  if (runtime->first != NULL) {
    gj_object first = runtime->first;
    runtime->first = NULL;
    uv_unref((uv_handle_t *)async);
    gj_enter(runtime, first, 0, NULL);
    serve_line(runtime);
    uv_async_send(async); /* what has come besides: in the next turn */
    return;
  }
  gj_messaging_sweep(runtime->js);
  while ((worker = gj_mailbox_take_finished(&runtime->mailbox)) != NULL) {
    tell_finished(runtime, worker);
    gj_messaging_sweep(runtime->js); /* what it was sent and did not take */
  }
  uint32_t number;
  while (functions.deliver.value != NULL && !gj_stop_asked() &&
         (number = gj_mailbox_serve(&runtime->mailbox)) != 0) {
    deliver(runtime, number);
  }
}

int gj_messaging_open(gj_runtime *runtime) {
  if (runtime->mailbox.is_open) {
    return 0;
  }
  int err = gj_mailbox_open(&runtime->mailbox, runtime->loop, on_arrival);
  runtime->mailbox.async.data = runtime;
  return err;
}

void gj_messaging_first(gj_runtime *runtime, gj_object function) {
  runtime->first = function;
  uv_ref((uv_handle_t *)&runtime->mailbox.async);
  uv_async_send(&runtime->mailbox.async);
}

void gj_messaging_close(gj_runtime *runtime) {
  gj_mailbox_close(&runtime->mailbox);
  if (runtime->inbox != NULL) {
    gj_endpoint_free(runtime->inbox);
  }
  gj_messaging_sweep(runtime->js);
  gj_pin_free(&functions.deliver);
  gj_pin_free(&functions.finished);
  gj_pin_free(&functions.transfer);
  gj_pin_free(&functions.shared_constructor);
  gj_pin_free(&functions.room);
}

/* The first number belongs to what other threads send to this one: inbox(). */
static void open_inbox(gj_runtime *runtime) {
  gj_endpoint *inbox;
  if (runtime->worker == NULL) {
    inbox = gj_endpoint_inbox(0);
  } else {
    inbox = runtime->worker->inbox;
    gj_endpoint_hold(inbox);
  }
  runtime->inbox = inbox;
  gj_endpoint_move(inbox, &runtime->mailbox, 1);
  gj_endpoint_start(inbox);
}

/* start(deliver, finished, transfer, SharedArrayBuffer, room): once. */
GJ_FUNCTION(start) {
  functions.deliver = gj_pin_new(js, argv[0]);
  functions.finished = gj_pin_new(js, argv[1]);
  functions.transfer = gj_pin_new(js, argv[2]);
  functions.shared_constructor = gj_pin_new(js, argv[3]);
  functions.room = gj_pin_new(js, argv[4]);
  gj_bytes_get(js, argv[4], &plain_room);
  gj_runtime *runtime = gj_runtime_self();
  int err = gj_messaging_open(runtime);
  if (err == 0) {
    open_inbox(runtime);
  }
  return gj_number(js, err);
}

/* memoryOf(memory, buffer, SharedArrayBuffer): makes that WebAssembly.Memory, a new one, the one of
 * the buffer; whether there was memory for it. */
GJ_FUNCTION(memory_of) {
  return gj_bool(js,
                 gj_share_memory(js, (gj_object)argv[0], (gj_object)argv[1], (gj_object)argv[2]));
}

/* hasMemory(): whether memoryOf works with this engine. */
GJ_FUNCTION(has_memory) { return gj_bool(js, gj_share_has_memory()); }

/* pair(): the two endpoints of a new channel. */
GJ_FUNCTION(pair) {
  gj_endpoint *made[2];
  gj_endpoint_pair(made);
  gj_value both[] = {gj_messaging_object(js, made[0]), gj_messaging_object(js, made[1])};
  return gj_array(js, 2, both);
}

/* join(name): one more endpoint of that group. */
GJ_FUNCTION(join) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  gj_endpoint *endpoint = gj_endpoint_join(name.data);
  gj_text_free(&name);
  return gj_messaging_object(js, endpoint);
}

/* attach(endpoint, number): its messages come to this thread. */
GJ_FUNCTION(attach) {
  gj_endpoint_move(gj_class_memory((gj_object)argv[0]), mailbox(), gj_to_uint32(js, argv[1]));
  return gj_undefined(js);
}

/* detach(endpoint): it is about to be sent. */
GJ_FUNCTION(detach) {
  gj_endpoint_move(gj_class_memory((gj_object)argv[0]), NULL, 0);
  return gj_undefined(js);
}

/* begin(endpoint): deliver() is called for it. */
GJ_FUNCTION(begin) {
  gj_endpoint_start(gj_class_memory((gj_object)argv[0]));
  return gj_undefined(js);
}

/* pause(endpoint): no longer. */
GJ_FUNCTION(pause_endpoint) {
  gj_endpoint_pause(gj_class_memory((gj_object)argv[0]));
  return gj_undefined(js);
}

/* stop(endpoint): no longer, except for those that are being delivered. */
GJ_FUNCTION(stop_endpoint) {
  gj_endpoint_stop(gj_class_memory((gj_object)argv[0]));
  return gj_undefined(js);
}

/* close(endpoint): the other one gets what was sent, and then a close. */
GJ_FUNCTION(close_endpoint) {
  gj_endpoint_close(gj_class_memory((gj_object)argv[0]));
  gj_messaging_sweep(js);
  return gj_undefined(js);
}

/* post(endpoint, bytes, buffers, shared, enclosed): 0; 1: there is no receiver; 2: it encloses its
 * own receiver; 3: there is no memory, or the engine cannot. */
GJ_FUNCTION(post) {
  gj_value parts[PARTS];
  for (size_t i = 0; i < PARTS; i++) {
    parts[i] = i + 1 < argc ? argv[i + 1] : gj_undefined(js);
  }
  return gj_number(js, gj_messaging_post(js, gj_class_memory((gj_object)argv[0]), parts));
}

/* inbox(): its endpoint; once. */
GJ_FUNCTION(inbox) {
  gj_endpoint *endpoint = gj_runtime_self()->inbox;
  gj_runtime_self()->inbox = NULL;
  return gj_messaging_object(js, endpoint);
}

/* find(name): the endpoint that is the first of that group, or undefined. */
GJ_FUNCTION(find) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  gj_endpoint *endpoint = gj_endpoint_find(name.data);
  gj_text_free(&name);
  return endpoint == NULL ? gj_undefined(js) : gj_messaging_object(js, endpoint);
}

/* postTo(endpoint, ...): as post, to this one itself. */
GJ_FUNCTION(post_to) {
  gj_value parts[PARTS];
  for (size_t i = 0; i < PARTS; i++) {
    parts[i] = i + 1 < argc ? argv[i + 1] : gj_undefined(js);
  }
  return gj_number(js, send_to(js, gj_class_memory((gj_object)argv[0]), parts));
}

/* take(endpoint): a message; undefined: there is none; null: the other one has closed. */
GJ_FUNCTION(take) {
  gj_message *message = gj_endpoint_take(gj_class_memory((gj_object)argv[0]));
  if (message == NULL) {
    return gj_undefined(js);
  }
  if (message->is_close) {
    gj_message_free(message);
    return gj_null(js);
  }
  gj_trace_taken(message->number);
  return unpack(js, message);
}

/* waiting(endpoint): how many messages could be taken. */
GJ_FUNCTION(waiting) {
  return gj_number(js, gj_endpoint_waiting(gj_class_memory((gj_object)argv[0])));
}
GJ_DIRECT(waiting)

/* takeFlat(endpoint): a message that is plain and fits into the room is there then; how many words
 * it has. 0: take() has it, if there is one. */
GJ_FUNCTION(take_flat) {
  gj_message *message =
      gj_endpoint_take_plain(gj_class_memory((gj_object)argv[0]), plain_room.size);
  uint32_t words = message == NULL ? 0 : message->words;
  if (message != NULL) {
    gj_trace_taken(message->number);
    memcpy(plain_room.data, message->bytes.data, message->bytes.size);
    gj_message_free(message);
  }
  return gj_number(js, words);
}
GJ_DIRECT(take_flat)

/* Sends a copy to each member of its group. */
static int post_copies(gj_endpoint *endpoint, const gj_message *message) {
  gj_endpoint **others = NULL;
  unsigned count = gj_endpoint_others(endpoint, NULL, 0);
  int result = NOBODY;
  if (count > 0) {
    others = gj_memory_bound(NULL, count * sizeof(*others), "a list of ports");
    unsigned now = gj_endpoint_others(endpoint, others, count);
    count = now < count ? now : count;
  }
  for (unsigned i = 0; i < count; i++) {
    gj_message *copy = gj_message_plain(message->words, message->bytes.size);
    result = copy == NULL ? CANNOT : result;
    if (copy != NULL) {
      memcpy(copy->bytes.data, message->bytes.data, message->bytes.size);
      copy->number = gj_trace_posted();
      if (!gj_endpoint_deliver(others[i], copy)) {
        gj_message_free(copy);
      } else {
        result = result == NOBODY ? SENT : result;
      }
    }
    gj_endpoint_free(others[i]);
  }
  free(others);
  return result;
}

/* postFlat(endpoint, words, how many, characters, how many): as post(), of a plain message. */
GJ_FUNCTION(post_flat) {
  gj_endpoint *endpoint = gj_class_memory((gj_object)argv[0]);
  gj_bytes words;
  gj_bytes characters;
  uint32_t count = gj_to_uint32(js, argv[2]);
  size_t size = (size_t)gj_to_number(js, argv[4]);
  gj_bytes_look(js, argv[1], &words);
  gj_bytes_look(js, argv[3], &characters);
  gj_message *message = gj_message_plain(count, count * sizeof(int32_t) + size);
  if (message == NULL) {
    return gj_number(js, CANNOT);
  }
  memcpy(message->bytes.data, words.data, count * sizeof(int32_t));
  memcpy(message->bytes.data + count * sizeof(int32_t), characters.data, size);
  message->number = gj_trace_posted();
  int result = gj_endpoint_post(endpoint, message);
  if (result == GJ_POST_SENT) {
    return gj_number(js, SENT);
  }
  int sent = result == GJ_POST_GROUP ? post_copies(endpoint, message) : NOBODY;
  gj_message_free(message);
  return gj_number(js, sent);
}
GJ_DIRECT(post_flat)

/* hold(on): whether waiting for messages keeps the loop alive. */
GJ_FUNCTION(hold) {
  (gj_to_bool(js, argv[0]) ? uv_ref : uv_unref)((uv_handle_t *)&mailbox()->async);
  return gj_undefined(js);
}

/* unlock(buffer, transfer): whether its memory is in use, or was, and must outlive the transfer. */
GJ_FUNCTION(unlock) {
  return gj_bool(js, gj_bytes_unlock(js, gj_as_object(js, argv[0]), gj_as_object(js, argv[1])));
}

/* lock(buffer): its memory stays where it is. */
GJ_FUNCTION(lock) {
  gj_bytes bytes;
  return gj_bool(js, gj_bytes_get(js, argv[0], &bytes));
}

gj_object gj_bind_messaging(gj_context js) {
  static const gj_export exports[] = {
      {"start", start},
      {"memoryOf", memory_of},
      {"hasMemory", has_memory},
      {"pair", pair},
      {"join", join},
      {"attach", attach},
      {"detach", detach},
      {"begin", begin},
      {"post", post},
      {"close", close_endpoint},
      {"take", take},
      {"waiting", waiting, waiting_direct},
      {"takeFlat", take_flat, take_flat_direct},
      {"postFlat", post_flat, post_flat_direct},
      {"hold", hold},
      {"pause", pause_endpoint},
      {"unlock", unlock},
      {"lock", lock},
      {"inbox", inbox},
      {"find", find},
      {"postTo", post_to},
      {"stop", stop_endpoint},
      {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_set_exports(js, binding, gj_messaging_texts);
  return binding;
}
