/* SPDX-License-Identifier: MIT */
/*
 * The loop's side of the ring for file operations (io/uring.h): requested by the first of them,
 * opened inside uv_run, filled and emptied in the poll phase, dropped by a fork. work/fs_ring.c
 * knows what the entries mean.
 *
 * The kernel gives a ring's completions only to the thread that opened it. So only what is started
 * inside uv_run goes on the ring: it does not matter if one thread prepares a loop and another one
 * runs it. A loop may also move to another thread later; what the kernel has not seen by then goes
 * to the pool. Only a loop with operations in the kernel must stay on its thread.
 */
#include <errno.h>

#include "base/check.h"
#include "io/uring.h"
#include "loop/loop.h"

/* What the kernel has not seen ends with -ECANCELED, and its owner falls back to the pool. */
static void drop_ring(gy_loop *loop) {
  gy_ring *ring = loop->files.ring;
  void *tag;
  loop->files.ring = NULL;
  while ((tag = gy_ring_take_back(ring)) != NULL) {
    loop->files.done(loop, tag, -ECANCELED);
  }
  /* A loop was moved to another thread, or lost its right to use the ring, while file operations
   * were in progress. Their completions can never be received. */
  GY_CHECK(gy_ring_under_way(ring) == 0);
  gy_ring_close(ring);
}

gy_ring *gy_files_ring(gy_loop *loop, gy_ring_done *done) {
  loop->files.done = done; /* gy_files_awake then opens a ring */
  bool inside_run = loop->files.ring != NULL && !gy_ring_signals(loop->files.ring);
  return inside_run && gy_ring_is_ours(loop->files.ring) ? loop->files.ring : NULL;
}

bool gy_files_waiting(const gy_loop *loop) {
  return loop->files.ring != NULL &&
         (gy_ring_unsent(loop->files.ring) || gy_ring_ready(loop->files.ring));
}

/*
 * When callbacks of the ring have used up what a limit allows, all others come before them in the
 * next turn. Otherwise a file that is read again and again would starve the others.
 */
static bool others_first(gy_loop *loop) {
  bool others = loop->files.last || loop->posts.first;
  loop->files.last = false;
  return others;
}

bool gy_files_call(gy_loop *loop) {
  if (!gy_files_waiting(loop)) {
    return false;
  }
  int err = gy_ring_enter(loop->files.ring);
  if (err == -EPERM || err == -EACCES || err == -ENOSYS) {
    loop->files.refused = true; /* the program has entered a sandbox meanwhile */
    drop_ring(loop);
    return false;
  }
  GY_CHECK(err == 0 || err == -EAGAIN || err == -EBUSY || err == -ENOMEM); /* try later */
  if (others_first(loop)) {
    return false;
  }
  bool called = false;
  void *tag;
  int result;
  while (loop->limits.left[GYRE_PHASE_POLL] > 0 && gy_ring_take(loop->files.ring, &tag, &result)) {
    gy_loop_allow(loop, GYRE_PHASE_POLL);
    gy_metrics_count(loop, 1);
    loop->files.done(loop, tag, result);
    called = true;
  }
  loop->files.last = called && loop->limits.left[GYRE_PHASE_POLL] == 0;
  return called;
}

bool gy_files_sleep(gy_loop *loop) {
  if (loop->files.ring == NULL) {
    return true;
  }
  gy_ring_signal(loop->files.ring, true);
  if (gy_files_waiting(loop)) {
    loop->io.ops->wake(&loop->io); /* after uv_run, uv_backend_fd has to show it */
    return false;
  }
  return true;
}

static void open_ring(gy_loop *loop) {
  bool possible = loop->io.wake_fd >= 0 && loop->io.virtual_ns == NULL && gy_ring_allowed();
  loop->files.ring = possible ? gy_ring_open(loop->io.wake_fd) : NULL;
  loop->files.refused = loop->files.ring == NULL;
}

void gy_files_awake(gy_loop *loop) {
  if (loop->files.done == NULL) {
    return;
  }
  if (loop->files.ring != NULL && !gy_ring_is_ours(loop->files.ring)) {
    drop_ring(loop);
  }
  if (loop->files.ring != NULL) {
    if (gy_ring_signals(loop->files.ring)) {
      gy_ring_signal(loop->files.ring, false);
    }
  } else if (!loop->files.refused) {
    open_ring(loop);
  }
}

void gy_files_close(gy_loop *loop) {
  if (loop->files.ring != NULL) {
    gy_ring_close(loop->files.ring);
    loop->files.ring = NULL;
  }
}

/* What was in progress belongs to the parent, as with the pool. */
void gy_files_forked(gy_loop *loop) { gy_files_close(loop); }
