/* SPDX-License-Identifier: MIT */
/*
 * What all file requests have in common: how they begin, where they run, how they end. Programs
 * call it; the operations are in the other fs*.c files.
 */
#include "work/fs.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "loop/call.h"
#include "loop/choose.h"

_Static_assert(sizeof(gy_fs) <= sizeof(uv_fs_t), "gy_fs fits");
_Static_assert(offsetof(gy_fs, fs_type) == offsetof(uv_fs_t, fs_type), "fs_type");
_Static_assert(offsetof(gy_fs, loop) == offsetof(uv_fs_t, loop), "loop");
_Static_assert(offsetof(gy_fs, cb) == offsetof(uv_fs_t, cb), "cb");
_Static_assert(offsetof(gy_fs, result) == offsetof(uv_fs_t, result), "result");
_Static_assert(offsetof(gy_fs, ptr) == offsetof(uv_fs_t, ptr), "ptr");
_Static_assert(offsetof(gy_fs, path) == offsetof(uv_fs_t, path), "path");
_Static_assert(offsetof(gy_fs, statbuf) == offsetof(uv_fs_t, statbuf), "statbuf");

static const struct {
  ssize_t (*run)(gy_fs *fs);
  bool again; /* if it is interrupted */
} operations[] = {
#define GY_FS_OPERATION(type, function, again) [UV_FS_##type] = {function, again},
#include "work/fs.def"
#undef GY_FS_OPERATION
};

gy_fs *gy_fs_begin_at(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, uv_fs_cb cb,
                      const void *site) {
  if (req == NULL) {
    return NULL;
  }
  gy_fs *fs = (gy_fs *)req;
  fs->request.type = UV_FS;
  fs->request.state = GY_REQUEST_RUNNING; /* uv_cancel: too late, unless it goes to the pool */
  fs->fs_type = type;
  fs->loop = loop;
  fs->cb = cb;
  fs->result = 0;
  fs->ptr = NULL;
  fs->path = NULL;
  fs->memory = NULL;
  fs->new_path = NULL;
  fs->bufs = NULL;
  fs->learn = false;
  if (cb != NULL && loop == NULL) {
    fs->result = UV_EINVAL;
    return NULL;
  }
  if (cb != NULL && GY_UNLIKELY(gy_loop_trace(gy_loop_of(loop)) != NULL)) {
    gy_loop_trace_note(gy_loop_of(loop), GY_EVENT_SCHEDULE, GY_KIND_FS, fs, site, type);
  }
  return fs;
}

static void perform(gy_fs *fs) {
  do {
    fs->result = operations[fs->fs_type].run(fs);
  } while (fs->result == UV_EINTR && operations[fs->fs_type].again);
}

static void work(gy_request *request) {
  gy_fs *fs = (gy_fs *)request;
  perform(fs);
  if (fs->learn && fs->result >= 0) {
    gy_fs_is_look(fs) ? gy_fs_look_learn(fs) : gy_fs_mount_learn(fs->file);
  }
}

void gy_fs_done(gy_fs *fs) {
  gy_loop *loop = gy_loop_of(fs->loop);
  if (fs->bufs != NULL) { /* no longer needed, not even for the clean-up */
    gy_free(fs->memory);
    fs->memory = NULL;
    fs->bufs = NULL;
  }
  GY_CALL(loop, FS, fs, fs->cb, fs->cb((uv_fs_t *)fs));
}

static void count_at_pool(const gy_fs *fs, int more) {
  gy_loop_of(fs->loop)->work.looks += gy_fs_is_look(fs) ? (unsigned)more : 0;
  if (gy_fs_read_moves(fs)) {
    gy_fs_read_on_pool(more);
  }
}

static void done(gy_request *request, int status) {
  gy_fs *fs = (gy_fs *)request;
  count_at_pool(fs, -1);
  if (status != 0) {
    fs->result = status;
  }
  gy_fs_done(fs);
}

static void run_post(gy_loop *loop, gy_post *post) {
  gy_fs *fs = GY_CONTAINER(post, gy_fs, request.on.post);
  gy_loop_request_end(loop, fs);
  gy_fs_done(fs);
}

