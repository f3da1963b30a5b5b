/* SPDX-License-Identifier: MIT */
/*
 * Proves the accounting of the spin policy: how success and failure of a long spin change the
 * credit, for how many sleeps long spins are skipped without credit, and how long they are.
 */
#include "../check.h"
#include "os/spin.h"

static int sleeps_left_out(gy_spin *spin) {
  int count = 0;
  while (!gy_spin_may_go_long(spin)) {
    count++;
    CHECK(count <= 1000);
  }
  return count;
}

static void check_length(void) {
  gy_spin spin = {0};
  CHECK_EQ(gy_spin_long_ns(&spin), GY_SPIN_LONG_NS);
  gy_spin_woken(&spin, 4); /* fast wake-ups change nothing */
  CHECK_EQ(gy_spin_long_ns(&spin), GY_SPIN_LONG_NS);
  for (int i = 0; i < 30; i++) {
    gy_spin_woken(&spin, 60);
  }
  CHECK_EQ(gy_spin_long_ns(&spin), 120000);
  gy_spin_woken(&spin, GY_SPIN_WAKE_MAX_US + 1); /* the CPUs were busy: ignored */
  CHECK_EQ(gy_spin_long_ns(&spin), 120000);
  for (int i = 0; i < 30; i++) {
    gy_spin_woken(&spin, GY_SPIN_WAKE_MAX_US);
  }
  CHECK_EQ(gy_spin_long_ns(&spin), 2 * GY_SPIN_WAKE_MAX_US * GY_CLOCK_NS_PER_US);
  for (int i = 0; i < 60; i++) {
    gy_spin_woken(&spin, 1);
  }
  CHECK_EQ(gy_spin_long_ns(&spin), GY_SPIN_LONG_NS);
}

int main(void) {
  check_length();
  gy_spin spin = {0};
  CHECK(gy_spin_may_go_long(&spin)); /* nothing is known yet: try */

  for (uint32_t i = 1; i <= 20; i++) {
    gy_spin_settle(&spin, true);
    CHECK_EQ(spin.credit, i < 16 ? i : 16);
    CHECK(gy_spin_may_go_long(&spin));
  }

  static const uint32_t falling[] = {13, 10, 7, 4, 1};
  for (int i = 0; i < 5; i++) {
    gy_spin_settle(&spin, false);
    CHECK_EQ(spin.credit, falling[i]);
    CHECK(gy_spin_may_go_long(&spin));
  }

  static const int pauses[] = {4, 8, 16, 32, 64, 128, 256, 256, 256};
  for (int i = 0; i < 9; i++) {
    gy_spin_settle(&spin, false);
    CHECK_EQ(spin.credit, 0);
    CHECK_EQ(sleeps_left_out(&spin), pauses[i]);
  }

  gy_spin_settle(&spin, true);
  CHECK_EQ(spin.credit, 1);
  CHECK(gy_spin_may_go_long(&spin));
  gy_spin_settle(&spin, false);
  CHECK_EQ(spin.credit, 0);
  CHECK_EQ(sleeps_left_out(&spin), 4);

  /* A credit that just covers the cost is used up by it. */
  spin = (gy_spin){.credit = GY_SPIN_FAILURE_COST};
  gy_spin_settle(&spin, false);
  CHECK_EQ(spin.credit, 0);
  CHECK_EQ(sleeps_left_out(&spin), 4);
  return 0;
}
