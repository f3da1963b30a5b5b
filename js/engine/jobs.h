/* SPDX-License-Identifier: MIT */
/* What the files that follow jobs of promises share: jobs.c decides in which context a job runs,
 * marks.c knows the reactions of a promise, dispatch.c runs jobs where the engine queues them. */
#ifndef GY_JS_JOBS_H
#define GY_JS_JOBS_H

#include "engine/private.h"

#define GY_JOBS_POINTER (((uint64_t)1 << 48) - 1)

enum { GY_JOBS_WORDS = 9 }; /* at most */

/* A job that is being queued, or run. */
typedef struct {
  gy_value words[GY_JOBS_WORDS];
} gy_queued;

/* marks.c. add(promise) adds a reaction to a promise that is pending. */
bool gy_marks_learn(gy_context js, gy_object add, gy_value promise);
bool gy_marks_begin(gy_value promise);
void gy_marks_end(gy_context js, gy_value promise, gy_value child);
void gy_marks_forget(void);
/* Something else happens: if no reaction followed the last mark, it is taken away. If it is being
 * queued by now, what its job has as child. */
gy_value gy_marks_settle(void);
/* Whether the marker that is being queued with this child is the last one, and no reaction
 * follows. */
bool gy_marks_are_for_nobody(gy_value child);

/* Where a job that is a function has its realm, the function and its first argument, in words. */
typedef struct {
  int realm, function, first;
} gy_job_places;

/* jobs_sample.c */
gy_object gy_jobs_sample_library(gy_context js);
bool gy_jobs_follow_sample(gy_context js, gy_object library);

/* jobs.c, for dispatch.c: the context of a job that is being queued; around one that runs (false:
 * it is a marker, and is not to be run), in this context or the one that is put in its place. */
gy_value gy_jobs_context(void);
bool gy_jobs_begin(gy_context realm, gy_queued *job, gy_pin *context);
void gy_jobs_enter(gy_value context); /* who calls keeps it alive until gy_jobs_end() */
void gy_jobs_end(gy_value context);

/* dispatch.c. can: whether the engine has dispatchers. */
bool gy_dispatch_can(void);
void gy_dispatch_start(gy_context js, bool is_sample);
void gy_dispatch_stop(gy_context js);
/* Where jobs.c sees jobs as they are queued: dispatchers call them; one for this job. */
bool gy_dispatch_call(gy_context js, const gy_job_places *at);
void gy_dispatch_give(gy_queued *job, gy_value context);

#endif
