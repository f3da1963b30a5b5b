/* SPDX-License-Identifier: MIT */
/*
 * Proves that a semaphore counts: trywait takes what is available and then returns EAGAIN, and wait
 * sleeps until somebody posts.
 */
#include <limits.h>
#include <stdatomic.h>

#include "../check.h"
#include "uv.h"

static uv_sem_t sem;
static atomic_int posted;

static void post_later(void *arg) {
  (void)arg;
  uv_sleep(30);
  atomic_store(&posted, 1);
  uv_sem_post(&sem);
}

int main(void) {
  CHECK_EQ(uv_sem_init(&sem, 3), 0);
  uv_sem_wait(&sem);
  CHECK_EQ(uv_sem_trywait(&sem), 0);
  CHECK_EQ(uv_sem_trywait(&sem), 0);
  CHECK_EQ(uv_sem_trywait(&sem), UV_EAGAIN);
  uv_sem_post(&sem);
  CHECK_EQ(uv_sem_trywait(&sem), 0);
  CHECK_EQ(uv_sem_trywait(&sem), UV_EAGAIN);

  uv_thread_t thread;
  CHECK_EQ(uv_thread_create(&thread, post_later, NULL), 0);
  uv_sem_wait(&sem);
  CHECK_EQ(atomic_load(&posted), 1);
  CHECK_EQ(uv_sem_trywait(&sem), UV_EAGAIN);
  CHECK_EQ(uv_thread_join(&thread), 0);
  uv_sem_destroy(&sem);

  CHECK_EQ(uv_sem_init(&sem, (unsigned int)INT_MAX + 1), UV_EINVAL);
  return 0;
}
