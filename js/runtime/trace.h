/* SPDX-License-Identifier: MIT */
/* What the loop's tracer cannot know: which functions of JavaScript run, and what requested them.
 *
 * A callback costs one call from JavaScript into C, at its end, which most callbacks make anyway:
 * they end with a run of microtasks. Its begin is kept back until something is recorded within, or
 * it ends; its time is the end of what was before it. What is kept back is in memory that
 * JavaScript writes. */
#ifndef GJ_JS_RUNTIME_TRACE_H
#define GJ_JS_RUNTIME_TRACE_H

#include <gyre.h>

#include "runtime/runtime.h"

/* In numbers of 32 bits, for JavaScript, which knows their places (TRACE_AT in lists.def). */
typedef struct {
  gyre_trace_kept kept;  /* a call that begins, and is not yet recorded */
  volatile int32_t what; /* for put(): the event, and the kind in its upper half */
  volatile int32_t subject;
  volatile int32_t label;
  volatile int32_t value;
  volatile int32_t taken;  /* the number of the message that was taken last; 0: it has none */
  volatile int32_t posted; /* the label of the place where the following messages are posted */
} gj_trace_memory;

/* Starts it; 0 or an error. The path is NULL if there is a trace already. */
int gj_trace_start(gj_runtime *runtime, const char *path);
void gj_trace_stop(gj_runtime *runtime); /* writes it, if there is one */

/* JavaScript is entered, and left. Only if runtime->traced. The first returns whether it was
 * already entered, and the second gets that, so that the loop is not taken for what comes next. */
bool gj_trace_enter(void);
void gj_trace_leave(bool inside);
void gj_trace_loop_begins(void); /* it is not entered any more, though it has called the loop */

/* A message is posted. Returns its number, which is recorded again when it is taken; 0: no
 * trace. */
uint32_t gj_trace_posted(void);
void gj_trace_taken(uint32_t number);

/* The function that was called last, as text that stays; NULL: unknown. Any thread. */
const char *gj_trace_inside(void);
void gj_trace_show(void); /* this thread is the one that is asked about */

/* The members of binding('scope') for it. */
void gj_trace_bind(gj_context js, gj_object binding);

#endif
