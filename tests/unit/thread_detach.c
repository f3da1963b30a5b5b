/* SPDX-License-Identifier: MIT */
/* Proves that a detached thread continues and is no longer joinable. */
#include <pthread.h>

#include "../check.h"
#include "uv.h"

static uv_sem_t looked_at;
static uv_sem_t done;

static void wait_and_post(void *arg) {
  (void)arg;
  uv_sem_wait(&looked_at);
  uv_sem_post(&done);
}

static int detach_state(uv_thread_t thread) {
  pthread_attr_t attributes;
  int state;
  CHECK_EQ(pthread_getattr_np(thread, &attributes), 0);
  CHECK_EQ(pthread_attr_getdetachstate(&attributes, &state), 0);
  pthread_attr_destroy(&attributes);
  return state;
}

int main(void) {
  uv_thread_t thread;
  CHECK_EQ(uv_sem_init(&looked_at, 0), 0);
  CHECK_EQ(uv_sem_init(&done, 0), 0);
  CHECK_EQ(uv_thread_create(&thread, wait_and_post, NULL), 0);
  CHECK_EQ(detach_state(thread), PTHREAD_CREATE_JOINABLE);
  CHECK_EQ(uv_thread_detach(&thread), 0);
  CHECK_EQ(detach_state(thread), PTHREAD_CREATE_DETACHED);
  uv_sem_post(&looked_at);
  uv_sem_wait(&done);
  return 0;
}
