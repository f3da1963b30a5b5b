/* SPDX-License-Identifier: MIT */
#include "runtime/ports.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "runtime/worker.h"

typedef struct gy_group {
  struct gy_group *next;
  gy_endpoint *members;
  char name[];
} gy_group;

struct gy_endpoint {
  unsigned references;
  gy_endpoint *other; /* of a channel; NULL: it is gone, or there is a group */
  gy_group *group;
  gy_endpoint *next_member;
  gy_message *first, **last;
  unsigned waiting;
  gy_mailbox *owner;
  gy_endpoint *next; /* of the same owner */
  uint32_t number;
  bool started, closed;
};

#define BOUND 1000u /* messages of one endpoint, before others have their turn */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gy_group *groups; /* process: under the lock */
static gy_message *lost; /* process: under the lock */

static void wake(gy_mailbox *mailbox) {
  if (mailbox != NULL && mailbox->is_open) {
    uv_async_send(&mailbox->async);
  }
}

int gy_mailbox_open(gy_mailbox *mailbox, uv_loop_t *loop, uv_async_cb cb) {
  int err = uv_async_init(loop, &mailbox->async, cb);
  if (err == 0) {
    uv_unref((uv_handle_t *)&mailbox->async);
    mailbox->is_open = true;
  }
  return err;
}

void gy_mailbox_finished(gy_mailbox *mailbox, struct gy_worker *worker) {
  pthread_mutex_lock(&lock);
  struct gy_worker **last = &mailbox->finished;
  while (*last != NULL) {
    last = &(*last)->next_finished;
  }
  *last = worker;
  wake(mailbox);
  pthread_mutex_unlock(&lock);
}

struct gy_worker *gy_mailbox_take_finished(gy_mailbox *mailbox) {
  pthread_mutex_lock(&lock);
  struct gy_worker *worker = mailbox->finished;
  if (worker != NULL) {
    mailbox->finished = worker->next_finished;
    worker->next_finished = NULL;
  }
  pthread_mutex_unlock(&lock);
  return worker;
}

static gy_endpoint *endpoint_new(void) {
  gy_endpoint *endpoint = gy_memory_new(sizeof(*endpoint), "a port");
  endpoint->references = 1;
  endpoint->last = &endpoint->first;
  return endpoint;
}

void gy_endpoint_pair(gy_endpoint *pair[2]) {
  pair[0] = endpoint_new();
  pair[1] = endpoint_new();
  pair[0]->other = pair[1];
  pair[1]->other = pair[0];
}

static gy_group *find_group(const char *name) {
  gy_group *group = groups;
  while (group != NULL && strcmp(group->name, name) != 0) {
    group = group->next;
  }
  return group;
}

static gy_group *make_group(const char *name) {
  gy_group *group = find_group(name);
  if (group == NULL) {
    size_t size = strlen(name) + 1;
    group = gy_memory_bound(NULL, sizeof(*group) + size, "a group of ports");
    memcpy(group->name, name, size);
    group->members = NULL;
    group->next = groups;
    groups = group;
  }
  return group;
}

gy_endpoint *gy_endpoint_join(const char *name) {
  gy_endpoint *endpoint = endpoint_new();
  pthread_mutex_lock(&lock);
  endpoint->group = make_group(name);
  gy_endpoint **last = &endpoint->group->members;
  while (*last != NULL) {
    last = &(*last)->next_member;
  }
  *last = endpoint;
  pthread_mutex_unlock(&lock);
  return endpoint;
}

gy_endpoint *gy_endpoint_find(const char *name) {
  pthread_mutex_lock(&lock);
  gy_group *group = find_group(name);
  gy_endpoint *first = group == NULL ? NULL : group->members;
  if (first != NULL) {
    first->references++;
  }
  pthread_mutex_unlock(&lock);
  return first;
}

gy_endpoint *gy_endpoint_inbox(uint64_t thread) {
  char name[32];
  snprintf(name, sizeof(name), "thread %" PRIu64, thread);
  return gy_endpoint_join(name);
}

static void leave_group(gy_endpoint *endpoint) {
  gy_group *group = endpoint->group;
  if (group == NULL) {
    return;
  }
  endpoint->group = NULL;
  for (gy_endpoint **at = &group->members; *at != NULL; at = &(*at)->next_member) {
    if (*at == endpoint) {
      *at = endpoint->next_member;
      break;
    }
  }
  if (group->members == NULL) {
    gy_group **at = &groups;
    while (*at != group) {
      at = &(*at)->next;
    }
    *at = group->next;
    free(group);
  }
}

