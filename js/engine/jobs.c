/* SPDX-License-Identifier: MIT */
/* Which asynchronous context a job of a promise runs in. The engine asks its host to queue each job
 * (host.c); ours puts a job in front of it that calls enter(context). So nothing of how the engine
 * runs jobs has to be known: only where a job that it queues has its values, which is learned.
 * From 2.54 on the engine queues by itself, and our dispatchers run each job (dispatch.c).
 *
 * A job that is queued at once belongs to what runs: `await` of what is no promise, reactions to
 * what is settled. A reaction to a promise that is pending is queued when that is settled, by
 * somebody else. Then a marker, an object that only looks as a reaction, was added just before it
 * (js/lib/internal/async/promises.js). A marker is not run: it tells in which context the job
 * that is queued next was added.
 *
 * Both then() and `await` ask a promise for its constructor, and that is where markers are added.
 * A reaction without one was added before there was a storage: it runs outside of all contexts.
 * (Engines from 2.52 on do not let us tell it from an `await` of what is no promise.)
 * But a program may ask as well, and then no reaction follows. Such a marker must not speak for
 * another's job. So what was marked last is looked at again when the next thing happens: if it
 * is still the newest reaction of its promise, it is taken away. */
#include <stdlib.h>
#include <string.h>

#include "engine/jobs.h"
#include "engine/memory.h"

enum { WORDS = GY_JOBS_WORDS, KINDS = 64, FEW = 4, PAGE = 4096 };

/* process: all threads learn the same. Places in a job, in words. */
static struct {
  size_t queue; /* in bytes */
  int child, handler, argument, then, kind;
  bool by_function;        /* the kind of a job is a function, which is called with the rest */
  gy_value thenables[FEW]; /* kinds, where they are the same in all realms */
  unsigned kinds;
} at;

/* A marker whose job waits and that speaks for no other: what its job has as child. */
typedef struct gy_nobody {
  gy_pin child;
  struct gy_nobody *next;
} gy_nobody;

typedef struct {
  gy_context js;
  const void *own; /* the engine's function that queues jobs */
  void *queue;     /* where it has none */
  gy_object context;
  int frame; /* where in the context the property of that name is */
  gy_pin calls[GY_JOBS_CALLS];
  JSClassRef marker_class;
  gy_pin marker, promise;    /* samples, for their shape and kind */
  gy_pin next;               /* the context of the job that is queued next, or NULL */
  gy_value thenables[KINDS]; /* kinds of jobs that call a then(), one for each realm */
  gy_value reactions[KINDS]; /* and of reactions */
  unsigned kinds;
  bool expected;      /* a reaction to what is settled is being added */
  gy_queued reaction; /* a sample: what is put in front of others is made of it */
  bool hooked;        /* jobs are described to async_hooks */
  bool dispatched;    /* jobs are run by dispatch.c */
  bool called;        /* so are they, and queued with their contexts */
  bool calls_around;  /* there has been a hook: JavaScript enters and leaves jobs */
  bool learned;
  gy_queued *learning; /* a job is not queued, or not run, but copied there */
  gy_nobody *nobody;
} gy_jobs;

static _Thread_local gy_jobs jobs;

static uint64_t word_of(gy_value cell, int index) {
  uint64_t word;
  memcpy(&word, (const char *)cell + (size_t)index * sizeof(word), sizeof(word));
  return word;
}

static bool is_cell(uint64_t word) { return word > PAGE && (word >> 48 | (word & 7)) == 0; }

static gy_value current(void) { return (gy_value)(uintptr_t)word_of(jobs.context, jobs.frame); }

static void queue(gy_context realm, gy_queued *job) {
  if (jobs.own != NULL) {
    void (*own)(gy_context realm, gy_queued * job);
    memcpy(&own, &jobs.own, sizeof(own));
    own(realm, job);
  } else {
    gy_jsc.enqueue_job(jobs.queue, job);
  }
}

