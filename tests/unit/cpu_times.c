/* SPDX-License-Identifier: MIT */
/* Proves that the times of processors are milliseconds: together they grow by the time that passes
 * on each.
 * serial */
#include <time.h>

#include "../check.h"
#include "uv.h"

/* The sum of all times of all processors. */
static uint64_t total_ms(int *count) {
  uv_cpu_info_t *cpus;
  CHECK_EQ(uv_cpu_info(&cpus, count), 0);
  uint64_t sum = 0;
  for (int i = 0; i < *count; i++) {
    const struct uv_cpu_times_s *times = &cpus[i].cpu_times;
    sum += times->user + times->nice + times->sys + times->idle + times->irq;
  }
  uv_free_cpu_info(cpus, *count);
  return sum;
}

int main(void) {
  int count;
  int count_after;
  uint64_t before = total_ms(&count);
  uint64_t start = uv_hrtime();
  volatile unsigned sink = 0;
  while (uv_hrtime() - start < 600 * UINT64_C(1000000)) {
    sink++;
  }
  uint64_t after = total_ms(&count_after);
  if (count != count_after) {
    SKIP("the number of processors has changed");
  }
  /* Steal time of a virtual machine and waiting for disks are not reported. At least our own
   * processor was busy. */
  uint64_t grown = after - before;
  CHECK(grown >= 300);
  CHECK(grown <= (uint64_t)count * 1200 + 200);
  return 0;
}
