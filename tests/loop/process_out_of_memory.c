/* SPDX-License-Identifier: MIT */
/*
 * If an allocation of uv_spawn fails, whichever it is, it returns UV_ENOMEM and leaks nothing; or,
 * if the memory was only for watching it in the usual way, the child runs and its exit is reported.
 */
#include "process_run.h"

static long countdown = -1; /* the allocation after this many fails, once; negative: none does */
static long live;

static bool refuse(void) { return countdown >= 0 && countdown-- == 0; }

static void *counted(void *block) {
  live += block != NULL;
  return block;
}

static void *allocate(size_t size) { return refuse() ? NULL : counted(malloc(size)); }

static void *allocate_zeroed(size_t count, size_t size) {
  return refuse() ? NULL : counted(calloc(count, size));
}

static void *resize(void *block, size_t size) {
  if (refuse()) {
    return NULL;
  }
  return block == NULL ? counted(malloc(size)) : realloc(block, size);
}

static void release(void *block) {
  live -= block != NULL;
  free(block);
}

int main(void) {
  uv_stdio_container_t stdio[12] = {{.flags = UV_IGNORE}};
  int refusals = 0;
  CHECK_EQ(uv_replace_allocator(allocate, resize, allocate_zeroed, release), 0);
  for (int number = 0;; number++) {
    uv_loop_t loop; /* a new one each time: its table of descriptors must still be empty */
    uv_process_t process;
    process_end end = {0};
    uv_process_options_t options = {.exit_cb = process_on_exit, .stdio = stdio, .stdio_count = 12};
    process_shell(&options, "exit 3");
    CHECK_EQ(uv_loop_init(&loop), 0);
    long live_before = live;
    int files = process_open_files();
    process.data = &end;
    countdown = number;
    int err = uv_spawn(&loop, &process, &options);
    bool failed = countdown < 0;
    countdown = -1;
    if (err != 0) {
      CHECK_EQ(err, UV_ENOMEM);
      CHECK(failed);
      refusals++;
      CHECK_EQ(process.pid, 0);
    } else {
      CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
      CHECK_EQ(end.calls, 1);
      CHECK_EQ(end.status, 3);
    }
    uv_close((uv_handle_t *)&process, NULL);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(process_open_files(), files);
    if (err != 0) {
      CHECK_EQ(live, live_before);
    }
    CHECK_EQ(uv_loop_close(&loop), 0);
    CHECK_EQ(live, 0);
    if (!failed) {
      CHECK_EQ(refusals, 3); /* the child's block, the descriptors, the plan */
      CHECK_EQ(number, 4);   /* and the loop's table, which is optional */
      return 0;
    }
  }
}
