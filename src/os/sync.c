/* SPDX-License-Identifier: MIT */
/*
 * Mutexes, read-write locks, semaphores, condition variables, barriers, once and thread-local keys:
 * the C library's, under uv's names. Programs call it; the library's own hot paths use os/futex.h.
 *
 * An error that only a programmer's mistake can cause (unlocking what is not locked, destroying
 * what is in use) ends the process: the functions have no way to report it, and going on would
 * corrupt what the lock protects.
 */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "base/check.h"
#include "os/clock.h"
#include "uv.h"

static int init_mutex(uv_mutex_t *mutex, int kind) {
  pthread_mutexattr_t attributes;
  int err = pthread_mutexattr_init(&attributes);
  if (err != 0) {
    return -err;
  }
  err = pthread_mutexattr_settype(&attributes, kind);
  if (err == 0) {
    err = pthread_mutex_init(mutex, &attributes);
  }
  pthread_mutexattr_destroy(&attributes);
  return -err;
}

int uv_mutex_init(uv_mutex_t *handle) {
#ifdef GY_DEBUG
  return init_mutex(handle, PTHREAD_MUTEX_ERRORCHECK);
#else
  return -pthread_mutex_init(handle, NULL);
#endif
}

int uv_mutex_init_recursive(uv_mutex_t *handle) {
  return init_mutex(handle, PTHREAD_MUTEX_RECURSIVE);
}

void uv_mutex_destroy(uv_mutex_t *handle) { GY_CHECK(pthread_mutex_destroy(handle) == 0); }

void uv_mutex_lock(uv_mutex_t *handle) { GY_CHECK(pthread_mutex_lock(handle) == 0); }

/* EAGAIN: a recursive mutex or read lock whose count is at its maximum; treated as busy. */
static int try_result(int err) {
  GY_CHECK(err == 0 || err == EBUSY || err == EAGAIN);
  return err == 0 ? 0 : UV_EBUSY;
}

int uv_mutex_trylock(uv_mutex_t *handle) { return try_result(pthread_mutex_trylock(handle)); }

void uv_mutex_unlock(uv_mutex_t *handle) { GY_CHECK(pthread_mutex_unlock(handle) == 0); }

int uv_rwlock_init(uv_rwlock_t *rwlock) { return -pthread_rwlock_init(rwlock, NULL); }

void uv_rwlock_destroy(uv_rwlock_t *rwlock) { GY_CHECK(pthread_rwlock_destroy(rwlock) == 0); }

void uv_rwlock_rdlock(uv_rwlock_t *rwlock) { GY_CHECK(pthread_rwlock_rdlock(rwlock) == 0); }

int uv_rwlock_tryrdlock(uv_rwlock_t *rwlock) {
  return try_result(pthread_rwlock_tryrdlock(rwlock));
}

void uv_rwlock_rdunlock(uv_rwlock_t *rwlock) { GY_CHECK(pthread_rwlock_unlock(rwlock) == 0); }

void uv_rwlock_wrlock(uv_rwlock_t *rwlock) { GY_CHECK(pthread_rwlock_wrlock(rwlock) == 0); }

int uv_rwlock_trywrlock(uv_rwlock_t *rwlock) {
  return try_result(pthread_rwlock_trywrlock(rwlock));
}

void uv_rwlock_wrunlock(uv_rwlock_t *rwlock) { GY_CHECK(pthread_rwlock_unlock(rwlock) == 0); }

int uv_sem_init(uv_sem_t *sem, unsigned int value) {
  return sem_init(sem, 0, value) == 0 ? 0 : -errno;
}

void uv_sem_destroy(uv_sem_t *sem) { GY_CHECK(sem_destroy(sem) == 0); }

void uv_sem_post(uv_sem_t *sem) { GY_CHECK(sem_post(sem) == 0); }

void uv_sem_wait(uv_sem_t *sem) {
  while (sem_wait(sem) != 0) {
    GY_CHECK(errno == EINTR);
  }
}

int uv_sem_trywait(uv_sem_t *sem) {
  while (sem_trywait(sem) != 0) {
    if (errno == EAGAIN) {
      return UV_EAGAIN;
    }
    GY_CHECK(errno == EINTR);
  }
  return 0;
}

/* Waits use the monotonic clock: setting the time of day must not end or prolong them. */
int uv_cond_init(uv_cond_t *cond) {
  pthread_condattr_t attributes;
  int err = pthread_condattr_init(&attributes);
  if (err != 0) {
    return -err;
  }
  err = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  if (err == 0) {
    err = pthread_cond_init(cond, &attributes);
  }
  pthread_condattr_destroy(&attributes);
  return -err;
}

void uv_cond_destroy(uv_cond_t *cond) { GY_CHECK(pthread_cond_destroy(cond) == 0); }

void uv_cond_signal(uv_cond_t *cond) { GY_CHECK(pthread_cond_signal(cond) == 0); }

void uv_cond_broadcast(uv_cond_t *cond) { GY_CHECK(pthread_cond_broadcast(cond) == 0); }

void uv_cond_wait(uv_cond_t *cond, uv_mutex_t *mutex) {
  GY_CHECK(pthread_cond_wait(cond, mutex) == 0);
}

int uv_cond_timedwait(uv_cond_t *cond, uv_mutex_t *mutex, uint64_t timeout) {
  uint64_t now_ns = gy_clock_ns();
  uint64_t deadline_ns = timeout > UINT64_MAX - now_ns ? UINT64_MAX : now_ns + timeout;
  struct timespec until = gy_clock_timespec(deadline_ns);
  int err = pthread_cond_timedwait(cond, mutex, &until);
  GY_CHECK(err == 0 || err == ETIMEDOUT);
  return -err;
}

int uv_barrier_init(uv_barrier_t *barrier, unsigned int count) {
  return -pthread_barrier_init(barrier, NULL, count);
}

int uv_barrier_wait(uv_barrier_t *barrier) {
  int result = pthread_barrier_wait(barrier);
  GY_CHECK(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  return result == PTHREAD_BARRIER_SERIAL_THREAD;
}

void uv_barrier_destroy(uv_barrier_t *barrier) { GY_CHECK(pthread_barrier_destroy(barrier) == 0); }

void uv_once(uv_once_t *guard, void (*callback)(void)) {
  GY_CHECK(pthread_once(guard, callback) == 0);
}

int uv_key_create(uv_key_t *key) { return -pthread_key_create(key, NULL); }

void uv_key_delete(uv_key_t *key) { GY_CHECK(pthread_key_delete(*key) == 0); }

void *uv_key_get(uv_key_t *key) { return pthread_getspecific(*key); }

void uv_key_set(uv_key_t *key, void *value) { GY_CHECK(pthread_setspecific(*key, value) == 0); }
