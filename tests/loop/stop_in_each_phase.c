/* SPDX-License-Identifier: MIT */
/*
 * Proves that after uv_stop in a callback of any phase the turn continues to its end, without
 * sleeping in poll, that uv_run then returns, and that the flag is cleared on return.
 */
#include "every_phase.h"

static void stop_from(void *handle) {
  open_every_phase();
  start_every_phase(5);
  uv_idle_stop(&every.idle);
  if (handle == &every.idle) {
    uv_idle_start(&every.idle, on_idle);
  }
  if (handle == NULL) {
    every.in_pending = stop_loop;
  } else {
    set_deed(handle, stop_loop);
  }
  CHECK(run(UV_RUN_DEFAULT) != 0);
  if (handle == &every.timer) {
    SAID("pending prepare poll pending2 check gone-closed prepare check timer");
  } else if (handle == &every.idle) {
    SAID("pending idle prepare poll pending2 check gone-closed");
  } else {
    SAID("pending prepare poll pending2 check gone-closed");
  }
  CHECK_EQ(loop.stop_flag, 0);
  CHECK_EQ(now(), handle == &every.timer ? 5 : 0);

  uv_idle_stop(&every.idle);
  uv_prepare_stop(&every.prepare);
  uv_check_stop(&every.check);
  if (handle != NULL) {
    set_deed(handle, NULL);
  }
  uv_timer_start(&every.timer, on_timer, 1, 0);
  uv_poll_stop(&every.poll);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0); /* the next run is not affected */
  SAID("timer");
  close_every_phase();
}

int main(void) {
  stop_from(NULL);
  stop_from(&every.idle);
  stop_from(&every.prepare);
  stop_from(&every.poll);
  stop_from(&every.check);
  stop_from(&every.timer);
  return 0;
}
