/* SPDX-License-Identifier: MIT */
/* Proves that a loop whose clock is virtual continues when another one, whose time came first, has
 * ended: nobody else is left to move the clock.
 * no qemu: the kernel shows threads and system calls of the emulator. */
#include <time.h>

#include "../check.h"
#include "gyre.h"

enum { HOUR_MS = 3600 * 1000 };

static uv_sem_t computes;
static int calls;

static void on_time(uv_timer_t *timer) {
  calls++;
  uv_close((uv_handle_t *)timer, NULL);
}

/* Meanwhile the other loop waits, and cannot move the clock. */
static void compute(uv_timer_t *timer) {
  struct timespec pause = {0, 200 * 1000 * 1000};
  uv_sem_post(&computes);
  nanosleep(&pause, NULL);
  uv_timer_start(timer, on_time, HOUR_MS / 2, 0);
}

static void other_loop(void *arg) {
  uv_loop_t own;
  uv_timer_t timer;
  (void)arg;
  CHECK_EQ(uv_loop_init(&own), 0);
  uv_timer_init(&own, &timer);
  uv_timer_start(&timer, compute, 1, 0);
  CHECK_EQ(uv_run(&own, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&own), 0);
}

int main(void) {
  uv_loop_t loop;
  uv_timer_t timer;
  uv_thread_t thread;
  CHECK_EQ(uv_sem_init(&computes, 0), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(gyre_virtual_time(&loop), 0);
  CHECK_EQ(uv_thread_create(&thread, other_loop, NULL), 0);
  uv_sem_wait(&computes);
  uv_timer_init(&loop, &timer);
  uv_timer_start(&timer, on_time, HOUR_MS / 3, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK_EQ(calls, 2);
  CHECK_EQ(uv_loop_close(&loop), 0);
  uv_sem_destroy(&computes);
  return 0;
}
