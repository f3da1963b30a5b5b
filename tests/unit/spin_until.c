/* SPDX-License-Identifier: MIT */
/*
 * Proves how long gy_spin_until looks: not at all if the condition already holds, always 1 us, 20
 * us more while that is allowed; and that only the long part affects the credit.
 */
#include "../check.h"
#include "os/spin.h"

typedef struct late {
  uint64_t at_ns; /* when the condition becomes true, after the first look */
  uint64_t first_look_ns;
  int looks;
} late;

static bool is_late(void *arg) {
  late *wait = arg;
  uint64_t now_ns = gy_clock_ns();
  if (wait->looks++ == 0) {
    wait->first_look_ns = now_ns;
  }
  return now_ns - wait->first_look_ns >= wait->at_ns;
}

static bool spin_for(gy_spin *spin, uint64_t answer_after_ns, uint64_t *spent_ns) {
  late wait = {.at_ns = answer_after_ns};
  uint64_t start_ns = gy_clock_ns();
  bool seen = gy_spin_until(spin, is_late, &wait);
  *spent_ns = gy_clock_ns() - start_ns;
  CHECK(wait.looks >= 1);
  return seen;
}

int main(void) {
  if (!gy_spin_enabled()) {
    SKIP("spinning is off here");
  }
  gy_spin spin = {.credit = 5};
  uint64_t spent_ns;

  CHECK(spin_for(&spin, 0, &spent_ns));
  CHECK_EQ(spin.credit, 5);

  /* Never true: it takes the whole time, and costs credit. */
  CHECK(!spin_for(&spin, UINT64_MAX, &spent_ns));
  CHECK(spent_ns >= 21000);
  CHECK_EQ(spin.credit, 2);

  /* True in the long part. A thread that lost its CPU during the short part finds it true already
   * there, without credit; that cannot happen each time. */
  for (int i = 0; i < 100 && spin.credit == 2; i++) {
    CHECK(spin_for(&spin, 10000, &spent_ns));
    CHECK(spent_ns >= 10000);
  }
  CHECK_EQ(spin.credit, 3);

  CHECK(!spin_for(&spin, UINT64_MAX, &spent_ns));
  CHECK_EQ(spin.credit, 0);
  CHECK_EQ(spin.skip, 4);

  /* Long spins are skipped now: only the short part, in the best of four tries on a busy
   * machine. */
  uint64_t best_ns = UINT64_MAX;
  for (uint32_t left = 4; left > 0; left--) {
    CHECK_EQ(spin.skip, left);
    CHECK(!spin_for(&spin, UINT64_MAX, &spent_ns));
    CHECK(spent_ns >= 1000);
    best_ns = spent_ns < best_ns ? spent_ns : best_ns;
  }
  CHECK(best_ns < 20000);

  CHECK_EQ(spin.skip, 0);
  CHECK(!spin_for(&spin, UINT64_MAX, &spent_ns));
  CHECK(spent_ns >= 21000);
  CHECK_EQ(spin.skip, 8);
  return 0;
}