/* While the pool has no free thread, requests queue there, where uv_cancel finds them. */
static bool can_be_done_here(gy_fs *fs) {
  if (GY_UNLIKELY(gy_choose_on)) {
    return false; /* when each runs is decided */
  }
  switch (fs->fs_type) {
    case UV_FS_STAT:
    case UV_FS_LSTAT:
      return gy_fs_look_here(fs);
    case UV_FS_FSTAT:
      return !gy_pool_saturated() && gy_fs_stat_here(fs);
    case UV_FS_READ:
      return !gy_pool_saturated() && gy_fs_read_here(fs);
    default:
      return false;
  }
}

/* The callback comes with those of the pool, in the poll phase. */
static bool done_here(gy_fs *fs) {
  gy_loop *loop = gy_loop_of(fs->loop);
  if (!can_be_done_here(fs)) {
    return false;
  }
  gy_loop_request_begin(loop, fs);
  fs->request.on.post.run = run_post;
  gy_posts_push(loop, GY_POSTS_WORK, &fs->request.on.post);
  return true;
}

int gy_fs_refuse(gy_fs *fs, int err) {
  fs->result = err;
  if (fs->cb != NULL) {
    GY_CANCEL(gy_loop_of(fs->loop), FS, fs);
  }
  return err;
}

int gy_fs_start(gy_fs *fs) {
  if (fs->cb == NULL) {
    perform(fs);
    /* A larger number is in `result` only: the return value must not look like an error. */
    return fs->result > INT_MAX ? INT_MAX : (int)fs->result;
  }
  if (done_here(fs) || gy_fs_ring_start(fs)) {
    return 0;
  }
  count_at_pool(fs, 1);
  int err = gy_pool_submit(gy_loop_of(fs->loop), fs, GYRE_WORK_FILE, work, done);
  if (err != 0) {
    count_at_pool(fs, -1);
    uv_fs_req_cleanup((uv_fs_t *)fs);
    return gy_fs_refuse(fs, err);
  }
  return 0;
}

int gy_fs_start_path(gy_fs *fs, const char *path) {
  if (path == NULL) {
    return gy_fs_refuse(fs, UV_EINVAL);
  }
  fs->path = path;
  if (fs->cb != NULL) {
    fs->path = fs->memory = gy_alloc_string(path);
    if (fs->path == NULL) {
      return gy_fs_refuse(fs, UV_ENOMEM);
    }
  }
  return gy_fs_start(fs);
}

int gy_fs_start_paths(gy_fs *fs, const char *path, const char *new_path) {
  if (path == NULL || new_path == NULL) {
    return gy_fs_refuse(fs, UV_EINVAL);
  }
  fs->path = path;
  fs->new_path = new_path;
  if (fs->cb != NULL) {
    size_t size = strlen(path) + 1;
    size_t new_size = strlen(new_path) + 1;
    char *copy = gy_alloc(size + new_size);
    fs->path = fs->memory = copy;
    fs->new_path = NULL;
    if (copy == NULL) {
      return gy_fs_refuse(fs, UV_ENOMEM);
    }
    memcpy(copy, path, size);
    fs->new_path = memcpy(copy + size, new_path, new_size);
  }
  return gy_fs_start(fs);
}

/* ptr itself stays with the program if it is a directory, and in the request if it is statbuf. */
static void release_answer(gy_fs *fs) {
  switch (fs->fs_type) {
    case UV_FS_READLINK:
    case UV_FS_REALPATH:
    case UV_FS_STATFS:
      gy_free(fs->ptr);
      break;
    case UV_FS_SCANDIR:
      gy_fs_dir_forget(fs->ptr);
      break;
    default:
      break;
  }
}

void uv_fs_req_cleanup(uv_fs_t *req) {
  if (req == NULL) {
    return;
  }
  gy_fs *fs = (gy_fs *)req;
  release_answer(fs);
  gy_free(fs->memory);
  fs->ptr = NULL;
  fs->path = NULL;
  fs->memory = NULL;
  fs->new_path = NULL;
  fs->bufs = NULL;
}

uv_fs_type uv_fs_get_type(const uv_fs_t *req) { return req->fs_type; }

ssize_t uv_fs_get_result(const uv_fs_t *req) { return req->result; }

void *uv_fs_get_ptr(const uv_fs_t *req) { return req->ptr; }

const char *uv_fs_get_path(const uv_fs_t *req) { return req->path; }

uv_stat_t *uv_fs_get_statbuf(uv_fs_t *req) { return &req->statbuf; }

int uv_fs_get_system_error(const uv_fs_t *req) { return (int)-req->result; }

uv_os_fd_t uv_get_osfhandle(int fd) { return fd; }

int uv_open_osfhandle(uv_os_fd_t os_fd) { return os_fd; }
