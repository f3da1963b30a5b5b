/* SPDX-License-Identifier: MIT */
/*
 * A loop's life and its settings: everything about uv_loop_t except what happens in a turn (run.c
 * and the phases) and what is measured (metrics.c).
 */
#include "loop/loop.h"
#include "loop/time.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "base/check.h"
#include "loop/watch.h"
#include "os/descriptor.h"
#include "os/environment.h"

_Static_assert(sizeof(gy_loop) <= sizeof(uv_loop_t), "gy_loop fits");
_Static_assert(offsetof(gy_loop, active_handles) == offsetof(uv_loop_t, active_handles), "handles");
_Static_assert(offsetof(gy_loop, active_reqs) == offsetof(uv_loop_t, active_reqs), "requests");
_Static_assert(offsetof(gy_loop, wheel) == offsetof(uv_loop_t, internal_fields), "wheel");
_Static_assert(offsetof(gy_loop, stop_flag) == offsetof(uv_loop_t, stop_flag), "stop flag");

static void init_lists(gy_loop *loop) {
  gy_queue *lists[] = {&loop->handles,      &loop->changed,      &loop->pending,
                       &loop->idle.active,  &loop->idle.left,    &loop->prepare.active,
                       &loop->prepare.left, &loop->check.active, &loop->check.left};
  for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
    gy_queue_init(lists[i]);
  }
  for (int list = 0; list < GY_POSTS_COUNT; list++) {
    gy_mpsc_init(&loop->shared.pushed[list], &loop->posts.lists[list].head);
  }
  atomic_init(&loop->shared.sleeping, GY_OUTSIDE);
  for (int phase = 0; phase < GYRE_PHASE_COUNT; phase++) {
    loop->limits.of[phase] = loop->limits.left[phase] = UINT_MAX;
  }
}

/* Everything but `data`, which belongs to the program before and after a loop's life. */
static void clear(uv_loop_t *storage) {
  size_t kept = offsetof(uv_loop_t, data) + sizeof(storage->data);
  memset((char *)storage + kept, 0, sizeof(*storage) - kept);
}

int gy_loop_open(uv_loop_t *storage, const gy_io *io) {
  gy_loop *loop = gy_loop_of(storage);
  clear(storage);
  loop->spare_fd = -1;
  init_lists(loop);
  loop->wheel = gy_alloc(sizeof(*loop->wheel));
  if (loop->wheel == NULL) {
    return UV_ENOMEM;
  }
  if (io != NULL) {
    loop->io = *io;
  } else {
    int err = gy_epoll_open(&loop->io);
    if (err == 0 && (err = gy_quiet_open(loop)) != 0) {
      loop->io.ops->close(&loop->io);
    }
    if (err != 0) {
      gy_free(loop->wheel);
      loop->wheel = NULL;
      return err;
    }
  }
  gy_time_update(loop);
  gy_wheel_init(loop->wheel, loop->time.now_ms);
  gy_trace_prepare(); /* changes the environment, once: before it is read */
  if (gy_environment_asks()) {
    gy_watch_open(loop);
  }
  gy_loop_trace_follow(loop);
  return 0;
}

int uv_loop_init(uv_loop_t *loop) { return gy_loop_open(loop, NULL); }

static bool has_handles(const gy_loop *loop) {
  for (const gy_queue *link = loop->handles.next; link != &loop->handles; link = link->next) {
    if ((GY_CONTAINER(link, gy_handle, link)->flags & GY_HANDLE_INTERNAL) == 0) {
      return true;
    }
  }
  return false;
}

static uv_loop_t default_storage;
static bool default_is_open;

int uv_loop_close(uv_loop_t *storage) {
  gy_loop *loop = gy_loop_of(storage);
  if (loop->wheel == NULL) {
    return UV_EBUSY; /* closed before: as libuv */
  }
  if (loop->active_reqs.count > 0 || has_handles(loop)) {
    return UV_EBUSY;
  }
  while (atomic_load(&loop->shared.posting) != 0) {
    sched_yield(); /* a thread of the pool is a few instructions from leaving the loop */
  }
  gy_watch_close(loop);
  for (int type = 0; type < UV_HANDLE_TYPE_MAX; type++) {
    if (gy_handle_kinds[type].release != NULL) {
      gy_handle_kinds[type].release(loop);
    }
  }
  gy_files_close(loop);
  loop->io.ops->close(&loop->io);
  if (loop->spare_fd >= 0) {
    gy_descriptor_close(loop->spare_fd);
  }
  gy_free(loop->wheel);
  gy_free(loop->slots);
  gy_turn_release(loop);
  gy_loop_trace_release(loop);
  clear(storage);
  if (storage == &default_storage) {
    default_is_open = false;
  }
  return 0;
}

