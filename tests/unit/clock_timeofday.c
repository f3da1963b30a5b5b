/* SPDX-License-Identifier: MIT */
/* Proves that uv_gettimeofday gives the time of day in seconds and microseconds. */
#include <time.h>

#include "../check.h"
#include "uv.h"

int main(void) {
  CHECK_EQ(uv_gettimeofday(NULL), UV_EINVAL);

  int advanced = 0;
  for (int i = 0; i < 1000; i++) {
    uv_timeval64_t now = {-1, -1};
    CHECK_EQ(uv_gettimeofday(&now), 0);
    CHECK(now.tv_usec >= 0);
    CHECK(now.tv_usec < 1000000);
    /* The clock may be adjusted meanwhile, so only within a minute. */
    int64_t difference = now.tv_sec - (int64_t)time(NULL);
    CHECK(difference <= 60);
    CHECK(difference >= -60);
    advanced |= now.tv_usec % 1000 != 0;
  }
  CHECK(advanced); /* finer than a millisecond */
  return 0;
}
