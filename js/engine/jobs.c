/* SPDX-License-Identifier: MIT */
/* Which asynchronous context a job of a promise runs in. The engine asks its host to queue each job
 * (host.c); ours puts a job before it that calls enter(context). So we need not know how the engine
 * runs jobs, only where a queued job stores its values, which is found with samples. From 2.54 on
 * the engine queues jobs itself, and our dispatchers run each job (dispatch.c).
 *
 * A job that is queued at once belongs to the current context: `await` of a value that is not a
 * promise, reactions to a settled promise. A reaction to a pending promise is queued when that is
 * settled, by other code. For that case a marker, an object that only looks like a reaction, is
 * added just before it (js/lib/internal/async/promises.js). A marker is not run: it tells in which
 * context the next job was created.
 *
 * Both then() and `await` read the constructor of a promise, and there markers are added. A
 * reaction without one was added before there was a storage: it runs outside of all contexts.
 * (Engines from 2.52 on do not let us distinguish it from an `await` of a value that is not a
 * promise.) But a program may read the constructor, too, and then no reaction follows. Such a
 * marker must not be used for another job. So the last marker is checked when the next thing
 * happens: if it is still the newest reaction of its promise, it is removed. */
#include <stdlib.h>
#include <string.h>

#include "engine/jobs.h"
#include "engine/memory.h"

enum { WORDS = GJ_JOBS_WORDS, KINDS = 64, FEW = 4, PAGE = 4096 };

/* process: all threads find the same. Places in a job, in words. */
static struct {
  size_t queue; /* in bytes */
  int child, handler, argument, then, kind;
  bool by_function;        /* the kind of a job is a function, which is called with the rest */
  gj_value thenables[FEW]; /* kinds, if they are the same in all realms */
  unsigned kinds;
} at;

/* A marker that is queued and belongs to no other job: the child of its job. */
typedef struct gj_nobody {
  gj_pin child;
  struct gj_nobody *next;
} gj_nobody;

typedef struct {
  gj_context js;
  const void *own; /* the engine's function that queues jobs */
  void *queue;     /* if there is no such function */
  gj_object context;
  int frame; /* the index of that property in the context */
  gj_pin calls[GJ_JOBS_CALLS];
  JSClassRef marker_class;
  gj_pin marker, promise;    /* samples, for their shape and kind */
  gj_pin next;               /* the context of the next job that is queued, or NULL */
  gj_value thenables[KINDS]; /* kinds of jobs that call a then(), one for each realm */
  gj_value reactions[KINDS]; /* and of reactions */
  unsigned kinds;
  bool expected;      /* a reaction to a settled promise is being added */
  gj_queued reaction; /* a sample: the jobs that we put before others are made of it */
  bool hooked;        /* jobs are described to async_hooks */
  bool dispatched;    /* jobs are run by dispatch.c */
  bool called;        /* the same, and queued with their contexts */
  bool calls_around;  /* there has been a hook: JavaScript enters and leaves jobs */
  bool learned;
  gj_queued *learning; /* a job is not queued, or not run, but copied there */
  gj_nobody *nobody;
} gj_jobs;

static _Thread_local gj_jobs jobs;

static uint64_t word_of(gj_value cell, int index) {
  uint64_t word;
  memcpy(&word, (const char *)cell + (size_t)index * sizeof(word), sizeof(word));
  return word;
}

static bool is_cell(uint64_t word) { return word > PAGE && (word >> 48 | (word & 7)) == 0; }

static gj_value current(void) { return (gj_value)(uintptr_t)word_of(jobs.context, jobs.frame); }

static void queue(gj_context realm, gj_queued *job) {
  if (jobs.own != NULL) {
    void (*own)(gj_context realm, gj_queued * job);
    memcpy(&own, &jobs.own, sizeof(own));
    own(realm, job);
  } else {
    gj_jsc.enqueue_job(jobs.queue, job);
  }
}

static void queue_call(enum gj_jobs_call call, gj_value argument) {
  gj_queued job = jobs.reaction;
  if (at.by_function) {
    job.words[at.kind] = jobs.calls[call].value;
    for (int i = at.child; i < WORDS; i++) {
      job.words[i] = NULL;
    }
    job.words[at.child] = argument;
  } else {
    job.words[at.child] = JSValueMakeUndefined(jobs.js);
    job.words[at.handler] = jobs.calls[call].value;
    job.words[at.argument] = argument;
  }
  queue(jobs.js, &job);
}

/* --- markers */

