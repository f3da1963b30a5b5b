/* SPDX-License-Identifier: MIT */
/* Proves that an asynchronous request copies paths and arrays of buffers: the program may overwrite
 * them before the pool begins. */
#include "fs_scratch.h"

static uv_sem_t gate;

static void wait_at_gate(uv_work_t *work) {
  (void)work;
  uv_sem_wait(&gate);
}

static int done;

static void on_done(uv_fs_t *req) {
  done++;
  CHECK(req->result >= 0);
  uv_fs_req_cleanup(req);
}

int main(void) {
  scratch_begin();
  CHECK_EQ(setenv("UV_THREADPOOL_SIZE", "1", 1), 0);
  uv_loop_t loop;
  uv_work_t blocker;
  uv_fs_t made;
  uv_fs_t renamed;
  uv_fs_t template;
  uv_fs_t few;
  uv_fs_t many;
  char path[32] = "directory";
  char new_path[32] = "other";
  uv_buf_t bufs[20];
  put_text("file", "");
  int file = open("file", O_RDWR | O_CLOEXEC);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_sem_init(&gate, 0), 0);
  CHECK_EQ(uv_queue_work(&loop, &blocker, wait_at_gate, NULL), 0);

  CHECK_EQ(uv_fs_mkdir(&loop, fs_prepare(&made), path, 0700, on_done), 0);
  CHECK_EQ(uv_fs_rename(&loop, &renamed, path, new_path, on_done), 0);
  strcpy(path, "t_XXXXXX");
  CHECK_EQ(uv_fs_mkdtemp(&loop, &template, path, on_done), 0);
  memset(path, 0, sizeof(path));
  memset(new_path, 0, sizeof(new_path));
  for (int i = 0; i < 20; i++) {
    bufs[i] = buffer(&"abcdefghijklmnopqrst"[i], 1);
  }
  CHECK_EQ(uv_fs_write(&loop, &few, file, bufs, 4, -1, on_done), 0);
  CHECK_EQ(uv_fs_write(&loop, &many, file, bufs, 20, -1, on_done), 0);
  memset(bufs, 0, sizeof(bufs));

  CHECK_EQ(made.result, 0);
  CHECK_STR(made.path, "directory");
  CHECK_EQ(uv_loop_close(&loop), UV_EBUSY);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  CHECK(!exists("directory"));
  uv_sem_post(&gate);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(done, 5);
  CHECK(exists("other") && !exists("directory"));
  check_text("file", "abcdabcdefghijklmnopqrst");
  CHECK_EQ(uv_loop_close(&loop), 0);
  uv_sem_destroy(&gate);
  close(file);
  return 0;
}
