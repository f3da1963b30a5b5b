/* SPDX-License-Identifier: MIT */
/*
 * Proves that a code outside the list gives a text with its number, that the text stays valid, and
 * that asking for the same code again does not allocate again.
 */
#include <limits.h>

#include "../check.h"
#include "uv.h"

static int allocations;

static void *counting_malloc(size_t size) {
  allocations++;
  return malloc(size);
}

int main(void) {
  CHECK_EQ(uv_replace_allocator(counting_malloc, realloc, calloc, free), 0);

  const char *first = uv_strerror(-99999);
  CHECK_STR(first, "Unknown system error -99999");
  CHECK_STR(uv_err_name(99999), "Unknown system error 99999");
  CHECK_STR(uv_strerror(0), "Unknown system error 0");
  CHECK_STR(uv_err_name(0), "Unknown system error 0");
  CHECK_STR(uv_strerror(INT_MIN), "Unknown system error -2147483648");
  CHECK_STR(uv_strerror(2), "Unknown system error 2");
  CHECK_STR(first, "Unknown system error -99999");

  int before = allocations;
  CHECK(before > 0);
  for (int i = 0; i < 1000; i++) {
    CHECK(uv_strerror(-99999) == first);
  }
  CHECK_EQ(allocations, before);
  return 0;
}
