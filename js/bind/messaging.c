/* SPDX-License-Identifier: MIT */
/* binding('messaging'): endpoints (runtime/ports.h), which js/lib/internal/messaging makes ports
 * of. A message is given and taken as its bytes, or as an array: the bytes, buffers whose memory
 * goes along, shared buffers, and what is enclosed, each an endpoint or such an array. A plain one
 * is given as words and characters, and taken as both in one piece. Messages arrive as callbacks of
 * the loop, in its poll phase. */
#include "bind/messaging.h"

#include <stdlib.h>

#include "engine/memory.h"
#include "runtime/trace.h"
#include "runtime/worker.h"

enum { BYTES, BUFFERS, SHARED, ENCLOSED, PARTS };
/* What post returns. */
enum {
#define POSTED(name) name,
#include "lists.def"
};

/* deliver(number): hands over one message. finished(worker, code): a thread has ended. Then
 * functions of the engine as the library found them, and memory for plain messages. */
static _Thread_local struct {
  gy_pin deliver, finished, transfer, shared_constructor, room;
} functions;
static _Thread_local gy_bytes plain_room;

static gy_mailbox *mailbox(void) { return &gy_runtime_self()->mailbox; }

/* --- endpoints as objects */

static void on_gone(void *memory) { gy_endpoint_free(memory); }

static gy_class endpoint_class(void) {
  static gy_class place;
  return gy_class_made(&place, "Endpoint", on_gone);
}

gy_object gy_messaging_object(gy_context js, gy_endpoint *endpoint) {
  return gy_class_object(js, endpoint_class(), endpoint);
}

gy_endpoint *gy_messaging_endpoint(gy_context js, gy_value value) {
  return gy_class_is(js, value, endpoint_class()) ? gy_class_memory((gy_object)value) : NULL;
}

/* --- messages */

static gy_message *pack(gy_context js, const gy_value parts[PARTS]);
static gy_value unpack(gy_context js, gy_message *message);

static gy_object buffer_of(gy_context js, gy_carried *carried) {
  return gy_share_give(js, carried,
                       gy_pin_object(gy_share_is_shared(carried) ? &functions.shared_constructor
                                                                 : &functions.transfer));
}

/* What it has was for nobody. */
static void drop(gy_context js, gy_message *message) {
  for (unsigned i = 0; i < message->buffer_count; i++) {
    buffer_of(js, message->buffers[i]);
  }
  for (unsigned i = 0; i < message->shared_count; i++) {
    buffer_of(js, message->shared[i]);
  }
  for (unsigned i = 0; i < message->enclosed_count; i++) {
    if (message->enclosed[i].endpoint != NULL) { /* who sent it may still have a reference */
      gy_endpoint_close(message->enclosed[i].endpoint);
      gy_endpoint_free(message->enclosed[i].endpoint);
    } else if (message->enclosed[i].message != NULL) {
      drop(js, message->enclosed[i].message);
    }
  }
  gy_message_free(message);
}

void gy_messaging_sweep(gy_context js) {
  gy_message *message;
  while (functions.transfer.value != NULL && (message = gy_message_take_lost()) != NULL) {
    drop(js, message);
  }
}

static bool pack_buffers(gy_context js, gy_value list, gy_carried ***to, unsigned *count) {
  unsigned length = gy_is_object(js, list) ? gy_length(js, (gy_object)list) : 0;
  *to = length == 0 ? NULL : gy_memory_rooms(length, sizeof(**to));
  if (length != 0 && *to == NULL) {
    return false;
  }
  for (; *count < length; (*count)++) {
    gy_object buffer = gy_as_object(js, gy_get_index(js, (gy_object)list, *count));
    (*to)[*count] = gy_share_take(js, buffer);
    if ((*to)[*count] == NULL) {
      return false;
    }
  }
  return true;
}

