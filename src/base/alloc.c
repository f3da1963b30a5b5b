/* SPDX-License-Identifier: MIT */
/* The replaceable allocator: see alloc.h. Owns uv_replace_allocator. */
#include "base/alloc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "uv.h"

static struct {
  uv_malloc_func allocate;
  uv_realloc_func resize;
  uv_calloc_func allocate_zeroed;
  uv_free_func release;
} allocator = {malloc, realloc, calloc, free};

void *gy_alloc(size_t size) { return size == 0 ? NULL : allocator.allocate(size); }

void *gy_alloc_zeroed(size_t count, size_t size) { return allocator.allocate_zeroed(count, size); }

void *gy_alloc_resize(void *memory, size_t size) { return allocator.resize(memory, size); }

char *gy_alloc_string(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = gy_alloc(size);
  return copy == NULL ? NULL : memcpy(copy, text, size);
}

void gy_free(void *memory) {
  int saved = errno;
  allocator.release(memory);
  errno = saved;
}

int uv_replace_allocator(uv_malloc_func malloc_func, uv_realloc_func realloc_func,
                         uv_calloc_func calloc_func, uv_free_func free_func) {
  if (malloc_func == NULL || realloc_func == NULL || calloc_func == NULL || free_func == NULL) {
    return UV_EINVAL;
  }
  allocator.allocate = malloc_func;
  allocator.resize = realloc_func;
  allocator.allocate_zeroed = calloc_func;
  allocator.release = free_func;
  return 0;
}