static gj_value context_of_marker(gj_value value) {
  if (gj_private_cell(value) == NULL ||
      !gj_inside_same_shape((gj_object)value, gj_pin_object(&jobs.marker))) {
    return NULL;
  }
  return ((const gj_cell_owner *)value)->kept->memory;
}

/* Before anything else happens. If jobs are only seen when they run, a queued marker that belongs
 * to no job is remembered until then. */
static void settle_mark(void) {
  gj_value child = gj_marks_settle();
  if (child != NULL && jobs.dispatched) {
    gj_nobody *nobody = gj_memory_new(sizeof(*nobody), "a marker");
    *nobody = (gj_nobody){gj_pin_brief(jobs.js, child), jobs.nobody};
    jobs.nobody = nobody;
  }
}

static bool is_for_nobody(gj_value child) {
  for (gj_nobody **place = &jobs.nobody; *place != NULL; place = &(*place)->next) {
    gj_nobody *found = *place;
    if (found->child.value == child) {
      *place = found->next;
      gj_pin_free(&found->child);
      free(found);
      return true;
    }
  }
  return false;
}

bool gj_jobs_begin_mark(gj_value promise) {
  settle_mark();
  jobs.expected = false;
  if (gj_private_cell(promise) == NULL ||
      gj_inside_kind(jobs.js, promise) != gj_inside_kind(jobs.js, jobs.promise.value)) {
    return false;
  }
  jobs.expected = !gj_marks_begin(promise);
  return !jobs.expected;
}

void gj_jobs_end_mark(gj_value promise, gj_value child) { gj_marks_end(jobs.js, promise, child); }

static JSValueRef marker_called(JSContextRef js, JSObjectRef function, JSObjectRef object,
                                size_t argc, const JSValueRef argv[], JSValueRef *exception) {
  (void)function, (void)object, (void)argc, (void)argv, (void)exception;
  return JSValueMakeUndefined(js);
}

gj_object gj_jobs_marker(gj_context js, gj_value context) {
  gj_object marker = JSObjectMake(jobs.js, jobs.marker_class, (void *)context);
  JSStringRef name = JSStringCreateWithUTF8CString("context");
  gj_jsc.set_private(js, marker, name, context); /* keeps it alive */
  JSStringRelease(name);
  return marker;
}

/* --- the engine queues a job */

/* If jobs are dispatched it is a number, beside the pointer in their first word. */
static gj_value kind_of(const gj_queued *job) {
  uintptr_t first = (uintptr_t)job->words[0];
  return jobs.dispatched ? (gj_value)(first >> 48 & 0xff) : job->words[at.kind];
}

static bool is_kind(const gj_queued *job, const gj_value kinds[]) {
  gj_value kind = kind_of(job);
  for (unsigned i = 0; i < jobs.kinds; i++) {
    if (kind == kinds[i]) {
      return true;
    }
  }
  return false;
}

static gj_value call(enum gj_jobs_call which, size_t argc, const gj_value argv[]) {
  gj_value exception = NULL;
  gj_value value =
      gj_call_whole(jobs.js, gj_pin_object(&jobs.calls[which]), argc, argv, &exception);
  if (exception != NULL) {
    gj_direct_threw(jobs.js, exception);
  }
  return value;
}

static void wrap_then(gj_queued *job, gj_value context) {
  if (is_kind(job, jobs.thenables)) {
    gj_value argv[] = {job->words[at.then], context};
    job->words[at.then] = call(GJ_JOBS_WRAP_THEN, 2, argv);
  }
}

static gj_value context_of(gj_queued *job) {
  gj_value context = jobs.next.value;
  bool expected = jobs.expected;
  jobs.expected = false;
  if (context != NULL) {
    gj_pin_free(&jobs.next);
    return context;
  }
  bool is_old = !expected && at.by_function && is_kind(job, jobs.reactions);
  context = is_old ? JSValueMakeUndefined(jobs.js) : current();
  if (jobs.hooked) {
    gj_value argv[] = {context, JSValueMakeBoolean(jobs.js, is_old)};
    context = call(GJ_JOBS_DESCRIBE, 2, argv);
  }
  if (is_old) {
    return context;
  }
  wrap_then(job, current());
  return context;
}

static void on_job(gj_context realm, gj_queued *job) {
  if (jobs.learning != NULL) {
    *jobs.learning = *job;
    return;
  }
  gj_value context = context_of_marker(job->words[at.handler]);
  if (context != NULL) {
    if (!gj_marks_are_for_nobody(job->words[at.child])) {
      gj_pin_free(&jobs.next);
      jobs.next = gj_pin_brief(jobs.js, context);
    }
    return;
  }
  settle_mark();
  context = context_of(job);
  bool hooked = jobs.hooked;
  if (jobs.called) {
    gj_dispatch_give(job, context);
    queue(realm, job);
    return;
  }
  queue_call(GJ_JOBS_ENTER, context);
  queue(realm, job);
  if (hooked) {
    queue_call(GJ_JOBS_LEAVE, context);
  }
}

