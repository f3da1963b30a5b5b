/* SPDX-License-Identifier: MIT */
/* Proves that uv_sleep never returns early, and that uv_sleep(0) does not sleep. */
#include "../check.h"
#include "uv.h"

int main(void) {
  static const unsigned int spans_ms[] = {1, 2, 7, 30};
  for (size_t i = 0; i < sizeof(spans_ms) / sizeof(spans_ms[0]); i++) {
    uint64_t start_ns = uv_hrtime();
    uv_sleep(spans_ms[i]);
    uint64_t slept_ns = uv_hrtime() - start_ns;
    CHECK(slept_ns >= spans_ms[i] * UINT64_C(1000000));
    CHECK(slept_ns < UINT64_C(5000000000)); /* milliseconds, not a larger unit */
  }

  uint64_t start_ns = uv_hrtime();
  for (int i = 0; i < 1000; i++) {
    uv_sleep(0);
  }
  CHECK(uv_hrtime() - start_ns < UINT64_C(500000000));
  return 0;
}
