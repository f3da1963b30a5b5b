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

/*
 * CALL is the whole call, the rest is for a trace: which callback (GY_KIND_*), of which handle or
 * request, and the function.
 *
 *   GY_CALL(loop, TIMER, timer, timer->cb, timer->cb((uv_timer_t *)timer));
 *
 * The call is there twice, so that it costs one test where there is no trace. What a callback
 * starts or stops is traced from the next one on.
 */
#define GY_CALL(loop, kind, subject, function, call)                                           \
  do {                                                                                         \
    gy_trace_ring *trace_ = gy_loop_trace(loop);                                               \
    if (GY_UNLIKELY(trace_ != NULL) && gy_handle_is_shown(GY_KIND_##kind, (subject))) {        \
      gy_trace_begin(trace_, GY_EVENT_CALL, GY_KIND_##kind, (subject), (uintptr_t)(function)); \
      call;                                                                                    \
      gy_turn_traced(loop);                                                                    \
      (loop)->time_is_fresh = false;                                                           \
    } else {                                                                                   \
      call;                                                                                    \
      gy_call_done(loop);                                                                      \
    }                                                                                          \
  } while (0)

#endif
