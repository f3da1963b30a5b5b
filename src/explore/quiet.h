/* SPDX-License-Identifier: MIT */
/*
 * When the clock may move: all that waits, waits for it. quiet.c is a backend (io/io.h) around that
 * of the kernel, in whose wait the clock moves; peers.c knows whether somebody outside of the
 * process may still say something.
 */
#ifndef GY_EXPLORE_QUIET_H
#define GY_EXPLORE_QUIET_H

#include <pthread.h>

#include "loop/loop.h"

/* Who may speak, by how long it is waited for. The clock stands still for those INSIDE of the
 * process, which have something under way; nobody knows whether those OUTSIDE have, so meanwhile
 * the clock goes as the real one does. */
typedef enum { GY_PEERS_NONE, GY_PEERS_INSIDE, GY_PEERS_OUTSIDE } gy_peers;

/* What a descriptor was found to lead to, by its inode, which is another for another socket. */
typedef struct {
  uint64_t inode;
  bool outside;
} gy_peer_known;

typedef struct gy_quiet gy_quiet;
struct gy_quiet {
  gy_quiet *next;    /* among all of the process, under the lock of quiet.c, as are the next five */
  bool waits;        /* in its backend, or outside of uv_run */
  uint64_t until_ns; /* 0: it is outside of uv_run */
  bool blocked;      /* by other means: it does not see what has come */
  bool must_look;    /* somebody may have woken it from that */
  pthread_t thread;  /* that runs it: from a callback of one loop another one may be run */
  gy_loop *loop;
  gy_io_ops ops;         /* those of the backend that is inside, but for ours */
  const gy_io_ops *real; /* what they are around */
  gy_peer_known *known;  /* by descriptor */
  unsigned known_count;
  unsigned idle_looks;      /* in a row, that found nothing */
  struct gy_orders *orders; /* NULL: orders are not explored */
};

gy_peers gy_peers_of(gy_quiet *quiet);

/* The loop waits for somebody in no particular place: it listens, and the process has never
 * connected to anybody, so its clients are others; or (THREADS: there may be some that nobody has
 * told of) another thread may wake an async handle. */
bool gy_peers_may_come(const gy_quiet *quiet, bool threads);
void gy_peers_connects(void); /* the process connects to somebody, perhaps itself */

static inline gy_quiet *gy_quiet_of(const gy_loop *loop) { return loop->io.own; }

#endif
