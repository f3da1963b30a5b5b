/* SPDX-License-Identifier: MIT */
/* Where file requests go. Shared by the tests of the ring and of requests that need no thread. */
#ifndef GY_TEST_FILE_REQUESTS_H
#define GY_TEST_FILE_REQUESTS_H

#include "gyre.h"

/* How many requests went to the pool so far. */
static inline unsigned long long file_requests(void) {
  gyre_pool_metrics_t metrics;
  gyre_pool_metrics(&metrics);
  return metrics.kinds[GYRE_WORK_FILE].submitted;
}

#endif
