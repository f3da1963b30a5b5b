/* SPDX-License-Identifier: MIT */
/*
 * Which descriptors the loop watches, and for what. Handles start and stop watchers as they like.
 * The kernel is told once, just before the loop polls, and only about differences. When nobody
 * wants a descriptor any more, the kernel is told only after it reports an event for it, as with
 * libuv: until then the descriptor keeps its place among those that are ready, which decides whose
 * callback comes first.
 */
#include <errno.h>
#include <string.h>

#include "base/alloc.h"
#include "base/check.h"
#include "loop/loop.h"

#define FIRST_SLOTS 64

static int grow(gy_loop *loop, unsigned fd) {
  unsigned count = loop->slot_count == 0 ? FIRST_SLOTS : loop->slot_count;
  while (count <= fd) {
    count *= 2;
  }
  gy_slot *slots = gy_alloc_resize(loop->slots, count * sizeof(*slots));
  if (slots == NULL) {
    return UV_ENOMEM;
  }
  memset(slots + loop->slot_count, 0, (count - loop->slot_count) * sizeof(*slots));
  loop->slots = slots;
  loop->slot_count = count;
  return 0;
}

void gy_watcher_init(gy_watcher *watcher, gy_watcher_fn *fn, int fd) {
  gy_queue_init(&watcher->pending);
  gy_queue_init(&watcher->changed);
  watcher->fn = fn;
  watcher->wanted = 0;
  watcher->stopped = 0;
  watcher->fd = fd;
}

int gy_watcher_probe(gy_loop *loop, int fd) { return loop->io.ops->probe(&loop->io, fd); }

bool gy_watcher_exists(const gy_loop *loop, int fd) {
  return (unsigned)fd < loop->slot_count && loop->slots[fd].watcher != NULL;
}

/* Remove the descriptor from the kernel's set. This fails if the program has closed it already;
 * then the kernel has forgotten it. */
static void take_out(gy_loop *loop, int fd) {
  gy_slot *slot = &loop->slots[fd];
  uint32_t before = slot->registered & ~GY_SLOT_IDLE;
  slot->registered = 0;
  if (before != 0) {
    (void)loop->io.ops->set(&loop->io, fd, slot->stamp, before, 0);
  }
}

/* Puts it on the list of possible changes. The kernel is told in the order of this list: a watcher
 * that is started again goes to the end, one that only wants other events keeps its place. */
static void note_change(gy_loop *loop, gy_watcher *watcher) {
  if (gy_queue_empty(&watcher->changed)) {
    gy_queue_push_back(&loop->changed, &watcher->changed);
  }
}

int gy_watcher_start(gy_loop *loop, gy_watcher *watcher, uint32_t events) {
  GY_CHECK(watcher->fd >= 0 && events != 0);
  if ((unsigned)watcher->fd >= loop->slot_count) {
    int err = grow(loop, (unsigned)watcher->fd);
    if (err != 0) {
      return err;
    }
  }
  gy_slot *slot = &loop->slots[watcher->fd];
  if (slot->watcher != NULL && slot->watcher != watcher) {
    return UV_EEXIST;
  }
  bool anew = watcher->wanted == 0;
  if (anew && watcher->stopped == loop->flushes) {
    slot->registered &= ~GY_SLOT_IDLE; /* as if it had not been stopped */
  }
  slot->watcher = watcher;
  watcher->wanted |= events;
  if (anew || watcher->wanted != slot->registered) {
    note_change(loop, watcher);
  }
  return 0;
}

void gy_watcher_stop(gy_loop *loop, gy_watcher *watcher, uint32_t events) {
  if (watcher->fd < 0 || watcher->wanted == 0) {
    return;
  }
  watcher->wanted &= ~events;
  if (watcher->wanted != 0) {
    note_change(loop, watcher);
    return;
  }
  gy_slot *slot = &loop->slots[watcher->fd];
  slot->watcher = NULL;
  slot->registered |= slot->registered != 0 ? GY_SLOT_IDLE : 0;
  watcher->stopped = loop->flushes;
  gy_queue_remove(&watcher->changed);
}

/* The descriptor may be closed as soon as this returns, so the kernel is told now. */
void gy_watcher_forget(gy_loop *loop, gy_watcher *watcher) {
  gy_queue_remove(&watcher->pending);
  gy_queue_remove(&watcher->changed);
  watcher->wanted = 0;
  if (watcher->fd < 0 || (unsigned)watcher->fd >= loop->slot_count) {
    return;
  }
  gy_slot *slot = &loop->slots[watcher->fd];
  if (slot->watcher != watcher && slot->watcher != NULL) {
    return;
  }
  take_out(loop, watcher->fd);
  *slot = (gy_slot){.stamp = slot->stamp + 1};
}

void gy_descriptors_unwanted(gy_loop *loop, int fd) {
  GY_CHECK(loop->slots[fd].watcher == NULL);
  take_out(loop, fd);
}

/* True if a callback was made: the kernel refuses the descriptor, and its watcher was called. */
static bool flush_one(gy_loop *loop, int fd) {
  gy_slot *slot = &loop->slots[fd];
  gy_watcher *watcher = slot->watcher;
  uint32_t wanted = watcher->wanted;
  if (wanted == slot->registered) {
    return false;
  }
  uint32_t before = slot->registered & ~GY_SLOT_IDLE;
  int err = loop->io.ops->set(&loop->io, fd, slot->stamp, before, wanted);
  if (err == -ENOENT) {
    /* The program has closed the descriptor and opened another one with the same number. */
    err = loop->io.ops->set(&loop->io, fd, slot->stamp, 0, wanted);
  }
  slot->registered = err == 0 ? wanted : 0;
  if (err == 0) {
    return false;
  }
  watcher->fn(loop, watcher, GY_IO_ERROR);
  return true;
}

bool gy_descriptors_flush(gy_loop *loop) {
  gy_queue changed;
  bool called = false;
  loop->flushes++;
  if (gy_queue_empty(&loop->changed)) {
    return false;
  }
  gy_queue_init(&changed);
  gy_queue_append(&changed, &loop->changed);
  while (!gy_queue_empty(&changed) && loop->limits.left[GYRE_PHASE_POLL] > 0) {
    if (flush_one(loop, GY_CONTAINER(gy_queue_pop(&changed), gy_watcher, changed)->fd)) {
      gy_loop_allow(loop, GYRE_PHASE_POLL);
      called = true;
    }
  }
  gy_queue_prepend(&loop->changed, &changed);
  return called;
}

void gy_descriptors_forked(gy_loop *loop) {
  for (unsigned fd = 0; fd < loop->slot_count; fd++) {
    loop->slots[fd].registered = 0;
    if (loop->slots[fd].watcher != NULL) {
      note_change(loop, loop->slots[fd].watcher);
    }
  }
}
