/* SPDX-License-Identifier: MIT */
/*
 * The one door: every callback of the program that the loop makes goes through GY_CALL, and what
 * has to happen after each of them happens only here. (Functions such as uv_walk, which call back
 * before they return, are part of the program's own call and do not use it.)
 */
#ifndef GY_LOOP_CALL_H
#define GY_LOOP_CALL_H

#include "base/check.h"
#include "loop/loop.h"

static inline void gy_call_done(gy_loop *loop) {
  if (GY_UNLIKELY(loop->turn_due)) {
    gy_turn_run(loop);
  }
  loop->time.fresh = false; /* last: ticks may update the time and set this */
}

/*
 * CALL is the whole call. The rest is for a trace: which callback (GY_KIND_*), of which handle or
 * request (a variable), and the function.
 *
 *   GY_CALL(loop, TIMER, timer, timer->cb, timer->cb((uv_timer_t *)timer));
 *
 * Without a trace this costs one test. The function that begins a traced call returns the subject.
 * So the compiler need not keep the subject in a register that has to be saved in every call,
 * traced or not. A traced loop has `turn_due` set, and gy_turn_run records the end.
 */
#define GY_CALL(loop, kind, subject, function, call)                                               \
  do {                                                                                             \
    if (GY_UNLIKELY((loop)->trace.ring != NULL)) {                                                 \
      (subject) = gy_loop_trace_call((loop), GY_KIND_##kind, (subject), (const void *)(function)); \
    }                                                                                              \
    call;                                                                                          \
    gy_call_done(loop);                                                                            \
  } while (0)

#endif
