/* SPDX-License-Identifier: MIT */
/* Proves that every file operation returns UV_EINVAL, without a callback, if it lacks a request, a
 * loop for its callback, a path or buffers; and that such a request can be cleaned up. */
#include "fs_scratch.h"

static uv_loop_t *use_loop;
static uv_fs_t *use_req;
static uv_fs_cb use_cb;

static void never(uv_fs_t *req) {
  (void)req;
  CHECK(!"called back");
}

static void check_refused(int returned, const char *what) {
  if (returned != UV_EINVAL) {
    fprintf(stderr, "uv_fs_%s:\n", what);
  }
  CHECK_EQ(returned, UV_EINVAL);
  if (use_req != NULL) {
    CHECK_EQ(use_req->result, UV_EINVAL);
    uv_fs_req_cleanup(use_req);
    uv_fs_req_cleanup(use_req);
    CHECK(use_req->path == NULL && use_req->ptr == NULL);
  }
}

#define REFUSED(name, ...)                                                                       \
  check_refused(                                                                                 \
      uv_fs_##name(use_loop, use_req == NULL ? NULL : fs_prepare(use_req), __VA_ARGS__, use_cb), \
      #name)

static void with_buffers(const uv_buf_t *bufs, unsigned count) {
  REFUSED(read, 1000, bufs, count, 0);
  REFUSED(write, 1000, bufs, count, -1);
}

static void with_descriptors(void) {
  uv_dirent_t entry;
  uv_dir_t dir = {.dirents = &entry, .nentries = 1};
  REFUSED(close, 1000);
  REFUSED(readdir, &dir);
  REFUSED(closedir, &dir);
  REFUSED(fstat, 1000);
  REFUSED(fsync, 1000);
  REFUSED(fdatasync, 1000);
  REFUSED(ftruncate, 1000, 0);
  REFUSED(sendfile, 1000, 1000, 0, 0);
  REFUSED(fchmod, 1000, 0600);
  REFUSED(futime, 1000, 1, 1);
  REFUSED(fchown, 1000, 1, 1);
}

static void with_path(const char *path) {
  REFUSED(open, path, O_RDONLY, 0);
  REFUSED(unlink, path);
  REFUSED(mkdir, path, 0700);
  REFUSED(mkdtemp, path);
  REFUSED(mkstemp, path);
  REFUSED(rmdir, path);
  REFUSED(scandir, path, 0);
  REFUSED(opendir, path);
  REFUSED(stat, path);
  REFUSED(lstat, path);
  REFUSED(statfs, path);
  REFUSED(access, path, F_OK);
  REFUSED(chmod, path, 0600);
  REFUSED(utime, path, 1, 1);
  REFUSED(lutime, path, 1, 1);
  REFUSED(readlink, path);
  REFUSED(realpath, path);
  REFUSED(chown, path, 1, 1);
  REFUSED(lchown, path, 1, 1);
}

static void with_paths(const char *path, const char *new_path) {
  REFUSED(rename, path, new_path);
  REFUSED(copyfile, path, new_path, 0);
  REFUSED(link, path, new_path);
  REFUSED(symlink, path, new_path, 0);
}

static void with_all(void) {
  char byte = 0;
  uv_buf_t buf = buffer(&byte, 1);
  with_buffers(&buf, 1);
  with_descriptors();
  with_path("none");
  with_paths("none", "new");
}

static void without_arguments(void) {
  char byte = 0;
  uv_buf_t buf = buffer(&byte, 1);
  with_buffers(NULL, 1);
  with_buffers(&buf, 0);
  with_buffers(NULL, 0);
  with_path(NULL);
  with_paths(NULL, "new");
  with_paths("none", NULL);
  with_paths(NULL, NULL);
}

int main(void) {
  uv_loop_t loop;
  uv_fs_t req;
  scratch_begin();
  CHECK_EQ(uv_loop_init(&loop), 0);
  with_all(); /* none of them */
  use_loop = &loop;
  use_cb = never;
  with_all(); /* no request */
  use_req = &req;
  without_arguments();
  use_loop = NULL;
  with_all(); /* no loop */
  use_cb = NULL;
  without_arguments();
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK(!exists("new"));
  return 0;
}
