/* SPDX-License-Identifier: MIT */
/* binding('atomics'): asynchronous waits for a place in shared memory, for
 * js/lib/internal/atomics.js. A waiter is woken by a message to its thread. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bind/messaging.h"
#include "engine/memory.h"

typedef struct gj_waiter {
  struct gj_waiter *next;
  const void *place;
  gj_endpoint *endpoint;
  gj_message *message; /* that wakes it */
  uint32_t id;
} gj_waiter;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gj_waiter *first;    /* process: under the lock, in the order in which they came */
static atomic_uint waiters; /* process: how many there are */

static void free_waiter(gj_waiter *waiter) {
  gj_endpoint_free(waiter->endpoint);
  if (waiter->message != NULL) {
    gj_message_free(waiter->message);
  }
  free(waiter);
}

/* The address of an element of a view; NULL: out of range. *size: of an element. */
static char *place_of(gj_context js, gj_value view, gj_value index, gj_value size) {
  gj_bytes bytes;
  size_t at = (size_t)gj_to_number(js, index);
  size_t unit = gj_to_uint32(js, size);
  if (!gj_bytes_look(js, view, &bytes) || at * unit + unit > bytes.size) {
    return NULL;
  }
  return (char *)bytes.data + at * unit;
}

static bool is_as_expected(const char *place, const char *expected, size_t unit) {
  int32_t narrow;
  int64_t wide;
  memcpy(&narrow, expected, sizeof(narrow));
  if (unit == sizeof(narrow)) {
    return __atomic_load_n((const int32_t *)place, __ATOMIC_SEQ_CST) == narrow;
  }
  memcpy(&wide, expected, sizeof(wide));
  return __atomic_load_n((const int64_t *)place, __ATOMIC_SEQ_CST) == wide;
}

static gj_message *message_of(gj_context js, gj_value value) {
  gj_bytes bytes;
  gj_bytes_look(js, value, &bytes);
  gj_message *message = gj_memory_new(sizeof(*message), "a message");
  message->bytes.data = gj_memory_bound(NULL, bytes.size, "a message");
  message->bytes.size = bytes.size;
  memcpy(message->bytes.data, bytes.data, bytes.size);
  return message;
}

/* wait(view, index, elementSize, expected as a view, endpoint, message, id): whether it waits; it
 * does not if the value is different. */
GJ_FUNCTION(wait_for) {
  gj_bytes expected;
  const char *place = place_of(js, argv[0], argv[1], argv[2]);
  if (place == NULL || !gj_bytes_look(js, argv[3], &expected)) {
    return gj_bool(js, false);
  }
  gj_waiter *waiter = gj_memory_new(sizeof(*waiter), "a waiter");
  waiter->place = place;
  waiter->endpoint = gj_messaging_endpoint(js, argv[4]);
  waiter->message = message_of(js, argv[5]);
  waiter->id = gj_to_uint32(js, argv[6]);
  gj_endpoint_hold(waiter->endpoint);
  pthread_mutex_lock(&lock);
  bool waits = is_as_expected(place, (const char *)expected.data, gj_to_uint32(js, argv[2]));
  if (waits) {
    gj_waiter **at = &first;
    while (*at != NULL) {
      at = &(*at)->next;
    }
    *at = waiter;
    atomic_fetch_add(&waiters, 1);
  }
  pthread_mutex_unlock(&lock);
  if (!waits) {
    free_waiter(waiter);
  }
  return gj_bool(js, waits);
}

static gj_waiter *take(gj_waiter **at) {
  gj_waiter *waiter = *at;
  *at = waiter->next;
  atomic_fetch_sub(&waiters, 1);
  return waiter;
}

/* wake(view, index, elementSize, count): how many were woken. */
GJ_FUNCTION(wake) {
  const char *place = place_of(js, argv[0], argv[1], argv[2]);
  double count = gj_to_number(js, argv[3]);
  double woken = 0;
  pthread_mutex_lock(&lock);
  for (gj_waiter **at = &first; *at != NULL && woken < count;) {
    if ((*at)->place != place) {
      at = &(*at)->next;
      continue;
    }
    gj_waiter *waiter = take(at);
    if (gj_endpoint_deliver(waiter->endpoint, waiter->message)) { /* its thread is still there */
      waiter->message = NULL;
      woken++;
    }
    free_waiter(waiter);
  }
  pthread_mutex_unlock(&lock);
  return gj_number(js, woken);
}

