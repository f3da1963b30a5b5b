/* SPDX-License-Identifier: MIT */
/*
 * Fails every allocation of the library in turn: the tested function must return UV_ENOMEM, leak
 * nothing, and work when nothing fails.
 */
#ifndef GY_TEST_STARVE_H
#define GY_TEST_STARVE_H

#include "../check.h"
#include "uv.h"

static struct {
  long until_failure; /* allocations that still succeed */
  long failures;
  long live;
} starve;

static inline int starve_now(void) {
  if (starve.until_failure-- != 0) {
    return 0;
  }
  starve.failures++;
  return 1;
}

static inline void *starve_malloc(size_t size) {
  void *memory = starve_now() ? NULL : malloc(size);
  starve.live += memory != NULL;
  return memory;
}

static inline void *starve_calloc(size_t count, size_t size) {
  void *memory = starve_now() ? NULL : calloc(count, size);
  starve.live += memory != NULL;
  return memory;
}

static inline void *starve_realloc(void *old, size_t size) {
  void *memory = starve_now() ? NULL : realloc(old, size);
  starve.live += memory != NULL && old == NULL;
  return memory;
}

static inline void starve_free(void *memory) {
  starve.live -= memory != NULL;
  free(memory);
}

/* TRY_IT returns the library's result and has freed everything. */
static inline void starve_each(int (*try_it)(void)) {
  CHECK_EQ(uv_replace_allocator(starve_malloc, starve_realloc, starve_calloc, starve_free), 0);
  for (long n = 0;; n++) {
    starve.until_failure = n;
    starve.failures = 0;
    int err = try_it();
    CHECK_EQ(starve.live, 0);
    if (starve.failures == 0) {
      CHECK_EQ(err, 0);
      CHECK(n > 0);
      starve.until_failure = -1; /* from now on nothing fails */
      return;
    }
    CHECK_EQ(err, UV_ENOMEM);
  }
}

#endif
