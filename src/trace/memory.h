/* SPDX-License-Identifier: MIT */
/*
 * Memory for writing a trace: growing arrays, and a table of numbers by key. It is mapped, not
 * allocated: a process that ends by a signal may have been interrupted inside of malloc, and a
 * program with its own allocator must not see our memory.
 */
#ifndef GY_TRACE_MEMORY_H
#define GY_TRACE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero: empty. */
typedef struct {
  void *data;
  size_t used; /* in bytes */
  size_t size;
} gy_array;

/* SIZE more bytes at its end, all zero; NULL: no memory. What was there may have moved. */
void *gy_array_add(gy_array *array, size_t size);
void gy_array_free(gy_array *array);

#define GY_ARRAY_COUNT(array, type) ((array)->used / sizeof(type))
#define GY_ARRAY_AT(array, type, i) (&((type *)(array)->data)[i])

/* Keys are not 0. All zero: empty. */
typedef struct {
  struct gy_table_entry {
    uint64_t key;
    uint32_t value;
  } * entries;
  size_t count;
  size_t capacity; /* a power of two, or 0 */
} gy_table;

uint32_t *gy_table_find(const gy_table *table, uint64_t key); /* NULL: not there */
bool gy_table_set(gy_table *table, uint64_t key, uint32_t value);
void gy_table_remove(gy_table *table, uint64_t key);
void gy_table_free(gy_table *table);

#endif
