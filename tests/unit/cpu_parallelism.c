/* SPDX-License-Identifier: MIT */
/* Proves that available parallelism is at least one and follows the affinity of the thread. */
#include <sched.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

int main(void) {
  cpu_set_t all;
  CHECK_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
  unsigned before = uv_available_parallelism();
  CHECK(before >= 1);
  CHECK(before <= (unsigned)CPU_COUNT(&all));
  CHECK(before <= sysconf(_SC_NPROCESSORS_ONLN));

  int last = CPU_SETSIZE - 1;
  while (!CPU_ISSET(last, &all)) {
    last--;
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(last, &one);
  CHECK_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  CHECK_EQ(uv_available_parallelism(), 1);
  CHECK_EQ(sched_setaffinity(0, sizeof(all), &all), 0);
  CHECK_EQ(uv_available_parallelism(), before);
  return 0;
}
