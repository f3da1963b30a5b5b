/* SPDX-License-Identifier: MIT */
/*
 * File changes reported by the kernel: handles on inotify. Programs call it.
 *
 * A loop has one inotify descriptor. It is opened when the first handle starts and kept until the
 * loop is closed, because closing one makes the kernel wait for all processors, for milliseconds at
 * times. The kernel gives each watched file or directory a number, which is the same for all
 * requests for the same file. So several handles may share an fs_watch, and all of them are called.
 *
 * Callbacks may start, stop and close any handle. So what is being called stays until the calls are
 * over: a watch while it is `calling`, the paths of stopped handles (a callback's `filename` may
 * point into one) while the loop's events are being read.
 */
#include <errno.h>
#include <stdalign.h>
#include <stddef.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/check.h"
#include "handle/kinds.h"
#include "loop/call.h"
#include "loop/loop.h"
#include "os/descriptor.h"

#define CHANGES (IN_ATTRIB | IN_MODIFY)
#define WATCHED \
  (CHANGES | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_MOVED_FROM | IN_MOVED_TO)
#define BUFFER_SIZE 16384
#define READS_MAX 64 /* per turn, so that others get a turn too */
#define FIRST_BUCKETS 16

/* A file or directory that the kernel watches, or has watched. Freed with its last handle. */
typedef struct {
  gy_queue all;     /* on fs_events.watches; on .failed; or on none: no longer watched */
  gy_queue bucket;  /* in fs_events.buckets while the kernel knows `wd` */
  gy_queue handles; /* without those that are about to be called */
  unsigned handle_count;
  int wd;  /* the kernel's number; GONE: no longer watched */
  int err; /* on .failed: why */
  bool calling;
} fs_watch;

#define GONE (-1)

/* The copy of a handle's path. */
typedef struct fs_path {
  struct fs_path *next; /* on fs_events.old_paths */
  char text[];
} fs_path;

/* What a loop watches; gy_loop.fs_events. */
typedef struct {
  gy_watcher watcher;    /* its descriptor is -1 if it is not open */
  gy_queue watches;      /* all that the kernel watches */
  gy_queue failed;       /* could not be watched again; their handles learn it in the next turn */
  gy_queue *buckets;     /* watches by their number */
  unsigned bucket_count; /* a power of two */
  unsigned watch_count;  /* in all buckets */
  unsigned handle_count; /* active handles */
  unsigned fork_left;    /* during uv_loop_fork: handles that it has not reached yet */
  unsigned opened;       /* how often the descriptor was opened: numbers belong to one opening */
  bool calling;          /* old_paths must stay */
  fs_path *old_paths;
  gy_queue first_buckets[FIRST_BUCKETS];
} fs_events;

typedef struct {
  gy_handle handle;
  char *path; /* the text of an fs_path; NULL while inactive */
  uv_fs_event_cb cb;
  fs_watch *watch;
  gy_queue link; /* on fs_watch.handles, or about to be called */
} gy_fs_event;

_Static_assert(sizeof(gy_fs_event) <= sizeof(uv_fs_event_t), "gy_fs_event fits");
_Static_assert(offsetof(gy_fs_event, path) == offsetof(uv_fs_event_t, path), "path");

/* What handles are called with. */
typedef struct {
  const char *name;
  bool own_name; /* instead of `name`: the last part of the handle's own path */
  int events;
  int status;
} fs_news;

static gy_queue *bucket_of(const fs_events *events, int wd) {
  return &events->buckets[(unsigned)wd & (events->bucket_count - 1)];
}

static fs_watch *find(const fs_events *events, int wd) {
  const gy_queue *bucket = bucket_of(events, wd);
  for (gy_queue *link = bucket->next; link != bucket; link = link->next) {
    fs_watch *watch = GY_CONTAINER(link, fs_watch, bucket);
    if (watch->wd == wd) {
      return watch;
    }
  }
  return NULL;
}

static void init_buckets(gy_queue *buckets, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    gy_queue_init(&buckets[i]);
  }
}

