/* SPDX-License-Identifier: MIT */
/* Proves that signals neither end a uv_sleep early nor stretch it. */
#include <signal.h>
#include <sys/time.h>

#include "../check.h"
#include "uv.h"

static volatile sig_atomic_t signals;

static void on_signal(int signum) {
  (void)signum;
  signals++;
}

int main(void) {
  struct sigaction action = {.sa_handler = on_signal};
  CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
  struct itimerval every_ms = {.it_interval.tv_usec = 1000, .it_value.tv_usec = 1000};
  CHECK_EQ(setitimer(ITIMER_REAL, &every_ms, NULL), 0);

  uint64_t start_ns = uv_hrtime();
  uv_sleep(100);
  uint64_t slept_ns = uv_hrtime() - start_ns;

  CHECK(signals > 0);
  CHECK(slept_ns >= UINT64_C(100000000));
  /* Restarting at each signal would never end; this bound allows for a busy machine. */
  CHECK(slept_ns < UINT64_C(3000000000));
  return 0;
}
