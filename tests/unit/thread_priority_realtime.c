/* SPDX-License-Identifier: MIT */
/*
 * Proves that under a realtime policy the five levels spread evenly over the policy's range, for
 * the calling thread and for another one, and that the policy stays.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>

#include "../check.h"
#include "uv.h"

static uv_sem_t done;

static void wait_done(void *arg) {
  (void)arg;
  uv_sem_wait(&done);
}

static void check_steps(uv_thread_t thread, int policy) {
  int least = sched_get_priority_min(policy);
  int most = sched_get_priority_max(policy);
  CHECK(most - least >= 4);
  int previous = least - 1;
  for (int step = UV_THREAD_PRIORITY_LOWEST; step <= UV_THREAD_PRIORITY_HIGHEST; step++) {
    CHECK_EQ(uv_thread_setpriority(thread, step), 0);
    int got = -1;
    CHECK_EQ(uv_thread_getpriority(thread, &got), 0);
    CHECK_EQ(got, least + (most - least) * (step + 2) / 4);
    CHECK(got > previous);
    previous = got;
    int now;
    struct sched_param param;
    CHECK_EQ(pthread_getschedparam(thread, &now, &param), 0);
    CHECK_EQ(now, policy);
    CHECK_EQ(param.sched_priority, got);
  }
  CHECK_EQ(previous, most);
}

int main(void) {
  uv_thread_t thread;
  CHECK_EQ(uv_sem_init(&done, 0), 0);
  CHECK_EQ(uv_thread_create(&thread, wait_done, NULL), 0);
  struct sched_param param = {.sched_priority = sched_get_priority_min(SCHED_RR)};
  int err = pthread_setschedparam(thread, SCHED_RR, &param);
  if (err == EPERM) {
    uv_sem_post(&done);
    CHECK_EQ(uv_thread_join(&thread), 0);
    SKIP("no privilege for realtime policies");
  }
  CHECK_EQ(err, 0);
  check_steps(thread, SCHED_RR);
  uv_sem_post(&done);
  CHECK_EQ(uv_thread_join(&thread), 0);

  CHECK_EQ(pthread_setschedparam(pthread_self(), SCHED_FIFO, &param), 0);
  check_steps(pthread_self(), SCHED_FIFO);
  return 0;
}
