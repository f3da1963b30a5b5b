/* SPDX-License-Identifier: MIT */
/*
 * A ring of the kernel's io_uring. loop/files.c has one for file operations: many are handed over
 * in one system call, and those that need not wait for a disk are done when it returns;
 * work/fs_ring.c fills its entries. glance.c has one that watches epoll. The ring is no source of
 * readiness; that stays with epoll.
 *
 * A ring belongs to the thread that opened it: completions are held back until that thread asks for
 * them, so its other system calls are not disturbed. No other thread can have them, nor can the
 * child of a fork. The kernel must be 6.1 or newer; on any refusal there is no ring, files are
 * the pool's work, and epoll is asked each time.
 */
#ifndef GY_IO_URING_H
#define GY_IO_URING_H

#include <stdatomic.h>
#include <stdbool.h>

struct io_uring_sqe;
typedef struct gy_ring gy_ring;

/* False if the environment says so: UV_USE_IO_URING=0, or GYRE_BACKEND=epoll. Read once; what
 * GYRE_BACKEND cannot be is said on standard error. */
bool gy_ring_allowed(void);

/* A ring that signals WAKE_FD when a completion comes while nobody looks; NULL if it is refused. It
 * begins with the signal off. */
gy_ring *gy_ring_open(int wake_fd);

/* A small one that signals nobody. */
gy_ring *gy_ring_open_silent(void);

/* What is under way goes on without anybody hearing of it: in the child of a fork that is as it
 * should be, elsewhere there must not be any. */
void gy_ring_close(gy_ring *ring);

/* May this thread use it? */
bool gy_ring_is_ours(const gy_ring *ring);

/* An empty entry to fill; TAG (not NULL) comes back with its completion. NULL: as many as fit are
 * under way. */
struct io_uring_sqe *gy_ring_add(gy_ring *ring, void *tag);

/* The tag of the first entry that the kernel has not seen, and will not: afterwards the ring is
 * good for nothing but to be closed. NULL: there is none. Any thread that has the loop. */
void *gy_ring_take_back(gy_ring *ring);

/* The bits that say that gy_ring_enter will bring completions; all that can change while no entry
 * is sent and none is taken. */
#define GY_RING_NEWS 6u
const _Atomic unsigned *gy_ring_flags(const gy_ring *ring);

/* In how many children of forks of each other we are. A ring is nothing to the child of a fork: not
 * even its flags can be read there. */
extern unsigned gy_ring_forks;

bool gy_ring_unsent(const gy_ring *ring); /* entries that the kernel has not seen */
bool gy_ring_ready(const gy_ring *ring);  /* completions wait, or could be had with gy_ring_enter */
unsigned gy_ring_under_way(const gy_ring *ring);

/* Hand over all entries and let completions come in. 0 or a negative errno. */
int gy_ring_enter(gy_ring *ring);

/* The next completion, if there is one. */
bool gy_ring_take(gy_ring *ring, void **tag, int *result);

/* Shall completions signal the wake_fd from now on? When this has returned, one that came before is
 * seen by gy_ring_ready, and one that comes later signals. */
void gy_ring_signal(gy_ring *ring, bool on);
bool gy_ring_signals(const gy_ring *ring);

#endif
