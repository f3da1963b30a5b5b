/* SPDX-License-Identifier: MIT */
/*
 * Rings of records: creating, finding and reading them. trace.h has the rules for writers and
 * readers.
 *
 * A ring is never freed, because a reader may be using it. A ring that is given back is used for
 * the next loop or thread of the pool, so there are never more than ran at the same time.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "os/environment.h"

#include "trace/trace.h"

#define EVENTS_DEFAULT (UINT64_C(1) << 20)
#define EVENTS_MIN UINT64_C(16)
#define EVENTS_MAX (UINT64_C(1) << 30)

_Thread_local gy_trace_ring *gy_trace_here __attribute__((tls_model("initial-exec")));
bool gy_trace_counts;
uint64_t gy_trace_zero;

static const gy_trace_place nowhere;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gy_trace_ring *_Atomic first;
static gy_trace_ring *last;
static gy_trace_ring *_Atomic others;

/* -1: not a number, or out of bounds. */
static int64_t parse_size(const char *text) {
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 10);
  bool is_number = text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
  return !is_number || value == 0 || value > EVENTS_MAX ? -1 : (int64_t)value;
}

static uint64_t read_size(void) {
  const char *text = gy_environment_get("GYRE_TRACE_EVENTS");
  int64_t wanted = text == NULL ? (int64_t)EVENTS_DEFAULT : parse_size(text);
  if (wanted < 0) {
    fprintf(stderr, "gyre: GYRE_TRACE_EVENTS is \"%s\", not a number from 1 to %llu; using %llu\n",
            text, (unsigned long long)EVENTS_MAX, (unsigned long long)EVENTS_DEFAULT);
    wanted = (int64_t)EVENTS_DEFAULT;
  }
  uint64_t size = EVENTS_MIN;
  while (size < (uint64_t)wanted) {
    size *= 2;
  }
  return size;
}

static uint64_t ring_size;
static void set_size(void) { ring_size = read_size(); }

uint64_t gy_trace_ring_size(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, set_size);
  return ring_size;
}

gy_trace_ring *gy_trace_ring_first(void) { return atomic_load(&first); }

/* Not with the functions of uv_replace_allocator: the program would see memory that it did not
 * request. */
