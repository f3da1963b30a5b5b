/* SPDX-License-Identifier: MIT */
/*
 * Proves the account of the spin policy: what success and failure of a long spin do to the credit,
 * and for how many sleeps long spins are left out without it.
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

int main(void) {
  gy_spin spin = {0};
  CHECK(gy_spin_may_go_long(&spin)); /* nothing is known: try */

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

  /* A credit of exactly the price is used up by it. */
  spin = (gy_spin){.credit = GY_SPIN_FAILURE_COST};
  gy_spin_settle(&spin, false);
  CHECK_EQ(spin.credit, 0);
  CHECK_EQ(sleeps_left_out(&spin), 4);
  return 0;
}
