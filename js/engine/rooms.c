/* SPDX-License-Identifier: MIT */
/* Buffers that are used again: see rooms.h. Streams take them, finalizers give them back, work.c
 * frees them. The one that came last is taken first: the cache may still have it. */
#include "engine/rooms.h"

#include <pthread.h>
#include <stdlib.h>

#include "engine/memory.h"

/* As many as one collection gives back when data flows quickly. */
#define MOST 512

/* AddressSanitizer could not tell that a buffer is used after it was given back. */
#if defined(__SANITIZE_ADDRESS__)
static const bool keeps = false;
#elif defined(__has_feature)
static const bool keeps = !__has_feature(address_sanitizer);
#else
static const bool keeps = true;
#endif

typedef struct kept_room {
  struct kept_room *next;
} kept_room;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static kept_room *first; /* process: under the lock, like the count */
static unsigned count;

char *gj_rooms_take(void) {
  pthread_mutex_lock(&lock);
  kept_room *one = first;
  if (one != NULL) {
    first = one->next;
    count--;
  }
  pthread_mutex_unlock(&lock);
  return one != NULL ? (char *)one : gj_memory_room(GJ_ROOM_SIZE);
}

void gj_rooms_give(char *one) {
  if (one == NULL) {
    return;
  }
  pthread_mutex_lock(&lock);
  bool keep = keeps && count < MOST;
  if (keep) {
    kept_room *room = (kept_room *)one;
    room->next = first;
    first = room;
    count++;
  }
  pthread_mutex_unlock(&lock);
  if (!keep) {
    free(one);
  }
}

void gj_rooms_free(void) {
  pthread_mutex_lock(&lock);
  kept_room *one = first;
  first = NULL;
  count = 0;
  pthread_mutex_unlock(&lock);
  while (one != NULL) {
    kept_room *next = one->next;
    free(one);
    one = next;
  }
}
