/* SPDX-License-Identifier: MIT */
/* The slow halves of gy_lock (see futex.h), for contention. */
#include "os/futex.h"

#include "os/spin.h"

/* About as long as the critical sections take; sleeping costs far more. */
#define LOOKS_BEFORE_SLEEP 100

static bool spin_for_lock(gy_lock *lock) {
  for (int look = 0; look < LOOKS_BEFORE_SLEEP; look++) {
    gy_arch_pause();
    /* Read first: a failed exchange would take the cache line from the holder. */
    uint32_t seen = atomic_load_explicit(&lock->word, memory_order_relaxed);
    if (seen == GY_LOCK_FREE &&
        atomic_compare_exchange_weak_explicit(&lock->word, &seen, GY_LOCK_HELD,
                                              memory_order_acquire, memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

void gy_lock_acquire_slow(gy_lock *lock) {
  if (gy_spin_enabled() && spin_for_lock(lock)) {
    return;
  }
  /* From here on it is always taken as contended: whether others sleep too cannot be known, and one
   * wake too many is cheaper than one too few. */
  while (atomic_exchange_explicit(&lock->word, GY_LOCK_CONTENDED, memory_order_acquire) !=
         GY_LOCK_FREE) {
    int err = gy_futex_wait(&lock->word, GY_LOCK_CONTENDED, NULL);
    GY_CHECK(err == 0 || err == -EAGAIN || err == -EINTR);
  }
}

/* The new holder may already have freed the lock's memory. The kernel then finds nobody at this
 * address, or returns EFAULT; neither is an error. */
void gy_lock_release_slow(gy_lock *lock) { gy_futex_wake(&lock->word, 1); }
