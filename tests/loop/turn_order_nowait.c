/* SPDX-License-Identifier: MIT */
/*
 * Proves that UV_RUN_NOWAIT runs one turn in the order of the phases, passes the backend a timeout
 * of 0, and does not run what is not due.
 */
#include "every_phase.h"

int main(void) {
  open_every_phase();
  start_every_phase(0);
  CHECK(run(UV_RUN_NOWAIT) != 0);
  SAID("pending idle prepare poll pending2 check gone-closed timer");
  uv_idle_stop(&every.idle);
  uv_timer_start(&every.timer, on_timer, 10, 0);
  sim.waits = 0;
  CHECK(run(UV_RUN_NOWAIT) != 0);
  SAID("prepare check");
  CHECK_EQ(sim.waits, 1);
  CHECK_EQ(sim.last_timeout_ns, 0);
  CHECK_EQ(now(), 0);
  close_every_phase();
  return 0;
}
