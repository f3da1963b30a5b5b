/* SPDX-License-Identifier: MIT */
/*
 * Proves that UV_RUN_DEFAULT runs due timers once before its first turn, and that each turn then
 * goes through the phases in order, timers last.
 */
#include "every_phase.h"

static int turns;

static void restart(void *handle) {
  turns++;
  if (turns < 3) {
    uv_timer_start(handle, on_timer, 0, 0);
  } else {
    uv_stop(&loop);
  }
}

int main(void) {
  open_every_phase();
  set_deed(&every.timer, restart);
  start_every_phase(0);
  CHECK(run(UV_RUN_DEFAULT) != 0);
  SAID("timer pending idle prepare poll pending2 check gone-closed timer idle prepare check timer");
  close_every_phase();
  return 0;
}
