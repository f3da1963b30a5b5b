/* SPDX-License-Identifier: MIT */
/* The life of a context. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/api_glib.h"
#include "engine/memory.h"
#include "engine/private.h"

#define TEXT_(number) #number
#define TEXT(number) TEXT_(number)
#define HEAP_BYTES 8388608
#define SECOND_COMPILER_AFTER 6000 /* in the engine's unit: a call is about 15 */
#define LAST_COMPILER_AFTER 300000 /* in the same unit */
#define LAST_COMPILER_SIZE 5000    /* bytes of bytecode */
#define INLINED_SIZE 80            /* bytes of bytecode */
#define FULL_TIMER_SHARE 0.0025    /* of a processor, for each MB that may be garbage */
#define GROWTH 1.5                 /* new objects before a collection, for each byte in use */
#define SIGNAL_FOR_GC 63           /* a real-time signal; the C library uses the first ones */
#define CLEARED 16384              /* bytes of the stack below a collection */

/* The engine would use SIGUSR1, which programs use, to stop its threads. It looks for another
 * number in the environment, once; neither its own options nor child processes should see that. */
static void choose_signal(void) {
  if (secure_getenv("JSC_SIGNAL_FOR_GC") == NULL && gj_private_has(GJ_PART_signal)) {
    setenv("JSC_SIGNAL_FOR_GC", TEXT(SIGNAL_FOR_GC), 1);
    gj_jsc.initialize();
    unsetenv("JSC_SIGNAL_FOR_GC");
  }
}

/* The engine's options that differ from its defaults. Its user may set them in the environment, but
 * not those that programs would notice. */
typedef struct {
  const char *name;
  enum { BOOLEAN, INTEGER, UNSIGNED, DOUBLE } kind;
  double value;
  bool is_fixed;
} gj_option;

static const gj_option chosen[] = {
    {"useSharedArrayBuffer", BOOLEAN, 1, true},
    /* As in Node, a call in tail position has a frame: stacks show it, and endless recursion is an
     * error. */
    {"useTailCalls", BOOLEAN, 0, true},
    /* The second of the engine's compilers is for what is called often. By default that is 67
     * calls, and a program that lives for a second or two would spend a fifth of its time on
     * functions that do not run much longer. Counts are also looked at less often. By then enough
     * is known of a function's values: it does not wait up to five times as long for more. */
    {"thresholdForOptimizeAfterWarmUp", INTEGER, SECOND_COMPILER_AFTER},
    {"maximumExecutionCountsBetweenCheckpointsForBaseline", INTEGER, SECOND_COMPILER_AFTER},
    {"maximumOptimizationDelay", UNSIGNED, 0},
    /* The last one takes milliseconds per function. Three times the default threshold spares
     * functions that are called a few thousand times, such as for each piece of a large file. */
    {"thresholdForFTLOptimizeAfterWarmUp", INTEGER, LAST_COMPILER_AFTER},
    /* It takes 100 MB for some functions that are four times as long as this, and gains nothing. */
    {"maximumFTLCandidateBytecodeCost", UNSIGNED, LAST_COMPILER_SIZE},
    /* And it compiles a function once more in each caller that is not too large. With the limit of
     * the compiler before it, half of the engine's own, it takes a third less time and memory, and
     * programs are as fast. (An HTTP server that does nothing else has 2 % fewer requests.) */
    {"maximumFunctionForCallInlineCandidateBytecodeCostForFTL", UNSIGNED, INLINED_SIZE},
    {"maximumFunctionForClosureCallInlineCandidateBytecodeCostForFTL", UNSIGNED, INLINED_SIZE},
    {"maximumFunctionForConstructInlineCandidateBytecodeCostForFTL", UNSIGNED, INLINED_SIZE},
    /* An idle loop should be rid of its garbage within seconds. The engine's default, an eighth of
     * ours, is for pages that idle while others work. */
    {"percentCPUPerMBForFullTimer", DOUBLE, FULL_TIMER_SHARE},
    /* By default new objects may take twice the room of those in use before the engine collects,
     * and 16 times that right after a collection, which fades within tenths of a second. The memory
     * of a server that allocates fast then peaks at twice that of Node, for little gain in speed.
     */
    {"heapGrowthMaxIncrease", DOUBLE, GROWTH},
    {"maxEdenSizeForRateLimitingMultiplier", DOUBLE, 1},
};
static const gj_option async_traces = {"useAsyncStackTrace", BOOLEAN, 1, true}; /* see awaits.c */
/* Collections by a timer would end the process without a main thread. The share of time is so small
 * that none ever begins. */