/* --- the engine queues a job and reports it only when it runs */

gj_value gj_jobs_context(void) {
  gj_value context = current();
  settle_mark();
  if (jobs.hooked) {
    gj_value argv[] = {context, JSValueMakeBoolean(jobs.js, false),
                       JSValueMakeBoolean(jobs.js, true)};
    context = call(GJ_JOBS_DESCRIBE, 3, argv);
  }
  return context;
}

static void set_frame(gj_value frame) {
  memcpy((char *)jobs.context + (size_t)jobs.frame * sizeof(frame), &frame, sizeof(frame));
}

/* A context that is stored here without the engine's knowledge is pinned by the caller until
 * gj_jobs_end(), and is removed by then. */
void gj_jobs_enter(gj_value context) {
  if (!jobs.calls_around) {
    set_frame(context);
    return;
  }
  call(GJ_JOBS_ENTER, 1, &context);
}

static void replace_pin(gj_pin *pin, gj_pin by) {
  gj_pin_free(pin);
  *pin = by;
}

bool gj_jobs_begin(gj_context realm, gj_queued *job, gj_pin *context) {
  if (jobs.learning != NULL) {
    if (!jobs.learned && realm == jobs.js) {
      memset(jobs.learning, 0, sizeof(*jobs.learning));
      memcpy(jobs.learning, job, GJ_AT_JOB_SIZE);
      jobs.learned = true;
    }
    return false;
  }
  gj_value marked = context_of_marker(job->words[at.handler]);
  if (marked != NULL) {
    if (!is_for_nobody(job->words[at.child])) {
      replace_pin(&jobs.next, gj_pin_brief(jobs.js, marked));
    }
    return false;
  }
  if (jobs.next.value != NULL) {
    replace_pin(context, jobs.next);
    jobs.next.value = NULL;
  } else {
    wrap_then(job, context->value);
    if (jobs.hooked) {
      gj_value argv[] = {context->value, JSValueMakeBoolean(jobs.js, false)};
      replace_pin(context, gj_pin_brief(jobs.js, call(GJ_JOBS_DESCRIBE, 2, argv)));
    }
  }
  gj_jobs_enter(context->value);
  return true;
}

void gj_jobs_end(gj_value context) {
  if (jobs.calls_around) {
    call(GJ_JOBS_LEAVE, 1, &context);
  }
  gj_jobs_leave();
}

/* --- samples */

static int find(const gj_queued *job, gj_value value) {
  int found = -1;
  for (int i = 0; i < WORDS; i++) {
    if (job->words[i] == value) {
      if (found >= 0) {
        return -1;
      }
      found = i;
    }
  }
  return found;
}

static gj_value learn_from(gj_queued *job, gj_object function, size_t argc, const gj_value argv[]) {
  gj_value exception = NULL;
  memset(job, 0, sizeof(*job));
  jobs.learning = job;
  jobs.learned = !jobs.dispatched;
  gj_value value = gj_call(jobs.js, function, NULL, argc, argv, &exception);
  if (jobs.dispatched) { /* runs what is queued */
    gj_context_unlock(jobs.js);
    gj_context_lock(jobs.js);
  }
  jobs.learning = NULL;
  return exception == NULL && jobs.learned ? value : NULL;
}

/* The parts of a job that calls a then(), and its kind: the word that is the same in two of them
 * and different in a reaction, before all values. */
static bool learn_kind(const gj_queued *one, const gj_queued *two, const gj_queued *reaction) {
  int kind = jobs.dispatched && kind_of(one) != kind_of(reaction) ? 0 : -1;
  for (int i = 0; i < at.child && !jobs.dispatched; i++) {
    if (one->words[i] == two->words[i] && one->words[i] != reaction->words[i]) {
      kind = i;
    }
  }
  if (kind < 0 || jobs.kinds == KINDS) {
    return false;
  }
  at.kind = kind;
  at.by_function = !jobs.dispatched && is_cell((uint64_t)(uintptr_t)one->words[kind]);
  jobs.reactions[jobs.kinds] = kind_of(reaction);
  jobs.thenables[jobs.kinds++] = kind_of(one);
  return true;
}

