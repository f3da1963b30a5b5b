/* SPDX-License-Identifier: MIT */
/* Proves that hundreds of watched directories are told apart, also after half of them have been
 * stopped, and when there is no memory for a larger table. */
#include "fs_event_log.h"

#define COUNT 500

static bool starved; /* no large blocks */

static void *allocate(size_t size) { return starved && size > 400 ? NULL : malloc(size); }

static uv_fs_event_t handles[COUNT];
static char names[COUNT][12];

static void touch(int i) {
  char path[32];
  snprintf(path, sizeof(path), "%.11s/x", names[i]);
  if (unlink(path) != 0) {
    put_text(path, "");
  }
}

static void check_each(int step) {
  for (int i = 0; i < COUNT; i++) {
    char expected[32] = "";
    touch(i);
    if (i % step == 0) {
      snprintf(expected, sizeof(expected), "%.11s:x:rename ", names[i]);
    }
    CHECK_STR(news(), expected);
  }
}

static void run(bool starve) {
  CHECK_EQ(uv_loop_init(&loop), 0);
  uv_fs_event_t first;
  watch(&first, "-", ".");
  uv_run(&loop, UV_RUN_NOWAIT); /* allocates what the first handle needs */
  CHECK_EQ(uv_fs_event_stop(&first), 0);
  starved = starve;
  for (int i = 0; i < COUNT; i++) {
    watch(&handles[i], names[i], names[i]);
  }
  starved = false;
  check_each(1);
  for (int i = 0; i < COUNT; i++) {
    if (i % 2 != 0) {
      CHECK_EQ(uv_fs_event_stop(&handles[i]), 0);
    }
  }
  check_each(2);
  end();
}

int main(void) {
  CHECK_EQ(uv_replace_allocator(allocate, realloc, calloc, free), 0);
  scratch_begin();
  for (int i = 0; i < COUNT; i++) {
    snprintf(names[i], sizeof(names[i]), "%d", i);
    CHECK_EQ(mkdir(names[i], 0700), 0);
  }
  run(false);
  run(true);
  return 0;
}
