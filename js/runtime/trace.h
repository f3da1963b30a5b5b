/* SPDX-License-Identifier: MIT */
/* What the loop's tracer cannot know: which functions of JavaScript run, and who has asked for it.
 *
 * A callback costs one call from JavaScript into C, at its end, which most have anyway: they end
 * with a run of microtasks. Its begin is kept back until something is recorded within, or it ends;
 * it began when what was before it ended. What is kept back is in memory that JavaScript writes
 * (GY_TRACE_KIND and those that follow; js/lib/internal/scope/trace.js has the same list). */
#ifndef GY_JS_RUNTIME_TRACE_H
#define GY_JS_RUNTIME_TRACE_H

#include "runtime/runtime.h"

enum {
  GY_TRACE_KIND,    /* of a call that begins, and is not yet recorded; 0: none; -1: microtasks;
                       -2: none, but one has ended */
  GY_TRACE_SUBJECT, /* which timer, immediate, tick */
  GY_TRACE_LABEL,   /* which function */
  GY_TRACE_ENDED,   /* not 0: the innermost call has ended, and that is not yet recorded */
  GY_TRACE_PUT,     /* for put(): the event, and the kind in its upper half */
  GY_TRACE_PUT_SUBJECT,
  GY_TRACE_PUT_LABEL,
  GY_TRACE_PUT_VALUE,
  GY_TRACE_COUNT
};

/* From now on; 0 or an error. The path is NULL if there is a trace already. */
int gy_trace_start(gy_runtime *runtime, const char *path);
void gy_trace_stop(gy_runtime *runtime); /* writes it, if there is one */

/* JavaScript is entered, and left. Only if runtime->traced. The first says, and the second wants to
 * know, whether it was entered already, so that the loop is not what comes after. */
bool gy_trace_enter(void);
void gy_trace_leave(bool inside);
void gy_trace_loop_begins(void); /* and it is not, though the loop was called by it */

/* Which function was called last, as text that stays; NULL: not known. Any thread. */
const char *gy_trace_inside(void);
void gy_trace_show(void); /* it is this thread that is asked about */

/* The members of binding('scope') for it. */
void gy_trace_bind(gy_context js, gy_object binding);

#endif
