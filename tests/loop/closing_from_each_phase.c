/* SPDX-License-Identifier: MIT */
/*
 * Proves in which turn a close callback runs: in the same turn if the handle was closed in a phase
 * before the closing phase, in the next if it was closed by a timer.
 */
#include "every_phase.h"

static uv_idle_t victim;
static named victim_name = {"victim", NULL};

static void close_victim(void *handle) {
  (void)handle;
  uv_close((uv_handle_t *)&victim, on_closed);
}

/* What the log has in the turn in which HANDLE closes the victim, and in the next. */
static void close_from(void *handle, const char *this_turn, const char *next_turn) {
  open_every_phase();
  uv_idle_init(&loop, &victim);
  victim.data = &victim_name;
  start_every_phase(0);
  if (handle == NULL) {
    every.in_pending = close_victim;
  } else {
    set_deed(handle, close_victim);
  }
  run(UV_RUN_NOWAIT);
  SAID(this_turn);
  if (handle != NULL) {
    set_deed(handle, NULL);
  }
  uv_timer_stop(&every.timer);
  run(UV_RUN_NOWAIT);
  SAID(next_turn);
  close_every_phase();
}

int main(void) {
  const char *same = "pending idle prepare poll pending2 check victim-closed gone-closed timer";
  close_from(NULL, same, "idle prepare check");
  close_from(&every.idle, same, "idle prepare check");
  close_from(&every.prepare, same, "idle prepare check");
  close_from(&every.poll, same, "idle prepare check");
  close_from(&every.check, same, "idle prepare check");
  close_from(&every.timer, "pending idle prepare poll pending2 check gone-closed timer",
             "idle prepare check victim-closed");
  return 0;
}
