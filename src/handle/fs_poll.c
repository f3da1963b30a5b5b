/* SPDX-License-Identifier: MIT */
/*
 * File changes by polling: a stat on the pool, a wait, a stat. Programs call it.
 *
 * Each start of a handle has its own fs_look, with the request and the timer that it needs. A
 * stopped look stays until its stat has returned and its timer is closed; meanwhile the handle may
 * be started again. A closing handle waits until all its looks are gone.
 */
#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/check.h"
#include "handle/kinds.h"
#include "loop/call.h"
#include "loop/loop.h"

typedef struct fs_look fs_look;

typedef struct {
  gy_handle handle;
  fs_look *looks; /* newest first; only the first is in use, if the handle is active */
} gy_fs_poll;

_Static_assert(sizeof(gy_fs_poll) <= sizeof(uv_fs_poll_t), "gy_fs_poll fits");

struct fs_look {
  gy_fs_poll *poll;
  fs_look *older; /* of the same handle */
  uv_timer_t timer;
  uv_fs_t stat;
  uv_fs_poll_cb cb;
  uv_stat_t last;    /* of the last stat that succeeded; zeroes before the first */
  uint64_t began_ms; /* when the last stat was submitted */
  uint64_t interval_ms;
  int status;     /* of the last stat */
  bool looked;    /* there was one */
  bool in_flight; /* `stat` is at the pool */
  bool stopped;
  bool timer_closed;
  char path[];
};

static void on_stat(uv_fs_t *request);

