/* SPDX-License-Identifier: MIT */
/* Proves which file requests go to the ring and which to the pool: the ring gets those that it does
 * exactly as the system call does, and none outside of uv_run, where the loop's thread is not known
 * yet. A read at the file's position that need not wait goes to neither. */
#include "fs_scratch.h"
#include "ring.h"

static uv_loop_t loop;
static uv_fs_t req;
static char bytes[65];
static bool pooled;
static ssize_t result;

static void on_done(uv_fs_t *done) {
  result = done->result;
  uv_fs_req_cleanup(done);
}

typedef struct {
  uv_fs_type type;
  const char *path;
  int flags; /* open */
  int file;
  unsigned nbufs;
  size_t length; /* the size of each buffer */
  int64_t offset;
} request;

static void start(void *arg) {
  const request *it = arg;
  uv_buf_t bufs[1100];
  unsigned long long before = file_requests();
  for (unsigned i = 0; i < it->nbufs; i++) {
    bufs[i] = buffer(bytes, it->length);
  }
  switch (it->type) {
    case UV_FS_OPEN:
      CHECK_EQ(uv_fs_open(&loop, &req, it->path, it->flags, 0600, on_done), 0);
      break;
    case UV_FS_CLOSE:
      CHECK_EQ(uv_fs_close(&loop, &req, it->file, on_done), 0);
      break;
    case UV_FS_READ:
      CHECK_EQ(uv_fs_read(&loop, &req, it->file, bufs, it->nbufs, it->offset, on_done), 0);
      break;
    case UV_FS_WRITE:
      CHECK_EQ(uv_fs_write(&loop, &req, it->file, bufs, it->nbufs, it->offset, on_done), 0);
      break;
    case UV_FS_FSYNC:
      CHECK_EQ(uv_fs_fsync(&loop, &req, it->file, on_done), 0);
      break;
    default:
      CHECK_EQ(uv_fs_stat(&loop, &req, it->path, on_done), 0);
  }
  pooled = file_requests() != before;
}

/* Whether the request goes to the pool. Its result is in `result`. */
static bool to_pool(request it) {
  CHECK_EQ(gyre_next_tick(&loop, start, &it), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  return pooled;
}

static void check_reads(int file) {
  int ends[2];
  CHECK_EQ(pipe(ends), 0);
  request it = {.type = UV_FS_READ, .file = file, .nbufs = 1, .length = 64};
  CHECK(!to_pool(it));
  CHECK_EQ(result, 64);
  it.nbufs = 5;
  CHECK(!to_pool(it));
  it.nbufs = 1024;
  CHECK(!to_pool(it));
  it.length = 65; /* more than the loop's thread should copy */
  CHECK(to_pool(it));
  it.length = 8;
  it.nbufs = 1025;
  CHECK(to_pool(it));
  it.offset = -1;
  it.nbufs = 2;
  CHECK(to_pool(it));
  CHECK_EQ(lseek(file, 0, SEEK_SET), 0);
  it.nbufs = 1;
  CHECK(!to_pool(it)); /* nor to the ring: the data is cached and read at once */
  CHECK_EQ(lseek(file, 0, SEEK_CUR), 8);
  it.offset = 0;
  const int odd[] = {-1, ends[0], open(".", O_RDONLY), open("/dev/zero", O_RDONLY)};
  const int results[] = {UV_EBADF, UV_ESPIPE, UV_EISDIR, 8};
  for (int i = 0; i < 4; i++) {
    it.file = odd[i];
    CHECK(to_pool(it));
    CHECK_EQ(result, results[i]);
  }
}

int main(void) {
  ring_needed();
  scratch_begin();
  CHECK_EQ(uv_loop_init(&loop), 0);
  put_text("file", "0123456789012345678901234567890123456789012345678901234567890123");
  put_text("other", "");
  CHECK_EQ(ring_count(), 0);
  request it = {.type = UV_FS_STAT, .path = "file"};
  CHECK(to_pool(it));
  CHECK_EQ(ring_count(), 0); /* not needed yet */

  /* Opening may take arbitrarily long. */
  it = (request){.type = UV_FS_OPEN, .path = "file", .flags = O_RDWR};
  CHECK(to_pool(it));
  int file = (int)result;
  CHECK(file >= 0);
  CHECK_EQ(ring_count(), 0);

  it = (request){.type = UV_FS_READ, .file = file, .nbufs = 1, .length = 1};
  start(&it);
  CHECK(pooled);
  CHECK_EQ(ring_count(), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(ring_count(), 1);
  start(&it);
  CHECK(pooled);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  check_reads(file);
  it = (request){.type = UV_FS_WRITE, .file = file, .nbufs = 1, .length = 1};
  CHECK(to_pool(it));
  it = (request){.type = UV_FS_FSYNC, .file = file};
  CHECK(to_pool(it));

  it = (request){.type = UV_FS_CLOSE, .file = dup(file)};
  CHECK(!to_pool(it));
  CHECK_EQ(result, 0);
  CHECK(to_pool(it));
  CHECK_EQ(result, UV_EBADF);
  CHECK_EQ(unlink("file"), 0);
  it.file = file;
  CHECK(to_pool(it)); /* freeing a large file takes long */
  CHECK_EQ(result, 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(ring_count(), 0);
  return 0;
}