static void leave_owner(gy_endpoint *endpoint) {
  if (endpoint->owner != NULL) {
    gy_endpoint **at = &endpoint->owner->endpoints;
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

static void lose_messages(gy_endpoint *endpoint) {
  if (endpoint->first != NULL) {
    *endpoint->last = lost;
    lost = endpoint->first;
    endpoint->first = NULL;
    endpoint->last = &endpoint->first;
    endpoint->waiting = 0;
  }
}

static bool is_heard(const gy_endpoint *endpoint) {
  return endpoint->first != NULL && (endpoint->started || endpoint->first->is_close);
}

static void append(gy_endpoint *endpoint, gy_message *message) {
  message->next = NULL;
  *endpoint->last = message;
  endpoint->last = &message->next;
  endpoint->waiting++;
  if (is_heard(endpoint)) {
    wake(endpoint->owner);
  }
}

static void close_one(gy_endpoint *endpoint) {
  gy_endpoint *other = endpoint->other;
  endpoint->closed = true;
  endpoint->other = NULL;
  leave_owner(endpoint);
  leave_group(endpoint);
  lose_messages(endpoint);
  if (other != NULL) {
    other->other = NULL;
    gy_message *message = gy_memory_new(sizeof(*message), "a message");
    message->is_close = true;
    append(other, message);
  }
}

void gy_endpoint_close(gy_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  if (!endpoint->closed) {
    close_one(endpoint);
  }
  pthread_mutex_unlock(&lock);
}

void gy_mailbox_close(gy_mailbox *mailbox) {
  pthread_mutex_lock(&lock);
  mailbox->is_open = false;
  while (mailbox->endpoints != NULL) {
    close_one(mailbox->endpoints);
  }
  pthread_mutex_unlock(&lock);
}

void gy_endpoint_hold(gy_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  endpoint->references++;
  pthread_mutex_unlock(&lock);
}

void gy_endpoint_free(gy_endpoint *endpoint) {
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

void gy_endpoint_move(gy_endpoint *endpoint, gy_mailbox *mailbox, uint32_t number) {
  pthread_mutex_lock(&lock);
  leave_owner(endpoint);
  if (mailbox != NULL && !endpoint->closed) {
    gy_endpoint **before = &mailbox->endpoints;
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

void gy_endpoint_start(gy_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  endpoint->started = true;
  if (is_heard(endpoint)) {
    wake(endpoint->owner);
  }
  pthread_mutex_unlock(&lock);
}

void gy_endpoint_pause(gy_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  endpoint->started = false;
  pthread_mutex_unlock(&lock);
}

static gy_endpoint *next_heard(gy_mailbox *mailbox) {
  gy_endpoint *at = mailbox->served != NULL ? mailbox->served->next : mailbox->endpoints;
  while (at != NULL && (at->number <= mailbox->served_number || !is_heard(at))) {
    at = at->next;
  }
  return at;
}

uint32_t gy_mailbox_serve(gy_mailbox *mailbox) {
  pthread_mutex_lock(&lock);
  gy_endpoint *at = mailbox->served;
  bool more = at != NULL && is_heard(at);
  if (!more || mailbox->served_left == 0) {
    if (more) {
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

unsigned gy_endpoint_waiting(gy_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  unsigned waiting = is_heard(endpoint) ? endpoint->waiting : 0;
  pthread_mutex_unlock(&lock);
  return waiting;
}

unsigned gy_endpoint_others(gy_endpoint *endpoint, gy_endpoint **others, unsigned room) {
  unsigned count = 0;
  pthread_mutex_lock(&lock);
  gy_endpoint *at = endpoint->group != NULL ? endpoint->group->members : endpoint->other;
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

bool gy_endpoint_deliver(gy_endpoint *endpoint, gy_message *message) {
  pthread_mutex_lock(&lock);
  bool open = !endpoint->closed;
  if (open) {
    append(endpoint, message);
  }
  pthread_mutex_unlock(&lock);
  return open;
}

int gy_endpoint_post(gy_endpoint *endpoint, gy_message *message) {
  pthread_mutex_lock(&lock);
  int result = endpoint->group != NULL ? GY_POST_GROUP : GY_POST_NOBODY;
  if (endpoint->other != NULL) {
    append(endpoint->other, message);
    result = GY_POST_SENT;
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static void take_first(gy_endpoint *endpoint) {
  endpoint->first = endpoint->first->next;
  endpoint->waiting--;
  if (endpoint->first == NULL) {
    endpoint->last = &endpoint->first;
  }
}

gy_message *gy_endpoint_take(gy_endpoint *endpoint) {
  pthread_mutex_lock(&lock);
  gy_message *message = endpoint->first;
  if (message != NULL) {
    take_first(endpoint);
  }
  pthread_mutex_unlock(&lock);
  return message;
}

gy_message *gy_endpoint_take_plain(gy_endpoint *endpoint, size_t most) {
  pthread_mutex_lock(&lock);
  gy_message *message = endpoint->first;
  if (message != NULL && message->words != 0 && message->bytes.size <= most) {
    take_first(endpoint);
  } else {
    message = NULL;
  }
  pthread_mutex_unlock(&lock);
  return message;
}

gy_message *gy_message_plain(uint32_t words, size_t size) {
  gy_message *message = gy_memory_room(sizeof(*message) + size);
  if (message != NULL) {
    memset(message, 0, sizeof(*message));
    message->words = words;
    message->bytes = (gy_bytes){(uint8_t *)(message + 1), size};
  }
  return message;
}

void gy_message_free(gy_message *message) {
  if (message->words == 0) {
    free(message->bytes.data);
  }
  free(message->buffers);
  free(message->shared);
  free(message->enclosed);
  free(message);
}

gy_message *gy_message_take_lost(void) {
  pthread_mutex_lock(&lock);
  gy_message *message = lost;
  lost = message == NULL ? NULL : message->next;
  pthread_mutex_unlock(&lock);
  return message;
}