/* `await` of an object with a then() may be another kind. */
static void learn_await(gj_object await, gj_value object, gj_value then) {
  gj_queued job;
  if (learn_from(&job, await, 1, &object) != NULL && job.words[at.then] == then &&
      !is_kind(&job, jobs.thenables) && jobs.kinds < KINDS) {
    jobs.reactions[jobs.kinds] = jobs.reactions[jobs.kinds - 1];
    jobs.thenables[jobs.kinds++] = kind_of(&job);
  }
}

/* settle(handler, value) adds a reaction to a promise that is settled with the value, and returns
 * the promise of then(); resolve(object) resolves a promise with an object. */
static bool learn_jobs(gj_object settle, gj_object resolve, gj_object await) {
  gj_value exception = NULL;
  gj_queued reaction;
  gj_queued thenables[2];
  gj_value value = gj_object_new(jobs.js);
  gj_value argv[] = {gj_pin_object(&jobs.marker), value};
  gj_value child = learn_from(&reaction, settle, 2, argv);
  if (child == NULL) {
    return false;
  }
  if (at.child == 0) { /* in a realm whose promises are unchanged */
    at.child = find(&reaction, child);
    at.handler = find(&reaction, argv[0]);
    at.argument = find(&reaction, value);
  }
  gj_value then = gj_function_new(jobs.js, "then", marker_called);
  gj_object object = gj_object_new(jobs.js);
  gj_set(jobs.js, object, "then", then);
  gj_value objects[] = {object};
  if (at.child < 1 || at.handler < 1 || at.argument < 1 || reaction.words[at.handler] != argv[0] ||
      reaction.words[at.argument] != value ||
      learn_from(&thenables[0], resolve, 1, objects) == NULL ||
      learn_from(&thenables[1], resolve, 1, objects) == NULL || exception != NULL) {
    return false;
  }
  jobs.reaction = reaction;
  at.then = find(&thenables[0], then);
  jobs.reaction.words[at.child] = jobs.reaction.words[at.handler] = NULL;
  jobs.reaction.words[at.argument] = NULL;
  if (at.then < 0 || at.then != find(&thenables[1], then) ||
      !learn_kind(&thenables[0], &thenables[1], &reaction)) {
    return false;
  }
  learn_await(await, object, then);
  return true;
}

/* The index of context.frame: reading it returns what is stored there. */
static bool learn_frame(void) {
  enum { MOST = 16 };
  int found[2] = {-1, -1};
  for (int i = 0; i < 2; i++) {
    uint64_t words[MOST];
    gj_value value = gj_object_new(jobs.js);
    gj_set(jobs.js, jobs.context, "frame", value);
    if (!gj_private_fetch(jobs.context, words, sizeof(words))) {
      return false;
    }
    for (int k = 2; k < MOST && found[i] < 0; k++) {
      found[i] = words[k] == (uint64_t)(uintptr_t)value ? k : -1;
    }
  }
  gj_set(jobs.js, jobs.context, "frame", JSValueMakeUndefined(jobs.js));
  jobs.frame = found[0];
  return found[0] > 0 && found[0] == found[1] && current() == JSValueMakeUndefined(jobs.js);
}

static void make_self(gj_context js, gj_object context, gj_object library) {
  static const char *const names[GJ_JOBS_CALLS] = {"enter", "leave", "wrapThen", "describe"};
  JSClassDefinition definition = {0};
  definition.className = "Marker";
  definition.callAsFunction = marker_called;
  definition.attributes = kJSClassAttributeNoAutomaticPrototype;
  jobs = (gj_jobs){.js = js, .context = context, .marker_class = JSClassCreate(&definition)};
  jobs.marker = gj_pin_new(js, JSObjectMake(js, jobs.marker_class, NULL));
  jobs.promise = gj_pin_new(js, gj_get(js, library, "promise"));
  for (int i = 0; i < GJ_JOBS_CALLS; i++) {
    jobs.calls[i] = gj_pin_new(js, gj_get(js, library, names[i]));
  }
}

static bool learn_all(gj_context js, gj_object library) {
  return learn_jobs((gj_object)gj_get(js, library, "settle"),
                    (gj_object)gj_get(js, library, "resolve"),
                    (gj_object)gj_get(js, library, "await"));
}

static bool start_asked(gj_context js, gj_object library, bool called) {
  gj_queued ignored;
  jobs.queue = at.queue == 0 ? NULL : (char *)JSContextGetGroup(js) + at.queue;
  jobs.learning = &ignored; /* until it is known what a job is */
  const void *before = gj_host_on_jobs(js, (const void *)on_job, &jobs.own);
  bool works = before != NULL && learn_frame() &&
               (jobs.own != NULL || (jobs.queue != NULL && gj_private_has(GJ_PART_job_queue))) &&
               learn_all(js, library);
  jobs.learning = NULL;
  if (works && called) {
    const gj_job_places places = {find(&jobs.reaction, (gj_value)js), at.kind, at.child};
    jobs.called = at.by_function && jobs.reaction.words[0] == NULL && places.realm > 0 &&
                  gj_dispatch_call(js, &places);
    works = jobs.called;
  }
  if (before != NULL && !works) {
    gj_host_restore(js, before);
  }
  return works;
}

