/* SPDX-License-Identifier: MIT */
/*
 * Proves that a timed wait ends with ETIMEDOUT after the given nanoseconds and not before, holds
 * the mutex then, and works with a timeout of any length.
 */
#include "../check.h"
#include "uv.h"

static uv_mutex_t mutex;
static uv_cond_t cond;
static int ready;

static void signal_later(void *arg) {
  (void)arg;
  uv_sleep(20);
  uv_mutex_lock(&mutex);
  ready = 1;
  uv_cond_signal(&cond);
  uv_mutex_unlock(&mutex);
}

static void try_it(void *arg) {
  int *result = arg;
  *result = uv_mutex_trylock(&mutex);
}

static void check_times_out(uint64_t timeout_ns) {
  uint64_t start_ns = uv_hrtime();
  int err;
  do {
    err = uv_cond_timedwait(&cond, &mutex, timeout_ns); /* spurious wake-ups are allowed */
  } while (err == 0);
  CHECK_EQ(err, UV_ETIMEDOUT);
  uint64_t waited_ns = uv_hrtime() - start_ns;
  CHECK(waited_ns >= timeout_ns);
  CHECK(waited_ns < timeout_ns + UINT64_C(3000000000));
}

static void check_is_woken(uint64_t timeout_ns) {
  uv_thread_t thread;
  ready = 0;
  CHECK_EQ(uv_thread_create(&thread, signal_later, NULL), 0);
  while (!ready) {
    CHECK_EQ(uv_cond_timedwait(&cond, &mutex, timeout_ns), 0);
  }
  uv_mutex_unlock(&mutex);
  CHECK_EQ(uv_thread_join(&thread), 0);
  uv_mutex_lock(&mutex);
}

int main(void) {
  CHECK_EQ(uv_mutex_init(&mutex), 0);
  CHECK_EQ(uv_cond_init(&cond), 0);
  uv_mutex_lock(&mutex);
  check_times_out(0);
  check_times_out(1);
  check_times_out(UINT64_C(25000000));

  uv_thread_t thread;
  int result = 1;
  CHECK_EQ(uv_thread_create(&thread, try_it, &result), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK_EQ(result, UV_EBUSY);

  check_is_woken(UINT64_C(60000000000));
  check_is_woken(UINT64_MAX);
  check_is_woken(UINT64_MAX - uv_hrtime());
  uv_mutex_unlock(&mutex);
  uv_cond_destroy(&cond);
  uv_mutex_destroy(&mutex);
  return 0;
}
