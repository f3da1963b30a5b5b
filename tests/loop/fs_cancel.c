/* SPDX-License-Identifier: MIT */
/* Proves that file requests that wait behind a full pool can be cancelled: each callback comes with
 * UV_ECANCELED and not before the loop runs, and nothing has been done or is leaked. A finished or
 * synchronous request can no longer be cancelled. */
#include "fs_scratch.h"

static uv_sem_t gate;
static int cancelled;
static int finished;

static void wait_at_gate(uv_work_t *work) {
  (void)work;
  uv_sem_wait(&gate);
}

static void on_cancelled(uv_fs_t *req) {
  CHECK_EQ(req->result, UV_ECANCELED);
  CHECK_EQ(uv_fs_get_system_error(req), ECANCELED);
  CHECK_EQ(uv_cancel((uv_req_t *)req), UV_EBUSY);
  uv_dirent_t entry;
  if (req->fs_type == UV_FS_SCANDIR) {
    CHECK_EQ(uv_fs_scandir_next(req, &entry), UV_ECANCELED);
  }
  cancelled++;
  uv_fs_req_cleanup(req);
  uv_fs_req_cleanup(req);
}

static void on_finished(uv_fs_t *req) {
  CHECK_EQ(req->result, 0);
  CHECK_EQ(uv_cancel((uv_req_t *)req), UV_EBUSY);
  finished++;
  uv_fs_req_cleanup(req);
}

static int count;
static uv_fs_t reqs[40];

#define QUEUE(name, ...) \
  CHECK_EQ(uv_fs_##name(&loop, fs_prepare(&reqs[count++]), __VA_ARGS__, on_cancelled), 0)

int main(void) {
  scratch_begin();
  CHECK_EQ(setenv("UV_THREADPOOL_SIZE", "1", 1), 0);
  uv_loop_t loop;
  uv_work_t blocker;
  uv_fs_t req;
  uv_fs_t last;
  uv_dirent_t entries[4];
  char bytes[9];
  uv_buf_t bufs[9];
  for (int i = 0; i < 9; i++) {
    bufs[i] = buffer(&bytes[i], 1);
  }
  put_text("file", "content");
  int file = open("file", O_RDWR | O_CLOEXEC);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_fs_opendir(NULL, fs_prepare(&req), ".", NULL), 0);
  uv_dir_t *dir = req.ptr;
  dir->dirents = entries;
  dir->nentries = 4;
  CHECK_EQ(uv_cancel((uv_req_t *)&req), UV_EBUSY);
  uv_fs_req_cleanup(&req);

  CHECK_EQ(uv_sem_init(&gate, 0), 0);
  CHECK_EQ(uv_queue_work(&loop, &blocker, wait_at_gate, NULL), 0);
  QUEUE(open, "new", O_CREAT | O_WRONLY, 0600);
  QUEUE(close, file);
  QUEUE(read, file, bufs, 2, -1);
  QUEUE(read, file, bufs, 9, -1);
  QUEUE(write, file, bufs, 9, 0);
  QUEUE(unlink, "file");
  QUEUE(mkdir, "new", 0700);
  QUEUE(mkdtemp, "XXXXXX");
  QUEUE(mkstemp, "XXXXXX");
  QUEUE(rename, "file", "new");
  QUEUE(copyfile, "file", "new", 0);
  QUEUE(scandir, ".", 0);
  QUEUE(opendir, ".");
  QUEUE(readdir, dir);
  QUEUE(closedir, dir);
  QUEUE(stat, "file");
  QUEUE(statfs, "file");
  QUEUE(readlink, "file");
  QUEUE(realpath, "file");
  QUEUE(ftruncate, file, 0);
  CHECK_EQ(uv_fs_stat(&loop, &last, "file", on_finished), 0);
  for (int i = 0; i < count; i++) {
    CHECK_EQ(uv_cancel((uv_req_t *)&reqs[i]), 0);
    CHECK_EQ(uv_cancel((uv_req_t *)&reqs[i]), UV_EBUSY);
  }
  CHECK_EQ(cancelled, 0);
  uv_sem_post(&gate);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(cancelled, count);
  CHECK_EQ(finished, 1);

  check_text("file", "content");
  CHECK_EQ(lseek(file, 0, SEEK_CUR), 0);
  CHECK_EQ(uv_fs_readdir(NULL, &req, dir, NULL), 1); /* still open, and nothing was read */
  CHECK_STR(entries[0].name, "file");
  uv_fs_req_cleanup(&req);
  CHECK_EQ(uv_fs_closedir(NULL, fs_prepare(&req), dir, NULL), 0);
  CHECK_EQ(uv_cancel((uv_req_t *)&req), UV_EBUSY);
  uv_fs_req_cleanup(&req);
  close(file);
  CHECK_EQ(uv_loop_close(&loop), 0);
  uv_sem_destroy(&gate);
  return 0;
}
