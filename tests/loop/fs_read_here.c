/* SPDX-License-Identifier: MIT */
/*
 * Proves that reading cached data of a local file at the file's own position takes no thread, and
 * that nothing else shows this: the callback comes in the poll phase and in order, the position
 * moves, the end of the file is reported, it is too late to cancel. While the pool is busy,
 * requests go where they can be cancelled, and while the pool reads at a position, nothing else
 * does.
 */
#include <sys/uio.h>

#include "file_requests.h"
#include "fs_scratch.h"
#include "pool.h"
#include "work/fs.h"

static uv_loop_t loop;
static uv_fs_t reqs[3];
static char texts[3][8];
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

static void on_read(uv_fs_t *done) {
  CHECK(done == &reqs[calls]);
  CHECK(!polled);
  calls++;
  CHECK_EQ(done->result, expected);
  CHECK_EQ(uv_cancel((uv_req_t *)done), UV_EBUSY);
  uv_fs_req_cleanup(done);
}

static void start(int i, size_t size, int64_t offset) {
  uv_buf_t buf = uv_buf_init(texts[i], (unsigned)size);
  CHECK_EQ(uv_fs_read(&loop, &reqs[i], file, &buf, 1, offset, on_read), 0);
}

/* Makes COUNT requests of 4 bytes each. Returns how many went to the pool. */
static int look(int count) {
  unsigned long long before = file_requests();
  calls = 0;
  polled = false;
  CHECK_EQ(uv_check_start(&check, on_check), 0);
  for (int i = 0; i < count; i++) {
    start(i, 4, -1);
    CHECK_EQ(uv_cancel((uv_req_t *)&reqs[i]), expected >= 0 ? UV_EBUSY : 0);
  }
  CHECK_EQ(calls, 0);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  let_go(expected >= 0 ? 0 : 1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, count);
  return (int)(file_requests() - before);
}

static void check_position(off_t where) { CHECK_EQ(lseek(file, 0, SEEK_CUR), where); }

static void check_parts(void) {
  expected = 4;
  CHECK_EQ(look(3), 0);
  CHECK_EQ(memcmp(texts[0], "4567", 4), 0);
  CHECK_EQ(memcmp(texts[1], "89ab", 4), 0);
  CHECK_EQ(memcmp(texts[2], "cdef", 4), 0);
  check_position(16);
  expected = 2; /* short: the end of the file */
  CHECK_EQ(look(1), 0);
  CHECK_EQ(memcmp(texts[0], "gh", 2), 0);
  expected = 0;
  CHECK_EQ(look(2), 0);
  check_position(18);
}

/* Direct reads wait for the disk, so they go to a thread. */
static void check_direct(void) {
  static _Alignas(4096) char block[4096];
  unsigned long long before = file_requests();
  uv_buf_t whole = uv_buf_init(block, sizeof(block));
  int kept = file;
  CHECK_EQ(fsync(kept), 0); /* else the kernel cannot read from the disk without waiting */
  file = open("file", O_RDONLY | O_DIRECT | O_CLOEXEC);
  if (file >= 0) { /* not all file systems support this */
    expected = 18;
    calls = 0;
    polled = false;
    CHECK_EQ(uv_fs_read(&loop, &reqs[0], file, &whole, 1, -1, on_read), 0);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ((int)(file_requests() - before), 1);
    close(file);
  }
  file = kept;
}

/* A pipe, and more than one buffer, go to the pool. */
static void check_others(void) {
  int ends[2];
  int kept = file;
  unsigned long long before = file_requests();
  CHECK_EQ(pipe(ends), 0);
  CHECK_EQ(write(ends[1], "pipe", 4), 4);
  file = ends[0];
  expected = 4;
  calls = 0;
  polled = false;
  start(0, 4, -1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(memcmp(texts[0], "pipe", 4), 0);
  file = kept;
  close(ends[0]);
  close(ends[1]);
  CHECK_EQ(lseek(file, 0, SEEK_SET), 0);
  uv_buf_t two[] = {uv_buf_init(texts[0], 2), uv_buf_init(texts[1], 2)};
  calls = 0;
  CHECK_EQ(uv_fs_read(&loop, &reqs[0], file, two, 2, -1, on_read), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(memcmp(texts[0], "01", 2), 0);
  CHECK_EQ(memcmp(texts[1], "23", 2), 0);
  check_position(4);
  CHECK_EQ((int)(file_requests() - before), 2);
}

int main(void) {
  struct statx facts;
  set_threads("1");
  scratch_begin();
  put_text("file", "0123456789abcdefgh");
  file = open("file", O_RDWR | O_CLOEXEC);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_check_init(&loop, &check), 0);

  /* From the first request the library learns the mount. */
  expected = 4;
  start(0, 4, -1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 1);
  CHECK_EQ(statx(file, "", AT_EMPTY_PATH, GY_FS_MOUNT_ID, &facts), 0);
  if (gy_fs_mount_find(&facts) != GY_FS_MOUNT_LOCAL) {
    SKIP("this directory is not known to be local");
  }
  struct iovec none = {texts[0], 1};
  if (preadv2(file, &none, 1, 0, RWF_NOWAIT) < 0) {
    SKIP("this file system cannot read only what is cached");
  }
  check_parts();
  check_others();
  check_direct();

  CHECK_EQ(uv_queue_work(&loop, &work, block, NULL), 0);
  wait_entered(1);
  expected = UV_ECANCELED;
  CHECK_EQ(look(3), 3);
  check_position(4);
  expected = 4;
  CHECK_EQ(look(2), 0); /* cancelled ones no longer count */
  check_position(12);

  expected = UV_EBADF;
  calls = 0;
  polled = false;
  file = -1;
  start(0, 4, -1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 1);
  uv_close((uv_handle_t *)&check, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