/* Doubles the buckets. Without memory everything stays as it is, only slower. */
static void grow(fs_events *events) {
  gy_queue *before = events->buckets;
  unsigned count_before = events->bucket_count;
  gy_queue *buckets = gy_alloc(count_before * 2 * sizeof(*buckets));
  if (buckets == NULL) {
    return;
  }
  init_buckets(buckets, count_before * 2);
  events->buckets = buckets;
  events->bucket_count = count_before * 2;
  for (unsigned i = 0; i < count_before; i++) {
    while (!gy_queue_empty(&before[i])) {
      fs_watch *watch = GY_CONTAINER(gy_queue_pop(&before[i]), fs_watch, bucket);
      gy_queue_push_back(bucket_of(events, watch->wd), &watch->bucket);
    }
  }
  if (before != events->first_buckets) {
    gy_free(before);
  }
}

static void add_watch(fs_events *events, fs_watch *watch, int wd) {
  *watch = (fs_watch){.wd = wd};
  gy_queue_init(&watch->handles);
  gy_queue_push_back(&events->watches, &watch->all);
  gy_queue_push_back(bucket_of(events, wd), &watch->bucket);
  if (++events->watch_count > events->bucket_count) {
    grow(events);
  }
}

/* The kernel no longer uses its number. */
static void forget_number(fs_events *events, fs_watch *watch) {
  events->watch_count--;
  gy_queue_remove(&watch->bucket);
}

static void remove_watch(fs_events *events, fs_watch *watch) {
  if (!gy_queue_empty(&watch->bucket)) {
    /* Fails if the file is gone and the event about that has not been read yet. */
    (void)inotify_rm_watch(events->watcher.fd, watch->wd);
    forget_number(events, watch);
  }
  gy_queue_remove(&watch->all);
  gy_free(watch);
}

/* The watch for what is at PATH now; it may already exist. */
static int watch_path(fs_events *events, const char *path, fs_watch **watch) {
  fs_watch *fresh = gy_alloc(sizeof(*fresh));
  if (fresh == NULL) {
    return UV_ENOMEM;
  }
  int wd = inotify_add_watch(events->watcher.fd, path, WATCHED);
  if (wd < 0) {
    int err = -errno;
    gy_free(fresh);
    return err;
  }
  *watch = find(events, wd);
  if (*watch != NULL) {
    gy_free(fresh);
  } else {
    add_watch(events, fresh, wd);
    *watch = fresh;
  }
  return 0;
}

static void join(gy_fs_event *event, fs_watch *watch) {
  event->watch = watch;
  watch->handle_count++;
  gy_queue_push_back(&watch->handles, &event->link);
}

static void leave(fs_events *events, gy_fs_event *event) {
  fs_watch *watch = event->watch;
  gy_queue_remove(&event->link);
  if (--watch->handle_count == 0 && !watch->calling) {
    remove_watch(events, watch);
  }
}

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

/* Calls the handles that are on the watch now, not those that join meanwhile. */
static void tell(gy_loop *loop, fs_watch *watch, fs_news news) {
  gy_queue rest;
  gy_queue_init(&rest);
  gy_queue_append(&rest, &watch->handles);
  watch->calling = true;
  while (!gy_queue_empty(&rest)) {
    gy_fs_event *event = GY_CONTAINER(gy_queue_pop(&rest), gy_fs_event, link);
    gy_queue_push_back(&watch->handles, &event->link);
    const char *name = news.own_name ? last_part(event->path) : news.name;
    if (event->cb != NULL) {
      GY_CALL(loop, FS_EVENT, event, event->cb,
              event->cb((uv_fs_event_t *)event, name, news.events, news.status));
    }
  }
  watch->calling = false;
  if (watch->handle_count == 0) {
    remove_watch(loop->fs_events, watch);
  }
}

/* The kernel has lost events and does not say which: everything may have changed. */
static void tell_lost(gy_loop *loop, fs_events *events) {
  gy_queue rest;
  gy_queue_init(&rest);
  gy_queue_append(&rest, &events->watches);
  while (!gy_queue_empty(&rest)) {
    fs_watch *watch = GY_CONTAINER(gy_queue_pop(&rest), fs_watch, all);
    gy_queue_push_back(&events->watches, &watch->all);
    tell(loop, watch, (fs_news){.events = UV_CHANGE});
  }
}

static void tell_failed(gy_loop *loop, fs_events *events) {
  while (!gy_queue_empty(&events->failed)) {
    fs_watch *watch = GY_CONTAINER(gy_queue_pop(&events->failed), fs_watch, all);
    watch->wd = GONE;
    tell(loop, watch, (fs_news){.status = watch->err});
  }
}

