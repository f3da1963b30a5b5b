/* SPDX-License-Identifier: MIT */
#include "runtime/locks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"

/* In the order of their requests, but for stolen ones: those are in front. */
typedef struct gy_lock {
  struct gy_lock *next;
  uint64_t number, thread;
  gy_endpoint *heard;
  bool shared, held;
  size_t size;
  char name[];
} gy_lock;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static gy_lock *locks; /* process: under the mutex */

static bool is_called(const gy_lock *lock, const char *name, size_t size) {
  return lock->size == size && memcmp(lock->name, name, size) == 0;
}

static void tell(const gy_lock *lock, int what) {
  gy_message *message = gy_memory_new(sizeof(*message), "a message");
  double told[] = {(double)lock->number, what};
  message->bytes.data = gy_memory_bound(NULL, sizeof(told), "a message");
  message->bytes.size = sizeof(told);
  memcpy(message->bytes.data, told, sizeof(told));
  if (!gy_endpoint_deliver(lock->heard, message)) {
    gy_message_free(message);
  }
}

/* Whether it can be held beside all those of its name that stand before it. */
static bool is_free(const gy_lock *lock) {
  for (const gy_lock *at = locks; at != lock; at = at->next) {
    if (is_called(at, lock->name, lock->size) && !(at->shared && lock->shared && at->held)) {
      return false;
    }
  }
  return true;
}

static void free_lock(gy_lock *lock) {
  gy_endpoint_free(lock->heard);
  free(lock);
}

static void grant(void) {
  for (gy_lock *at = locks; at != NULL; at = at->next) {
    if (!at->held && is_free(at)) {
      at->held = true;
      tell(at, GY_LOCK_HELD);
    }
  }
}

/* Those who have it lose it. */
static void steal(const char *name, size_t size) {
  for (gy_lock **at = &locks; *at != NULL;) {
    gy_lock *lock = *at;
    if (lock->held && is_called(lock, name, size)) {
      *at = lock->next;
      tell(lock, GY_LOCK_STOLEN);
      free_lock(lock);
    } else {
      at = &lock->next;
    }
  }
}

static gy_lock *append(const gy_lock_wish *wish) {
  static uint64_t last_number; /* process: under the mutex */
  gy_lock *lock = gy_memory_bound(NULL, sizeof(*lock) + wish->size, "a lock");
  *lock = (gy_lock){.number = ++last_number,
                    .thread = wish->thread,
                    .heard = wish->heard,
                    .shared = wish->shared,
                    .size = wish->size};
  memcpy(lock->name, wish->name, wish->size);
  gy_endpoint_hold(wish->heard);
  gy_lock **at = &locks;
  while (*at != NULL && !wish->steal) {
    at = &(*at)->next;
  }
  lock->next = *at;
  *at = lock;
  return lock;
}

static void unlink_lock(gy_lock *lock) {
  gy_lock **at = &locks;
  while (*at != lock) {
    at = &(*at)->next;
  }
  *at = lock->next;
}

int gy_lock_ask(const gy_lock_wish *wish, uint64_t *number) {
  pthread_mutex_lock(&mutex);
  if (wish->steal) {
    steal(wish->name, wish->size);
  }
  gy_lock *lock = append(wish);
  lock->held = is_free(lock);
  int result = lock->held ? GY_LOCK_HELD : GY_LOCK_WAITS;
  *number = lock->number;
  if (!lock->held && wish->only_if_free) {
    result = GY_LOCK_NOT_NOW;
    unlink_lock(lock);
    free_lock(lock);
  }
  pthread_mutex_unlock(&mutex);
  return result;
}

bool gy_lock_drop(uint64_t number) {
  pthread_mutex_lock(&mutex);
  gy_lock *lock = locks;
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

void gy_lock_drop_thread(uint64_t thread) {
  pthread_mutex_lock(&mutex);
  for (gy_lock **at = &locks; *at != NULL;) {
    gy_lock *lock = *at;
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

void gy_lock_each(void (*fn)(const gy_lock_state *state, void *arg), void *arg) {
  pthread_mutex_lock(&mutex);
  for (const gy_lock *at = locks; at != NULL; at = at->next) {
    gy_lock_state state = {at->name, at->size, at->shared, at->held, at->thread};
    fn(&state, arg);
  }
  pthread_mutex_unlock(&mutex);
}