static bool pack_enclosed(gy_context js, gy_value list, gy_message *message) {
  unsigned length = gy_is_object(js, list) ? gy_length(js, (gy_object)list) : 0;
  message->enclosed = length == 0 ? NULL : gy_memory_rooms(length, sizeof(gy_enclosed));
  if (length != 0 && message->enclosed == NULL) {
    return false;
  }
  for (; message->enclosed_count < length; message->enclosed_count++) {
    gy_enclosed *enclosed = &message->enclosed[message->enclosed_count];
    gy_object object = gy_as_object(js, gy_get_index(js, (gy_object)list, message->enclosed_count));
    enclosed->endpoint = gy_messaging_endpoint(js, object);
    if (enclosed->endpoint != NULL) {
      gy_endpoint_hold(enclosed->endpoint);
      continue;
    }
    gy_value parts[PARTS];
    for (unsigned i = 0; i < PARTS; i++) {
      parts[i] = gy_get_index(js, object, i);
    }
    enclosed->message = pack(js, parts);
    if (enclosed->message == NULL) {
      return false;
    }
  }
  return true;
}

/* NULL: it cannot be sent. */
static gy_message *pack(gy_context js, const gy_value parts[PARTS]) {
  gy_message *message = gy_memory_new(sizeof(*message), "a message");
  gy_bytes bytes;
  gy_bytes_look(js, parts[BYTES], &bytes);
  message->bytes.data = gy_memory_room(bytes.size == 0 ? 1 : bytes.size);
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

static gy_value unpack_buffers(gy_context js, gy_carried **buffers, unsigned *count) {
  gy_object list = gy_array(js, 0, NULL);
  for (unsigned i = 0; i < *count; i++) {
    gy_object buffer = buffer_of(js, buffers[i]);
    gy_set_index(js, list, i, buffer == NULL ? gy_undefined(js) : buffer);
  }
  *count = 0;
  return list;
}

static void release_message(void *data, void *message) {
  (void)data;
  gy_message_free(message);
}

/* It is gone then. */
static gy_value unpack(gy_context js, gy_message *message) {
  if (message->words != 0) {
    gy_value both[] = {
        gy_bytes_array(js, message->bytes.data, message->bytes.size, release_message, message),
        gy_number(js, message->words)};
    return gy_array(js, 2, both);
  }
  gy_value bytes =
      gy_bytes_array(js, message->bytes.data, message->bytes.size, release_bytes, NULL);
  message->bytes.data = NULL;
  if ((message->buffer_count | message->shared_count | message->enclosed_count) == 0) {
    gy_message_free(message);
    return bytes;
  }
  gy_object enclosed = gy_array(js, 0, NULL);
  for (unsigned i = 0; i < message->enclosed_count; i++) {
    gy_enclosed *one = &message->enclosed[i];
    gy_set_index(
        js, enclosed, i,
        one->endpoint != NULL ? gy_messaging_object(js, one->endpoint) : unpack(js, one->message));
  }
  gy_value parts[PARTS] = {bytes, unpack_buffers(js, message->buffers, &message->buffer_count),
                           unpack_buffers(js, message->shared, &message->shared_count), enclosed};
  gy_message_free(message);
  return gy_array(js, PARTS, parts);
}

static bool encloses(const gy_message *message, const gy_endpoint *endpoint) {
  for (unsigned i = 0; i < message->enclosed_count; i++) {
    if (message->enclosed[i].endpoint == endpoint) {
      return true;
    }
  }
  return false;
}

static int send_to(gy_context js, gy_endpoint *to, const gy_value parts[PARTS]) {
  gy_message *message = pack(js, parts);
  if (message == NULL) {
    return CANNOT;
  }
  if (encloses(message, to)) {
    drop(js, message);
    return TO_ITSELF;
  }
  message->number = gy_trace_posted();
  if (!gy_endpoint_deliver(to, message)) {
    drop(js, message);
    return NOBODY;
  }
  return SENT;
}

int gy_messaging_post(gy_context js, gy_endpoint *endpoint, const gy_value parts[PARTS]) {
  gy_endpoint *one;
  gy_endpoint **others = &one;
  unsigned room = 1;
  unsigned count = gy_endpoint_others(endpoint, others, room);
  if (count > room) {
    gy_endpoint_free(one);
    room = count;
    others = gy_memory_bound(NULL, room * sizeof(*others), "a list of ports");
    count = gy_endpoint_others(endpoint, others, room);
    count = count < room ? count : room;
  }
  int result = NOBODY;
  for (unsigned i = 0; i < count; i++) {
    int sent = send_to(js, others[i], parts);
    result = result == NOBODY ? sent : result;
    gy_endpoint_free(others[i]);
  }
  if (others != &one) {
    free(others);
  }
  return result;
}

/* --- the binding */

static void tell_finished(gy_runtime *runtime, gy_worker *worker) {
  gy_context js = runtime->js;
  gy_worker_end end = gy_worker_join(worker);
  gy_value argv[] = {gy_number(js, (double)worker->id), gy_number(js, end.code),
                     gy_number(js, end.reason)};
  gy_worker_free(worker);
  gy_enter(runtime, gy_pin_object(&functions.finished), 3, argv);
}

static void on_arrival(uv_async_t *async) {
  gy_runtime *runtime = async->data;
  gy_worker *worker;
  if (gy_stop_asked()) {
    uv_stop(runtime->loop);
    return;
  }
  if (runtime->first != NULL) {
    gy_object first = runtime->first;
    runtime->first = NULL;
    uv_unref((uv_handle_t *)async);
    gy_enter(runtime, first, 0, NULL);
    uv_async_send(async); /* what has come besides: in the next turn */
    return;
  }
  gy_messaging_sweep(runtime->js);
  while ((worker = gy_mailbox_take_finished(&runtime->mailbox)) != NULL) {
    tell_finished(runtime, worker);
    gy_messaging_sweep(runtime->js); /* what it was sent and did not take */
  }
  uint32_t number;
  while (functions.deliver.value != NULL && !gy_stop_asked() &&
         (number = gy_mailbox_serve(&runtime->mailbox)) != 0) {
    gy_value argv[] = {gy_number(runtime->js, number)};
    gy_enter(runtime, gy_pin_object(&functions.deliver), 1, argv);
  }
}

int gy_messaging_open(gy_runtime *runtime) {
  if (runtime->mailbox.is_open) {
    return 0;
  }
  int err = gy_mailbox_open(&runtime->mailbox, runtime->loop, on_arrival);
  runtime->mailbox.async.data = runtime;
  return err;
}

void gy_messaging_first(gy_runtime *runtime, gy_object function) {
  runtime->first = function;
  uv_ref((uv_handle_t *)&runtime->mailbox.async);
  uv_async_send(&runtime->mailbox.async);
}

void gy_messaging_close(gy_runtime *runtime) {
  gy_mailbox_close(&runtime->mailbox);
  if (runtime->inbox != NULL) {
    gy_endpoint_free(runtime->inbox);
  }
  gy_messaging_sweep(runtime->js);
  gy_pin_free(&functions.deliver);
  gy_pin_free(&functions.finished);
  gy_pin_free(&functions.transfer);
  gy_pin_free(&functions.shared_constructor);
  gy_pin_free(&functions.room);
}

/* The first number is that of what other threads send to this one: inbox(). */
static void open_inbox(gy_runtime *runtime) {
  gy_endpoint *inbox;
  if (runtime->worker == NULL) {
    inbox = gy_endpoint_inbox(0);
  } else {
    inbox = runtime->worker->inbox;
    gy_endpoint_hold(inbox);
  }
  runtime->inbox = inbox;
  gy_endpoint_move(inbox, &runtime->mailbox, 1);
  gy_endpoint_start(inbox);
}

/* start(deliver, finished, transfer, SharedArrayBuffer, room): once. */
GY_FUNCTION(start) {
  functions.deliver = gy_pin_new(js, argv[0]);
  functions.finished = gy_pin_new(js, argv[1]);
  functions.transfer = gy_pin_new(js, argv[2]);
  functions.shared_constructor = gy_pin_new(js, argv[3]);
  functions.room = gy_pin_new(js, argv[4]);
  gy_bytes_get(js, argv[4], &plain_room);
  gy_runtime *runtime = gy_runtime_self();
  int err = gy_messaging_open(runtime);
  if (err == 0) {
    open_inbox(runtime);
  }
  return gy_number(js, err);
}

/* pair(): the two endpoints of a new channel. */
GY_FUNCTION(pair) {
  gy_endpoint *made[2];
  gy_endpoint_pair(made);
  gy_value both[] = {gy_messaging_object(js, made[0]), gy_messaging_object(js, made[1])};
  return gy_array(js, 2, both);
}

/* join(name): one more endpoint of that group. */
GY_FUNCTION(join) {
  gy_text name;
  gy_text_get(js, argv[0], &name);
  gy_endpoint *endpoint = gy_endpoint_join(name.data);
  gy_text_free(&name);
  return gy_messaging_object(js, endpoint);
}

/* attach(endpoint, number): its messages come to this thread. */
GY_FUNCTION(attach) {
  gy_endpoint_move(gy_class_memory((gy_object)argv[0]), mailbox(), gy_to_uint32(js, argv[1]));
  return gy_undefined(js);
}

/* detach(endpoint): it is about to be sent. */
GY_FUNCTION(detach) {
  gy_endpoint_move(gy_class_memory((gy_object)argv[0]), NULL, 0);
  return gy_undefined(js);
}

/* begin(endpoint): deliver() is called for it. */
GY_FUNCTION(begin) {
  gy_endpoint_start(gy_class_memory((gy_object)argv[0]));
  return gy_undefined(js);
}

/* pause(endpoint): no longer. */
GY_FUNCTION(pause_endpoint) {
  gy_endpoint_pause(gy_class_memory((gy_object)argv[0]));
  return gy_undefined(js);
}

/* close(endpoint): the other one gets what was sent, and then a close. */
GY_FUNCTION(close_endpoint) {
  gy_endpoint_close(gy_class_memory((gy_object)argv[0]));
  gy_messaging_sweep(js);
  return gy_undefined(js);
}

/* post(endpoint, bytes, buffers, shared, enclosed): 0; 1: nobody is there to get it; 2: it encloses
 * the one that would get it; 3: there is no memory, or the engine cannot. */
GY_FUNCTION(post) {
  gy_value parts[PARTS];
  for (size_t i = 0; i < PARTS; i++) {
    parts[i] = i + 1 < argc ? argv[i + 1] : gy_undefined(js);
  }
  return gy_number(js, gy_messaging_post(js, gy_class_memory((gy_object)argv[0]), parts));
}

/* inbox(): its endpoint; once. */
GY_FUNCTION(inbox) {
  gy_endpoint *endpoint = gy_runtime_self()->inbox;
  gy_runtime_self()->inbox = NULL;
  return gy_messaging_object(js, endpoint);
}

/* find(name): the endpoint that is the first of that group, or undefined. */
GY_FUNCTION(find) {
  gy_text name;
  gy_text_get(js, argv[0], &name);
  gy_endpoint *endpoint = gy_endpoint_find(name.data);
  gy_text_free(&name);
  return endpoint == NULL ? gy_undefined(js) : gy_messaging_object(js, endpoint);
}

/* postTo(endpoint, ...): as post, to this one itself. */
GY_FUNCTION(post_to) {
  gy_value parts[PARTS];
  for (size_t i = 0; i < PARTS; i++) {
    parts[i] = i + 1 < argc ? argv[i + 1] : gy_undefined(js);
  }
  return gy_number(js, send_to(js, gy_class_memory((gy_object)argv[0]), parts));
}

/* take(endpoint): a message; undefined: there is none; null: the other one has closed. */
GY_FUNCTION(take) {
  gy_message *message = gy_endpoint_take(gy_class_memory((gy_object)argv[0]));
  if (message == NULL) {
    return gy_undefined(js);
  }
  if (message->is_close) {
    gy_message_free(message);
    return gy_null(js);
  }
  gy_trace_taken(message->number);
  return unpack(js, message);
}

/* waiting(endpoint): how many messages could be taken. */
GY_FUNCTION(waiting) {
  return gy_number(js, gy_endpoint_waiting(gy_class_memory((gy_object)argv[0])));
}
GY_DIRECT(waiting)

/* takeFlat(endpoint): a message that is plain and fits into the room is there then; how many words
 * it has. 0: take() has it, if there is one. */
GY_FUNCTION(take_flat) {
  gy_message *message =
      gy_endpoint_take_plain(gy_class_memory((gy_object)argv[0]), plain_room.size);
  uint32_t words = message == NULL ? 0 : message->words;
  if (message != NULL) {
    gy_trace_taken(message->number);
    memcpy(plain_room.data, message->bytes.data, message->bytes.size);
    gy_message_free(message);
  }
  return gy_number(js, words);
}
GY_DIRECT(take_flat)

/* To each member of its group a copy. */
static int post_copies(gy_endpoint *endpoint, const gy_message *message) {
  gy_endpoint **others = NULL;
  unsigned count = gy_endpoint_others(endpoint, NULL, 0);
  int result = NOBODY;
  if (count > 0) {
    others = gy_memory_bound(NULL, count * sizeof(*others), "a list of ports");
    unsigned now = gy_endpoint_others(endpoint, others, count);
    count = now < count ? now : count;
  }
  for (unsigned i = 0; i < count; i++) {
    gy_message *copy = gy_message_plain(message->words, message->bytes.size);
    result = copy == NULL ? CANNOT : result;
    if (copy != NULL) {
      memcpy(copy->bytes.data, message->bytes.data, message->bytes.size);
      copy->number = gy_trace_posted();
      if (!gy_endpoint_deliver(others[i], copy)) {
        gy_message_free(copy);
      } else {
        result = result == NOBODY ? SENT : result;
      }
    }
    gy_endpoint_free(others[i]);
  }
  free(others);
  return result;
}

/* postFlat(endpoint, words, how many, characters, how many): as post(), of a plain message. */
GY_FUNCTION(post_flat) {
  gy_endpoint *endpoint = gy_class_memory((gy_object)argv[0]);
  gy_bytes words;
  gy_bytes characters;
  uint32_t count = gy_to_uint32(js, argv[2]);
  size_t size = (size_t)gy_to_number(js, argv[4]);
  gy_bytes_look(js, argv[1], &words);
  gy_bytes_look(js, argv[3], &characters);
  gy_message *message = gy_message_plain(count, count * sizeof(int32_t) + size);
  if (message == NULL) {
    return gy_number(js, CANNOT);
  }
  memcpy(message->bytes.data, words.data, count * sizeof(int32_t));
  memcpy(message->bytes.data + count * sizeof(int32_t), characters.data, size);
  message->number = gy_trace_posted();
  int result = gy_endpoint_post(endpoint, message);
  if (result == GY_POST_SENT) {
    return gy_number(js, SENT);
  }
  int sent = result == GY_POST_GROUP ? post_copies(endpoint, message) : NOBODY;
  gy_message_free(message);
  return gy_number(js, sent);
}
GY_DIRECT(post_flat)

/* hold(on): whether waiting for messages keeps the loop alive. */
GY_FUNCTION(hold) {
  (gy_to_bool(js, argv[0]) ? uv_ref : uv_unref)((uv_handle_t *)&mailbox()->async);
  return gy_undefined(js);
}

/* unlock(buffer, transfer): whether its memory is in use, or was, and must outlive the transfer. */
GY_FUNCTION(unlock) {
  return gy_bool(js, gy_bytes_unlock(js, gy_as_object(js, argv[0]), gy_as_object(js, argv[1])));
}

/* lock(buffer): its memory stays where it is. */
GY_FUNCTION(lock) {
  gy_bytes bytes;
  return gy_bool(js, gy_bytes_get(js, argv[0], &bytes));
}

gy_object gy_bind_messaging(gy_context js) {
  static const gy_export exports[] = {
      {"start", start},        {"pair", pair},
      {"join", join},          {"attach", attach},
      {"detach", detach},      {"begin", begin},
      {"post", post},          {"close", close_endpoint},
      {"take", take},          {"waiting", waiting},
      {"takeFlat", take_flat}, {"postFlat", post_flat},
      {"hold", hold},          {"pause", pause_endpoint},
      {"unlock", unlock},      {"lock", lock},
      {"inbox", inbox},        {"find", find},
      {"postTo", post_to},     {NULL, NULL},
  };
  static const gy_direct_export direct[] = {{"waiting", waiting_direct},
                                            {"takeFlat", take_flat_direct},
                                            {"postFlat", post_flat_direct},
                                            {NULL, NULL}};
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_direct_set(js, binding, direct);
  return binding;
}
