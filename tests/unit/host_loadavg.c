/* SPDX-License-Identifier: MIT */
/* Proves that the load averages are the three that the C library reads, in the same order. */
#include "../check.h"
#include "uv.h"

int main(void) {
  /* They change every five seconds: one of a few tries falls between two changes. */
  for (int tries = 0; tries < 5; tries++) {
    double before[3];
    double actual[3] = {-1, -1, -1};
    double after[3];
    CHECK_EQ(getloadavg(before, 3), 3);
    uv_loadavg(actual);
    CHECK_EQ(getloadavg(after, 3), 3);
    if (memcmp(before, after, sizeof(before)) == 0) {
      for (int i = 0; i < 3; i++) {
        /* One of the two may round to hundredths. */
        CHECK(actual[i] > before[i] - 0.006 && actual[i] < before[i] + 0.006);
      }
      return 0;
    }
  }
  CHECK(!"the load averages changed at each try");
}