static void *map(size_t size) {
  void *memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static gyre_trace_kept nothing_kept; /* stays all zero */

static gy_trace_ring *make(gy_trace_owner owner) {
  uint64_t size = gy_trace_ring_size();
  gy_trace_ring *ring = map(sizeof(*ring));
  gy_trace_slot *slots = map(size * sizeof(*slots));
  if (ring == NULL || slots == NULL) {
    if (ring != NULL) {
      munmap(ring, sizeof(*ring));
    }
    if (slots != NULL) {
      munmap(slots, size * sizeof(*slots));
    }
    return NULL;
  }
  madvise(slots, size * sizeof(*slots), MADV_HUGEPAGE); /* else the first lap costs a fault each
                                                           hundred records; refused: it does */
  ring->slots = slots;
  ring->mask = size - 1;
  ring->owner = owner;
  ring->kept = &nothing_kept;
  ring->number = 1;
  for (gy_trace_ring *other = first; other != NULL; other = other->following) {
    ring->number += other->owner == owner;
  }
  if (last == NULL) {
    atomic_store(&first, ring);
  } else {
    atomic_store(&last->following, ring);
  }
  last = ring;
  return ring;
}

static gy_trace_ring *find_free(gy_trace_owner owner, bool is_virtual) {
  gy_trace_ring *ring = first;
  while (ring != NULL && (ring->in_use || ring->owner != owner || ring->is_virtual != is_virtual)) {
    ring = ring->following;
  }
  return ring;
}

gy_trace_ring *gy_trace_ring_take(gy_trace_owner owner, const gy_trace_place *now,
                                  const uint64_t *virtual_ns) {
  pthread_mutex_lock(&lock);
  gy_trace_ring *ring = find_free(owner, virtual_ns != NULL);
  if (ring == NULL) {
    ring = make(owner);
  }
  if (ring != NULL) {
    ring->in_use = true;
    ring->counts = gy_trace_counts && virtual_ns == NULL;
    ring->virtual_ns = virtual_ns;
    if (virtual_ns != NULL && !ring->is_virtual) {
      ring->is_virtual = true;
      ring->virtual_start = *virtual_ns;
    }
    ring->now = now == NULL ? &nowhere : now;
    ring->told = (gy_trace_told){.turns = ring->now->turns, .first_turns = ring->now->turns};
    ring->door = (gy_trace_door){0};
    ring->end = GY_END_TOLD;
    ring->last = 0;
    ring->ticks_queued = ring->ticks_run = ring->microtasks_queued = ring->microtasks_run = 0;
  }
  if (others == NULL) {
    atomic_store(&others, make(GY_TRACE_OTHERS));
  }
  pthread_mutex_unlock(&lock);
  return ring;
}

void gy_trace_ring_give_back(gy_trace_ring *ring) {
  pthread_mutex_lock(&lock);
  atomic_store(&ring->kept, &nothing_kept);
  ring->now = &nowhere;
  ring->in_use = false;
  pthread_mutex_unlock(&lock);
}

void gy_trace_ring_name(gy_trace_ring *ring, const char *name) {
  unsigned size = atomic_load(&ring->name_size);
  int more =
      snprintf(ring->name + size, sizeof(ring->name) - size, "%s%s", size == 0 ? "" : ", ", name);
  if (more > 0 && size + (unsigned)more < sizeof(ring->name)) { /* else it is full */
    atomic_store(&ring->name_size, size + (unsigned)more);
  }
}

void gy_trace_ring_forked(void) {
  pthread_mutex_init(&lock, NULL);
  for (gy_trace_ring *ring = first; ring != NULL; ring = ring->following) {
    ring->in_use = false;
    ring->end = GY_END_TOLD;
    atomic_store(&ring->kept, &nothing_kept);
    atomic_store(&ring->next, 0);
    for (uint64_t i = 0; i <= ring->mask; i++) { /* numbers of the parent's records */
      _Atomic uint64_t *last_word = &ring->slots[i].words[GY_TRACE_WORDS - 1];
      if (atomic_load_explicit(last_word, memory_order_relaxed) == 0) {
        break;
      }
      atomic_store_explicit(last_word, 0, memory_order_relaxed);
    }
  }
  gy_trace_here = NULL;
}

void gy_trace_put_other(uint64_t subject, uint64_t label, uint64_t what) {
  gy_trace_ring *ring = atomic_load(&others);
  if (ring != NULL) {
    uint64_t at = atomic_fetch_add_explicit(&ring->next, 1, memory_order_relaxed);
    gy_trace_fill(ring, at, gy_trace_now(ring), subject, label, what);
  }
}

/* ---- Reading ----------------------------------------------------------------------------------
 */

/* False: not written yet, or already overwritten. */
static bool copy(gy_trace_ring *ring, uint64_t at, gy_trace_record *record) {
  _Atomic uint64_t *words = ring->slots[at & ring->mask].words;
  uint64_t last_word = atomic_load_explicit(&words[3], memory_order_acquire);
  if (last_word >> 32 != (uint32_t)(at + 1)) {
    return false;
  }
  uint64_t subject = atomic_load_explicit(&words[1], memory_order_acquire);
  uint64_t label = atomic_load_explicit(&words[2], memory_order_acquire);
  *record = (gy_trace_record){
      .time = atomic_load_explicit(&words[0], memory_order_acquire),
      .subject = subject >> 16,
      .label = label >> 16,
      .value = (int32_t)(uint32_t)last_word,
      .event = (uint8_t)label,
      .kind = (uint8_t)(label >> 8),
      .flags = (uint16_t)subject,
  };
  return atomic_load_explicit(&ring->next, memory_order_relaxed) - at <= ring->mask + 1;
}

/* The writer has overtaken the reader. A writer that fast overtakes it at every record: a reader
 * that stays this close would get none. */
static void keep_away(gy_trace_reader *reader) {
  uint64_t size = reader->ring->mask + 1;
  uint64_t next = atomic_load_explicit(&reader->ring->next, memory_order_relaxed);
  if (next - reader->next > size) {
    reader->lost += next - size * 3 / 4 - reader->next;
    reader->next = next - size * 3 / 4;
  }
}

unsigned gy_trace_read(gy_trace_reader *reader, gy_trace_record *records, unsigned max) {
  gy_trace_ring *ring = reader->ring;
  unsigned count = 0;
  while (count < max) {
    uint64_t next = atomic_load_explicit(&ring->next, memory_order_relaxed);
    if (next < reader->next) { /* emptied after a fork */
      reader->next = 0;
    }
    if (reader->next == next) {
      break;
    }
    if (next - reader->next > ring->mask + 1) {
      uint64_t oldest = next - (ring->mask + 1);
      reader->lost += oldest - reader->next;
      reader->next = oldest;
    }
    if (copy(ring, reader->next, &records[count])) {
      reader->next++;
      count++;
    } else if (atomic_load_explicit(&ring->next, memory_order_relaxed) == next) {
      break; /* the writer is in the middle of it */
    } else {
      keep_away(reader);
    }
  }
  return count;
}
