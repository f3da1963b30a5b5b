/* SPDX-License-Identifier: MIT */
/*
 * To know without a system call that epoll has nothing new. epoll.c reports what epoll returned,
 * loop/poll.c asks before it would ask epoll.
 *
 * A loop that turns without sleeping asks epoll in each turn, and the answer is nearly always
 * "nothing". That is most of what the turn costs. After some such answers in a row, a ring of
 * io_uring (uring.h) is armed to watch the epoll descriptor itself. Until the ring reports
 * something, there is nothing to ask for, and whether it has is a look at memory.
 *
 * The ring is armed once and reports once: the first time that a descriptor wakes epoll. It does
 * not report that a descriptor is still ready. So after events were found, epoll is asked in each
 * turn until it has none, and some times more; then the ring is armed again, then epoll is asked
 * once more, and only then is the loop quiet. (A watch that keeps reporting would need one more
 * call per report, and care that none is lost if reports are not fetched.)
 *
 * The ring belongs to the thread that opened it; another thread, or the child of a fork, opens a
 * new one. Without a ring, epoll is asked every time.
 */
#ifndef GY_IO_GLANCE_H
#define GY_IO_GLANCE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "io/uring.h"

/* All zero: nothing known yet. */
typedef struct {
  gy_ring *ring;                 /* NULL: none, or not yet */
  const _Atomic unsigned *flags; /* of the ring */
  unsigned forks;                /* of the process, when it was opened */
  unsigned empty;                /* answers in a row without an event; 0 when the ring is armed */
  bool quiet;                    /* epoll had nothing when it was asked after the ring was armed */
  bool refused;                  /* there is no ring for us */
} gy_glance;

/* True: epoll has had nothing new since it was last asked. */
static inline bool gy_glance_quiet(const gy_glance *glance) {
  return glance->quiet && glance->forks == gy_ring_forks &&
         (atomic_load_explicit(glance->flags, memory_order_acquire) & GY_RING_NEWS) == 0;
}

/* This thread is going to ask; the last one may have been another. */
void gy_glance_begin(gy_glance *glance);

/* EPOLL_FD has been asked, and had this many events. */
void gy_glance_asked(gy_glance *glance, int epoll_fd, int events);

/* The loop is about to sleep, so the last answer does not count. */
static inline void gy_glance_not_counted(gy_glance *glance) { glance->empty = 0; }

void gy_glance_close(gy_glance *glance);

#endif
