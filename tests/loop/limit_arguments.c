/* SPDX-License-Identifier: MIT */
/* Proves what gyre_loop_limit and gyre_phase_name return for phases that do not exist. */
#include "sim_loop.h"

int main(void) {
  static const char *const names[] = {"pending", "idle",    "prepare", "poll",
                                      "check",   "closing", "timers"};
  open_loop();
  CHECK_EQ(sizeof(names) / sizeof(names[0]), GYRE_PHASE_COUNT);
  for (int phase = 0; phase < GYRE_PHASE_COUNT; phase++) {
    CHECK_EQ(gyre_loop_limit(&loop, (gyre_phase)phase, 1), 0);
    CHECK_STR(gyre_phase_name((gyre_phase)phase), names[phase]);
  }
  CHECK_EQ(gyre_loop_limit(&loop, GYRE_PHASE_COUNT, 1), UV_EINVAL);
  CHECK_EQ(gyre_loop_limit(&loop, (gyre_phase)-1, 1), UV_EINVAL);
  CHECK(gyre_phase_name(GYRE_PHASE_COUNT) == NULL);
  CHECK(gyre_phase_name((gyre_phase)-1) == NULL);
  close_loop();
  return 0;
}
