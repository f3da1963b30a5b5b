/* SPDX-License-Identifier: MIT */
/*
 * An allocator that counts outstanding blocks and fails on demand, for tests of running out of
 * memory.
 */
#ifndef GY_TEST_MEMORY_H
#define GY_TEST_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "check.h"
#include "uv.h"

static struct {
  atomic_long outstanding;
  atomic_long count;   /* allocations since the scenario began */
  long fail_from;      /* the number of the first one that fails; 0: none */
  long fail_how_often; /* how many fail, from that one on */
  atomic_bool failed;
} memory;

static bool memory_fails(void) {
  long number = atomic_fetch_add(&memory.count, 1) + 1;
  bool fails = memory.fail_from != 0 && number >= memory.fail_from &&
               number - memory.fail_from < memory.fail_how_often;
  if (fails) {
    atomic_store(&memory.failed, true);
  }
  return fails;
}

static void *memory_malloc(size_t size) {
  void *block = memory_fails() ? NULL : malloc(size);
  atomic_fetch_add(&memory.outstanding, block != NULL);
  return block;
}

static void *memory_calloc(size_t count, size_t size) {
  void *block = memory_fails() ? NULL : calloc(count, size);
  atomic_fetch_add(&memory.outstanding, block != NULL);
  return block;
}

static void *memory_realloc(void *old, size_t size) {
  void *block = memory_fails() ? NULL : realloc(old, size);
  atomic_fetch_add(&memory.outstanding, block != NULL && old == NULL);
  return block;
}

static void memory_free(void *block) {
  atomic_fetch_sub(&memory.outstanding, block != NULL);
  free(block);
}

static void memory_install(void) {
  CHECK_EQ(uv_replace_allocator(memory_malloc, memory_realloc, memory_calloc, memory_free), 0);
}

static void memory_fail(long from, long how_often) {
  memory.fail_from = from;
  memory.fail_how_often = how_often;
  atomic_store(&memory.count, 0);
  atomic_store(&memory.failed, false);
}

/*
 * Runs SCENARIO with its first allocation failing, then with its second, and so on until none
 * fails; HOW_OFTEN says how many fail in a row. SCENARIO returns the result of the first call of
 * the library that failed. Returns the number of allocations of a run without failures.
 */
__attribute__((unused)) static long memory_starve(const char *name, int (*scenario)(void),
                                                  long how_often) {
  for (long from = 1;; from++) {
    long before = atomic_load(&memory.outstanding);
    memory_fail(from, how_often);
    int result = scenario();
    bool failed = atomic_load(&memory.failed);
    memory_fail(0, 0);
    if (result != (failed ? UV_ENOMEM : 0) || atomic_load(&memory.outstanding) != before) {
      fprintf(stderr, "%s, allocation %ld: result %d, %ld blocks left\n", name, from, result,
              atomic_load(&memory.outstanding) - before);
      exit(1);
    }
    if (!failed) {
      CHECK(from > 1);
      return from - 1;
    }
  }
}

#endif
