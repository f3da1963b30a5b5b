/* SPDX-License-Identifier: MIT */
/* Proves that ticks and microtasks run after each callback of the ring, before the next one. */
#include "fs_scratch.h"
#include "ring.h"

enum { COUNT = 50 };

static uv_loop_t loop;
static uv_fs_t reqs[COUNT];
static char bytes[COUNT];
static int file;
static int callbacks;
static int ticks;
static int microtasks;

static void on_tick(void *unused) {
  (void)unused;
  CHECK_EQ(++ticks, callbacks);
}

static void on_microtask(void *unused) {
  (void)unused;
  CHECK_EQ(++microtasks, ticks);
}

static void on_read(uv_fs_t *req) {
  CHECK_EQ(req->result, 1);
  CHECK_EQ(ticks, callbacks);
  CHECK_EQ(microtasks, callbacks);
  callbacks++;
  CHECK_EQ(gyre_microtask(&loop, on_microtask, NULL), 0);
  CHECK_EQ(gyre_next_tick(&loop, on_tick, NULL), 0);
  uv_fs_req_cleanup(req);
}

static void start(void *unused) {
  (void)unused;
  unsigned long long before = file_requests();
  for (int i = 0; i < COUNT; i++) {
    uv_buf_t buf = buffer(&bytes[i], 1);
    CHECK_EQ(uv_fs_read(&loop, &reqs[i], file, &buf, 1, 0, on_read), 0);
  }
  CHECK_EQ(file_requests(), before);
}

int main(void) {
  ring_needed();
  scratch_begin();
  put_text("file", "text");
  file = open("file", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(uv_loop_init(&loop), 0);
  uv_buf_t buf = buffer(bytes, 1);
  CHECK_EQ(uv_fs_read(&loop, &reqs[0], file, &buf, 1, 0, on_read), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(gyre_next_tick(&loop, start, NULL), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(callbacks, COUNT + 1);
  CHECK_EQ(microtasks, COUNT + 1);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