static const gj_option no_timers = {"collectionTimerMaxPercentCPU", DOUBLE, 1e-9, true};

static bool set_directly(const gj_option *option) {
  char text[128];
  snprintf(text, sizeof(text), option->kind == DOUBLE ? "%s=%.12f" : "%s=%.0f", option->name,
           option->value);
  return gj_private_has(GJ_PART_options) && gj_jsc.set_option(text, false);
}

static void set_option(const gj_option *option) {
  char variable[128];
  snprintf(variable, sizeof(variable), "JSC_%s", option->name);
  if ((!option->is_fixed && secure_getenv(variable) != NULL) || set_directly(option)) {
    return;
  }
  if (option->kind == BOOLEAN) {
    jsc_options_set_boolean(option->name, option->value != 0);
  } else if (option->kind == INTEGER) {
    jsc_options_set_int(option->name, (int)option->value);
  } else if (option->kind == UNSIGNED) {
    jsc_options_set_uint(option->name, (unsigned)option->value);
  } else {
    jsc_options_set_double(option->name, option->value);
  }
}

static void do_nothing(void *arg) { (void)arg; }

/* The first option that is set makes the engine read the others from the environment. By default it
 * would collect garbage whenever 1 MB more is in use, which suits the many small pages of a
 * browser. (Its function for options of that kind does not work.) */
static void choose_options(void) {
  static const gj_scoped_lambda nothing = {do_nothing, NULL};
  bool ours = secure_getenv("JSC_smallHeapSize") == NULL;
  if (ours) {
    setenv("JSC_smallHeapSize", TEXT(HEAP_BYTES), 1);
  }
  gj_reserve_begin();
  if (gj_private_has(GJ_PART_options)) {
    gj_jsc.options_start(&nothing);
  }
  for (size_t i = 0; i < sizeof(chosen) / sizeof(*chosen); i++) {
    set_option(&chosen[i]);
  }
  if (gj_engine_since(2, 52)) {
    set_option(&async_traces);
  }
  if (!gj_private_has(GJ_PART_main_thread)) {
    set_option(&no_timers);
  }
  if (ours) {
    unsetenv("JSC_smallHeapSize");
  }
  gj_reserve_end();
}

/* The C library reads the bounds of the first thread's stack from that file; without them the
 * engine ends the process without a message. */
static void check_proc(void) {
  if (access("/proc/self/maps", F_OK) != 0) {
    gj_memory_fatal("/proc is not mounted, and the JavaScript engine cannot start without it");
  }
}

static void open_engine(void) {
  check_proc();
  gj_private_start();
  gj_engine_open();
  choose_signal();
  choose_options();
}

static void open_main_thread(void) {
  if (gj_private_has(GJ_PART_main_thread)) {
    gj_jsc.initialize_main_thread();
  }
}

static _Thread_local JSContextGroupRef first_group;

/* Others wait until it is there. */
static void make_first_group(void) {
  gj_zones_put_off();
  first_group = JSContextGroupCreate();
  gj_zones_put_back();
}

static JSContextGroupRef make_group(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_first_group);
  JSContextGroupRef group = first_group == NULL ? JSContextGroupCreate() : first_group;
  first_group = NULL;
  return group;
}

