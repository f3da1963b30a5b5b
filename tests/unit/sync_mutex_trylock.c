/* SPDX-License-Identifier: MIT */
/* Proves that trylock takes a free mutex and returns EBUSY for one that another thread holds. */
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
  CHECK_EQ(uv_mutex_init(&mutex), 0);
  CHECK_EQ(try_in_thread(), 0);
  CHECK_EQ(uv_mutex_trylock(&mutex), 0);
  CHECK_EQ(try_in_thread(), UV_EBUSY);
  CHECK_EQ(uv_mutex_trylock(&mutex), UV_EBUSY);
  uv_mutex_unlock(&mutex);
  CHECK_EQ(try_in_thread(), 0);
  uv_mutex_lock(&mutex);
  CHECK_EQ(try_in_thread(), UV_EBUSY);
  uv_mutex_unlock(&mutex);
  uv_mutex_destroy(&mutex);
  return 0;
}
