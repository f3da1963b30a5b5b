/* SPDX-License-Identifier: MIT */
/*
 * Names that a runtime gives to what it traces, and the texts of marks: each pair of name and site
 * once, under a number. Numbers are never reused, so their count is limited: as many as a ring has
 * records, with 256 bytes each on average.
 *
 * Only writers of new labels lock. Readers look only below the count: the tables are mapped
 * completely from the beginning, and only the pages in use exist.
 */
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "trace/trace.h"

#define BYTES_A_LABEL 256

typedef struct {
  uint64_t hash;
  const char *name;
  const char *site;
} label;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static label *labels;     /* by number; the first is that of no label */
static uint32_t *numbers; /* numbers by hash; 0: free; twice as many as labels */
static uint32_t label_max;
static char *bytes;
static size_t bytes_left;
static _Atomic uint32_t count;

static void *map(size_t size) {
  void *memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static bool prepare(void) {
  if (label_max != 0) {
    return true;
  }
  uint32_t max = (uint32_t)gy_trace_ring_size();
  max = max < 4096 ? 4096 : max;
  labels = map(max * sizeof(*labels));
  numbers = map((size_t)max * 2 * sizeof(*numbers));
  bytes = map((size_t)max * BYTES_A_LABEL);
  if (labels == NULL || numbers == NULL || bytes == NULL) {
    return false;
  }
  bytes_left = (size_t)max * BYTES_A_LABEL;
  labels[0] = (label){.name = "", .site = ""};
  label_max = max;
  atomic_store(&count, 1);
  return true;
}

static uint64_t hash_text(uint64_t hash, const char *text) {
  for (; *text != '\0'; text++) {
    hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
  }
  return (hash ^ 0xff) * UINT64_C(0x100000001b3);
}

static const char *keep(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = memcpy(bytes, text, size);
  bytes += size;
  bytes_left -= size;
  return copy;
}

/* Under the lock. */
static uint32_t find_or_add(uint64_t hash, const char *name, const char *site) {
  uint32_t mask = label_max * 2 - 1;
  uint32_t place = (uint32_t)(hash >> 20) & mask;
  for (; numbers[place] != 0; place = (place + 1) & mask) {
    const label *known = &labels[numbers[place]];
    if (known->hash == hash && strcmp(known->name, name) == 0 && strcmp(known->site, site) == 0) {
      return numbers[place];
    }
  }
  uint32_t number = atomic_load(&count);
  if (number == label_max || strlen(name) + strlen(site) + 2 > bytes_left) {
    return 0;
  }
  labels[number] = (label){.hash = hash, .name = keep(name), .site = keep(site)};
  numbers[place] = number;
  atomic_store(&count, number + 1);
  return number;
}

uint32_t gy_trace_label(const char *name, const char *site) {
  uint64_t hash = hash_text(hash_text(UINT64_C(0xcbf29ce484222325), name), site);
  pthread_mutex_lock(&lock);
  uint32_t number = prepare() ? find_or_add(hash, name, site) : 0;
  pthread_mutex_unlock(&lock);
  return number;
}

uint32_t gy_trace_label_count(void) { return atomic_load(&count); }

const char *gy_trace_label_name(uint32_t number) { return labels[number].name; }

const char *gy_trace_label_site(uint32_t number) { return labels[number].site; }
