/* SPDX-License-Identifier: MIT */
/*
 * Proves that there is no title before uv_setup_args, nor without memory for the copy; that only
 * contiguous arguments are used as room for titles; and that a second call does no harm.
 */
#include "../check.h"
#include "starve.h"
#include "uv.h"

static void check_no_title(void) {
  char title[8];
  CHECK_EQ(uv_get_process_title(title, sizeof(title)), UV_ENOBUFS);
  CHECK_EQ(uv_set_process_title("x"), UV_ENOBUFS);
}

int main(void) {
  check_no_title();
  char piece[] = "abc\0de\0keep";
  char other[] = "elsewhere";
  char *list[] = {piece, piece + 4, other, NULL};

  CHECK(uv_setup_args(0, list) == list);
  check_no_title();
  CHECK_EQ(uv_replace_allocator(starve_malloc, starve_realloc, starve_calloc, starve_free), 0);
  starve.until_failure = 0;
  CHECK(uv_setup_args(3, list) == list);
  check_no_title();

  starve.until_failure = -1;
  char **copy = uv_setup_args(3, list);
  CHECK(copy != list);
  char title[16];
  CHECK_EQ(uv_set_process_title("0123456789"), 0);
  CHECK_EQ(uv_get_process_title(title, sizeof(title)), 0);
  CHECK_STR(title, "012345");
  CHECK_STR(piece + 7, "keep");
  CHECK_STR(other, "elsewhere");
  CHECK_STR(copy[0], "abc");
  CHECK_STR(copy[1], "de");
  CHECK_STR(copy[2], "elsewhere");
  CHECK(copy[3] == NULL);

  /* A title has overwritten the arguments: a second call returns the copy. */
  CHECK(uv_setup_args(3, list) == copy);
  CHECK(uv_setup_args(3, copy) == copy);
  CHECK_EQ(uv_set_process_title("new"), 0);
  CHECK_STR(copy[0], "abc");
  CHECK_STR(piece, "new");
  return 0;
}
