/* SPDX-License-Identifier: MIT */
#include "runtime/ports.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "runtime/worker.h"

typedef struct gj_group {
  struct gj_group *next;
  gj_endpoint *members;
  char name[];
} gj_group;

struct gj_endpoint {
  unsigned references;
  gj_endpoint *other; /* of a channel; NULL: it is gone, or there is a group */
  gj_group *group;
  gj_endpoint *next_member;
  gj_message *first, **last;
  unsigned waiting;
  gj_mailbox *owner;
  gj_endpoint *next; /* of the same owner */
  uint32_t number;
  bool started, closed;
  bool stops; /* after it was served */
};

#define BOUND 1000u /* messages of one endpoint before others are served */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gj_group *groups; /* process: under the lock */
static gj_message *lost; /* process: under the lock */

static void wake(gj_mailbox *mailbox) {
  if (mailbox != NULL && mailbox->is_open) {
    uv_async_send(&mailbox->async);
  }
}

int gj_mailbox_open(gj_mailbox *mailbox, uv_loop_t *loop, uv_async_cb cb) {
  int err = uv_async_init(loop, &mailbox->async, cb);
  if (err == 0) {
    uv_unref((uv_handle_t *)&mailbox->async);
    mailbox->is_open = true;
  }
  return err;
}

void gj_mailbox_finished(gj_mailbox *mailbox, struct gj_worker *worker) {
  pthread_mutex_lock(&lock);
  struct gj_worker **last = &mailbox->finished;
  while (*last != NULL) {
    last = &(*last)->next_finished;
  }
  *last = worker;
  wake(mailbox);
  pthread_mutex_unlock(&lock);
}

struct gj_worker *gj_mailbox_take_finished(gj_mailbox *mailbox) {
  pthread_mutex_lock(&lock);
  struct gj_worker *worker = mailbox->finished;
  if (worker != NULL) {
    mailbox->finished = worker->next_finished;
    worker->next_finished = NULL;
  }
  pthread_mutex_unlock(&lock);
  return worker;
}

static gj_endpoint *endpoint_new(void) {
  gj_endpoint *endpoint = gj_memory_new(sizeof(*endpoint), "a port");
  endpoint->references = 1;
  endpoint->last = &endpoint->first;
  return endpoint;
}

void gj_endpoint_pair(gj_endpoint *pair[2]) {
  pair[0] = endpoint_new();
  pair[1] = endpoint_new();
  pair[0]->other = pair[1];
  pair[1]->other = pair[0];
}

static gj_group *find_group(const char *name) {
  gj_group *group = groups;
  while (group != NULL && strcmp(group->name, name) != 0) {
    group = group->next;
  }
  return group;
}

static gj_group *make_group(const char *name) {
  gj_group *group = find_group(name);
  if (group == NULL) {
    size_t size = strlen(name) + 1;
    group = gj_memory_bound(NULL, sizeof(*group) + size, "a group of ports");
    memcpy(group->name, name, size);
    group->members = NULL;
    group->next = groups;
    groups = group;
  }
  return group;
}

gj_endpoint *gj_endpoint_join(const char *name) {
  gj_endpoint *endpoint = endpoint_new();
  pthread_mutex_lock(&lock);
  endpoint->group = make_group(name);
  gj_endpoint **last = &endpoint->group->members;
  while (*last != NULL) {
    last = &(*last)->next_member;
  }
  *last = endpoint;
  pthread_mutex_unlock(&lock);
  return endpoint;
}

gj_endpoint *gj_endpoint_find(const char *name) {
  pthread_mutex_lock(&lock);
  gj_group *group = find_group(name);
  gj_endpoint *first = group == NULL ? NULL : group->members;
  if (first != NULL) {
    first->references++;
  }
  pthread_mutex_unlock(&lock);
  return first;
}

gj_endpoint *gj_endpoint_inbox(uint64_t thread) {
  char name[32];
  snprintf(name, sizeof(name), "thread %" PRIu64, thread);
  return gj_endpoint_join(name);
}

static void leave_group(gj_endpoint *endpoint) {
  gj_group *group = endpoint->group;
  if (group == NULL) {
    return;
  }
  endpoint->group = NULL;
  for (gj_endpoint **at = &group->members; *at != NULL; at = &(*at)->next_member) {
    if (*at == endpoint) {
      *at = endpoint->next_member;
      break;
    }
  }
  if (group->members == NULL) {
    gj_group **at = &groups;
    while (*at != group) {
      at = &(*at)->next;
    }
    *at = group->next;
    free(group);
  }
}

