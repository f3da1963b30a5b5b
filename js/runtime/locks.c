/* SPDX-License-Identifier: MIT */
#include "runtime/locks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"

/* In the order of their requests, except for stolen ones, which are in front. */
typedef struct gj_lock {
  struct gj_lock *next;
  uint64_t number, thread;
  gj_endpoint *heard;
  bool shared, held;
  size_t size;
  char name[];
} gj_lock;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static gj_lock *locks; /* process: under the mutex */

static bool is_called(const gj_lock *lock, const char *name, size_t size) {
  return lock->size == size && memcmp(lock->name, name, size) == 0;
}

static void tell(const gj_lock *lock, int what) {
  gj_message *message = gj_memory_new(sizeof(*message), "a message");
  double told[] = {(double)lock->number, what};
  message->bytes.data = gj_memory_bound(NULL, sizeof(told), "a message");
  message->bytes.size = sizeof(told);
  memcpy(message->bytes.data, told, sizeof(told));
  if (!gj_endpoint_deliver(lock->heard, message)) {
    gj_message_free(message);
  }
}

/* Whether it is compatible with all those of its name that are before it. */
static bool is_free(const gj_lock *lock) {
  for (const gj_lock *at = locks; at != lock; at = at->next) {
    if (is_called(at, lock->name, lock->size) && !(at->shared && lock->shared && at->held)) {
      return false;
    }
  }
  return true;
}

static void free_lock(gj_lock *lock) {
  gj_endpoint_free(lock->heard);
  free(lock);
}

static void grant(void) {
  for (gj_lock *at = locks; at != NULL; at = at->next) {
    if (!at->held && is_free(at)) {
      at->held = true;
      tell(at, GJ_LOCK_HELD);
    }
  }
}

/* Its holders lose it. */
static void steal(const char *name, size_t size) {
  for (gj_lock **at = &locks; *at != NULL;) {
    gj_lock *lock = *at;
    if (lock->held && is_called(lock, name, size)) {
      *at = lock->next;
      tell(lock, GJ_LOCK_STOLEN);
      free_lock(lock);
    } else {
      at = &lock->next;
    }
  }
}

static gj_lock *append(const gj_lock_wish *wish) {
  static uint64_t last_number; /* process: under the mutex */
  gj_lock *lock = gj_memory_bound(NULL, sizeof(*lock) + wish->size, "a lock");
  *lock = (gj_lock){.number = ++last_number,
                    .thread = wish->thread,
                    .heard = wish->heard,
                    .shared = wish->shared,
                    .size = wish->size};
  memcpy(lock->name, wish->name, wish->size);
  gj_endpoint_hold(wish->heard);
  gj_lock **at = &locks;
  while (*at != NULL && !wish->steal) {
    at = &(*at)->next;
  }
  lock->next = *at;
  *at = lock;
  return lock;
}

static void unlink_lock(gj_lock *lock) {
  gj_lock **at = &locks;
  while (*at != lock) {
    at = &(*at)->next;
  }
  *at = lock->next;
}

int gj_lock_ask(const gj_lock_wish *wish, uint64_t *number) {
  pthread_mutex_lock(&mutex);
  if (wish->steal) {
    steal(wish->name, wish->size);
  }
  gj_lock *lock = append(wish);
  lock->held = is_free(lock);
  int result = lock->held ? GJ_LOCK_HELD : GJ_LOCK_WAITS;
  *number = lock->number;
  if (!lock->held && wish->only_if_free) {
    result = GJ_LOCK_NOT_NOW;
    unlink_lock(lock);
    free_lock(lock);
  }
  pthread_mutex_unlock(&mutex);
  return result;
}

bool gj_lock_drop(uint64_t number) {
  pthread_mutex_lock(&mutex);
  gj_lock *lock = locks;
  while (lock != NULL && lock->number != number) {
    lock = lock->next;
  }
  if (lock != NULL) {
    unlink_lock(lock);
    free_lock(lock);
    grant();
  }
  pthread_mutex_unlock(&mutex);
  return lock != NULL;
}

void gj_lock_drop_thread(uint64_t thread) {
  pthread_mutex_lock(&mutex);
  for (gj_lock **at = &locks; *at != NULL;) {
    gj_lock *lock = *at;
    if (lock->thread == thread) {
      *at = lock->next;
      free_lock(lock);
    } else {
      at = &lock->next;
    }
  }
  grant();
  pthread_mutex_unlock(&mutex);
}

void gj_lock_each(void (*fn)(const gj_lock_state *state, void *arg), void *arg) {
  pthread_mutex_lock(&mutex);
  for (const gj_lock *at = locks; at != NULL; at = at->next) {
    gj_lock_state state = {at->name, at->size, at->shared, at->held, at->thread};
    fn(&state, arg);
  }
  pthread_mutex_unlock(&mutex);
}