uv_loop_t *uv_default_loop(void) {
  if (!default_is_open) {
    default_is_open = uv_loop_init(&default_storage) == 0;
  }
  return default_is_open ? &default_storage : NULL;
}

uv_loop_t *uv_loop_new(void) {
  uv_loop_t *loop = gy_alloc_zeroed(1, sizeof(*loop));
  if (loop != NULL && uv_loop_init(loop) != 0) {
    gy_free(loop);
    loop = NULL;
  }
  return loop;
}

void uv_loop_delete(uv_loop_t *loop) {
  bool is_default = loop == &default_storage;
  int err = uv_loop_close(loop);
  GY_CHECK(err == 0);
  if (!is_default) {
    gy_free(loop);
  }
}

size_t uv_loop_size(void) { return sizeof(uv_loop_t); }

void *uv_loop_get_data(const uv_loop_t *loop) { return loop->data; }

void uv_loop_set_data(uv_loop_t *loop, void *data) { loop->data = data; }

int uv_loop_configure(uv_loop_t *storage, uv_loop_option option, ...) {
  gy_loop *loop = gy_loop_of(storage);
  int signum;
  va_list rest;
  switch (option) {
    case UV_METRICS_IDLE_TIME:
      loop->sleep.metrics = loop->sleep.matters = true;
      return 0;
    case UV_LOOP_BLOCK_SIGNAL:
      va_start(rest, option);
      signum = va_arg(rest, int);
      va_end(rest);
      if (signum != SIGPROF) {
        return UV_EINVAL;
      }
      loop->block_sigprof = true;
      return 0;
    default:
      return UV_ENOSYS;
  }
}

static int fork_parts(gy_loop *loop) {
  gy_trace_forked();
  loop->trace.ring = NULL; /* the parent's */
  gy_loop_trace_follow(loop);
  gy_files_forked(loop);
  int err = loop->io.ops->fork(&loop->io);
  if (err != 0) {
    return err;
  }
  for (gy_queue *link = loop->handles.next; link != &loop->handles; link = link->next) {
    gy_handle *handle = GY_CONTAINER(link, gy_handle, link);
    if (gy_handle_kinds[handle->type].forked != NULL) {
      gy_handle_kinds[handle->type].forked(handle);
    }
  }
  gy_posts_forked(loop);
  gy_descriptors_forked(loop);
  gy_watch_forked(loop);
  gy_posts_sleep(loop); /* what is left on the lists shows in the new uv_backend_fd */
  return 0;
}

/* A signal handler that pushes a post must not see a loop whose lists and descriptors are being
 * replaced. */
int uv_loop_fork(uv_loop_t *loop) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  int err = -pthread_sigmask(SIG_SETMASK, &all, &before);
  GY_CHECK(err == 0);
  err = fork_parts(gy_loop_of(loop));
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return err;
}

int uv_loop_alive(const uv_loop_t *loop) { return gy_loop_alive(gy_loop_of(loop)); }

int uv_backend_fd(const uv_loop_t *loop) { return gy_loop_of(loop)->io.fd; }

int gyre_loop_limit(uv_loop_t *loop, gyre_phase phase, unsigned int max_callbacks) {
  if ((unsigned)phase >= GYRE_PHASE_COUNT) {
    return UV_EINVAL;
  }
  gy_loop_of(loop)->limits.of[phase] = max_callbacks == 0 ? UINT_MAX : max_callbacks;
  gy_loop_of(loop)->limits.any = true;
  return 0;
}

const char *gyre_phase_name(gyre_phase phase) {
  static const char *const names[] = {
#define PHASE(NAME, text) [GYRE_PHASE_##NAME] = text,
#include "loop/phase.def"
#undef PHASE
  };
  _Static_assert(sizeof(names) / sizeof(names[0]) == GYRE_PHASE_COUNT, "phase.def has them all");
  return (unsigned)phase < GYRE_PHASE_COUNT ? names[phase] : NULL;
}