static void leave_owner(gj_endpoint *endpoint) {
  if (endpoint->owner != NULL) {
    gj_endpoint **at = &endpoint->owner->endpoints;
    while (*at != endpoint) {
      at = &(*at)->next;
    }
    *at = endpoint->next;
    if (endpoint->owner->served == endpoint) {
      endpoint->owner->served = NULL;
    }
    endpoint->owner = NULL;
    endpoint->started = false;
  }
}

static void lose_messages(gj_endpoint *endpoint) {
  if (endpoint->first != NULL) {
    *endpoint->last = lost;
    lost = endpoint->first;
    endpoint->first = NULL;
    endpoint->last = &endpoint->first;
    endpoint->waiting = 0;
  }
}

static bool is_heard(const gj_endpoint *endpoint) {
  return endpoint->first != NULL && (endpoint->started || endpoint->first->is_close);
}

static void append(gj_endpoint *endpoint, gj_message *message) {
  message->next = NULL;
  *endpoint->last = message;
  endpoint->last = &message->next;
  endpoint->waiting++;
  if (is_heard(endpoint)) {
    wake(endpoint->owner);
  }
}

static void close_one(gj_endpoint *endpoint) {
  gj_endpoint *other = endpoint->other;
  endpoint->closed = true;
  endpoint->other = NULL;
  leave_owner(endpoint);
  leave_group(endpoint);
  lose_messages(endpoint);
  if (other != NULL) {
    other->other = NULL;
    gj_message *message = gj_memory_new(sizeof(*message), "a message");
    message->is_close = true;
    append(other, message);
  }
}

void gj_endpoint_close(gj_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  if (!endpoint->closed) {
    close_one(endpoint);
  }
  pthread_mutex_unlock(&lock);
}

void gj_mailbox_close(gj_mailbox *mailbox) {
  pthread_mutex_lock(&lock);
  mailbox->is_open = false;
  while (mailbox->endpoints != NULL) {
    close_one(mailbox->endpoints);
  }
  pthread_mutex_unlock(&lock);
}

void gj_endpoint_hold(gj_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  endpoint->references++;
  pthread_mutex_unlock(&lock);
}

void gj_endpoint_free(gj_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  bool last = --endpoint->references == 0;
  if (last && !endpoint->closed) {
    close_one(endpoint);
  }
  pthread_mutex_unlock(&lock);
  if (last) {
    free(endpoint);
  }
}

void gj_endpoint_move(gj_endpoint *endpoint, gj_mailbox *mailbox, uint32_t number) {
  pthread_mutex_lock(&lock);
  leave_owner(endpoint);
  if (mailbox != NULL && !endpoint->closed) {
    gj_endpoint **before = &mailbox->endpoints;
    while (*before != NULL && (*before)->number < number) {
      before = &(*before)->next;
    }
    endpoint->next = *before;
    *before = endpoint;
    endpoint->owner = mailbox;
    endpoint->number = number;
    if (is_heard(endpoint)) {
      wake(mailbox);
    }
  }
  pthread_mutex_unlock(&lock);
}

void gj_endpoint_start(gj_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  endpoint->started = true;
  if (is_heard(endpoint)) {
    wake(endpoint->owner);
  }
  pthread_mutex_unlock(&lock);
}

void gj_endpoint_pause(gj_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  endpoint->started = false;
  pthread_mutex_unlock(&lock);
}

void gj_endpoint_stop(gj_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  if (endpoint->owner != NULL && endpoint->owner->served == endpoint) {
    endpoint->stops = true;
  } else {
    endpoint->started = false;
  }
  pthread_mutex_unlock(&lock);
}

uint32_t gj_mailbox_serve_only(gj_mailbox *mailbox, uint32_t number) {
  pthread_mutex_lock(&lock);
  gj_endpoint *at = mailbox->endpoints;
  while (at != NULL && at->number != number) {
    at = at->next;
  }
  bool heard = at != NULL && is_heard(at);
  pthread_mutex_unlock(&lock);
  return heard ? number : 0;
}