gj_context gj_context_new(void) {
  static pthread_once_t engine = PTHREAD_ONCE_INIT;
  static pthread_once_t main_thread = PTHREAD_ONCE_INIT;
  pthread_once(&engine, open_engine);
  gj_engine_work_open();
  pthread_once(&main_thread, open_main_thread);
  JSContextGroupRef group = make_group();
  JSGlobalContextRef js = JSGlobalContextCreateInGroup(group, NULL);
  /* Creates the engine's watchdog, which counts only entries that begin after that: a time limit
   * for a script (realm.c) is requested inside of one. */
  if (gj_private_has(GJ_PART_time_limit)) {
    gj_jsc.set_time_limit(group, 3600, NULL, NULL);
    gj_jsc.clear_time_limit(group);
  }
  JSContextGroupRelease(group);
  gj_private_context(js);
  gj_growth_begin(js);
  return js;
}

void gj_context_free(gj_context js) {
  gj_growth_end();
  gj_private_context(NULL);
  JSGlobalContextRelease((JSGlobalContextRef)js);
  gj_engine_work_close();
}

gj_object gj_global(gj_context js) { return JSContextGetGlobalObject(js); }

void gj_context_lock(gj_context js) {
  if (gj_private_has(GJ_PART_lock)) {
    gj_jsc.lock(js);
  }
}

void gj_context_unlock(gj_context js) {
  if (gj_private_has(GJ_PART_lock)) {
    gj_jsc.unlock(js);
  }
}

/* The collector takes everything on the stack that looks like a pointer for one. Its own frames
 * have holes, which contain pointers of earlier, deeper calls. */
__attribute__((noinline)) static void clear_stack_below(void) {
  char below[CLEARED];
  memset(below, 0, sizeof(below));
  __asm__ volatile("" : : "r"(below) : "memory");
}

void gj_collect(gj_context js) {
  clear_stack_below();
  if (gj_private_has(GJ_PART_collect)) {
    gj_jsc.collect(js);
  } else {
    JSGarbageCollect(js);
  }
}

void gj_context_on_rejection(gj_context js, gj_object callback) {
  if (gj_private_has(GJ_PART_rejections)) {
    gj_jsc.set_on_rejection((JSGlobalContextRef)js, callback, NULL);
  }
}

int gj_promise_handled(gj_context js, gj_object promise) {
  return gj_private_has(GJ_PART_handled) ? gj_jsc.promise_is_handled(promise, JSContextGetGroup(js))
                                         : -1;
}

/* Of two promises, the one with a reaction is handled. */
bool gj_context_sample_handled(gj_context js) {
  JSObjectRef resolve;
  JSObjectRef reject;
  JSContextGroupRef group = JSContextGetGroup(js);
  JSObjectRef promise = JSObjectMakeDeferredPromise(js, &resolve, &reject, NULL);
  bool before = gj_jsc.promise_is_handled(promise, group);
  JSValueRef reactions[] = {resolve, resolve};
  JSObjectRef then = (JSObjectRef)gj_get(js, promise, "then");
  JSObjectCallAsFunction(js, then, promise, 2, reactions, NULL);
  return !before && gj_jsc.promise_is_handled(promise, group);
}

const char *gj_engine_version(void) {
  static _Thread_local char text[32];
  snprintf(text, sizeof(text), "%u.%u.%u", jsc_get_major_version(), jsc_get_minor_version(),
           jsc_get_micro_version());
  return text;
}

/* A number of that name, or -1. */
static double figure(gj_context js, JSObjectRef figures, const char *name) {
  gj_value value = gj_get(js, figures, name);
  return value != NULL && JSValueIsNumber(js, value) ? gj_to_number(js, value) : -1;
}