/* What the sample has found holds for all realms. */
static bool start_dispatched(gj_context js, gj_object library, bool is_sample) {
  jobs.dispatched = true;
  if (!learn_frame()) {
    return false;
  }
  gj_dispatch_start(js, is_sample);
  if (!is_sample) {
    memcpy(jobs.thenables, at.thenables, sizeof(at.thenables));
    jobs.kinds = at.kinds;
    return true;
  }
  if (!learn_all(js, library) || jobs.kinds > FEW) {
    return false;
  }
  memcpy(at.thenables, jobs.thenables, sizeof(at.thenables));
  at.kinds = jobs.kinds;
  return true;
}

/* The library must have: promise, queueOne(), settle(handler, value), resolve(object), add(promise)
 * and pending, for samples, and the functions that are called. */
static bool start(gj_context js, gj_object context, gj_object library, bool is_sample,
                  bool called) {
  make_self(js, context, library);
  return gj_dispatch_can() ? start_dispatched(js, library, is_sample)
                           : start_asked(js, library, called);
}

/* --- the sample, in a separate engine: jobs have to run, but not the program's */

/* Where the queue is in a context group, on engines that do not ask their host to queue. */
static void learn_queue(gj_context js, gj_object library) {
  if (!gj_engine_since(2, 52)) {
    gj_object one = (gj_object)gj_get(js, library, "queueOne");
    const volatile size_t *ends = gj_queue_look(js, one);
    size_t offset = (size_t)((const volatile char *)ends - (const char *)JSContextGetGroup(js));
    at.queue = ends == NULL ? 0 : offset - GJ_AT_QUEUE_ENDS;
  }
}

static bool take_sample(bool called) {
  gj_jobs before = jobs;
  JSContextGroupRef group = JSContextGroupCreate();
  JSGlobalContextRef realm = JSGlobalContextCreateInGroup(group, NULL);
  bool works = gj_private_has(GJ_PART_realms) && gj_class_sample_owners(realm) &&
               gj_inside_sample_kinds(realm) && gj_inside_sample_fields(realm);
  if (works) {
    gj_object library = gj_jobs_sample_library(realm);
    gj_context_lock(realm); /* no job runs meanwhile */
    learn_queue(realm, library);
    works = library != NULL &&
            start(realm, (gj_object)gj_get(realm, library, "context"), library, true, called) &&
            gj_marks_learn(realm, (gj_object)gj_get(realm, library, "add"),
                           gj_get(realm, library, "pending"));
    gj_context_unlock(realm);
    works = works && gj_jobs_follow_sample(realm, library);
    gj_dispatch_stop(realm);
    JSClassRelease(jobs.marker_class);
    gj_marks_forget();
    gj_pin_free(&jobs.next);
  }
  JSGlobalContextRelease(realm);
  JSContextGroupRelease(group);
  jobs = before;
  return works;
}

bool gj_jobs_sample(gj_context js) {
  (void)js;
  return take_sample(false);
}

bool gj_jobs_sample_calls(gj_context js) {
  (void)js;
  return !gj_dispatch_can() && take_sample(true);
}

/* --- for the program */

bool gj_jobs_start(gj_context js, gj_object context, gj_object library) {
  if (!gj_private_has(GJ_PART_jobs)) {
    return false;
  }
  gj_pin_new(js, context);
  return start(js, context, library, false, gj_private_has(GJ_PART_job_calls));
}

bool gj_jobs_follow_realm(gj_context js, gj_object library) {
  const void *own;
  if (jobs.dispatched) {
    return true; /* by the same token */
  }
  gj_queued reaction = jobs.reaction;
  jobs.learning = &reaction;
  bool works = gj_host_on_jobs(js, (const void *)on_job, &own) != NULL && learn_all(js, library);
  jobs.learning = NULL;
  jobs.reaction = reaction;
  return works;
}

void gj_jobs_hook(bool on) {
  jobs.hooked = on;
  jobs.calls_around |= on;
}

/* All jobs have run: nothing is in progress. */
void gj_jobs_leave(void) {
  if (jobs.context != NULL) {
    set_frame(JSValueMakeUndefined(jobs.js));
  }
}
