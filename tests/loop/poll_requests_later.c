/* SPDX-License-Identifier: MIT */
/*
 * Proves that a request made by a callback of the poll phase does not complete in the same poll
 * phase, however fast it is done: the check phase comes in between. This holds for every kind of
 * callback (a descriptor, a file on the loop's ring, work of the pool) and every kind of request (a
 * file request of the pool, one of the ring, an async handle). Programs that start something and an
 * immediate rely on the immediate to come first. The only exception: async handles come after
 * finished work in the same phase, so what that work sends them arrives at once.
 */
#include "fs_scratch.h"

enum { BY_DESCRIPTOR, BY_FILE, BY_WORK, MAKERS };
enum { STAT, READ, SEND, KINDS };
#define ROUNDS 3 /* the first file request only causes a ring to be opened */

static uv_loop_t loop;
static uv_check_t check;
static uv_poll_t poll_handle;
static uv_async_t async;
static uv_fs_t first;
static uv_fs_t second;
static uv_work_t work;
static int file;
static int ends[2];
static char byte;
static int turn;
static int made_in;
static int maker;
static int kind;
static int answers;

static void on_check(uv_check_t *handle) {
  (void)handle;
  turn++;
}

static void answered(void) {
  if (kind != SEND || maker == BY_DESCRIPTOR) {
    CHECK(turn > made_in);
  } else if (maker == BY_WORK) {
    CHECK_EQ(turn, made_in);
  } /* otherwise it depends on whether the file's request went to the pool */
  answers++;
  uv_stop(&loop);
}

static void on_second(uv_fs_t *req) {
  CHECK(req->result >= 0);
  uv_fs_req_cleanup(req);
  answered();
}

static void on_async(uv_async_t *handle) {
  (void)handle;
  answered();
}

static void ask(void) {
  made_in = turn;
  if (kind == STAT) {
    CHECK_EQ(uv_fs_stat(&loop, &second, ".", on_second), 0);
  } else if (kind == READ) {
    uv_buf_t buf = uv_buf_init(&byte, 1);
    CHECK_EQ(uv_fs_read(&loop, &second, file, &buf, 1, 0, on_second), 0);
  } else {
    CHECK_EQ(uv_async_send(&async), 0);
  }
  uv_sleep(20); /* the pool has done it when this returns */
}

static void on_readable(uv_poll_t *handle, int status, int events) {
  (void)events;
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_poll_stop(handle), 0);
  ask();
}

static void on_first(uv_fs_t *req) {
  CHECK_EQ(req->result, 1);
  uv_fs_req_cleanup(req);
  ask();
}

static void nothing(uv_work_t *req) { (void)req; }

static void on_work(uv_work_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  ask();
}

static void start(void) {
  if (maker == BY_DESCRIPTOR) {
    CHECK_EQ(uv_poll_start(&poll_handle, UV_READABLE, on_readable), 0);
  } else if (maker == BY_FILE) {
    uv_buf_t buf = uv_buf_init(&byte, 1);
    CHECK_EQ(uv_fs_read(&loop, &first, file, &buf, 1, 0, on_first), 0);
  } else {
    CHECK_EQ(uv_queue_work(&loop, &work, nothing, on_work), 0);
  }
}

int main(void) {
  scratch_begin();
  file = open("file", O_RDWR | O_CREAT, 0600);
  CHECK(file >= 0);
  CHECK_EQ(write(file, "x", 1), 1);
  CHECK_EQ(pipe(ends), 0);
  CHECK_EQ(write(ends[1], "x", 1), 1);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_check_init(&loop, &check), 0);
  CHECK_EQ(uv_check_start(&check, on_check), 0);
  CHECK_EQ(uv_poll_init(&loop, &poll_handle, ends[0]), 0);
  CHECK_EQ(uv_async_init(&loop, &async, on_async), 0);
  for (maker = 0; maker < MAKERS; maker++) {
    for (kind = 0; kind < KINDS; kind++) {
      for (int round = 0; round < ROUNDS; round++) {
        start();
        uv_run(&loop, UV_RUN_DEFAULT);
      }
    }
  }
  CHECK_EQ(answers, MAKERS * KINDS * ROUNDS);
  uv_close((uv_handle_t *)&check, NULL);
  uv_close((uv_handle_t *)&poll_handle, NULL);
  uv_close((uv_handle_t *)&async, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
