/* SPDX-License-Identifier: MIT */
/*
 * Proves that a loop whose lookups of paths pile up at the pool does some of them on its own
 * thread, with the same results and one callback each, from uv_run. It does so only if the kernel
 * has the answer in memory, never while it has other requests at the pool, which must not be
 * overtaken, and never if the pool has a single thread, which does things one by one.
 */
#include "file_requests.h"
#include "fs_scratch.h"
#include "io/uring.h"
#include "pool.h"
#include "work/fs.h"

#define COUNT 400
#define THREADS 4

static uv_loop_t loop;
static uv_loop_t other; /* its work occupies the threads */
static uv_work_t works[THREADS];
static uv_work_t own;
static uv_fs_t reqs[COUNT];
static int calls;

typedef struct {
  const char *path;
  bool link;
  int result;
} answer;

static answer wanted;

static void on_look(uv_fs_t *done) {
  CHECK(done->data == done);
  done->data = NULL;
  calls++;
  CHECK_EQ(done->result, wanted.result);
  CHECK_STR(done->path, wanted.path);
  if (wanted.result == 0) {
    CHECK(done->ptr == &done->statbuf);
    CHECK_EQ(done->statbuf.st_size, 4);
    CHECK_EQ(S_ISLNK(done->statbuf.st_mode), wanted.link);
  }
  uv_fs_req_cleanup(done);
}

static void hold(int threads) {
  atomic_store(&entered, 0);
  for (int i = 0; i < threads; i++) {
    CHECK_EQ(uv_queue_work(&other, &works[i], block, NULL), 0);
  }
  wait_entered(threads);
}

/* Makes COUNT lookups while all threads of the pool are busy. Returns how many went to the pool. */
static int look(answer expect, int threads) {
  unsigned long long before = file_requests();
  wanted = expect;
  calls = 0;
  hold(threads);
  for (int i = 0; i < COUNT; i++) {
    reqs[i].data = &reqs[i];
    int err = expect.link ? uv_fs_lstat(&loop, &reqs[i], expect.path, on_look)
                          : uv_fs_stat(&loop, &reqs[i], expect.path, on_look);
    CHECK_EQ(err, 0);
  }
  int pooled = (int)(file_requests() - before);
  CHECK_EQ(calls, 0);
  let_go(threads);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_run(&other, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, COUNT);
  return pooled;
}

static void nothing_to_do(uv_work_t *req) { (void)req; }

int main(void) {
  const answer file = {.path = "file"};
  const answer link = {.path = "link", .link = true};
  const answer missing = {.path = "missing", .result = UV_ENOENT};
  struct statx facts;
  set_threads("4");
  scratch_begin();
  put_text("file", "text");
  CHECK_EQ(symlink("file", "link"), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_loop_init(&other), 0);

  CHECK_EQ(look(file, THREADS), COUNT); /* from this request the library learns the mount */
  CHECK_EQ(statx(AT_FDCWD, "file", 0, GY_FS_MOUNT_ID, &facts), 0);
  if (!gy_ring_allowed() || gy_fs_mount_find(&facts) != GY_FS_MOUNT_LOCAL) {
    SKIP("this directory is not known to be local, or all file requests go to threads");
  }
  CHECK(look(file, THREADS) < COUNT);
  CHECK(look(link, THREADS) < COUNT);
  CHECK_EQ(look(missing, THREADS), COUNT);

  CHECK_EQ(uv_queue_work(&loop, &own, nothing_to_do, NULL), 0);
  CHECK_EQ(look(file, THREADS), COUNT);

  gy_pool_stop();
  CHECK_EQ(setenv("UV_THREADPOOL_SIZE", "1", 1), 0);
  CHECK_EQ(look(file, 1), COUNT);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(uv_loop_close(&other), 0);
  return 0;
}
