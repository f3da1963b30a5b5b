/* SPDX-License-Identifier: MIT */
/*
 * Proves that fstat of a local file takes no thread, and that nothing else shows this: the callback
 * comes in the poll phase and in order, the result is complete, it is too late to cancel; and while
 * the pool is busy, requests go where they can be cancelled.
 */
#include "file_requests.h"
#include "fs_scratch.h"
#include "pool.h"
#include "work/fs.h"

static uv_loop_t loop;
static uv_fs_t reqs[3];
static uv_work_t work;
static uv_check_t check;
static int file;
static int calls;
static int expected;
static bool polled;

static void on_check(uv_check_t *handle) {
  polled = calls > 0;
  CHECK_EQ(uv_check_stop(handle), 0);
}

static void on_stat(uv_fs_t *done) {
  CHECK(done == &reqs[calls]);
  CHECK(!polled);
  calls++;
  CHECK_EQ(done->result, expected);
  CHECK_EQ(uv_cancel((uv_req_t *)done), UV_EBUSY);
  if (expected == 0) {
    uv_fs_t again;
    CHECK_EQ(uv_fs_fstat(NULL, &again, file, NULL), 0);
    CHECK(done->ptr == &done->statbuf);
    CHECK_EQ(memcmp(&done->statbuf, &again.statbuf, sizeof(again.statbuf)), 0);
    uv_fs_req_cleanup(&again);
  }
  uv_fs_req_cleanup(done);
}

/* Makes COUNT requests. Returns how many went to the pool. */
static int look(int count) {
  unsigned long long before = file_requests();
  calls = 0;
  polled = false;
  CHECK_EQ(uv_check_start(&check, on_check), 0);
  for (int i = 0; i < count; i++) {
    CHECK_EQ(uv_fs_fstat(&loop, &reqs[i], file, on_stat), 0);
    CHECK_EQ(uv_cancel((uv_req_t *)&reqs[i]), expected == 0 ? UV_EBUSY : 0);
  }
  CHECK_EQ(calls, 0);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  let_go(expected == 0 ? 0 : 1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, count);
  return (int)(file_requests() - before);
}

int main(void) {
  struct statx facts;
  set_threads("1");
  scratch_begin();
  put_text("file", "text");
  file = open("file", O_RDWR | O_CLOEXEC);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_check_init(&loop, &check), 0);

  /* From the first request the library learns the mount. */
  CHECK_EQ(uv_fs_fstat(&loop, &reqs[0], file, on_stat), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 1);
  CHECK_EQ(statx(file, "", AT_EMPTY_PATH, GY_FS_MOUNT_ID, &facts), 0);
  if (gy_fs_mount_find(&facts) != GY_FS_MOUNT_LOCAL) {
    SKIP("this directory is not known to be local");
  }
  for (int i = 0; i < 100; i++) {
    CHECK_EQ(write(file, "more", 4), 4);
    CHECK_EQ(look(1 + i % 3), 0);
  }

  CHECK_EQ(uv_queue_work(&loop, &work, block, NULL), 0);
  wait_entered(1);
  expected = UV_ECANCELED;
  CHECK_EQ(look(3), 3);
  expected = UV_EBADF;
  CHECK_EQ(uv_fs_fstat(&loop, &reqs[0], -1, on_stat), 0);
  calls = 0;
  polled = false;
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 1);
  CHECK_EQ(uv_loop_close(&loop), UV_EBUSY);
  uv_close((uv_handle_t *)&check, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
