/* SPDX-License-Identifier: MIT */
/* Proves that uv_cpu_info returns ENOMEM for each allocation that fails, and leaks nothing. */
#include "starve.h"

static int try_it(void) {
  uv_cpu_info_t *cpus;
  int count;
  int err = uv_cpu_info(&cpus, &count);
  if (err != 0) {
    CHECK(cpus == NULL);
    CHECK_EQ(count, 0);
  }
  uv_free_cpu_info(cpus, count);
  return err;
}

int main(void) {
  starve_each(try_it);
  return 0;
}