static void tell_event(gy_loop *loop, fs_events *events, const struct inotify_event *event) {
  if ((event->mask & IN_Q_OVERFLOW) != 0) {
    tell_lost(loop, events);
    return;
  }
  fs_watch *watch = find(events, event->wd);
  if (watch == NULL) {
    return; /* its last handle has stopped since */
  }
  if ((event->mask & IN_IGNORED) != 0) {
    forget_number(events, watch);
    gy_queue_remove(&watch->all);
    watch->wd = GONE;
  }
  /* Every other event counts as a rename. That includes "it is a directory", so a change of a
   * directory's attributes is both. libuv's programs know it like that. */
  fs_news news = {.name = event->name, .own_name = event->len == 0};
  news.events |= (event->mask & CHANGES) != 0 ? UV_CHANGE : 0;
  news.events |= (event->mask & ~(uint32_t)CHANGES) != 0 ? UV_RENAME : 0;
  tell(loop, watch, news);
}

static void read_events(gy_loop *loop, fs_events *events) {
  alignas(struct inotify_event) char buffer[BUFFER_SIZE];
  unsigned opened = events->opened;
  for (int reads = 0; reads < READS_MAX; reads++) {
    ssize_t size = read(events->watcher.fd, buffer, sizeof(buffer));
    if (size < 0) {
      GY_CHECK(errno == EAGAIN || errno == EINTR);
      return;
    }
    for (const char *at = buffer; at < buffer + size;) {
      const struct inotify_event *event = (const struct inotify_event *)at;
      at += sizeof(*event) + event->len;
      tell_event(loop, events, event);
      if (events->opened != opened) {
        return; /* a callback has forked: these numbers belong to the parent */
      }
    }
  }
}

static void close_descriptor(gy_loop *loop, fs_events *events) {
  if (events->watcher.fd >= 0) {
    gy_watcher_forget(loop, &events->watcher);
    gy_descriptor_close(events->watcher.fd);
    events->watcher.fd = -1;
  }
}

static void fail(gy_loop *loop, fs_events *events, fs_watch *watch, int err) {
  watch->err = err;
  gy_queue_remove(&watch->all);
  gy_queue_push_back(&events->failed, &watch->all);
  gy_pending_add(loop, &events->watcher);
}

/* The numbers of all watches are invalid; the watches stay on their list. */
static void forget_numbers(fs_events *events) {
  for (unsigned i = 0; i < events->bucket_count; i++) {
    while (!gy_queue_empty(&events->buckets[i])) {
      forget_number(events, GY_CONTAINER(events->buckets[i].next, fs_watch, bucket));
    }
  }
}

/* The kernel cannot watch the inotify descriptor itself. */
static void give_up(gy_loop *loop, fs_events *events) {
  close_descriptor(loop, events);
  forget_numbers(events);
  while (!gy_queue_empty(&events->watches)) {
    fail(loop, events, GY_CONTAINER(events->watches.next, fs_watch, all), UV_EBADF);
  }
}

static void free_old_paths(fs_events *events) {
  while (events->old_paths != NULL) {
    fs_path *path = events->old_paths;
    events->old_paths = path->next;
    gy_free(path);
  }
}

static void on_ready(gy_loop *loop, gy_watcher *watcher, uint32_t ready) {
  fs_events *events = GY_CONTAINER(watcher, fs_events, watcher);
  events->calling = true;
  if ((ready & GY_IO_READ) != 0) {
    read_events(loop, events);
  } else if ((ready & GY_IO_ERROR) != 0) {
    give_up(loop, events);
  } else {
    tell_failed(loop, events);
  }
  events->calling = false;
  free_old_paths(events);
}

static int open_descriptor(gy_loop *loop, fs_events *events) {
  if (events->watcher.fd >= 0) {
    return 0;
  }
  int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (fd < 0) {
    return -errno;
  }
  events->watcher.fd = fd;
  int err = gy_watcher_start(loop, &events->watcher, GY_IO_READ);
  if (err != 0) {
    gy_descriptor_close(fd);
    events->watcher.fd = -1;
    return err;
  }
  events->opened++;
  return 0;
}

static int open_events(gy_loop *loop, fs_events **opened) {
  fs_events *events = loop->fs_events;
  if (events == NULL) {
    events = gy_alloc_zeroed(1, sizeof(*events));
    if (events == NULL) {
      return UV_ENOMEM;
    }
    gy_watcher_init(&events->watcher, on_ready, -1);
    gy_queue_init(&events->watches);
    gy_queue_init(&events->failed);
    events->buckets = events->first_buckets;
    events->bucket_count = FIRST_BUCKETS;
    init_buckets(events->first_buckets, FIRST_BUCKETS);
    loop->fs_events = events;
  }
  *opened = events;
  return open_descriptor(loop, events);
}

