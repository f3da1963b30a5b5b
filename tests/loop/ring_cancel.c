/* SPDX-License-Identifier: MIT */
/* Proves that requests on the ring can no longer be cancelled, and complete as if nobody had tried;
 * and that while all threads of the pool are busy, requests go where they can be cancelled. */
#include "fs_scratch.h"
#include "pool.h"
#include "ring.h"

static uv_loop_t loop;
static uv_fs_t req;
static uv_work_t work;
static char bytes[4];
static int file;
static int expected;
static int cancel_result;

static void on_read(uv_fs_t *done) {
  CHECK_EQ(done->result, expected);
  CHECK_EQ(uv_cancel((uv_req_t *)done), UV_EBUSY);
  uv_fs_req_cleanup(done);
}

static void start(void *unused) {
  (void)unused;
  uv_buf_t buf = buffer(bytes, 4);
  CHECK_EQ(uv_fs_read(&loop, &req, file, &buf, 1, 0, on_read), 0);
  cancel_result = uv_cancel((uv_req_t *)&req);
  let_go(1);
}

static void run(int result) {
  expected = result;
  CHECK_EQ(gyre_next_tick(&loop, start, NULL), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
}

int main(void) {
  ring_needed();
  set_threads("1");
  scratch_begin();
  put_text("file", "text");
  file = open("file", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(uv_loop_init(&loop), 0);
  uv_buf_t buf = buffer(bytes, 4);
  expected = 4;
  CHECK_EQ(uv_fs_read(&loop, &req, file, &buf, 1, 0, on_read), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(ring_count(), 1);

  for (int i = 0; i < 100; i++) {
    run(4);
    CHECK_EQ(cancel_result, UV_EBUSY);
    CHECK_EQ(memcmp(bytes, "text", 4), 0);
    uv_sem_wait(&gate);

    CHECK_EQ(uv_queue_work(&loop, &work, block, NULL), 0);
    wait_entered(i + 1);
    run(UV_ECANCELED);
    CHECK_EQ(cancel_result, 0);
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