static void queue_call(enum gy_jobs_call call, gy_value argument) {
  gy_queued job = jobs.reaction;
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

static gy_value context_of_marker(gy_value value) {
  if (gy_private_cell(value) == NULL ||
      !gy_inside_same_shape((gy_object)value, gy_pin_object(&jobs.marker))) {
    return NULL;
  }
  return ((const gy_cell_owner *)value)->kept->memory;
}

/* Before anything else happens. Where jobs are seen only when they run, a marker that has been
 * queued and speaks for nobody is remembered until then. */
static void settle_mark(void) {
  gy_value child = gy_marks_settle();
  if (child != NULL && jobs.dispatched) {
    gy_nobody *nobody = gy_memory_new(sizeof(*nobody), "a marker");
    *nobody = (gy_nobody){gy_pin_brief(jobs.js, child), jobs.nobody};
    jobs.nobody = nobody;
  }
}

static bool is_for_nobody(gy_value child) {
  for (gy_nobody **place = &jobs.nobody; *place != NULL; place = &(*place)->next) {
    gy_nobody *found = *place;
    if (found->child.value == child) {
      *place = found->next;
      gy_pin_free(&found->child);
      free(found);
      return true;
    }
  }
  return false;
}

bool gy_jobs_begin_mark(gy_value promise) {
  settle_mark();
  jobs.expected = false;
  if (gy_private_cell(promise) == NULL ||
      gy_inside_kind(jobs.js, promise) != gy_inside_kind(jobs.js, jobs.promise.value)) {
    return false;
  }
  jobs.expected = !gy_marks_begin(promise);
  return !jobs.expected;
}

void gy_jobs_end_mark(gy_value promise, gy_value child) { gy_marks_end(jobs.js, promise, child); }

static JSValueRef marker_called(JSContextRef js, JSObjectRef function, JSObjectRef object,
                                size_t argc, const JSValueRef argv[], JSValueRef *exception) {
  (void)function, (void)object, (void)argc, (void)argv, (void)exception;
  return JSValueMakeUndefined(js);
}

gy_object gy_jobs_marker(gy_context js, gy_value context) {
  gy_object marker = JSObjectMake(jobs.js, jobs.marker_class, (void *)context);
  JSStringRef name = JSStringCreateWithUTF8CString("context");
  gy_jsc.set_private(js, marker, name, context); /* keeps it alive */
  JSStringRelease(name);
  return marker;
}

/* --- the engine queues a job */

/* Where jobs are dispatched it is a number, beside the pointer in their first word. */
static gy_value kind_of(const gy_queued *job) {
  uintptr_t first = (uintptr_t)job->words[0];
  return jobs.dispatched ? (gy_value)(first >> 48 & 0xff) : job->words[at.kind];
}

static bool is_kind(const gy_queued *job, const gy_value kinds[]) {
  gy_value kind = kind_of(job);
  for (unsigned i = 0; i < jobs.kinds; i++) {
    if (kind == kinds[i]) {
      return true;
    }
  }
  return false;
}

static gy_value call(enum gy_jobs_call which, size_t argc, const gy_value argv[]) {
  gy_value exception = NULL;
  gy_value value =
      gy_call_whole(jobs.js, gy_pin_object(&jobs.calls[which]), argc, argv, &exception);
  if (exception != NULL) {
    gy_direct_threw(jobs.js, exception);
  }
  return value;
}

static void wrap_then(gy_queued *job, gy_value context) {
  if (is_kind(job, jobs.thenables)) {
    gy_value argv[] = {job->words[at.then], context};
    job->words[at.then] = call(GY_JOBS_WRAP_THEN, 2, argv);
  }
}

static gy_value context_of(gy_queued *job) {
  gy_value context = jobs.next.value;
  bool expected = jobs.expected;
  jobs.expected = false;
  if (context != NULL) {
    gy_pin_free(&jobs.next);
    return context;
  }
  bool is_old = !expected && at.by_function && is_kind(job, jobs.reactions);
  context = is_old ? JSValueMakeUndefined(jobs.js) : current();
  if (jobs.hooked) {
    gy_value argv[] = {context, JSValueMakeBoolean(jobs.js, is_old)};
    context = call(GY_JOBS_DESCRIBE, 2, argv);
  }
  if (is_old) {
    return context;
  }
  wrap_then(job, current());
  return context;
}

static void on_job(gy_context realm, gy_queued *job) {
  if (jobs.learning != NULL) {
    *jobs.learning = *job;
    return;
  }
  gy_value context = context_of_marker(job->words[at.handler]);
  if (context != NULL) {
    if (!gy_marks_are_for_nobody(job->words[at.child])) {
      gy_pin_free(&jobs.next);
      jobs.next = gy_pin_brief(jobs.js, context);
    }
    return;
  }
  settle_mark();
  context = context_of(job);
  bool hooked = jobs.hooked;
  if (jobs.called) {
    gy_dispatch_give(job, context);
    queue(realm, job);
    return;
  }
  queue_call(GY_JOBS_ENTER, context);
  queue(realm, job);
  if (hooked) {
    queue_call(GY_JOBS_LEAVE, context);
  }
}

/* --- the engine queues a job and tells only when it is run */

gy_value gy_jobs_context(void) {
  gy_value context = current();
  settle_mark();
  if (jobs.hooked) {
    gy_value argv[] = {context, JSValueMakeBoolean(jobs.js, false),
                       JSValueMakeBoolean(jobs.js, true)};
    context = call(GY_JOBS_DESCRIBE, 3, argv);
  }
  return context;
}

static void set_frame(gy_value frame) {
  memcpy((char *)jobs.context + (size_t)jobs.frame * sizeof(frame), &frame, sizeof(frame));
}

/* What is put into the context here without the engine's knowledge is pinned by the caller until
 * gy_jobs_end(), and is not there any more then. */
void gy_jobs_enter(gy_value context) {
  if (!jobs.calls_around) {
    set_frame(context);
    return;
  }
  call(GY_JOBS_ENTER, 1, &context);
}

static void replace_pin(gy_pin *pin, gy_pin by) {
  gy_pin_free(pin);
  *pin = by;
}

bool gy_jobs_begin(gy_context realm, gy_queued *job, gy_pin *context) {
  if (jobs.learning != NULL) {
    if (!jobs.learned && realm == jobs.js) {
      memset(jobs.learning, 0, sizeof(*jobs.learning));
      memcpy(jobs.learning, job, GY_AT_JOB_SIZE);
      jobs.learned = true;
    }
    return false;
  }
  gy_value marked = context_of_marker(job->words[at.handler]);
  if (marked != NULL) {
    if (!is_for_nobody(job->words[at.child])) {
      replace_pin(&jobs.next, gy_pin_brief(jobs.js, marked));
    }
    return false;
  }
  if (jobs.next.value != NULL) {
    replace_pin(context, jobs.next);
    jobs.next.value = NULL;
  } else {
    wrap_then(job, context->value);
    if (jobs.hooked) {
      gy_value argv[] = {context->value, JSValueMakeBoolean(jobs.js, false)};
      replace_pin(context, gy_pin_brief(jobs.js, call(GY_JOBS_DESCRIBE, 2, argv)));
    }
  }
  gy_jobs_enter(context->value);
  return true;
}

void gy_jobs_end(gy_value context) {
  if (jobs.calls_around) {
    call(GY_JOBS_LEAVE, 1, &context);
  }
  gy_jobs_leave();
}

/* --- learning */

static int find(const gy_queued *job, gy_value value) {
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

static gy_value learn_from(gy_queued *job, gy_object function, size_t argc, const gy_value argv[]) {
  gy_value exception = NULL;
  memset(job, 0, sizeof(*job));
  jobs.learning = job;
  jobs.learned = !jobs.dispatched;
  gy_value value = gy_call(jobs.js, function, NULL, argc, argv, &exception);
  if (jobs.dispatched) { /* runs what is queued */
    gy_context_unlock(jobs.js);
    gy_context_lock(jobs.js);
  }
  jobs.learning = NULL;
  return exception == NULL && jobs.learned ? value : NULL;
}

/* The parts of a job that calls a then(), and its kind: what is the same in two of them and other
 * in a reaction, in front of all values. */
static bool learn_kind(const gy_queued *one, const gy_queued *two, const gy_queued *reaction) {
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

/* `await` of an object that has a then() may be of another kind. */
static void learn_await(gy_object await, gy_value object, gy_value then) {
  gy_queued job;
  if (learn_from(&job, await, 1, &object) != NULL && job.words[at.then] == then &&
      !is_kind(&job, jobs.thenables) && jobs.kinds < KINDS) {
    jobs.reactions[jobs.kinds] = jobs.reactions[jobs.kinds - 1];
    jobs.thenables[jobs.kinds++] = kind_of(&job);
  }
}

/* settle(handler, value) adds a reaction to a promise that is settled with the value, and returns
 * the promise that then() does; resolve(object) resolves a promise with an object. */
static bool learn_jobs(gy_object settle, gy_object resolve, gy_object await) {
  gy_value exception = NULL;
  gy_queued reaction;
  gy_queued thenables[2];
  gy_value value = gy_object_new(jobs.js);
  gy_value argv[] = {gy_pin_object(&jobs.marker), value};
  gy_value child = learn_from(&reaction, settle, 2, argv);
  if (child == NULL) {
    return false;
  }
  if (at.child == 0) { /* in a realm whose promises are as the engine made them */
    at.child = find(&reaction, child);
    at.handler = find(&reaction, argv[0]);
    at.argument = find(&reaction, value);
  }
  gy_value then = gy_function_new(jobs.js, "then", marker_called);
  gy_object object = gy_object_new(jobs.js);
  gy_set(jobs.js, object, "then", then);
  gy_value objects[] = {object};
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

/* The place of context.frame: it shows what is put there. */
static bool learn_frame(void) {
  enum { MOST = 16 };
  int found[2] = {-1, -1};
  for (int i = 0; i < 2; i++) {
    uint64_t words[MOST];
    gy_value value = gy_object_new(jobs.js);
    gy_set(jobs.js, jobs.context, "frame", value);
    if (!gy_private_fetch(jobs.context, words, sizeof(words))) {
      return false;
    }
    for (int k = 2; k < MOST && found[i] < 0; k++) {
      found[i] = words[k] == (uint64_t)(uintptr_t)value ? k : -1;
    }
  }
  gy_set(jobs.js, jobs.context, "frame", JSValueMakeUndefined(jobs.js));
  jobs.frame = found[0];
  return found[0] > 0 && found[0] == found[1] && current() == JSValueMakeUndefined(jobs.js);
}

static void make_self(gy_context js, gy_object context, gy_object library) {
  static const char *const names[GY_JOBS_CALLS] = {"enter", "leave", "wrapThen", "describe"};
  JSClassDefinition definition = kJSClassDefinitionEmpty;
  definition.className = "Marker";
  definition.callAsFunction = marker_called;
  definition.attributes = kJSClassAttributeNoAutomaticPrototype;
  jobs = (gy_jobs){.js = js, .context = context, .marker_class = JSClassCreate(&definition)};
  jobs.marker = gy_pin_new(js, JSObjectMake(js, jobs.marker_class, NULL));
  jobs.promise = gy_pin_new(js, gy_get(js, library, "promise"));
  for (int i = 0; i < GY_JOBS_CALLS; i++) {
    jobs.calls[i] = gy_pin_new(js, gy_get(js, library, names[i]));
  }
}

static bool learn_all(gy_context js, gy_object library) {
  return learn_jobs((gy_object)gy_get(js, library, "settle"),
                    (gy_object)gy_get(js, library, "resolve"),
                    (gy_object)gy_get(js, library, "await"));
}

static bool start_asked(gy_context js, gy_object library, bool called) {
  gy_queued ignored;
  jobs.queue = at.queue == 0 ? NULL : (char *)JSContextGetGroup(js) + at.queue;
  jobs.learning = &ignored; /* until it is known what a job is */
  const void *before = gy_host_on_jobs(js, (const void *)on_job, &jobs.own);
  bool works = before != NULL && learn_frame() &&
               (jobs.own != NULL || (jobs.queue != NULL && gy_private_has(GY_PART_job_queue))) &&
               learn_all(js, library);
  jobs.learning = NULL;
  if (works && called) {
    const gy_job_places places = {find(&jobs.reaction, (gy_value)js), at.kind, at.child};
    jobs.called = at.by_function && jobs.reaction.words[0] == NULL && places.realm > 0 &&
                  gy_dispatch_call(js, &places);
    works = jobs.called;
  }
  if (before != NULL && !works) {
    gy_host_restore(js, before);
  }
  return works;
}

/* What the sample has learned holds for all realms. */
static bool start_dispatched(gy_context js, gy_object library, bool is_sample) {
  jobs.dispatched = true;
  if (!learn_frame()) {
    return false;
  }
  gy_dispatch_start(js, is_sample);
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

/* What the library must have: promise, queueOne(), settle(handler, value), resolve(object),
 * add(promise) and pending, to learn from, and the functions that are called. */
static bool start(gy_context js, gy_object context, gy_object library, bool is_sample,
                  bool called) {
  make_self(js, context, library);
  return gy_dispatch_can() ? start_dispatched(js, library, is_sample)
                           : start_asked(js, library, called);
}

/* --- the sample, with an engine of its own: jobs have to run, but not the program's */

/* Where the queue is in what a context group is, on engines that are not asked to queue. */
static void learn_queue(gy_context js, gy_object library) {
  if (!gy_engine_since(2, 52)) {
    gy_object one = (gy_object)gy_get(js, library, "queueOne");
    const volatile size_t *ends = gy_queue_look(js, one);
    size_t offset = (size_t)((const volatile char *)ends - (const char *)JSContextGetGroup(js));
    at.queue = ends == NULL ? 0 : offset - GY_AT_QUEUE_ENDS;
  }
}

static bool take_sample(bool called) {
  gy_jobs before = jobs;
  JSContextGroupRef group = JSContextGroupCreate();
  JSGlobalContextRef realm = JSGlobalContextCreateInGroup(group, NULL);
  bool works = gy_private_has(GY_PART_realms) && gy_class_sample_owners(realm) &&
               gy_inside_sample_kinds(realm) && gy_inside_sample_fields(realm);
  if (works) {
    gy_object library = gy_jobs_sample_library(realm);
    gy_context_lock(realm); /* no job is run meanwhile */
    learn_queue(realm, library);
    works = library != NULL &&
            start(realm, (gy_object)gy_get(realm, library, "context"), library, true, called) &&
            gy_marks_learn(realm, (gy_object)gy_get(realm, library, "add"),
                           gy_get(realm, library, "pending"));
    gy_context_unlock(realm);
    works = works && gy_jobs_follow_sample(realm, library);
    gy_dispatch_stop(realm);
    JSClassRelease(jobs.marker_class);
    gy_marks_forget();
    gy_pin_free(&jobs.next);
  }
  JSGlobalContextRelease(realm);
  JSContextGroupRelease(group);
  jobs = before;
  return works;
}

bool gy_jobs_sample(gy_context js) {
  (void)js;
  return take_sample(false);
}

bool gy_jobs_sample_calls(gy_context js) {
  (void)js;
  return !gy_dispatch_can() && take_sample(true);
}

/* --- for the program */

bool gy_jobs_start(gy_context js, gy_object context, gy_object library) {
  if (!gy_private_has(GY_PART_jobs)) {
    return false;
  }
  gy_pin_new(js, context);
  return start(js, context, library, false, gy_private_has(GY_PART_job_calls));
}

bool gy_jobs_follow_realm(gy_context js, gy_object library) {
  const void *own;
  if (jobs.dispatched) {
    return true; /* by the same token */
  }
  gy_queued reaction = jobs.reaction;
  jobs.learning = &reaction;
  bool works = gy_host_on_jobs(js, (const void *)on_job, &own) != NULL && learn_all(js, library);
  jobs.learning = NULL;
  jobs.reaction = reaction;
  return works;
}

void gy_jobs_hook(bool on) {
  jobs.hooked = on;
  jobs.calls_around |= on;
}

/* After all jobs have run: nothing is under way. */
void gy_jobs_leave(void) {
  if (jobs.context != NULL) {
    set_frame(JSValueMakeUndefined(jobs.js));
  }
}