static char *copy_path(const char *text) {
  size_t size = strlen(text) + 1;
  fs_path *path = gy_alloc(sizeof(*path) + size);
  return path == NULL ? NULL : memcpy(path->text, text, size);
}

static void drop_path(fs_events *events, char *text) {
  fs_path *path = GY_CONTAINER(text, fs_path, text);
  if (events->calling) {
    path->next = events->old_paths;
    events->old_paths = path;
  } else {
    gy_free(path);
  }
}

int uv_fs_event_init(uv_loop_t *loop, uv_fs_event_t *storage) {
  gy_fs_event *event = (gy_fs_event *)storage;
  gy_handle_init(gy_loop_of(loop), event, UV_FS_EVENT);
  event->path = NULL;
  event->cb = NULL;
  event->watch = NULL;
  gy_queue_init(&event->link);
  return 0;
}

int uv_fs_event_start(uv_fs_event_t *storage, uv_fs_event_cb cb, const char *path,
                      unsigned int flags) {
  gy_fs_event *event = (gy_fs_event *)storage;
  fs_events *events;
  fs_watch *watch = NULL;
  (void)flags; /* none of them means anything for inotify */
  if (gy_handle_active(&event->handle) || gy_handle_closing(&event->handle) || path == NULL) {
    return UV_EINVAL;
  }
  int err = open_events(event->handle.loop, &events);
  if (err != 0) {
    return err;
  }
  char *copy = copy_path(path);
  if (copy == NULL) {
    return UV_ENOMEM;
  }
  err = watch_path(events, path, &watch);
  if (err != 0) {
    drop_path(events, copy);
    return err;
  }
  event->path = copy;
  event->cb = cb;
  join(event, watch);
  events->handle_count++;
  gy_handle_start(&event->handle);
  GY_SCHEDULE(event->handle.loop, FS_EVENT, event, 0);
  return 0;
}

int uv_fs_event_stop(uv_fs_event_t *storage) {
  gy_fs_event *event = (gy_fs_event *)storage;
  if (!gy_handle_active(&event->handle)) {
    return 0;
  }
  fs_events *events = event->handle.loop->fs_events;
  leave(events, event);
  events->handle_count--;
  drop_path(events, event->path);
  event->path = NULL;
  event->watch = NULL;
  gy_handle_stop(&event->handle);
  GY_CANCEL(event->handle.loop, FS_EVENT, event);
  return 0;
}

int uv_fs_event_getpath(uv_fs_event_t *storage, char *buffer, size_t *size) {
  gy_fs_event *event = (gy_fs_event *)storage;
  if (!gy_handle_active(&event->handle)) {
    *size = 0;
    return UV_EINVAL;
  }
  return gy_buffer_put(buffer, size, event->path, strlen(event->path));
}

bool gy_fs_event_close(gy_handle *handle) {
  uv_fs_event_stop((uv_fs_event_t *)handle);
  return true;
}

/*
 * After a fork, parent and child share the descriptor: an event that one reads is lost for the
 * other, and removing a watch would remove it for both. So the child opens its own descriptor for
 * the first of its handles, and watches each handle's path again.
 */
void gy_fs_event_forked(gy_handle *handle) {
  gy_fs_event *event = (gy_fs_event *)handle;
  gy_loop *loop = handle->loop;
  fs_events *events = loop->fs_events;
  fs_watch *watch = NULL;
  if (!gy_handle_active(handle)) {
    return;
  }
  if (events->fork_left == 0) {
    events->fork_left = events->handle_count;
    close_descriptor(loop, events);
    forget_numbers(events);
  }
  events->fork_left--;
  if (event->watch->wd == GONE) {
    return;
  }
  int err = open_descriptor(loop, events);
  if (err == 0) {
    err = watch_path(events, event->path, &watch);
  }
  if (err != 0) {
    fail(loop, events, event->watch, err);
    return;
  }
  leave(events, event);
  join(event, watch);
}

void gy_fs_event_release(gy_loop *loop) {
  fs_events *events = loop->fs_events;
  if (events == NULL) {
    return;
  }
  close_descriptor(loop, events);
  if (events->buckets != events->first_buckets) {
    gy_free(events->buckets);
  }
  gy_free(events);
  loop->fs_events = NULL;
}
