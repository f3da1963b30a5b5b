/* SPDX-License-Identifier: MIT */
/*
 * The one door: every callback of the program that the loop makes goes through GY_CALL, and what
 * has to happen after each of them happens here and nowhere else. (Functions that call back while
 * they are being called, such as uv_walk, are part of the program's own call and do not.)
 */
#ifndef GY_LOOP_CALL_H
#define GY_LOOP_CALL_H

#include "base/check.h"
#include "loop/loop.h"

static inline void gy_call_done(gy_loop *loop) {
  if (GY_UNLIKELY(loop->turn_due)) {
    gy_turn_run(loop);
  }
  loop->time_is_fresh = false; /* last: a tick may have asked for the time, and the next taken it */
}

/* CALL is the whole call: GY_CALL(loop, timer->cb((uv_timer_t *)timer)); */
#define GY_CALL(loop, call) \
  do {                      \
    call;                   \
    gy_call_done(loop);     \
  } while (0)

#endif
