/* SPDX-License-Identifier: MIT */
/* Runs jobs in their contexts, with dispatchers. A dispatcher is an object that a queued job may
 * have, with a function that runs the job later. Ours stores the context that jobs.c has for the
 * job.
 *
 * Before 2.52 jobs.c gives a job its dispatcher. A job is a function and its arguments, called
 * here. Engines that queue jobs themselves (2.54) ask a token of the VM, if there is one that wants
 * to be asked, for a dispatcher of each job when it is queued, and have a function that runs one.
 *
 * A token and a dispatcher are C++ objects with virtual functions. The engine's own function makes
 * a token and sets it; the sample of jobs.c shows that our functions are called. */
#include <stdlib.h>

#include "engine/jobs.h"
#include "engine/memory.h"

/* JSC::MicrotaskDispatcher, followed by our data. */
typedef struct {
  const void *const *methods;
  uint32_t references;
  uint8_t type;     /* 0: not one of the engine's */
  uint32_t waiting; /* jobs that have not run; while there are any, the context is kept alive */
  gj_pin context;
  gj_value key; /* the context, alive or not */
} gj_dispatcher;

/* JSC::CrossTaskToken. The rest is reserved in case it is larger. */
typedef struct {
  const void *const *methods;
  void *weak;
  uint32_t references;
  uint8_t asked; /* it wants to be asked */
  uint64_t rest[8];
} gj_token;

static _Thread_local struct {
  gj_context js;
  bool is_sample;
  gj_token token;
  gj_job_places at; /* where jobs are called */
  const void *const *methods;
  gj_dispatcher *last;
} self;

static void nothing(void *object) { (void)object; }

/* The last reference is gone: its jobs have run, or never will, because the engine ends. In that
 * case the pinned value no longer exists. */
static void destroy(gj_dispatcher *dispatcher) { free(dispatcher); }

static void let_go(gj_dispatcher *dispatcher) {
  if (--dispatcher->references == 0) {
    destroy(dispatcher);
  }
}

static bool is_runnable(const gj_dispatcher *dispatcher) {
  (void)dispatcher;
  return true;
}

/* The realm of a job that has a dispatcher: its first word refers to a cell that has both. */
static gj_context realm_of(const gj_queued *job) {
  uintptr_t cell = (uintptr_t)job->words[0] & (GJ_JOBS_POINTER - 1);
  gj_context const *place = (gj_context const *)(cell + GJ_AT_JOB_REALM);
  gj_context realm = NULL;
  if (!self.is_sample) {
    return *place;
  }
  return gj_private_fetch(place, &realm, sizeof(realm)) ? realm : NULL;
}

static uint8_t run(gj_dispatcher *dispatcher, gj_queued *job) {
  gj_context realm = realm_of(job);
  gj_pin context = gj_pin_brief(self.js, dispatcher->key);
  if (--dispatcher->waiting == 0) {
    gj_pin_free(&dispatcher->context);
  }
  if (gj_jobs_begin(realm, job, &context)) {
    gj_jsc.run_job(realm, JSContextGetGroup(self.js), job);
    gj_jobs_end(context.value);
  }
  gj_pin_free(&context);
  return 0;
}

/* The arguments end at the first empty one. */
static uint8_t run_by_call(gj_dispatcher *dispatcher, gj_queued *job) {
  gj_pin context = gj_pin_brief(self.js, dispatcher->key);
  gj_value const *words = job->words;
  gj_arguments list = {words + self.at.first, 0};
  while (list.count < (int)GJ_AT_JOB_ARGUMENTS && list.values[list.count] != NULL) {
    list.count++;
  }
  if (--dispatcher->waiting == 0) {
    gj_pin_free(&dispatcher->context);
  }
  gj_jobs_enter(context.value);
  gj_jsc.call((gj_context)words[self.at.realm], words[self.at.function], &list, "", 1);
  gj_jobs_end(context.value);
  gj_pin_free(&context);
  return 0;
}

static gj_dispatcher *dispatcher_for(gj_value context) {
  if (self.last == NULL || self.last->key != context) {
    if (self.last != NULL) {
      let_go(self.last);
    }
    self.last = gj_memory_new(sizeof(*self.last), "a dispatcher of jobs");
    *self.last = (gj_dispatcher){.methods = self.methods, .references = 1, .key = context};
  }
  if (self.last->waiting++ == 0) {
    self.last->context = gj_pin_brief(self.js, context);
  }
  return self.last;
}

/* Returns a C++ object: the caller passes its address, which is returned. */
static gj_dispatcher **dispatcher_new(gj_dispatcher **result, gj_token *token, void *vm,
                                      gj_context realm) {
  (void)token, (void)vm, (void)realm;
  *result = dispatcher_for(gj_jobs_context());
  (*result)->references++;
  return result;
}

void gj_dispatch_give(gj_queued *job, gj_value context) {
  gj_dispatcher *dispatcher = dispatcher_for(context);
  dispatcher->references++;
  job->words[0] = (gj_value)dispatcher;
}

bool gj_dispatch_call(gj_context js, const gj_job_places *at) {
  static const void *const methods[] = {(void *)nothing, (void *)destroy, (void *)run_by_call,
                                        (void *)is_runnable};
  if (gj_jsc.call == NULL) {
    return false;
  }
  self.js = js;
  self.at = *at;
  self.methods = methods;
  return true;
}

bool gj_dispatch_can(void) {
  return gj_jsc.token_init != NULL && gj_jsc.set_token != NULL && gj_jsc.run_job != NULL;
}

void gj_dispatch_start(gj_context js, bool is_sample) {
  static const void *const of_token[] = {(void *)nothing, (void *)nothing, (void *)dispatcher_new};
  static const void *const methods[] = {(void *)nothing, (void *)destroy, (void *)run,
                                        (void *)is_runnable};
  self.js = js;
  self.methods = methods;
  self.is_sample = is_sample;
  gj_jsc.token_init(&self.token);
  self.token.methods = of_token;
  self.token.asked = 1;
  void *token = &self.token;
  gj_jsc.set_token(JSContextGetGroup(js), &token);
}

void gj_dispatch_stop(gj_context js) {
  void *none = NULL;
  if (gj_dispatch_can()) {
    gj_jsc.set_token(JSContextGetGroup(js), &none);
  }
  if (self.last != NULL) {
    let_go(self.last);
    self.last = NULL;
  }
}
