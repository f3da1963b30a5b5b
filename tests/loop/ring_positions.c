/* SPDX-License-Identifier: MIT */
/* Proves that many simultaneous requests at the file's own position, on the disk and bypassing the
 * cache, each get a position of their own. */
#include "fs_scratch.h"

enum { COUNT = 20, SIZE = 8192, ROUNDS = 5 };

static uv_loop_t loop;
static uv_fs_t reqs[COUNT];
static char *bufs[COUNT];
static int file;
static bool writing;

static void on_done(uv_fs_t *req) {
  CHECK_EQ(req->result, SIZE);
  uv_fs_req_cleanup(req);
}

static void start_all(uv_timer_t *timer) {
  (void)timer;
  for (int i = 0; i < COUNT; i++) {
    uv_buf_t buf = buffer(bufs[i], SIZE);
    CHECK_EQ(writing ? uv_fs_write(&loop, &reqs[i], file, &buf, 1, -1, on_done)
                     : uv_fs_read(&loop, &reqs[i], file, &buf, 1, -1, on_done),
             0);
  }
}

static void run(void) {
  uv_timer_t timer;
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  CHECK_EQ(uv_timer_start(&timer, start_all, 0, 0), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  uv_close((uv_handle_t *)&timer, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(lseek(file, 0, SEEK_CUR), (off_t)COUNT * SIZE);
}

static void check_round(int flags) {
  file = open("file", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | flags, 0600);
  if (file < 0 && flags != 0) {
    return; /* this file system cannot bypass the cache */
  }
  CHECK(file >= 0);
  for (int i = 0; i < COUNT; i++) {
    memset(bufs[i], 'a' + i, SIZE);
  }
  writing = true;
  run();
  CHECK_EQ(facts_of("file").st_size, (off_t)COUNT * SIZE);
  CHECK_EQ(fsync(file), 0);
  CHECK_EQ(posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED), 0);
  CHECK_EQ(lseek(file, 0, SEEK_SET), 0);
  for (int i = 0; i < COUNT; i++) {
    memset(bufs[i], 0, SIZE);
  }
  writing = false;
  run();
  unsigned seen = 0;
  for (int i = 0; i < COUNT; i++) {
    CHECK_EQ(bufs[i][0], bufs[i][SIZE - 1]);
    seen |= 1u << (bufs[i][0] - 'a');
  }
  CHECK_EQ(seen, (1u << COUNT) - 1);
  CHECK_EQ(close(file), 0);
}

int main(void) {
  scratch_begin();
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < COUNT; i++) {
    bufs[i] = aligned_alloc(4096, SIZE);
  }
  for (int round = 0; round < ROUNDS; round++) {
    check_round(0);
    check_round(O_DIRECT);
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  for (int i = 0; i < COUNT; i++) {
    free(bufs[i]);
  }
  return 0;
}
