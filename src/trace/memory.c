/* SPDX-License-Identifier: MIT */
/* Arrays and tables in mapped memory: see memory.h. */
#include "trace/memory.h"

#include <sys/mman.h>

#define FIRST_BYTES ((size_t)64 << 10)
#define FIRST_ENTRIES ((size_t)1 << 12)

static void *map(size_t size) {
  void *memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void *gy_array_add(gy_array *array, size_t size) {
  if (array->used + size > array->size) {
    size_t wanted = array->size == 0 ? FIRST_BYTES : array->size * 2;
    while (wanted < array->used + size) {
      wanted *= 2;
    }
    void *data = array->data == NULL ? map(wanted)
                                     : mremap(array->data, array->size, wanted, MREMAP_MAYMOVE);
    if (data == NULL || data == MAP_FAILED) {
      return NULL;
    }
    array->data = data;
    array->size = wanted;
  }
  void *added = (char *)array->data + array->used;
  array->used += size;
  return added;
}

void gy_array_free(gy_array *array) {
  if (array->data != NULL) {
    munmap(array->data, array->size);
  }
  *array = (gy_array){0};
}

static size_t home(const gy_table *table, uint64_t key) {
  return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (table->capacity - 1);
}

/* Where KEY is, or the free place where it would go. */
static struct gy_table_entry *place_of(const gy_table *table, uint64_t key) {
  size_t at = home(table, key);
  while (table->entries[at].key != 0 && table->entries[at].key != key) {
    at = (at + 1) & (table->capacity - 1);
  }
  return &table->entries[at];
}

uint32_t *gy_table_find(const gy_table *table, uint64_t key) {
  if (table->capacity == 0) {
    return NULL;
  }
  struct gy_table_entry *entry = place_of(table, key);
  return entry->key == 0 ? NULL : &entry->value;
}

static bool grow(gy_table *table) {
  gy_table larger = {.capacity = table->capacity == 0 ? FIRST_ENTRIES : table->capacity * 2};
  larger.entries = map(larger.capacity * sizeof(*larger.entries));
  if (larger.entries == NULL) {
    return false;
  }
  for (size_t i = 0; i < table->capacity; i++) {
    if (table->entries[i].key != 0) {
      *place_of(&larger, table->entries[i].key) = table->entries[i];
    }
  }
  larger.count = table->count;
  gy_table_free(table);
  *table = larger;
  return true;
}

bool gy_table_set(gy_table *table, uint64_t key, uint32_t value) {
  if (table->count * 2 >= table->capacity && !grow(table)) {
    return false;
  }
  struct gy_table_entry *entry = place_of(table, key);
  table->count += entry->key == 0;
  *entry = (struct gy_table_entry){.key = key, .value = value};
  return true;
}

/* Entries behind it that would not be found across the gap move up. */
void gy_table_remove(gy_table *table, uint64_t key) {
  if (gy_table_find(table, key) == NULL) {
    return;
  }
  size_t mask = table->capacity - 1;
  size_t gap = (size_t)(place_of(table, key) - table->entries);
  for (size_t at = (gap + 1) & mask; table->entries[at].key != 0; at = (at + 1) & mask) {
    size_t distance = (at - home(table, table->entries[at].key)) & mask;
    if (distance >= ((at - gap) & mask)) {
      table->entries[gap] = table->entries[at];
      gap = at;
    }
  }
  table->entries[gap].key = 0;
  table->count--;
}

void gy_table_free(gy_table *table) {
  if (table->entries != NULL) {
    munmap(table->entries, table->capacity * sizeof(*table->entries));
  }
  *table = (gy_table){0};
}
