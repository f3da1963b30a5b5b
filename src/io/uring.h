/* SPDX-License-Identifier: MIT */
/*
 * A ring of the kernel's io_uring. loop/files.c has one for file operations: many are submitted in
 * one system call, and those that need not wait for a disk are done when it returns; work/fs_ring.c
 * fills in its entries. glance.c has one that watches epoll. The ring is not a source of readiness;
 * that stays with epoll.
 *
 * A ring belongs to the thread that opened it: completions are held back until that thread asks for
 * them, so its other system calls are not disturbed. No other thread can get them, nor can the
 * child of a fork. The kernel must be 6.1 or newer. On any refusal there is no ring: files are done
 * by the pool, and epoll is asked each time.
 */
#ifndef GY_IO_URING_H
#define GY_IO_URING_H

#include <stdatomic.h>
#include <stdbool.h>

struct io_uring_sqe;
typedef struct gy_ring gy_ring;

/* False if the environment forbids it: UV_USE_IO_URING=0, or GYRE_BACKEND=epoll. Read once; an
 * invalid GYRE_BACKEND is reported on standard error. */
bool gy_ring_allowed(void);

/* A ring that signals WAKE_FD when a completion comes while the loop sleeps; NULL if it is refused.
 * The signal is off at first. */
gy_ring *gy_ring_open(int wake_fd);

/* A small ring without a signal. */
gy_ring *gy_ring_open_silent(void);

/* Requests in progress continue, but nobody gets their completions. In the child of a fork that is
 * right; elsewhere there must not be any. */
void gy_ring_close(gy_ring *ring);

/* Does it belong to this thread? */
bool gy_ring_is_ours(const gy_ring *ring);

/* An empty entry to fill in; TAG (not NULL) comes back with its completion. NULL: the ring is
 * full. */
struct io_uring_sqe *gy_ring_add(gy_ring *ring, void *tag);

/* The tag of the first entry that the kernel has not seen, and will not see: afterwards the ring
 * can only be closed. NULL: there is none. Any thread that owns the loop. */
void *gy_ring_take_back(gy_ring *ring);

/* The bits that mean that gy_ring_enter will bring completions. Nothing else can change while no
 * entry is submitted and none is taken. */
#define GY_RING_NEWS 6u
const _Atomic unsigned *gy_ring_flags(const gy_ring *ring);

/* How many forks lie between the first process and this one. A ring is useless in the child of a
 * fork: not even its flags can be read there. */
extern unsigned gy_ring_forks;

bool gy_ring_unsent(const gy_ring *ring); /* entries that the kernel has not seen */
bool gy_ring_ready(const gy_ring *ring);  /* there are completions, or enter brings some */
unsigned gy_ring_under_way(const gy_ring *ring);

/* Submits all entries and fetches completions. 0 or a negative errno. */
int gy_ring_enter(gy_ring *ring);

/* The next completion, if there is one. */
bool gy_ring_take(gy_ring *ring, void **tag, int *result);

/* Whether completions signal the wake_fd from now on. When this has returned, a completion that
 * came before is seen by gy_ring_ready, and one that comes later signals. */
void gy_ring_signal(gy_ring *ring, bool on);
bool gy_ring_signals(const gy_ring *ring);

#endif
