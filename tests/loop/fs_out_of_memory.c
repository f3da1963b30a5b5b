/* SPDX-License-Identifier: MIT */
/* Proves that a file operation returns UV_ENOMEM when any of its allocations fails, and leaks
 * neither memory nor a descriptor; and that it works when none fails. */
#include <stdatomic.h>

#include "fs_scratch.h"

static atomic_long countdown = -1; /* the allocation after this many fails; negative: none does */
static atomic_long live;           /* outstanding blocks */

static bool refuse(void) {
  return atomic_load(&countdown) >= 0 && atomic_fetch_sub(&countdown, 1) == 0;
}

static void *counted(void *block) {
  atomic_fetch_add(&live, block != NULL);
  return block;
}

static void *allocate(size_t size) { return refuse() ? NULL : counted(malloc(size)); }

static void *allocate_zeroed(size_t count, size_t size) {
  return refuse() ? NULL : counted(calloc(count, size));
}

static void *resize(void *block, size_t size) {
  if (refuse()) {
    return NULL;
  }
  return block == NULL ? counted(malloc(size)) : realloc(block, size);
}

static void release(void *block) {
  atomic_fetch_sub(&live, block != NULL);
  free(block);
}

/* The result of an operation in the current form, whether it fails at once or later. */
static ssize_t outcome(uv_fs_t *req, int returned) {
  if (fs_cb == NULL || returned != 0) {
    CHECK_EQ(returned, req->result);
    CHECK_EQ(fs_called, 0);
    return returned;
  }
  CHECK_EQ(uv_run(fs_loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(fs_called, 1);
  return req->result;
}

/* Tries the operation with the first allocation failing, then the second, until it succeeds, and
 * leaves the request as the last try left it. NEEDS is the number of allocations. */
#define TRY(needs, req, name, ...)                                                  \
  do {                                                                              \
    long try_live = atomic_load(&live);                                             \
    int try_files = open_files();                                                   \
    for (int try_number = 0;; try_number++) {                                       \
      atomic_store(&countdown, try_number);                                         \
      ssize_t try_result =                                                          \
          outcome(req, uv_fs_##name(fs_loop, fs_prepare(req), __VA_ARGS__, fs_cb)); \
      bool try_failed = atomic_exchange(&countdown, -1) < 0;                        \
      if (!try_failed) {                                                            \
        CHECK(try_result >= 0);                                                     \
        CHECK_EQ(try_number, needs);                                                \
        break;                                                                      \
      }                                                                             \
      CHECK_EQ(try_result, UV_ENOMEM);                                              \
      CHECK((req)->ptr == NULL || (req)->fs_type == UV_FS_READDIR);                 \
      uv_fs_req_cleanup(req);                                                       \
      CHECK_EQ(atomic_load(&live), try_live);                                       \
      CHECK_EQ(open_files(), try_files);                                            \
    }                                                                               \
  } while (0)

static void body(void) {
  uv_fs_t req;
  uv_dirent_t entries[64];
  uv_buf_t bufs[9];
  char bytes[9];
  int path = fs_is_async() ? 1 : 0; /* the copy of a path */
  long before = atomic_load(&live);
  for (int i = 0; i < 9; i++) {
    bufs[i] = buffer(&bytes[i], 1);
  }

  TRY(path, &req, open, "file", O_RDWR, 0);
  int file = (int)req.result;
  uv_fs_req_cleanup(&req);
  TRY(0, &req, read, file, bufs, 4, 0);
  uv_fs_req_cleanup(&req);
  TRY(path, &req, read, file, bufs, 9, 0);
  CHECK_EQ(req.result, 7);
  uv_fs_req_cleanup(&req);
  TRY(path, &req, write, file, bufs, 7, 0);
  uv_fs_req_cleanup(&req);
  close(file);
  TRY(path, &req, copyfile, "file", "copy", 0);
  uv_fs_req_cleanup(&req);
  TRY(path, &req, rename, "copy", "moved");
  uv_fs_req_cleanup(&req);
  TRY(path, &req, unlink, "moved");
  uv_fs_req_cleanup(&req);
  TRY(1, &req, mkdtemp, "XXXXXX");
  CHECK_EQ(rmdir(req.path), 0);
  uv_fs_req_cleanup(&req);
  TRY(1, &req, mkstemp, "XXXXXX");
  CHECK_EQ(close((int)req.result), 0);
  CHECK_EQ(unlink(req.path), 0);
  uv_fs_req_cleanup(&req);
  TRY(path, &req, stat, "file");
  uv_fs_req_cleanup(&req);
  TRY(path + 1, &req, statfs, "file");
  uv_fs_req_cleanup(&req);
  TRY(path + 1, &req, realpath, "file");
  uv_fs_req_cleanup(&req);
  TRY(path + 3, &req, readlink, "link"); /* it has 600 bytes: the buffer grows twice */
  CHECK_EQ(strlen(req.ptr), 600);
  uv_fs_req_cleanup(&req);
  TRY(path + 5, &req, scandir, "full", 0); /* 5000 bytes of names, and their order */
  CHECK_EQ(req.result, 50);
  uv_fs_req_cleanup(&req);
  TRY(path + 1, &req, opendir, "full");
  uv_dir_t *dir = req.ptr;
  uv_fs_req_cleanup(&req);
  dir->dirents = entries;
  dir->nentries = 1;
  TRY(1, &req, readdir, dir);
  CHECK_EQ(req.result, 1);
  uv_fs_req_cleanup(&req);
  TRY(0, &req, closedir, dir);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(atomic_load(&live), before);
}

/* The pool itself cannot start: the request is refused. */
static void without_pool(void) {
  uv_fs_t req;
  long before = atomic_load(&live);
  atomic_store(&countdown, 1); /* the first is the copy of the path, the second the pool's */
  CHECK_EQ(uv_fs_stat(fs_loop, fs_prepare(&req), "file", fs_cb), UV_ENOMEM);
  CHECK_EQ(atomic_exchange(&countdown, -1), -1);
  CHECK_EQ(req.result, UV_ENOMEM);
  CHECK(req.path == NULL);
  CHECK_EQ(atomic_load(&live), before);
  CHECK_EQ(uv_run(fs_loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(fs_called, 0);
  CHECK_EQ(FS_ONCE(stat, "file"), 0);
}

int main(void) {
  scratch_begin();
  CHECK_EQ(uv_replace_allocator(allocate, resize, allocate_zeroed, release), 0);
  char text[601];
  memset(text, 'x', 600);
  text[600] = '\0';
  put_text("file", "content");
  CHECK_EQ(symlink(text, "link"), 0);
  CHECK_EQ(mkdir("full", 0700), 0);
  for (int i = 0; i < 50; i++) {
    snprintf(text, sizeof(text), "full/%098d", i);
    put_text(text, "");
  }
  fs_async_first(without_pool);
  fs_both(body);
  return 0;
}
