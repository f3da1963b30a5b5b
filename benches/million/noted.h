/* SPDX-License-Identifier: MIT */
/*
 * An allocator that counts every block that the library holds. For the programs of benches/million,
 * which pass it to uv_replace_allocator (note_allocations).
 */
#ifndef GY_MILLION_NOTED_H
#define GY_MILLION_NOTED_H

#include <malloc.h>
#include <stdlib.h>
#include <uv.h>

static size_t library_bytes;

static void *noted(void *block) {
  library_bytes += block == NULL ? 0 : malloc_usable_size(block);
  return block;
}

static void *noted_malloc(size_t size) { return noted(malloc(size)); }

static void *noted_calloc(size_t n, size_t size) { return noted(calloc(n, size)); }

static void *noted_realloc(void *block, size_t size) {
  library_bytes -= malloc_usable_size(block);
  return noted(realloc(block, size));
}

static void noted_free(void *block) {
  library_bytes -= malloc_usable_size(block);
  free(block);
}

/* Returns 0, or the error of uv_replace_allocator. Before anything else of the library is
 * called. */
static int note_allocations(void) {
  return uv_replace_allocator(noted_malloc, noted_realloc, noted_calloc, noted_free);
}

#endif
