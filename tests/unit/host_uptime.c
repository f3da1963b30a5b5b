/* SPDX-License-Identifier: MIT */
/* Proves that uptime is the time since boot in seconds, and that it grows. */
#include <sys/sysinfo.h>
#include <time.h>

#include "../check.h"
#include "uv.h"

int main(void) {
  double first;
  double second;
  CHECK_EQ(uv_uptime(&first), 0);
  struct timespec boot;
  CHECK_EQ(clock_gettime(CLOCK_BOOTTIME, &boot), 0);
  double expected = (double)boot.tv_sec + (double)boot.tv_nsec / 1e9;
  CHECK(first > expected - 5 && first <= expected + 0.02);
  uv_sleep(60);
  CHECK_EQ(uv_uptime(&second), 0);
  CHECK(second >= first + 0.04);
  return 0;
}