bool gj_context_sample_heap(gj_context js) {
  JSObjectRef figures = gj_jsc.memory_usage(js);
  return figures != NULL && figure(js, figures, "heapSize") >= 0 &&
         figure(js, figures, "heapCapacity") > 0 && figure(js, figures, "extraMemorySize") >= 0 &&
         figure(js, figures, "objectCount") >= 0;
}

static _Thread_local struct gj_heap_limit {
  size_t size;
  void (*_Atomic fn)(void *arg);
  void *arg;
} heap_limit;

static size_t heap_at; /* process: in a VM, found by the sample */

static size_t heap_size(JSContextGroupRef group) {
  return gj_jsc.heap_size((char *)(void *)group + heap_at);
}

static bool has_extra_memory(const char *heap, double told) {
  size_t words[3]; /* of three sorts */
  return gj_private_fetch(heap + GJ_AT_EXTRA_MEMORY, words, sizeof(words)) &&
         (double)(words[0] + words[1] + words[2]) == told;
}

/* The function that adds a finalizer has the offset in its code; words at that offset have to match
 * before anything is called with it. */
static bool find_heap(gj_context js, double extra_memory) {
  enum { CODE = 128, BEHIND = 4096 };
  uint8_t code[CODE];
  int found = 0;
  if (extra_memory <= 0 ||
      !gj_private_fetch((const void *)(uintptr_t)gj_jsc.add_heap_finalizer, code, sizeof(code))) {
    return false;
  }
  for (size_t i = 0; i + sizeof(uint32_t) <= CODE; i++) {
    uint32_t offset;
    memcpy(&offset, code + i, sizeof(offset));
    if (offset % sizeof(void *) == 0 && offset < BEHIND && (found == 0 || offset != heap_at) &&
        has_extra_memory((const char *)JSContextGetGroup(js) + offset, extra_memory)) {
      heap_at = offset;
      found++;
    }
  }
  return found == 1;
}

bool gj_context_sample_limit(gj_context js) {
  if (!gj_private_has(GJ_PART_heap_figures)) {
    return false;
  }
  JSObjectRef figures = gj_jsc.memory_usage(js);
  if (!find_heap(js, figure(js, figures, "extraMemorySize"))) {
    return false;
  }
  double told = figure(js, figures, "heapSize");
  double found = (double)heap_size(JSContextGetGroup(js));
  return found >= told && found < told + 65536; /* what was told takes some memory, too */
}

static void on_collected(JSContextGroupRef group, void *arg) {
  struct gj_heap_limit *limit = arg;
  void (*fn)(void *arg) = atomic_load(&limit->fn);
  if (fn != NULL && heap_size(group) > limit->size) {
    fn(limit->arg);
  }
}

bool gj_context_limit_heap(gj_context js, size_t limit, void (*fn)(void *arg), void *arg) {
  if (!gj_private_has(GJ_PART_heap_limit)) {
    return false;
  }
  heap_limit.size = limit;
  heap_limit.arg = arg;
  atomic_store(&heap_limit.fn, fn);
  gj_jsc.add_heap_finalizer(JSContextGetGroup(js), on_collected, &heap_limit);
  return true;
}

void gj_context_no_limit(void) { atomic_store(&heap_limit.fn, NULL); }

void gj_context_spare_memory(void) {
  if (gj_private_has(GJ_PART_spare_memory)) {
    gj_jsc.spare_memory();
  }
}

bool gj_context_has_heap(void) { return gj_private_has(GJ_PART_heap_figures); }

gj_heap gj_context_heap(gj_context js) {
  if (!gj_context_has_heap()) {
    return (gj_heap){0};
  }
  JSObjectRef figures = gj_jsc.memory_usage(js);
  return (gj_heap){
      .heap_size = (size_t)figure(js, figures, "heapSize"),
      .heap_capacity = (size_t)figure(js, figures, "heapCapacity"),
      .extra_memory = (size_t)figure(js, figures, "extraMemorySize"),
      .object_count = (size_t)figure(js, figures, "objectCount"),
  };
}