static bool same_time(const uv_timespec_t *a, const uv_timespec_t *b) {
  return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

/* Reading a file is no change: the time of access is ignored. */
static bool same(const uv_stat_t *a, const uv_stat_t *b) {
  return same_time(&a->st_mtim, &b->st_mtim) && same_time(&a->st_ctim, &b->st_ctim) &&
         same_time(&a->st_birthtim, &b->st_birthtim) && a->st_size == b->st_size &&
         a->st_mode == b->st_mode && a->st_uid == b->st_uid && a->st_gid == b->st_gid &&
         a->st_ino == b->st_ino && a->st_dev == b->st_dev && a->st_flags == b->st_flags &&
         a->st_gen == b->st_gen;
}

/* Frees a look that is no longer needed, and finishes its handle if that waited for it. */
static void finish(fs_look *look) {
  if (!look->timer_closed || look->in_flight) {
    return;
  }
  gy_fs_poll *poll = look->poll;
  fs_look **at = &poll->looks;
  while (*at != look) {
    at = &(*at)->older;
  }
  *at = look->older;
  gy_free(look);
  if (poll->looks == NULL && gy_handle_closing(&poll->handle)) {
    gy_closing_add(&poll->handle);
  }
}

static void on_timer_closed(uv_handle_t *timer) {
  fs_look *look = GY_CONTAINER(timer, fs_look, timer);
  look->timer_closed = true;
  finish(look);
}

static int ask(fs_look *look) {
  uv_loop_t *loop = (uv_loop_t *)look->poll->handle.loop;
  look->began_ms = uv_now(loop);
  int err = uv_fs_stat(loop, &look->stat, look->path, on_stat);
  look->in_flight = err == 0;
  return err;
}

/* Calls the program for a difference, and for an error that differs from the last one. */
static void take_answer(fs_look *look, int status, const uv_stat_t *now) {
  static const uv_stat_t nothing;
  gy_loop *loop = look->poll->handle.loop;
  bool news = status != look->status || (status == 0 && look->looked && !same(&look->last, now));
  uv_stat_t before = look->last;
  look->status = status;
  look->looked = true;
  if (status == 0) {
    look->last = *now;
  }
  if (news && look->cb != NULL) {
    gy_fs_poll *poll = look->poll;
    GY_CALL(loop, FS_POLL, poll, look->cb,
            look->cb((uv_fs_poll_t *)poll, status, &before, status == 0 ? &look->last : &nothing));
  }
}

static void on_timer(uv_timer_t *timer);

/* Looks begin a whole number of intervals apart, however long they and the callbacks take. */
static void wait_for_next(fs_look *look) {
  uint64_t spent_ms = uv_now((uv_loop_t *)look->poll->handle.loop) - look->began_ms;
  int err =
      uv_timer_start(&look->timer, on_timer, look->interval_ms - spent_ms % look->interval_ms, 0);
  GY_CHECK(err == 0);
}

static void on_stat(uv_fs_t *request) {
  fs_look *look = GY_CONTAINER(request, fs_look, stat);
  look->in_flight = false;
  uv_fs_req_cleanup(request);
  if (!look->stopped) {
    take_answer(look, (int)request->result, &request->statbuf);
  }
  if (look->stopped) {
    finish(look);
  } else {
    wait_for_next(look);
  }
}

static void on_timer(uv_timer_t *timer) {
  fs_look *look = GY_CONTAINER(timer, fs_look, timer);
  int err = ask(look);
  if (err == 0) {
    return;
  }
  take_answer(look, err, NULL);
  if (!look->stopped) {
    wait_for_next(look);
  }
}

int uv_fs_poll_init(uv_loop_t *loop, uv_fs_poll_t *storage) {
  gy_fs_poll *poll = (gy_fs_poll *)storage;
  gy_handle_init(gy_loop_of(loop), poll, UV_FS_POLL);
  poll->looks = NULL;
  return 0;
}

int uv_fs_poll_start(uv_fs_poll_t *storage, uv_fs_poll_cb poll_cb, const char *path,
                     unsigned int interval) {
  gy_fs_poll *poll = (gy_fs_poll *)storage;
  if (gy_handle_active(&poll->handle)) {
    return 0;
  }
  if (gy_handle_closing(&poll->handle) || path == NULL) {
    return UV_EINVAL;
  }
  size_t size = strlen(path) + 1;
  fs_look *look = gy_alloc_zeroed(1, sizeof(*look) + size);
  if (look == NULL) {
    return UV_ENOMEM;
  }
  look->poll = poll;
  look->cb = poll_cb;
  look->interval_ms = interval == 0 ? 1 : interval;
  memcpy(look->path, path, size);
  int err = ask(look);
  if (err != 0) {
    gy_free(look);
    return err;
  }
  uv_timer_init((uv_loop_t *)poll->handle.loop, &look->timer);
  uv_unref((uv_handle_t *)&look->timer);
  gy_handle_of(&look->timer)->flags |= GY_HANDLE_INTERNAL;
  look->older = poll->looks;
  poll->looks = look;
  gy_handle_start(&poll->handle);
  GY_SCHEDULE(poll->handle.loop, FS_POLL, poll, interval);
  return 0;
}

int uv_fs_poll_stop(uv_fs_poll_t *storage) {
  gy_fs_poll *poll = (gy_fs_poll *)storage;
  if (!gy_handle_active(&poll->handle)) {
    return 0;
  }
  fs_look *look = poll->looks;
  look->stopped = true;
  if (look->in_flight) {
    /* Fails if the stat has begun: then we can only wait for it. */
    (void)uv_cancel((uv_req_t *)&look->stat);
  }
  uv_close((uv_handle_t *)&look->timer, on_timer_closed);
  gy_handle_stop(&poll->handle);
  GY_CANCEL(poll->handle.loop, FS_POLL, poll);
  return 0;
}

int uv_fs_poll_getpath(uv_fs_poll_t *storage, char *buffer, size_t *size) {
  gy_fs_poll *poll = (gy_fs_poll *)storage;
  if (!gy_handle_active(&poll->handle)) {
    *size = 0;
    return UV_EINVAL;
  }
  return gy_buffer_put(buffer, size, poll->looks->path, strlen(poll->looks->path));
}

bool gy_fs_poll_close(gy_handle *handle) {
  uv_fs_poll_stop((uv_fs_poll_t *)handle);
  return ((gy_fs_poll *)handle)->looks == NULL;
}
