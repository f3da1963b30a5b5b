/* SPDX-License-Identifier: MIT */
/*
 * Proves that waiting on a condition releases the mutex and takes it again, that one signal lets
 * one waiter through, and that a broadcast wakes all.
 */
#include "../check.h"
#include "uv.h"

enum { WAITERS = 4 };

static uv_mutex_t mutex;
static uv_cond_t work;
static uv_cond_t changed;
static int waiting;
static int tokens;
static int through;

static void take_token(void *arg) {
  (void)arg;
  uv_mutex_lock(&mutex);
  waiting++;
  uv_cond_signal(&changed);
  while (tokens == 0) {
    uv_cond_wait(&work, &mutex);
  }
  tokens--;
  through++;
  uv_cond_signal(&changed);
  uv_mutex_unlock(&mutex);
}

int main(void) {
  uv_thread_t threads[WAITERS];
  CHECK_EQ(uv_mutex_init(&mutex), 0);
  CHECK_EQ(uv_cond_init(&work), 0);
  CHECK_EQ(uv_cond_init(&changed), 0);
  for (int i = 0; i < WAITERS; i++) {
    CHECK_EQ(uv_thread_create(&threads[i], take_token, NULL), 0);
  }

  /* All of them can only wait at the same time if each releases the mutex. */
  uv_mutex_lock(&mutex);
  while (waiting < WAITERS) {
    uv_cond_wait(&changed, &mutex);
  }
  CHECK_EQ(through, 0);
  tokens = 1;
  uv_cond_signal(&work);
  while (through < 1) {
    uv_cond_wait(&changed, &mutex);
  }
  CHECK_EQ(through, 1);

  tokens = WAITERS - 1;
  uv_cond_broadcast(&work);
  while (through < WAITERS) {
    uv_cond_wait(&changed, &mutex);
  }
  CHECK_EQ(tokens, 0);
  uv_mutex_unlock(&mutex);

  for (int i = 0; i < WAITERS; i++) {
    CHECK_EQ(uv_thread_join(&threads[i]), 0);
  }
  uv_cond_destroy(&work);
  uv_cond_destroy(&changed);
  uv_mutex_destroy(&mutex);
  return 0;
}
