/* SPDX-License-Identifier: MIT */
/*
 * Waiting on a word of memory, and the small lock that the pool and the lists between threads use.
 *
 * Futexes here are private to the process. All ordering is on the atomic operations themselves,
 * never on fences: ThreadSanitizer does not understand fences, and would call correct code a race.
 */
#ifndef GY_OS_FUTEX_H
#define GY_OS_FUTEX_H

#include <errno.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"

/*
 * Sleeps while *WORD is EXPECTED, at most for the given time (NULL: no limit). 0 after a wake,
 * otherwise -EAGAIN (it was not EXPECTED), -ETIMEDOUT or -EINTR. A wake may be meant for somebody
 * else: look at the word again.
 */
static inline int gy_futex_wait(_Atomic uint32_t *word, uint32_t expected,
                                const struct timespec *relative) {
  long result = syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, relative, NULL, 0);
  return result < 0 ? -errno : 0;
}

/* Wakes at most COUNT sleepers. Returns how many were woken, or -errno. */
static inline int gy_futex_wake(_Atomic uint32_t *word, int count) {
  long result = syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
  return result < 0 ? -errno : (int)result;
}

/*
 * A mutex of four bytes for critical sections of a few instructions. Not recursive, not fair; all
 * zero is free. It needs no destruction, and its memory may be freed as soon as the last release
 * returns.
 */
typedef struct gy_lock {
  _Atomic uint32_t word;
} gy_lock;

enum {
  GY_LOCK_FREE = 0,
  GY_LOCK_HELD = 1,
  GY_LOCK_CONTENDED = 2, /* held, and a release must wake a waiter */
};

void gy_lock_acquire_slow(gy_lock *lock);
void gy_lock_release_slow(gy_lock *lock);

static inline void gy_lock_acquire(gy_lock *lock) {
  uint32_t seen = GY_LOCK_FREE;
  if (GY_UNLIKELY(!atomic_compare_exchange_strong_explicit(
          &lock->word, &seen, GY_LOCK_HELD, memory_order_acquire, memory_order_relaxed))) {
    gy_lock_acquire_slow(lock);
  }
}

static inline void gy_lock_release(gy_lock *lock) {
  uint32_t was = atomic_exchange_explicit(&lock->word, GY_LOCK_FREE, memory_order_release);
  GY_DEBUG_CHECK(was != GY_LOCK_FREE);
  if (GY_UNLIKELY(was == GY_LOCK_CONTENDED)) {
    gy_lock_release_slow(lock);
  }
}

#endif
