/* SPDX-License-Identifier: MIT */
/* Proves that a limit on the poll phase applies to callbacks of the ring, that the loop does not
 * sleep while the limit delays some, and that a file which is read again and again does not starve
 * descriptors, async handles or the pool. */
#include <sys/eventfd.h>

#include "fs_scratch.h"
#include "ring.h"

enum { COUNT = 40 };

static uv_loop_t loop;
static uv_fs_t reqs[COUNT];
static uv_poll_t poll_handle;
static uv_async_t async;
static uv_work_t work;
static uv_check_t check;
static char bytes[COUNT];
static int file;
static unsigned limit;
static unsigned in_turn;
static int reads;
static int polls;
static int sends;
static int works;
static bool busy;

static void on_read(uv_fs_t *req) {
  CHECK_EQ(req->result, 1);
  in_turn++;
  reads++;
  uv_fs_req_cleanup(req);
  if (busy) {
    uv_buf_t buf = buffer(&bytes[req - reqs], 1);
    CHECK_EQ(uv_fs_read(&loop, req, file, &buf, 1, 0, on_read), 0);
  }
}

static void on_poll(uv_poll_t *handle, int status, int events) {
  (void)handle;
  CHECK_EQ(status, 0);
  CHECK_EQ(events, UV_READABLE);
  in_turn++;
  polls++;
}

static void on_async(uv_async_t *handle) {
  in_turn++;
  sends++;
  uv_async_send(handle);
}

static void do_work(uv_work_t *req) { (void)req; }

static void after_work(uv_work_t *req, int status) {
  CHECK_EQ(status, 0);
  in_turn++;
  works++;
  if (busy) {
    CHECK_EQ(uv_queue_work(&loop, req, do_work, after_work), 0);
  }
}

static void on_check(uv_check_t *handle) {
  (void)handle;
  CHECK(in_turn <= limit);
  in_turn = 0;
}

static void start(void *unused) {
  (void)unused;
  for (int i = 0; i < COUNT; i++) {
    uv_buf_t buf = buffer(&bytes[i], 1);
    CHECK_EQ(uv_fs_read(&loop, &reqs[i], file, &buf, 1, 0, on_read), 0);
  }
}

static void check_alone(unsigned most) {
  reads = 0;
  limit = most;
  CHECK_EQ(gyre_loop_limit(&loop, GYRE_PHASE_POLL, limit), 0);
  CHECK_EQ(gyre_next_tick(&loop, start, NULL), 0);
  uint64_t before = uv_hrtime();
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(reads, COUNT);
  CHECK(uv_hrtime() - before < 5000000000u);
}

static void check_fair(unsigned most) {
  reads = polls = sends = works = 0;
  limit = most;
  busy = true;
  CHECK_EQ(gyre_loop_limit(&loop, GYRE_PHASE_POLL, limit), 0);
  CHECK_EQ(gyre_next_tick(&loop, start, NULL), 0);
  CHECK_EQ(uv_queue_work(&loop, &work, do_work, after_work), 0);
  uv_async_send(&async);
  for (int turn = 0; turn < 4000 || works < 5; turn++) {
    CHECK(turn < 10000000);
    CHECK(uv_run(&loop, UV_RUN_ONCE) != 0);
  }
  CHECK(reads > 200);
  CHECK(polls > 200);
  CHECK(sends > 200);
  busy = false;
}

int main(void) {
  ring_needed();
  scratch_begin();
  put_text("file", "text");
  file = open("file", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(uv_loop_init(&loop), 0);
  limit = COUNT;
  CHECK_EQ(uv_check_init(&loop, &check), 0);
  CHECK_EQ(uv_check_start(&check, on_check), 0);
  uv_unref((uv_handle_t *)&check);
  start(NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  check_alone(1);
  check_alone(7);
  check_alone(COUNT);

  int ready = eventfd(1, EFD_CLOEXEC);
  CHECK_EQ(uv_poll_init(&loop, &poll_handle, ready), 0);
  CHECK_EQ(uv_poll_start(&poll_handle, UV_READABLE, on_poll), 0);
  CHECK_EQ(uv_async_init(&loop, &async, on_async), 0);
  check_fair(1);
  uv_close((uv_handle_t *)&async, NULL);
  uv_poll_stop(&poll_handle);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  uv_close((uv_handle_t *)&poll_handle, NULL);
  uv_close((uv_handle_t *)&check, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
