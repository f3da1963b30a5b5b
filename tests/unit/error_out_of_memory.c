/* SPDX-License-Identifier: MIT */
/* Proves that an unknown code still gives a text when there is no memory to store one with its
 * number. */
#include "../check.h"
#include "uv.h"

static void *no_malloc(size_t size) {
  (void)size;
  return NULL;
}

int main(void) {
  CHECK_EQ(uv_replace_allocator(no_malloc, realloc, calloc, free), 0);
  CHECK_STR(uv_err_name(-77777), "Unknown system error");
  CHECK_STR(uv_strerror(-77777), "Unknown system error");
  CHECK_STR(uv_strerror(UV_EPERM), "operation not permitted");
  CHECK_EQ(uv_replace_allocator(malloc, realloc, calloc, free), 0);
  CHECK_STR(uv_strerror(-77777), "Unknown system error -77777");
  return 0;
}
