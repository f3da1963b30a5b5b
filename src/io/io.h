/* SPDX-License-Identifier: MIT */
/*
 * The contract between the loop and the kernel.
 *
 * A backend reports which descriptors are ready, and nothing more: timeouts, interrupted waits,
 * order, dispatch and metrics exist once, in loop/poll.c. Its callers are all in src/loop: poll.c
 * waits, descriptors.c sets what to watch, posts.c and files.c wake a loop that sleeps, loop.c
 * opens and closes. epoll.c is the backend that always works; sim.c has no kernel behind it and is
 * for tests; explore/quiet.c is a backend around another.
 */
#ifndef GY_IO_IO_H
#define GY_IO_IO_H

#include <signal.h>
#include <stdint.h>

#include "io/glance.h"

/* Readiness, as bits. A backend reports ERROR and HANGUP even if they were not requested. */
enum {
  GY_IO_READ = 1,
  GY_IO_WRITE = 2,
  GY_IO_DISCONNECT = 4, /* the peer has shut down its side */
  GY_IO_URGENT = 8,
  GY_IO_ERROR = 16,
  GY_IO_HANGUP = 32,
  GY_IO_PENDING = 64 /* never from a backend: loop/pending.c runs a watcher with it */
};

/*
 * One descriptor is ready. `stamp` is what gy_io_ops.set was last given for it. A descriptor that
 * was closed and opened again under the same number has a new stamp, which distinguishes its events
 * from those that were fetched for the old one.
 */
typedef struct {
  int fd;
  uint32_t stamp;
  uint32_t events;
} gy_event;

typedef struct gy_io gy_io;

/* Each returns 0 or a negative errno, unless a comment says otherwise. */
typedef struct {
  const char *name;
  /* Changes what the kernel watches a descriptor for: from `before` (0: not registered) to
   * `now`. */
  int (*set)(gy_io *io, int fd, uint32_t stamp, uint32_t before, uint32_t now);
  /* Can this descriptor be watched at all? */
  int (*probe)(gy_io *io, int fd);
  /*
   * Waits for events, for TIMEOUT_NS (0: only looks; negative: for ever), with MASK blocked if it
   * is not NULL. Fills in at most MAX events and returns how many; also 0 if wake was called.
   * -EINTR is returned as it is. An early return with 0 is allowed: the caller looks at the clock.
   */
  int (*wait)(gy_io *io, gy_event *events, int max, int64_t timeout_ns, const sigset_t *mask);
  /* Ends a wait that is in progress, or else the next one. Any thread, any signal handler. */
  void (*wake)(gy_io *io);
  /* In the child of a fork: opens a new kernel object, with nothing set. */
  int (*fork)(gy_io *io);
  /* A uv_run ends: there will be no wait for a while. NULL: nothing to do. */
  void (*leave)(gy_io *io);
  void (*close)(gy_io *io);
} gy_io_ops;

struct gy_io {
  const gy_io_ops *ops;
  const uint64_t *virtual_ns; /* the clock, if it is not the system's */
  void *own;                  /* belongs to the backend */
  int fd;                     /* what uv_backend_fd returns; -1 if there is none */
  int wake_fd;
  gy_glance glance; /* quiet: a wait with timeout 0 would return 0. All zero: not known */
};

int gy_epoll_open(gy_io *io);

#endif
