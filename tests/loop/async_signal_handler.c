/* SPDX-License-Identifier: MIT */
/*
 * Proves that uv_async_send may be called from a signal handler, whatever it interrupts: the loop
 * at work, asleep, or in the middle of a send of its own; that errno is kept; and that no signal is
 * missed.
 */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>

#include "check.h"
#include "uv.h"

enum { SIGNALS = 300 };

static uv_async_t async, other;
static atomic_int signals, seen;

static void on_signal(int signum) {
  (void)signum;
  int saved = errno;
  errno = 77;
  atomic_fetch_add(&signals, 1);
  uv_async_send(&async);
  if (errno != 77) {
    abort();
  }
  errno = saved;
}

static void on_async(uv_async_t *handle) {
  atomic_store(&seen, atomic_load(&signals));
  if (atomic_load(&seen) >= SIGNALS) {
    struct itimerval never = {0};
    CHECK_EQ(setitimer(ITIMER_REAL, &never, NULL), 0);
    uv_close((uv_handle_t *)handle, NULL);
    uv_close((uv_handle_t *)&other, NULL);
  }
}

/* Half the time the loop is busy sending, half the time it sleeps. */
static void on_other(uv_async_t *handle) {
  static int sends;
  if (++sends % 1000 != 0) {
    uv_async_send(handle);
  }
}

static void on_timer(uv_timer_t *timer) {
  if (uv_is_closing((uv_handle_t *)&other)) {
    uv_close((uv_handle_t *)timer, NULL);
  } else {
    uv_async_send(&other);
  }
}

int main(void) {
  uv_loop_t loop;
  uv_timer_t timer;
  struct sigaction action = {.sa_handler = on_signal};
  struct itimerval often = {.it_interval.tv_usec = 300, .it_value.tv_usec = 300};
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_async_init(&loop, &async, on_async), 0);
  CHECK_EQ(uv_async_init(&loop, &other, on_other), 0);
  uv_timer_init(&loop, &timer);
  uv_timer_start(&timer, on_timer, 1, 1);
  CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
  CHECK_EQ(setitimer(ITIMER_REAL, &often, NULL), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK(atomic_load(&seen) >= SIGNALS);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
