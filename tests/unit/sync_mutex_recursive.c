/* SPDX-License-Identifier: MIT */
/* Proves that a recursive mutex is free for others only after as many unlocks as locks. */
#include "../check.h"
#include "uv.h"

static uv_mutex_t mutex;

static void try_it(void *arg) {
  int *result = arg;
  *result = uv_mutex_trylock(&mutex);
  if (*result == 0) {
    uv_mutex_unlock(&mutex);
  }
}

static int try_in_thread(void) {
  uv_thread_t thread;
  int result = 1;
  CHECK_EQ(uv_thread_create(&thread, try_it, &result), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  return result;
}

int main(void) {
  CHECK_EQ(uv_mutex_init_recursive(&mutex), 0);
  uv_mutex_lock(&mutex);
  uv_mutex_lock(&mutex);
  CHECK_EQ(uv_mutex_trylock(&mutex), 0);
  for (int held = 3; held > 0; held--) {
    CHECK_EQ(try_in_thread(), UV_EBUSY);
    uv_mutex_unlock(&mutex);
  }
  CHECK_EQ(try_in_thread(), 0);
  uv_mutex_destroy(&mutex);
  return 0;
}
