/* SPDX-License-Identifier: MIT */
/* What the files that track jobs of promises share: jobs.c decides in which context a job runs,
 * marks.c knows the reactions of a promise, dispatch.c runs jobs where the engine queues them. */
#ifndef GJ_JS_JOBS_H
#define GJ_JS_JOBS_H

#include "engine/private.h"

#define GJ_JOBS_POINTER (((uint64_t)1 << 48) - 1)

enum { GJ_JOBS_WORDS = 9 }; /* at most */

/* A job that is being queued, or run. */
typedef struct {
  gj_value words[GJ_JOBS_WORDS];
} gj_queued;

/* marks.c. add(promise) adds a reaction to a promise that is pending. */
bool gj_marks_learn(gj_context js, gj_object add, gj_value promise);
bool gj_marks_begin(gj_value promise);
void gj_marks_end(gj_context js, gj_value promise, gj_value child);
void gj_marks_forget(void);
/* Something else happens: if no reaction followed the last mark, the mark is removed. If it is
 * being queued already: returns the child of its job. */
gj_value gj_marks_settle(void);
/* Whether the marker that is being queued with this child is the last one, and no reaction
 * follows. */
bool gj_marks_are_for_nobody(gj_value child);

/* Where a job that is a function stores its realm, the function and its first argument, in
 * words. */
typedef struct {
  int realm, function, first;
} gj_job_places;

/* jobs_sample.c */
gj_object gj_jobs_sample_library(gj_context js);
bool gj_jobs_follow_sample(gj_context js, gj_object library);

/* jobs.c, for dispatch.c: the context of a job that is being queued; and what to do around a job
 * that runs (false: it is a marker, and not to be run), in this context or its replacement. */
gj_value gj_jobs_context(void);
bool gj_jobs_begin(gj_context realm, gj_queued *job, gj_pin *context);
void gj_jobs_enter(gj_value context); /* the caller keeps it alive until gj_jobs_end() */
void gj_jobs_end(gj_value context);

/* dispatch.c. can: whether the engine has dispatchers. */
bool gj_dispatch_can(void);
void gj_dispatch_start(gj_context js, bool is_sample);
void gj_dispatch_stop(gj_context js);
/* Where jobs.c sees jobs as they are queued: dispatchers call them; returns one for this job. */
bool gj_dispatch_call(gj_context js, const gj_job_places *at);
void gj_dispatch_give(gj_queued *job, gj_value context);

#endif