static gj_endpoint *next_heard(gj_mailbox *mailbox) {
  gj_endpoint *at = mailbox->served != NULL ? mailbox->served->next : mailbox->endpoints;
  while (at != NULL && (at->number <= mailbox->served_number || !is_heard(at))) {
    at = at->next;
  }
  return at;
}

uint32_t gj_mailbox_serve(gj_mailbox *mailbox) {
  pthread_mutex_lock(&lock);
  gj_endpoint *at = mailbox->served;
  bool more = at != NULL && is_heard(at);
  if (!more || mailbox->served_left == 0) {
    if (at != NULL && at->stops) {
      at->started = false;
    } else if (more) {
      wake(mailbox); /* the others first */
    }
    at = next_heard(mailbox);
    mailbox->served = at;
    mailbox->served_number = at == NULL ? 0 : at->number;
    mailbox->served_left = at == NULL || at->waiting < BOUND ? BOUND : at->waiting;
  }
  mailbox->served_left--;
  uint32_t number = mailbox->served_number;
  pthread_mutex_unlock(&lock);
  return number;
}

unsigned gj_endpoint_waiting(gj_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  unsigned waiting = is_heard(endpoint) ? endpoint->waiting : 0;
  pthread_mutex_unlock(&lock);
  return waiting;
}

unsigned gj_endpoint_others(gj_endpoint *endpoint, gj_endpoint **others, unsigned room) {
  unsigned count = 0;
  pthread_mutex_lock(&lock);
  gj_endpoint *at = endpoint->group != NULL ? endpoint->group->members : endpoint->other;
  for (; at != NULL; at = endpoint->group != NULL ? at->next_member : NULL) {
    if (at != endpoint) {
      if (count < room) {
        others[count] = at;
        at->references++;
      }
      count++;
    }
  }
  pthread_mutex_unlock(&lock);
  return count;
}

bool gj_endpoint_deliver(gj_endpoint *endpoint, gj_message *message) {
  pthread_mutex_lock(&lock);
  bool open = !endpoint->closed;
  if (open) {
    append(endpoint, message);
  }
  pthread_mutex_unlock(&lock);
  return open;
}

int gj_endpoint_post(gj_endpoint *endpoint, gj_message *message) {
  pthread_mutex_lock(&lock);
  int result = endpoint->group != NULL ? GJ_POST_GROUP : GJ_POST_NOBODY;
  if (endpoint->other != NULL) {
    append(endpoint->other, message);
    result = GJ_POST_SENT;
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static void take_first(gj_endpoint *endpoint) {
  endpoint->first = endpoint->first->next;
  endpoint->waiting--;
  if (endpoint->first == NULL) {
    endpoint->last = &endpoint->first;
  }
}

gj_message *gj_endpoint_take(gj_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  gj_message *message = endpoint->first;
  if (message != NULL) {
    take_first(endpoint);
  }
  pthread_mutex_unlock(&lock);
  return message;
}

gj_message *gj_endpoint_take_plain(gj_endpoint *endpoint, size_t most) {
  pthread_mutex_lock(&lock);
  gj_message *message = endpoint->first;
  if (message != NULL && message->words != 0 && message->words != GJ_TEXT &&
      message->bytes.size <= most) {
    take_first(endpoint);
  } else {
    message = NULL;
  }
  pthread_mutex_unlock(&lock);
  return message;
}

gj_message *gj_endpoint_take_text(gj_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  gj_message *message = endpoint->first;
  if (message != NULL && message->words == GJ_TEXT) {
    take_first(endpoint);
  } else {
    message = NULL;
  }
  pthread_mutex_unlock(&lock);
  return message;
}

gj_message *gj_message_plain(uint32_t words, size_t size) {
  gj_message *message = gj_memory_room(sizeof(*message) + size);
  if (message != NULL) {
    memset(message, 0, sizeof(*message));
    message->words = words;
    message->bytes = (gj_bytes){(uint8_t *)(message + 1), size};
  }
  return message;
}

void gj_message_free(gj_message *message) {
  if (message->words == 0) {
    free(message->bytes.data);
  }
  free(message->buffers);
  free(message->shared);
  free(message->enclosed);
  free(message);
}

gj_message *gj_message_take_lost(void) {
  pthread_mutex_lock(&lock);
  gj_message *message = lost;
  lost = message == NULL ? NULL : message->next;
  pthread_mutex_unlock(&lock);
  return message;
}
