/* SPDX-License-Identifier: MIT */
/* Proves that hundreds of files can be made, written, read back, listed and removed at the same
 * time by two loops that share the pool, and that each request sees only its own data. */
#include "fs_scratch.h"

#define FILES 150
#define BUFFERS 7

typedef struct {
  uv_fs_t req;
  int step;
  int file;
  int number;
  char name[32];
  char parts[BUFFERS][16];
  char found[BUFFERS * 16];
  size_t length;
  int *left;
} task;

static void next(uv_fs_t *req);

static void fill(task *t, uv_buf_t *bufs) {
  t->length = 0;
  for (int i = 0; i < BUFFERS; i++) {
    int length = snprintf(t->parts[i], sizeof(t->parts[i]), "%d:%d;", t->number, i);
    bufs[i] = buffer(t->parts[i], (size_t)length);
    t->length += (size_t)length;
  }
}

static void check_found(const task *t) {
  const char *at = t->found;
  CHECK_EQ(t->req.result, t->length);
  for (int i = 0; i < BUFFERS; i++) {
    size_t length = strlen(t->parts[i]);
    CHECK_EQ(memcmp(at, t->parts[i], length), 0);
    at += length;
  }
}

static void next(uv_fs_t *req) {
  task *t = (task *)req;
  uv_loop_t *loop = req->loop;
  uv_buf_t bufs[BUFFERS];
  uv_buf_t whole = buffer(t->found, sizeof(t->found));
  CHECK(req->result >= 0);
  switch (t->step++) {
    case 0:
      t->file = (int)req->result;
      uv_fs_req_cleanup(req);
      fill(t, bufs);
      CHECK_EQ(uv_fs_write(loop, req, t->file, bufs, BUFFERS, -1, next), 0);
      break;
    case 1:
      CHECK_EQ(req->result, t->length);
      uv_fs_req_cleanup(req);
      CHECK_EQ(uv_fs_read(loop, req, t->file, &whole, 1, 0, next), 0);
      break;
    case 2:
      check_found(t);
      uv_fs_req_cleanup(req);
      CHECK_EQ(uv_fs_fstat(loop, req, t->file, next), 0);
      break;
    case 3:
      CHECK_EQ(req->statbuf.st_size, t->length);
      uv_fs_req_cleanup(req);
      CHECK_EQ(uv_fs_close(loop, req, t->file, next), 0);
      break;
    case 4:
      uv_fs_req_cleanup(req);
      CHECK_EQ(uv_fs_scandir(loop, req, ".", 0, next), 0);
      break;
    case 5:
      CHECK(req->result > 0);
      uv_fs_req_cleanup(req);
      CHECK_EQ(uv_fs_unlink(loop, req, t->name, next), 0);
      break;
    default:
      uv_fs_req_cleanup(req);
      --*t->left;
  }
}

static void run(void *prefix) {
  static task tasks[2][FILES];
  int which = *(char *)prefix - 'a';
  int left = FILES;
  uv_loop_t loop;
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < FILES; i++) {
    task *t = &tasks[which][i];
    t->left = &left;
    t->number = which * FILES + i;
    snprintf(t->name, sizeof(t->name), "./%c%d", *(char *)prefix, i);
    CHECK_EQ(uv_fs_open(&loop, &t->req, t->name, O_CREAT | O_EXCL | O_RDWR, 0600, next), 0);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(left, 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
}

int main(void) {
  scratch_begin();
  int before = open_files();
  uv_thread_t other;
  CHECK_EQ(uv_thread_create(&other, run, "b"), 0);
  run("a");
  CHECK_EQ(uv_thread_join(&other), 0);
  CHECK_EQ(open_files(), before);
  CHECK_EQ(rmdir(scratch_path), 0); /* all files are gone */
  return 0;
}
