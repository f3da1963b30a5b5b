/* SPDX-License-Identifier: MIT */
/* Proves that a signal does not end the wait for a semaphore. */
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>

#include "../check.h"
#include "uv.h"

static uv_sem_t sem;
static atomic_int signals;
static atomic_int posted;

static void on_signal(int signum) {
  (void)signum;
  atomic_fetch_add(&signals, 1);
}

/* Signals go to the main thread, which waits: this thread blocks them. */
static void post_later(void *arg) {
  (void)arg;
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  CHECK_EQ(pthread_sigmask(SIG_BLOCK, &alarm, NULL), 0);
  int before = atomic_load(&signals);
  for (int i = 0; i < 500 && atomic_load(&signals) < before + 5; i++) {
    uv_sleep(10);
  }
  CHECK(atomic_load(&signals) >= before + 5);
  atomic_store(&posted, 1);
  uv_sem_post(&sem);
}

int main(void) {
  CHECK_EQ(uv_sem_init(&sem, 0), 0);
  struct sigaction action = {.sa_handler = on_signal};
  CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
  struct itimerval every_ms = {.it_interval.tv_usec = 2000, .it_value.tv_usec = 2000};
  CHECK_EQ(setitimer(ITIMER_REAL, &every_ms, NULL), 0);

  uv_thread_t thread;
  CHECK_EQ(uv_thread_create(&thread, post_later, NULL), 0);
  uv_sem_wait(&sem);
  CHECK_EQ(atomic_load(&posted), 1);
  CHECK_EQ(uv_thread_join(&thread), 0);
  uv_sem_destroy(&sem);
  return 0;
}
