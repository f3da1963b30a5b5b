/* SPDX-License-Identifier: MIT */
/* Proves the order of the phases in one turn of UV_RUN_ONCE: timers come last, even if due. */
#include "every_phase.h"

int main(void) {
  open_every_phase();
  start_every_phase(0);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("pending idle prepare poll pending2 check gone-closed timer");
  close_every_phase();
  return 0;
}
