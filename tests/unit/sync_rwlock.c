/* SPDX-License-Identifier: MIT */
/*
 * Proves that readers share a read-write lock and a writer has it exclusively, as seen by the try
 * calls of another thread.
 */
#include "../check.h"
#include "uv.h"

static uv_rwlock_t rwlock;

typedef struct tries {
  int read;
  int write;
} tries;

static void try_both(void *arg) {
  tries *result = arg;
  result->read = uv_rwlock_tryrdlock(&rwlock);
  if (result->read == 0) {
    uv_rwlock_rdunlock(&rwlock);
  }
  result->write = uv_rwlock_trywrlock(&rwlock);
  if (result->write == 0) {
    uv_rwlock_wrunlock(&rwlock);
  }
}

static void check_tries(int read, int write) {
  uv_thread_t thread;
  tries result = {1, 1};
  CHECK_EQ(uv_thread_create(&thread, try_both, &result), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK_EQ(result.read, read);
  CHECK_EQ(result.write, write);
}

int main(void) {
  CHECK_EQ(uv_rwlock_init(&rwlock), 0);
  check_tries(0, 0);

  uv_rwlock_rdlock(&rwlock);
  check_tries(0, UV_EBUSY);
  CHECK_EQ(uv_rwlock_tryrdlock(&rwlock), 0);
  uv_rwlock_rdunlock(&rwlock);
  check_tries(0, UV_EBUSY);
  uv_rwlock_rdunlock(&rwlock);
  check_tries(0, 0);

  uv_rwlock_wrlock(&rwlock);
  check_tries(UV_EBUSY, UV_EBUSY);
  uv_rwlock_wrunlock(&rwlock);
  check_tries(0, 0);

  CHECK_EQ(uv_rwlock_trywrlock(&rwlock), 0);
  check_tries(UV_EBUSY, UV_EBUSY);
  uv_rwlock_wrunlock(&rwlock);
  uv_rwlock_destroy(&rwlock);
  return 0;
}
