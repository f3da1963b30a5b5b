/* SPDX-License-Identifier: MIT */
/*
 * When virtual time advances: when everything only waits for time. quiet.c is a backend (io/io.h)
 * around the kernel's backend, and moves the clock in its wait. peers.c knows whether something
 * outside of the process may still send something, threads.c whether threads of the program may.
 */
#ifndef GY_EXPLORE_QUIET_H
#define GY_EXPLORE_QUIET_H

#include <pthread.h>
#include <sys/types.h>

#include "loop/loop.h"

/* What may still send something to the loop. INSIDE: something in the process is in progress, so
 * the clock stands still. OUTSIDE: another process, of which we do not know whether it will send
 * anything, so the clock follows the real one. */
typedef enum { GY_PEERS_NONE, GY_PEERS_INSIDE, GY_PEERS_OUTSIDE } gy_peers;

/* Whether a descriptor leads outside of the process. A different inode is a different socket. */
typedef struct {
  uint64_t inode;
  bool outside;
  short gone;          /* what poll() said of a connection that is over, */
  uint64_t gone_inode; /* and of which one */
  unsigned stuck;      /* as many unsent bytes did not move for a while (gy_peers_sends) */
} gy_peer_known;

typedef struct gy_quiet gy_quiet;
struct gy_quiet {
  gy_quiet *next;    /* list of all loops; under the lock of quiet.c, as are the next nine */
  bool waits;        /* in its backend, or outside of uv_run */
  uint64_t until_ns; /* 0: it is outside of uv_run */
  bool blocked;      /* in another way (gyre_virtual_block): it does not see events */
  bool must_look;    /* it may have been woken from that */
  unsigned changes;  /* how often these members were set */
  uint64_t block_ns; /* when that began, by this clock */
  uint64_t block_real_ns;
  pthread_t thread; /* that runs it; a callback of one loop may run another loop */
  pid_t tid;        /* the same for the kernel */
  gy_loop *loop;
  gy_io_ops ops;         /* those of the real backend, except where ours replace them */
  const gy_io_ops *real; /* the operations of the real backend */
  gy_peer_known *known;  /* by descriptor */
  unsigned known_count;
  unsigned idle_looks;      /* how many looks in a row found nothing */
  struct gy_orders *orders; /* NULL: orders are not explored */
};

gy_peers gy_peers_of(gy_quiet *quiet);
bool gy_peers_is_eventfd(int fd);
bool gy_peers_is_local(int fd);  /* no internet socket */
bool gy_quiet_has_runtime(void); /* which tells when its threads compute */
bool gy_quiet_knows(pid_t tid);  /* a thread that is in uv_run */

/* threads.c: what the program's threads do that are in no loop. *RUNS changes if one of them has
 * run meanwhile. */
gy_peers gy_threads_do(uint64_t *runs);

/* Has the kernel bytes of a socket that it has not sent? FORGET: those that there are do not count
 * any more. */
bool gy_peers_sends(gy_quiet *quiet, bool forget);

/* The loop waits for somebody unknown. Either it listens, and the process has never connected to
 * anybody, so its clients are other processes. Or it waits for a signal, or a change of a file. Or,
 * if THREADS (there may be threads that we do not know of), another thread may wake an async
 * handle. */
bool gy_peers_may_come(const gy_quiet *quiet, bool threads);
void gy_peers_connects(void); /* the process connects, perhaps to itself */

static inline gy_quiet *gy_quiet_of(const gy_loop *loop) { return loop->io.own; }

#endif
