/* SPDX-License-Identifier: MIT */
/* binding('atomics'): who waits for a place in shared memory without blocking, for
 * js/lib/internal/atomics.js. A waiter is woken by a message to its thread. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bind/messaging.h"
#include "engine/memory.h"

typedef struct gy_waiter {
  struct gy_waiter *next;
  const void *place;
  gy_endpoint *endpoint;
  gy_message *message; /* that wakes it */
  uint32_t id;
} gy_waiter;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gy_waiter *first;    /* process: under the lock, in the order in which they came */
static atomic_uint waiters; /* process: how many there are */

static void free_waiter(gy_waiter *waiter) {
  gy_endpoint_free(waiter->endpoint);
  if (waiter->message != NULL) {
    gy_message_free(waiter->message);
  }
  free(waiter);
}

/* Where an element of a view is; NULL: nowhere. *size: of an element. */
static char *place_of(gy_context js, gy_value view, gy_value index, gy_value size) {
  gy_bytes bytes;
  size_t at = (size_t)gy_to_number(js, index);
  size_t unit = gy_to_uint32(js, size);
  if (!gy_bytes_look(js, view, &bytes) || at * unit + unit > bytes.size) {
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

static gy_message *message_of(gy_context js, gy_value value) {
  gy_bytes bytes;
  gy_bytes_look(js, value, &bytes);
  gy_message *message = gy_memory_new(sizeof(*message), "a message");
  message->bytes.data = gy_memory_bound(NULL, bytes.size, "a message");
  message->bytes.size = bytes.size;
  memcpy(message->bytes.data, bytes.data, bytes.size);
  return message;
}

/* wait(view, index, elementSize, expected as a view, endpoint, message, id): whether it waits; not
 * if there is something else. */
GY_FUNCTION(wait_for) {
  gy_bytes expected;
  const char *place = place_of(js, argv[0], argv[1], argv[2]);
  if (place == NULL || !gy_bytes_look(js, argv[3], &expected)) {
    return gy_bool(js, false);
  }
  gy_waiter *waiter = gy_memory_new(sizeof(*waiter), "a waiter");
  waiter->place = place;
  waiter->endpoint = gy_messaging_endpoint(js, argv[4]);
  waiter->message = message_of(js, argv[5]);
  waiter->id = gy_to_uint32(js, argv[6]);
  gy_endpoint_hold(waiter->endpoint);
  pthread_mutex_lock(&lock);
  bool waits = is_as_expected(place, (const char *)expected.data, gy_to_uint32(js, argv[2]));
  if (waits) {
    gy_waiter **at = &first;
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
  return gy_bool(js, waits);
}

static gy_waiter *take(gy_waiter **at) {
  gy_waiter *waiter = *at;
  *at = waiter->next;
  atomic_fetch_sub(&waiters, 1);
  return waiter;
}

/* wake(view, index, elementSize, count): how many were. */
GY_FUNCTION(wake) {
  const char *place = place_of(js, argv[0], argv[1], argv[2]);
  double count = gy_to_number(js, argv[3]);
  double woken = 0;
  pthread_mutex_lock(&lock);
  for (gy_waiter **at = &first; *at != NULL && woken < count;) {
    if ((*at)->place != place) {
      at = &(*at)->next;
      continue;
    }
    gy_waiter *waiter = take(at);
    if (gy_endpoint_deliver(waiter->endpoint, waiter->message)) { /* its thread is still there */
      waiter->message = NULL;
      woken++;
    }
    free_waiter(waiter);
  }
  pthread_mutex_unlock(&lock);
  return gy_number(js, woken);
}

/* leave(endpoint, id): true if it was still waiting. */
GY_FUNCTION(leave) {
  const gy_endpoint *endpoint = gy_messaging_endpoint(js, argv[0]);
  uint32_t id = gy_to_uint32(js, argv[1]);
  gy_waiter *found = NULL;
  pthread_mutex_lock(&lock);
  for (gy_waiter **at = &first; *at != NULL && found == NULL;) {
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
  return gy_bool(js, found != NULL);
}

/* How looking has fared on this thread: a look that sees a change earns one credit, one in vain
 * costs three, and without credit there is none for twice as many times as before. To look next to
 * busy neighbours would cost more than to sleep. */
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
    const char *wish = gy_variable("GYRE_SPIN");
    bool off = wish != NULL && strcmp(wish, "0") == 0;
    now = !off && uv_available_parallelism() > 1 ? 1 : 2;
    atomic_store_explicit(&known, now, memory_order_relaxed);
  }
  return now == 1;
}

/* The value may change until the time is over. */
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

/* look(view, index, value): returns when the number there is another one, or not worth waiting for
 * awake. */
GY_FUNCTION(look) {
  gy_bytes bytes;
  double index = gy_to_number(js, argv[1]);
  double value = gy_to_number(js, argv[2]);
  if (!gy_bytes_look(js, argv[0], &bytes) || !(index >= 0) || value != (int32_t)value ||
      (index + 1) * sizeof(int32_t) > (double)bytes.size || !may_look()) {
    return gy_undefined(js);
  }
  const int32_t *place = (const int32_t *)(void *)bytes.data + (size_t)index;
  if (__atomic_load_n(place, __ATOMIC_SEQ_CST) != (int32_t)value) {
    return gy_undefined(js);
  }
  if (fares.credit == 0 && fares.pause > 0) {
    fares.pause--;
  } else {
    settle(changes_soon(place, (int32_t)value));
  }
  return gy_undefined(js);
}
GY_DIRECT(look)

/* any(): whether anybody waits. */
GY_FUNCTION(any) { return gy_bool(js, atomic_load(&waiters) != 0); }
GY_DIRECT(any)

gy_object gy_bind_atomics(gy_context js) {
  static const gy_export exports[] = {
      {"wait", wait_for}, {"wake", wake}, {"leave", leave},
      {"any", any},       {"look", look}, {NULL, NULL},
  };
  static const gy_direct_export direct[] = {
      {"any", any_direct}, {"look", look_direct}, {NULL, NULL}};
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_direct_set(js, binding, direct);
  return binding;
}
