/* SPDX-License-Identifier: MIT */
/*
 * To know without a system call that epoll has nothing new. epoll.c says what epoll answers,
 * loop/poll.c asks before it would ask epoll.
 *
 * A loop that turns without sleeping asks epoll in each turn and nearly always hears "nothing";
 * that question is most of what the turn costs. After some such answers in a row, a ring of
 * io_uring (uring.h) is asked to watch the epoll descriptor itself. Then, until it reports
 * something, there is nothing to ask for, and whether it has is a look at memory.
 *
 * The ring is told once and reports once: the first time that a descriptor wakes epoll. It does not
 * see that one which was reported is still ready; so after events were found, epoll is asked in
 * each turn until it has none, and some times more; then the ring is told again, then epoll is
 * asked once more, and only then the loop is quiet. (A watch that goes on reporting would need one
 * more call for each report, and care that none is lost when reports are not fetched.)
 *
 * The ring belongs to the thread that opened it; another thread, or the child of a fork, starts
 * anew. Where there can be no ring, epoll is asked every time.
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
  unsigned empty;                /* answers in a row without an event; 0 when the ring is told */
  bool quiet;                    /* epoll had nothing when it was asked after the ring was told */
  bool refused;                  /* there is no ring for us */
} gy_glance;

/* True: epoll has had nothing new since it was last asked. */
static inline bool gy_glance_quiet(const gy_glance *glance) {
  return glance->quiet && glance->forks == gy_ring_forks &&
         (atomic_load_explicit(glance->flags, memory_order_acquire) & GY_RING_NEWS) == 0;
}

/* This thread is going to ask; it may be another one than before. */
void gy_glance_begin(gy_glance *glance);

/* EPOLL_FD has been asked, and had so many events. */
void gy_glance_asked(gy_glance *glance, int epoll_fd, int events);

/* The last answer says nothing about how often epoll will be asked: the loop is about to sleep. */
static inline void gy_glance_not_counted(gy_glance *glance) { glance->empty = 0; }

void gy_glance_close(gy_glance *glance);

#endif
