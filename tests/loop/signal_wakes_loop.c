/* SPDX-License-Identifier: MIT */
/*
 * A signal wakes a sleeping loop, whether the handler runs on the loop's own thread or on another
 * one. None of thousands of signals is lost when the loop is about to sleep.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

#include "check.h"
#include "uv.h"

#define ROUNDS 3000

static atomic_int seen;
static pthread_t loop_thread;

static void on_signal(uv_signal_t *handle, int signum) {
  CHECK_EQ(signum, SIGUSR1);
  if (atomic_fetch_add(&seen, 1) + 1 == 2 * ROUNDS) {
    uv_signal_stop(handle);
  }
}

static void wait_until(int count) {
  while (atomic_load(&seen) < count) {
    sched_yield();
  }
}

static void *sender(void *arg) {
  (void)arg;
  for (int i = 0; i < ROUNDS; i++) {
    CHECK_EQ(pthread_kill(loop_thread, SIGUSR1), 0);
    wait_until(2 * i + 1);
    CHECK_EQ(raise(SIGUSR1), 0); /* on this thread, not the loop's */
    wait_until(2 * i + 2);
  }
  return NULL;
}

int main(void) {
  uv_loop_t loop;
  uv_signal_t handle;
  pthread_t thread;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_signal_init(&loop, &handle), 0);
  CHECK_EQ(uv_signal_start(&handle, on_signal, SIGUSR1), 0);
  loop_thread = pthread_self();
  CHECK_EQ(pthread_create(&thread, NULL, sender, NULL), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(pthread_join(thread, NULL), 0);
  CHECK_EQ(seen, 2 * ROUNDS);
  uv_close((uv_handle_t *)&handle, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