/* leave(endpoint, id): true if it was still waiting. */
GJ_FUNCTION(leave) {
  const gj_endpoint *endpoint = gj_messaging_endpoint(js, argv[0]);
  uint32_t id = gj_to_uint32(js, argv[1]);
  gj_waiter *found = NULL;
  pthread_mutex_lock(&lock);
  for (gj_waiter **at = &first; *at != NULL && found == NULL;) {
    if ((*at)->endpoint == endpoint && (*at)->id == id) {
      found = take(at);
    } else {
      at = &(*at)->next;
    }
  }
  pthread_mutex_unlock(&lock);
  if (found != NULL) {
    free_waiter(found);
  }
  return gj_bool(js, found != NULL);
}

/* How well polling has worked on this thread: a poll that sees a change earns one credit, a failed
 * one costs three, and without credit there is no polling for twice as many times as before.
 * Polling beside busy neighbours would cost more than sleeping. */
enum { CREDIT_MAX = 16, COST = 3, PAUSE_MIN = 4, PAUSE_MAX = 256 };
#define LOOK_NS 20000u

static _Thread_local struct { int credit, pause, last_pause; } fares;

static void settle(bool seen) {
  if (seen) {
    fares.last_pause = 0;
    fares.credit += fares.credit < CREDIT_MAX;
  } else if (fares.credit > COST) {
    fares.credit -= COST;
  } else {
    fares.credit = 0;
    fares.last_pause = fares.last_pause == 0 ? PAUSE_MIN : fares.last_pause * 2;
    fares.last_pause = fares.last_pause < PAUSE_MAX ? fares.last_pause : PAUSE_MAX;
    fares.pause = fares.last_pause;
  }
}

static bool may_look(void) {
  static atomic_int known; /* process: 1: somebody else can run meanwhile, 2: not so */
  int now = atomic_load_explicit(&known, memory_order_relaxed);
  if (now == 0) {
    const char *wish = gj_variable("GYRE_SPIN");
    bool off = wish != NULL && strcmp(wish, "0") == 0;
    now = !off && uv_available_parallelism() > 1 ? 1 : 2;
    atomic_store_explicit(&known, now, memory_order_relaxed);
  }
  return now == 1;
}

/* Polls until the value changes or the time is over. */
static bool changes_soon(const int32_t *place, int32_t value) {
  uint64_t end_ns = uv_hrtime() + LOOK_NS;
  do {
    for (int i = 0; i < 16; i++) {
      if (__atomic_load_n(place, __ATOMIC_SEQ_CST) != value) {
        return true;
      }
    }
  } while (uv_hrtime() < end_ns);
  return false;
}

/* look(view, index, value): returns when the number there has changed, or when polling is no longer
 * worth it. */
GJ_FUNCTION(look) {
  gj_bytes bytes;
  double index = gj_to_number(js, argv[1]);
  double value = gj_to_number(js, argv[2]);
  if (!gj_bytes_look(js, argv[0], &bytes) || !(index >= 0) || value != (int32_t)value ||
      (index + 1) * sizeof(int32_t) > (double)bytes.size || !may_look()) {
    return gj_undefined(js);
  }
  const int32_t *place = (const int32_t *)(void *)bytes.data + (size_t)index;
  if (__atomic_load_n(place, __ATOMIC_SEQ_CST) != (int32_t)value) {
    return gj_undefined(js);
  }
  if (fares.credit == 0 && fares.pause > 0) {
    fares.pause--;
  } else {
    settle(changes_soon(place, (int32_t)value));
  }
  return gj_undefined(js);
}
GJ_DIRECT(look)

/* any(): whether anybody waits. */
GJ_FUNCTION(any) { return gj_bool(js, atomic_load(&waiters) != 0); }
GJ_DIRECT(any)

gj_object gj_bind_atomics(gj_context js) {
  static const gj_export exports[] = {
      {"wait", wait_for},          {"wake", wake}, {"leave", leave}, {"any", any, any_direct},
      {"look", look, look_direct}, {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
